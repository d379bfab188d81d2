// CUB's collectives of a block: load, reduce, scan, radix sort, histogram, and of a warp.
// compilers: nvcc
#include <cstdio>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>

constexpr int kThreads = 128, kItems = 4, kCount = kThreads * kItems;

__global__ void collectives(const int* in, int* sorted, int* scanned, int* totals) {
  using Load = cub::BlockLoad<int, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, kThreads, kItems, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Reduce = cub::BlockReduce<int, kThreads>;
  using Scan = cub::BlockScan<int, kThreads>;
  using Sort = cub::BlockRadixSort<int, kThreads, kItems>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
    typename Sort::TempStorage sort;
  } shared;
  int items[kItems], sums[kItems];
  Load(shared.load).Load(in, items);
  __syncthreads();
  const int total = Reduce(shared.reduce).Sum(items);
  __syncthreads();
  const int largest =
      Reduce(shared.reduce).Reduce(items, [](int a, int b) { return a > b ? a : b; });
  __syncthreads();
  Scan(shared.scan).InclusiveSum(items, sums);
  __syncthreads();
  Store(shared.store).Store(scanned, sums);
  __syncthreads();
  Sort(shared.sort).Sort(items);
  __syncthreads();
  Store(shared.store).Store(sorted, items);
  if (threadIdx.x == 0) {
    totals[0] = total;
    totals[1] = largest;
  }
}

__global__ void warp_sums(const int* in, int* out) {
  using Reduce = cub::WarpReduce<int>;
  __shared__ typename Reduce::TempStorage shared[kThreads / 32];
  const int warp = threadIdx.x / 32;
  const int sum = Reduce(shared[warp]).Sum(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[warp] = sum;
}

int main() {
  int host[kCount], result[kCount], *in, *sorted, *scanned, *totals;
  for (int i = 0; i < kCount; ++i) host[i] = (i * 7919) % 1009 - 500;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&sorted, sizeof host);
  cudaMalloc(&scanned, sizeof host);
  cudaMalloc(&totals, 4 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  collectives<<<1, kThreads>>>(in, sorted, scanned, totals);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  int sums[4];
  cudaMemcpy(sums, totals, sizeof sums / 2, cudaMemcpyDeviceToHost);
  std::printf("total %d, largest %d\n", sums[0], sums[1]);
  cudaMemcpy(result, scanned, sizeof result, cudaMemcpyDeviceToHost);
  int running = 0, wrong = 0;
  for (int i = 0; i < kCount; ++i) wrong += result[i] != (running += host[i]);
  std::printf("scan: %d wrong\n", wrong);
  cudaMemcpy(result, sorted, sizeof result, cudaMemcpyDeviceToHost);
  wrong = 0;
  for (int i = 1; i < kCount; ++i) wrong += result[i - 1] > result[i];
  std::printf("sort: %d out of order, from %d to %d\n", wrong, result[0], result[kCount - 1]);
  warp_sums<<<1, kThreads>>>(in, totals);
  cudaMemcpy(sums, totals, sizeof sums, cudaMemcpyDeviceToHost);
  std::printf("warps: %d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
  cudaFree(in);
  cudaFree(sorted);
  cudaFree(scanned);
  cudaFree(totals);
  return 0;
}
