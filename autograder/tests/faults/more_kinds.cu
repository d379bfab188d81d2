// SPDX-License-Identifier: MIT
// Faults where students do not look for them: pitched rows, structures that hold pointers, barriers
// in a switch, groups that are not whole, a reader that the named barrier does not count.
#include <cooperative_groups.h>

#include "faults.h"

namespace cg = cooperative_groups;

struct View {
  float* data;
  int size;
};
struct Row {
  float value[4];
  int tag;
};
__device__ float grid_of_module[4][8];

__global__ void row_after_last(float* p, size_t pitch) {
  float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(p) + pitch * (threadIdx.y + 1));
  row[threadIdx.x] = 1;  // finds: out_of_bounds_write
}
__global__ void gap_between_rows(const float* p, size_t pitch, float* out) {
  const auto* row = reinterpret_cast<const float*>(reinterpret_cast<const char*>(p) + pitch);
  out[threadIdx.x] = row[threadIdx.x] + 1;  // finds: uninitialized_read
}
__global__ void view_too_long(View v) {
  if (threadIdx.x < v.size) v.data[threadIdx.x] = 1;  // finds: out_of_bounds_write
}
__global__ void view_of_host(const View* v, float* out) {
  out[threadIdx.x] = v->data[threadIdx.x];  // finds: out_of_bounds_read
}
__global__ void one_structure_too_many(Row* rows) {
  rows[threadIdx.x].tag = 1;  // finds: out_of_bounds_write
}
__global__ void shared_structures(int* out) {
  __shared__ Row rows[4];
  rows[threadIdx.x].tag = threadIdx.x;  // finds: out_of_bounds_write
  __syncthreads();
  out[threadIdx.x] = rows[threadIdx.x & 3].tag;
}
__global__ void before_the_variable(int k) {
  const int row = static_cast<int>(threadIdx.x / 8) - k;
  grid_of_module[row][threadIdx.x % 8] = 1;  // finds: out_of_bounds_write
}
__global__ void local_before(int* out, int k) {
  int a[8];
  for (int i = 0; i < 8; ++i) a[i] = i * k;
  out[threadIdx.x] = a[static_cast<int>(threadIdx.x) - k];  // finds: out_of_bounds_read
}
__global__ void heap_before(int* out, int n) {
  int* p = static_cast<int*>(malloc(n * sizeof(int)));
  for (int i = 0; i < n; ++i) p[i] = i;
  out[threadIdx.x] = p[static_cast<int>(threadIdx.x) - 1];  // finds: out_of_bounds_read
  free(p);
}
__global__ void heap_of_which_nobody_reads() {
  int* p = new int[4];
  p[4] = 1;  // finds: out_of_bounds_write
  delete[] p;
}

__global__ void third_reader(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  if (t < 32) {
    s[t] = t;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = s[t - 32];
  } else {
    out[t] = s[t - 64];  // finds: shared_race:RAW
  }
}

__global__ void barriers_of_a_switch(int* out) {
  switch (threadIdx.x % 3) {
    case 0:
      out[threadIdx.x] = 1;
      __syncthreads();  // finds: barrier_divergence
      break;
    case 1:
      out[threadIdx.x] = 2;
      __syncthreads();  // finds: ?barrier_divergence
      break;
    default:
      out[threadIdx.x] = 3;
  }
  __syncthreads();  // finds: ?barrier_divergence
  out[threadIdx.x] += 1;
}
__global__ void group_of_half_a_warp(int* out) {
  const auto block = cg::this_thread_block();
  if (threadIdx.x < 16) block.sync();  // finds: barrier_divergence
  out[threadIdx.x] = 1;
  __syncthreads();  // finds: ?barrier_divergence
  out[threadIdx.x] += 1;
}
__global__ void tile_not_whole(int* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.thread_rank() < 16) tile.sync();  // finds: invalid_mask
  out[threadIdx.x] = 1;
}
__global__ void shuffle_in_half_a_tile(int* out) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int v = threadIdx.x;
  if (tile.thread_rank() < 8) v += tile.shfl_down(v, 4);  // finds: invalid_mask
  out[threadIdx.x] = v;
}
__global__ void whole_tiles_in_a_branch(int* out) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = threadIdx.x;
  if (threadIdx.x < 16) v += tile.shfl_down(v, 4);
  out[threadIdx.x] = v;
}

int main() {
  constexpr int kWidth = 20, kHeight = 5;
  float* rows = nullptr;
  size_t pitch = 0;
  cudaMallocPitch(&rows, &pitch, kWidth * sizeof(float), kHeight);
  cudaMemset2D(rows, pitch, 0, kWidth * sizeof(float), kHeight);
  gap_between_rows<<<1, kWidth + 1>>>(rows, pitch, zeros<float>(32));
  third_reader<<<1, 96>>>(zeros<int>(96));
  whole_tiles_in_a_branch<<<1, 64>>>(zeros<int>(64));
  tile_not_whole<<<1, 64>>>(zeros<int>(64));
  shuffle_in_half_a_tile<<<1, 64>>>(zeros<int>(64));
  row_after_last<<<1, dim3(kWidth, kHeight)>>>(rows, pitch);
  next();
  view_too_long<<<1, 32>>>(View{zeros<float>(16), 17});
  next();
  float host[4] = {};
  const View of_host{host, 4};
  View* view = zeros<View>(1);
  cudaMemcpy(view, &of_host, sizeof of_host, cudaMemcpyHostToDevice);
  view_of_host<<<1, 4>>>(view, zeros<float>(4));
  next();
  one_structure_too_many<<<1, 17>>>(zeros<Row>(16));
  next();
  shared_structures<<<1, 5>>>(zeros<int>(5));
  next();
  before_the_variable<<<1, 32>>>(1);
  next();
  local_before<<<1, 2>>>(zeros<int>(2), 1);
  next();
  heap_before<<<1, 1>>>(zeros<int>(1), 5);
  next();
  heap_of_which_nobody_reads<<<1, 1>>>();
  next();
  barriers_of_a_switch<<<1, 64>>>(zeros<int>(64));
  next();
  group_of_half_a_warp<<<1, 64>>>(zeros<int>(64));
  next();
}
