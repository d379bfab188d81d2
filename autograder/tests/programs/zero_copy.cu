// Host memory that kernels read and write: pinned, mapped and registered.
#include <cstdio>
#include <cstdlib>

__global__ void add(const float* a, const float* b, float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) c[i] = a[i] + b[i];
}

int main() {
  constexpr int kCount = 1000;
  constexpr size_t kBytes = kCount * sizeof(float);
  float *a, *b, *device_a;
  cudaHostAlloc(&a, kBytes, cudaHostAllocMapped);
  cudaMallocHost(&b, kBytes);
  for (int i = 0; i < kCount; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(2 * i);
  }
  std::printf("device pointer: %s\n", cudaGetErrorName(cudaHostGetDevicePointer(&device_a, a, 0)));
  // With unified addressing pinned memory has one address.
  std::printf("same: %s\n", device_a == a ? "yes" : "no");

  auto* c = static_cast<float*>(std::malloc(kBytes));
  for (int i = 0; i < kCount; ++i) c[i] = -1;
  std::printf("register: %s\n",
              cudaGetErrorName(cudaHostRegister(c, kBytes, cudaHostRegisterMapped)));
  std::printf("twice: %s\n", cudaGetErrorName(cudaHostRegister(c, kBytes, cudaHostRegisterMapped)));
  float* device_c;
  cudaHostGetDevicePointer(&device_c, c, 0);
  add<<<4, 256>>>(device_a, b, device_c, kCount - 1);
  std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  int wrong = 0;
  for (int i = 0; i < kCount - 1; ++i) wrong += c[i] != static_cast<float>(3 * i);
  std::printf("wrong: %d, beyond: %g\n", wrong, c[kCount - 1]);
  std::printf("unregister: %s\n", cudaGetErrorName(cudaHostUnregister(c)));
  std::printf("still there: %g\n", c[10]);
  std::printf("again: %s\n", cudaGetErrorName(cudaHostUnregister(c)));

  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, a);
  std::printf("pinned memory is of type %d\n", static_cast<int>(attributes.type));
  std::printf("free: %s %s\n", cudaGetErrorName(cudaFreeHost(a)),
              cudaGetErrorName(cudaFreeHost(b)));
  std::free(c);
  return 0;
}
