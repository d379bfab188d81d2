// libcu++: atomic, atomic_ref, scopes and memory orders; cuda::std in kernels.
// compilers: nvcc
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/tuple>

__device__ cuda::atomic<int, cuda::thread_scope_device> counter;

__global__ void hand_over(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = *data + static_cast<int>(blockIdx.x);
  }
}

__global__ void count(int* largest, float* sum) {
  counter.fetch_add(2, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_device> most(*largest);
  most.fetch_max(static_cast<int>(threadIdx.x));
  cuda::atomic_ref<float, cuda::thread_scope_device> total(*sum);
  total.fetch_add(0.5F, cuda::memory_order_relaxed);
  int expected = static_cast<int>(threadIdx.x);
  cuda::atomic_ref<int, cuda::thread_scope_device> slot(largest[1]);
  slot.compare_exchange_strong(expected, expected + 1);
}

__global__ void values(float* out) {
  const cuda::std::array<float, 3> numbers{1.0F, 2.0F, 4.0F};
  const auto pair = cuda::std::make_tuple(numbers[threadIdx.x % 3], static_cast<int>(threadIdx.x));
  const cuda::std::complex<float> z(cuda::std::get<0>(pair), 1.0F);
  const cuda::std::complex<float> square = z * z;
  out[threadIdx.x] = square.real() + square.imag() * static_cast<float>(cuda::std::get<1>(pair));
}

__global__ void read_counter(int* out) {
  *out = counter.load();
}

int main() {
  int *memory, host[8];
  float *numbers, floats[4];
  cudaMalloc(&memory, 64);
  cudaMalloc(&numbers, 64);
  cudaMemset(memory, 0, 64);
  cudaMemset(numbers, 0, 64);
  hand_over<<<4, 32>>>(memory, memory + 1, memory + 2);
  cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", host[0], host[3], host[4], host[5]);
  count<<<2, 64>>>(memory + 8, numbers);
  read_counter<<<1, 1>>>(memory + 10);
  cudaMemcpy(host, memory + 8, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(floats, numbers, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%d %d %g\n", host[0], host[2], floats[0]);
  values<<<1, 4>>>(numbers);
  cudaMemcpy(floats, numbers, sizeof floats, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g %g %s\n", floats[0], floats[1], floats[2], floats[3],
              cudaGetErrorName(cudaGetLastError()));
  cudaFree(memory);
  cudaFree(numbers);
  return 0;
}
