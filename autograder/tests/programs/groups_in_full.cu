// Cooperative groups: tiles, reductions and scans, labelled and coalesced groups.
// compilers: nvcc
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void tiles(const int* in, int* sums, int* scans, int* others) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto eight = cg::tiled_partition<8>(warp);
  const int value = in[block.thread_rank()];
  int part = value;
  for (int distance = eight.size() / 2; distance > 0; distance /= 2) {
    part += eight.shfl_down(part, distance);
  }
  if (eight.thread_rank() == 0) others[block.thread_rank() / 8] = part;
  const int sum = cg::reduce(warp, value, cg::plus<int>());
  const int most = cg::reduce(warp, value, cg::greater<int>());
  scans[block.thread_rank()] = cg::inclusive_scan(warp, value);
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum * 1000 + most;
  const auto alike = cg::labeled_partition(warp, value % 3);
  block.sync();
  if (alike.thread_rank() == 0) atomicAdd(&others[8 + value % 3], static_cast<int>(alike.size()));
  if (value % 2 == 1) {
    const cg::coalesced_group odd = cg::coalesced_threads();
    if (odd.thread_rank() == 0) atomicAdd(&others[11], static_cast<int>(odd.size()));
  }
  const unsigned even = warp.ballot(value % 2 == 0);
  if (block.thread_rank() == 0) {
    others[12] = __popc(even);
    others[13] = warp.any(value > 100) * 2 + warp.all(value >= 0);
  }
}

int main() {
  int host[64], *in, *sums, *scans, *others, result[64];
  for (int i = 0; i < 64; ++i) host[i] = i * i % 17;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&sums, sizeof host);
  cudaMalloc(&scans, sizeof host);
  cudaMalloc(&others, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(others, 0, sizeof host);
  tiles<<<1, 64>>>(in, sums, scans, others);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaMemcpy(result, sums, 8, cudaMemcpyDeviceToHost);
  std::printf("sums %d %d\n", result[0], result[1]);
  cudaMemcpy(result, scans, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("scans %d %d %d %d\n", result[0], result[31], result[32], result[63]);
  cudaMemcpy(result, others, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 14; ++i) std::printf("%d ", result[i]);
  std::printf("\n");
  cudaFree(in);
  cudaFree(sums);
  cudaFree(scans);
  cudaFree(others);
  return 0;
}
