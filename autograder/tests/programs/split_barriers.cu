// libcu++: barriers whose arrival and wait are apart, asynchronous copies that complete them,
// pipelines.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cstdio>
#include <cuda/barrier>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void split(const int* in, int* out) {
  __shared__ int shared[128];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    shared[threadIdx.x] = in[threadIdx.x] + round;
    Barrier::arrival_token token = barrier.arrive();
    const int own = static_cast<int>(threadIdx.x) * round;  // work that needs nobody else
    barrier.wait(std::move(token));
    out[round * 128 + threadIdx.x] = shared[127 - threadIdx.x] + own;
    barrier.arrive_and_wait();
  }
}

__global__ void staged(const float* in, float* out, int count) {
  __shared__ float buffer[128];
  __shared__ Barrier barrier;
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  for (int first = 0; first < count; first += 128) {
    cuda::memcpy_async(block, buffer, in + first, sizeof buffer, barrier);
    barrier.arrive_and_wait();
    out[first + block.thread_rank()] = buffer[127 - block.thread_rank()];
    barrier.arrive_and_wait();
  }
}

__global__ void together(const float4* in, float4* out) {
  __shared__ float4 buffer[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, buffer, in + blockIdx.x * 64, sizeof buffer);
  cg::wait(block);
  out[blockIdx.x * 64 + threadIdx.x] = buffer[63 - threadIdx.x];
}

__global__ void two_buffers(const float4* in, float4* out, int tiles) {
  __shared__ float4 buffer[2][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&buffer[0][t], in + t, sizeof(float4));
  __pipeline_commit();
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles) {
      __pipeline_memcpy_async(&buffer[(tile + 1) % 2][t], in + (tile + 1) * 64 + t, sizeof(float4));
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    out[tile * 64 + t] = buffer[tile % 2][63 - t];
    __syncthreads();
  }
}

int main() {
  constexpr int kCount = 1024;
  static float host[kCount], result[kCount];
  for (int i = 0; i < kCount; ++i) host[i] = static_cast<float>(i);
  float *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);

  int numbers[384];
  for (int i = 0; i < 128; ++i) numbers[i] = i * i;
  int *small_in, *small_out;
  cudaMalloc(&small_in, sizeof numbers);
  cudaMalloc(&small_out, sizeof numbers);
  cudaMemcpy(small_in, numbers, 128 * sizeof(int), cudaMemcpyHostToDevice);
  split<<<1, 128>>>(small_in, small_out);
  int back[384], wrong = 0;
  cudaMemcpy(back, small_out, sizeof back, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 384; ++i) {
    const int round = i / 128, t = i % 128;
    wrong += back[i] != (127 - t) * (127 - t) + round + t * round;
  }
  std::printf("split barriers: %d wrong\n", wrong);

  const auto check = [&](const char* name, auto wanted) {
    std::printf("%s: %s, ", name, cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    int differing = 0;
    for (int i = 0; i < kCount; ++i) differing += result[i] != wanted(i);
    std::printf("%d wrong\n", differing);
    cudaMemset(out, 0, sizeof result);
  };
  const auto reversed_fours = [&](int i) {
    return host[i / 256 * 256 + (63 - i % 256 / 4) * 4 + i % 4];
  };
  staged<<<1, 128>>>(in, out, kCount);
  check("staged", [&](int i) { return host[i / 128 * 128 + 127 - i % 128]; });
  together<<<4, 64>>>(reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(out));
  check("together", reversed_fours);
  two_buffers<<<1, 64>>>(reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(out), 4);
  check("two buffers", reversed_fours);
  for (void* memory : {static_cast<void*>(in), static_cast<void*>(out),
                       static_cast<void*>(small_in), static_cast<void*>(small_out)}) {
    cudaFree(memory);
  }
  return 0;
}
