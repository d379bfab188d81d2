// The runtime API that a course uses, without kernels that matter.
#include <cstdio>

__global__ void fill(int* p, int value) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__device__ int table[16];

#define CHECK(call)                                                                \
  do {                                                                             \
    const cudaError_t error = (call);                                              \
    if (error != cudaSuccess) {                                                    \
      std::printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error)); \
      return 1;                                                                    \
    }                                                                              \
  } while (false)

int devices() {
  int count = 0, device = 0, value = 0;
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceCount(&count));
  CHECK(cudaSetDevice(0));
  CHECK(cudaGetDevice(&device));
  CHECK(cudaGetDeviceProperties(&properties, device));
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device));
  std::printf("%d processors, %zu bytes of shared memory\n", value, properties.sharedMemPerBlock);
  return count > 0 ? 0 : 1;
}

int memory() {
  int *p, *pinned, *managed, *mapped;
  size_t pitch = 0, free_bytes = 0, total_bytes = 0;
  CHECK(cudaMalloc(&p, 1024));
  CHECK(cudaMalloc((void**)&mapped, 64));
  CHECK(cudaFree(mapped));
  CHECK(cudaMallocPitch(&mapped, &pitch, 100, 10));
  CHECK(cudaMallocHost(&pinned, 1024));
  CHECK(cudaMallocManaged(&managed, 1024));
  CHECK(cudaMemset2D(mapped, pitch, 0, 100, 10));
  CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  CHECK(cudaMemcpy(pinned, p, 0, cudaMemcpyDefault));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFree(managed));
  CHECK(cudaFree(mapped));
  CHECK(cudaFree(p));
  return 0;
}

int streams() {
  int* p;
  void* symbol;
  size_t bytes = 0;
  cudaStream_t stream;
  cudaEvent_t start, stop;
  float milliseconds = 0;
  CHECK(cudaMalloc(&p, 64 * sizeof(int)));
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start, stream));
  fill<<<2, 32, 0, stream>>>(p, 1);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(stop, stream));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  CHECK(cudaMemsetAsync(p, 0, 64 * sizeof(int), stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaGetSymbolAddress(&symbol, table));
  CHECK(cudaGetSymbolSize(&bytes, table));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(p));
  return bytes == sizeof table ? 0 : 1;
}

int kernels() {
  int *p, value = 3, grid_size = 0, block_size = 0, blocks = 0;
  cudaFuncAttributes attributes;
  CHECK(cudaMalloc(&p, 64 * sizeof(int)));
  void* arguments[] = {&p, &value};
  CHECK(cudaFuncGetAttributes(&attributes, fill));
  CHECK(cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid_size, &block_size, fill));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 64, 0));
  CHECK(cudaLaunchKernel((const void*)fill, dim3(1), dim3(64), arguments, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(p));
  return 0;
}

int main() {
  return devices() + memory() + streams() + kernels();
}
