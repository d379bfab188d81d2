// Launches with attributes: cudaLaunchKernelEx, plain and cooperative.
// compilers: nvcc
#include <cooperative_groups.h>

#include <cstdio>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void together(int* data) {
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  data[grid.thread_rank()] += 1;
  grid.sync();
  if (grid.thread_rank() == 0) data[0] += data[grid.size() - 1];
}

int main() {
  int *data, host[64];
  cudaMalloc(&data, sizeof host);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(32);
  std::printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, fill, data, 7)));
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  std::printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, together, data)));
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[63]);
  cudaFree(data);
  return 0;
}
