// SPDX-License-Identifier: MIT
// Correct programs with cooperative groups: nothing may be found.
#include <cooperative_groups.h>

#include "faults.h"

namespace cg = cooperative_groups;

__global__ void block_group(int* out) {
  __shared__ int s[64];
  const cg::thread_block block = cg::this_thread_block();
  s[block.thread_rank()] = threadIdx.x;
  block.sync();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
template <int kSize>
__global__ void tiles(float* out, const float* a) {
  const auto tile = cg::tiled_partition<kSize>(cg::this_thread_block());
  float v = a[threadIdx.x];
  for (int d = kSize / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
  if (tile.thread_rank() == 0) out[threadIdx.x / kSize] = v;
}
__global__ void tiles_with_shared(int* out) {
  __shared__ int s[64];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 7];
}
__global__ void tiles_in_a_branch(int* out) {
  __shared__ int s[64];
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (threadIdx.x / 16 % 2 == 0) {
    s[threadIdx.x] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = s[threadIdx.x ^ 15];
  }
}
__global__ void coalesced(int* total, const int* in) {
  if (in[threadIdx.x] == 0 && threadIdx.x % 3 != 1) {
    const auto active = cg::coalesced_threads();
    int first = 0;
    if (active.thread_rank() == 0) first = atomicAdd(total, active.size());
    first = active.shfl(first, 0);
    total[1 + first + active.thread_rank()] = threadIdx.x;
  }
}
__global__ void tile_votes(int* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  out[threadIdx.x] =
      tile.any(threadIdx.x == 3) + tile.all(threadIdx.x < 5) + __popc(tile.ballot(threadIdx.x & 1));
}
__global__ void whole_grid(int* data, int* out) {
  const cg::grid_group grid = cg::this_grid();
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  grid.sync();
  const int v = data[n - 1 - i];
  grid.sync();
  data[i] = v;
  out[i] = v;
}

int main() {
  int* out = unwritten<int>(256);
  float* floats = unwritten<float>(64);
  block_group<<<1, 64>>>(out);
  tiles<4><<<1, 64>>>(floats, zeros<float>(64));
  tiles<16><<<1, 64>>>(floats, zeros<float>(64));
  tiles<32><<<1, 64>>>(floats, zeros<float>(64));
  tiles_with_shared<<<1, 64>>>(out);
  tiles_in_a_branch<<<1, 64>>>(out);
  coalesced<<<1, 32>>>(zeros<int>(64), zeros<int>(32));
  tile_votes<<<1, 64>>>(out);
  int* data = unwritten<int>(128);
  void* arguments[] = {&data, &out};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(whole_grid), dim3(4), dim3(32), arguments, 0,
                              0);
  if (const cudaError_t error = cudaGetLastError())
    std::printf("whole_grid: %s\n", cudaGetErrorString(error));
  next();
}
