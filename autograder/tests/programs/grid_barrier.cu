// A barrier for the whole grid: prefix sums over blocks in one cooperative launch.
// compilers: nvcc
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void prefix_sums(const int* in, int* out, int* block_sums, int count) {
  __shared__ int sums[128];
  const cg::grid_group grid = cg::this_grid();
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  sums[t] = i < count ? in[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < 128; distance *= 2) {
    const int before = t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] += before;
    __syncthreads();
  }
  if (t == 127) block_sums[blockIdx.x] = sums[127];
  grid.sync();
  int offset = 0;
  for (unsigned block = 0; block < blockIdx.x; ++block) offset += block_sums[block];
  if (i < count) out[i] = sums[t] + offset;
  grid.sync();
  if (grid.thread_rank() == 0) block_sums[0] = static_cast<int>(grid.size());
}

int main() {
  constexpr int kCount = 1000;
  int host[kCount];
  for (int i = 0; i < kCount; ++i) host[i] = i % 7;
  int *in, *out, *block_sums, count = kCount;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&block_sums, 8 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  int supported = 0;
  cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0);
  void* arguments[] = {&in, &out, &block_sums, &count};
  const cudaError_t launched = cudaLaunchCooperativeKernel(
      reinterpret_cast<void*>(prefix_sums), dim3(8), dim3(128), arguments, 0, nullptr);
  std::printf("supported: %d, launch: %s, end: %s\n", supported, cudaGetErrorName(launched),
              cudaGetErrorName(cudaDeviceSynchronize()));
  int result[kCount], size = 0;
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaMemcpy(&size, block_sums, sizeof size, cudaMemcpyDeviceToHost);
  int sum = 0, wrong = 0;
  for (int i = 0; i < kCount; ++i) wrong += result[i] != (sum += host[i]);
  std::printf("wrong: %d, threads: %d\n", wrong, size);
  std::printf("too large: %s\n", cudaGetErrorName(cudaLaunchCooperativeKernel(
                                     reinterpret_cast<void*>(prefix_sums), dim3(100000), dim3(128),
                                     arguments, 0, nullptr)));
  cudaFree(in);
  cudaFree(out);
  cudaFree(block_sums);
  return 0;
}
