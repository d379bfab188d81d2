// Cooperative groups: the block, tiles, threads that are together.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sums(int* out, const int* in) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int value = in[block.thread_rank()];
  for (int offset = tile.size() / 2; offset > 0; offset /= 2)
    value += tile.shfl_down(value, offset);
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = value;
  block.sync();
  const auto warp = cg::tiled_partition<32>(block);
  const int total = cg::reduce(warp, in[block.thread_rank()], cg::plus<int>());
  if (warp.thread_rank() < 3) {
    const cg::coalesced_group together = cg::coalesced_threads();
    out[16 + together.thread_rank()] = total + together.size() + warp.size();
  }
  tile.sync();
}

int main() {
  int* memory = nullptr;
  cudaMalloc(&memory, 1024);
  cudaMemset(memory, 0, 1024);
  sums<<<1, 64>>>(memory, memory + 64);
  cudaFree(memory);
  std::printf("done\n");
  return 0;
}
