// A program of several files: kernels in two of them, host code in C++ and in C; -I, -D, a flag for
// the compiler, words for main.
// with: parts/scale.cu parts/sums.cpp parts/plain.c -I parts -D SCALE=3
// with: --flag=-DBASE=10 -- one parts/plain.c -x
#include <cstdio>

#include "parts.h"

namespace {

__global__ void kernel(float* data, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) data[i] += BASE;
}

}  // namespace

int main(int argc, char** argv) {
  float host[4] = {1, 2, 3, 4};
  float* device = nullptr;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  kernel<<<1, 32>>>(device, 4);
  scale(device, 4);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  std::printf("%g %d\n", sum(make_float4(host[0], host[1], host[2], host[3])), in_c(21));
  for (int i = 1; i < argc; ++i) std::printf("%s\n", argv[i]);
  return 0;
}
