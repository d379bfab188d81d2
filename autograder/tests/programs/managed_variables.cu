// Variables that host and device share: __managed__, with and without initialisers.
// compilers: nvcc
#include <cstdio>

__device__ __managed__ int table[4] = {1, 2, 3};
__device__ __managed__ float total;
__managed__ int untouched = 42;

__global__ void change() {
  table[threadIdx.x] *= 10;
  if (threadIdx.x == 0) total += 0.5F;
}

int main() {
  table[3] = 4;
  total = 1;
  change<<<1, 4>>>();
  cudaDeviceSynchronize();
  for (const int value : table) std::printf("%d ", value);
  std::printf("| %g | %d\n", total, untouched);
  total = 100;
  change<<<1, 4>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d %g\n", table[3], total);
  return 0;
}
