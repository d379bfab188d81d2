// What programs ask before they launch: properties, attributes, occupancy, peers, memory.
#include <cstdio>

__global__ void __launch_bounds__(256) kernel(float* data) {
  __shared__ float tile[512];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[255 - threadIdx.x];
}

__global__ void needs_much(float* data) {
  extern __shared__ float dynamic[];
  dynamic[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
}

int main() {
  int count = 0, device = -1, value = 0;
  cudaGetDeviceCount(&count);
  cudaGetDevice(&device);
  std::printf("device %d of %s\n", device, count > 0 ? "some" : "none");
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  std::printf("warp %d, block %d, %d x %d x %d\n", properties.warpSize,
              properties.maxThreadsPerBlock, properties.maxThreadsDim[0],
              properties.maxThreadsDim[1], properties.maxThreadsDim[2]);
  std::printf("grid %d x %d, shared %zu, mapped %d, unified %d, managed %d\n",
              properties.maxGridSize[0], properties.maxGridSize[1], properties.sharedMemPerBlock,
              properties.canMapHostMemory, properties.unifiedAddressing, properties.managedMemory);
  cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0);
  std::printf("attribute %d\n", value);

  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
  std::printf("kernel: %zu bytes shared, %d threads\n", attributes.sharedSizeBytes,
              attributes.maxThreadsPerBlock);
  int blocks = 0, grid = 0, block = 0;
  const cudaError_t asked = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0);
  std::printf("occupancy: %s, %s\n", cudaGetErrorName(asked), blocks > 0 ? "some blocks" : "none");
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, needs_much);
  std::printf("best block: %s\n", block % 32 == 0 && block > 0 && grid > 0 ? "whole warps" : "odd");
  int can = -1;
  std::printf("peer: %s", cudaGetErrorName(cudaDeviceCanAccessPeer(&can, 0, 0)));
  std::printf(" %d\n", can);
  size_t free_bytes = 0, total_bytes = 0;
  cudaMemGetInfo(&free_bytes, &total_bytes);
  std::printf("memory: %d\n", free_bytes > 0 && free_bytes <= total_bytes);

  float* data;
  cudaMalloc(&data, 256 * sizeof(float));
  cudaMemset(data, 0, 256 * sizeof(float));
  kernel<<<1, 256>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  needs_much<<<1, 256, 50000>>>(data);
  std::printf("50000 bytes: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFuncSetAttribute(needs_much, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000);
  needs_much<<<1, 256, 50000>>>(data);
  std::printf("after opting in: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(data);
  return 0;
}
