// Groups that a warp is parted into, groups of any kind, scans, and copies that a group shares.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_pipeline.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void by_predicate(const int* in, int* sums, int* counts) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int value = in[threadIdx.x];
  const auto alike = cg::binary_partition(tile, value % 2 != 0);
  const int sum = cg::reduce(alike, value, cg::plus<int>());
  if (alike.thread_rank() == 0) {
    atomicAdd(&sums[value % 2], sum);
    atomicAdd(&counts[value % 2], static_cast<int>(alike.size()));
  }
  tile.sync();
  const auto family = cg::labeled_partition(tile, value % 3);
  if (family.thread_rank() == 0) atomicAdd(&counts[2 + value % 3], static_cast<int>(family.size()));
}

// A tree reduction for whatever group it gets.
__device__ int sum_of(const cg::thread_group& group, int* scratch, int value) {
  const int rank = static_cast<int>(group.thread_rank());
  for (int half = static_cast<int>(group.size()) / 2; half > 0; half /= 2) {
    scratch[rank] = value;
    group.sync();
    if (rank < half) value += scratch[rank + half];
    group.sync();
  }
  return value;
}

__global__ void of_any_kind(const int* in, int* out) {
  __shared__ int scratch[64];
  const cg::thread_block block = cg::this_thread_block();
  const int value = in[threadIdx.x];
  const int all = sum_of(block, scratch, value);
  if (threadIdx.x == 0) out[0] = all;
  block.sync();
  const cg::thread_group sixteen = cg::tiled_partition(block, 16);
  const int part = sum_of(sixteen, scratch + threadIdx.x / 16 * 16, value);
  if (sixteen.thread_rank() == 0) out[1 + threadIdx.x / 16] = part;
}

__global__ void scans(int* inclusive, int* exclusive) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int value = static_cast<int>(threadIdx.x) + 1;
  inclusive[threadIdx.x] = cg::inclusive_scan(tile, value);
  exclusive[threadIdx.x] = cg::exclusive_scan(tile, value, cg::plus<int>());
}

__global__ void shared_copies(const int* in, int* out) {
  __shared__ int first[64];
  __shared__ int second[64];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, first, in, sizeof first);
  cg::wait(block);
  __pipeline_memcpy_async(&second[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = first[63 - threadIdx.x] + second[threadIdx.x];
}

int main() {
  int in[64], out[128];
  for (int i = 0; i < 64; ++i) in[i] = i * 7 % 50;
  int *from, *to;
  cudaMalloc(&from, sizeof in);
  cudaMalloc(&to, sizeof out);
  cudaMemcpy(from, in, sizeof in, cudaMemcpyHostToDevice);
  const auto fetch = [&](int count) {
    std::printf("%s:", cudaGetErrorName(cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost)));
    for (int i = 0; i < count; ++i) std::printf(" %d", out[i]);
    std::printf("\n");
  };
  cudaMemset(to, 0, sizeof out);
  by_predicate<<<1, 64>>>(from, to, to + 2);
  fetch(7);
  of_any_kind<<<1, 64>>>(from, to);
  fetch(5);
  scans<<<1, 32>>>(to, to + 32);
  fetch(64);
  shared_copies<<<1, 64>>>(from, to);
  fetch(64);
  cudaFree(from);
  cudaFree(to);
  return 0;
}
