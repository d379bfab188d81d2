// SPDX-License-Identifier: MIT
// Copies into shared memory that are still under way: read, overwritten or handed on too early, and
// the same done right. Built for compute capability 8.0, where they are instructions of their own.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include "faults.h"

namespace cg = cooperative_groups;

__global__ void own_element_too_early(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], sizeof(float));
  __pipeline_commit();
  out[t] = s[t];  // finds: shared_race:RAW
  __pipeline_wait_prior(0);
}
__global__ void neighbour_without_barrier(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[63 - t];  // finds: shared_race:RAW
}
__global__ void barrier_without_wait(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], sizeof(float));
  __pipeline_commit();
  __syncthreads();
  out[t] = s[63 - t];  // finds: shared_race:RAW
  __pipeline_wait_prior(0);
}
__global__ void waits_for_all_but_one(float4* out, const float4* a) {
  __shared__ float4 s[2][32];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &a[t], sizeof(float4));
  __pipeline_commit();
  __pipeline_memcpy_async(&s[1][t], &a[32 + t], sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  out[t] = s[0][31 - t];
  out[32 + t] = s[1][31 - t];  // finds: shared_race:RAW
  __pipeline_wait_prior(0);
}
__global__ void overwritten_under_way(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], sizeof(float));
  __pipeline_commit();
  s[t] = 0;  // finds: shared_race:WAW
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[t];
}
__global__ void next_stage_too_early(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    __pipeline_memcpy_async(&s[t], &a[k * 64 + t], sizeof(float));  // finds: shared_race:WAR
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += s[63 - t];
  }
  out[t] = sum;
}
__global__ void past_the_end(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t + 1], sizeof(float));  // finds: out_of_bounds_read
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t];  // finds: ?uninitialized_read
}
__global__ void copy_of_unwritten(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], sizeof(float));  // finds: uninitialized_read
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t] + 1;
}
__global__ void misaligned_source(float4* out, const float* a) {
  __shared__ float4 s[32];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], a + 1 + 4 * t, sizeof(float4));  // finds: misaligned
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t];  // finds: ?uninitialized_read
}
__global__ void group_copy_not_awaited(float* out, const float* a) {
  __shared__ float s[64];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, a, sizeof s);
  block.sync();
  out[threadIdx.x] = s[63 - threadIdx.x];  // finds: shared_race:RAW
  cg::wait(block);
}

// The same, done right.
__global__ void own_element(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t];
}
__global__ void whole_tile(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t], sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[63 - t];
}
__global__ void two_stages(float* out, const float* a) {
  __shared__ float s[2][64];
  const int t = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&s[0][t], &a[t], sizeof(float));
  __pipeline_commit();
  for (int k = 0; k < 4; ++k) {
    if (k + 1 < 4) __pipeline_memcpy_async(&s[(k + 1) % 2][t], &a[(k + 1) * 64 + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
__global__ void zeros_at_the_edge(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &a[t < n ? t : 0], sizeof(float), t < n ? 0 : sizeof(float));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[63 - t];
}
__global__ void group_copy(float* out, const float* a) {
  __shared__ float s[64];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, a, sizeof s);
  cg::wait(block);
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
  float* out = zeros<float>(64);
  float* a = zeros<float>(256);
  float4* wide = zeros<float4>(64);
  own_element_too_early<<<1, 64>>>(out, a);
  neighbour_without_barrier<<<1, 64>>>(out, a);
  barrier_without_wait<<<1, 64>>>(out, a);
  waits_for_all_but_one<<<1, 32>>>(zeros<float4>(64), wide);
  overwritten_under_way<<<1, 64>>>(out, a);
  next_stage_too_early<<<1, 64>>>(out, a);
  copy_of_unwritten<<<1, 64>>>(out, unwritten<float>(64));
  group_copy_not_awaited<<<1, 64>>>(out, a);
  own_element<<<1, 64>>>(out, a);
  whole_tile<<<1, 64>>>(out, a);
  two_stages<<<1, 64>>>(out, a);
  zeros_at_the_edge<<<1, 64>>>(out, a, 50);
  group_copy<<<1, 64>>>(out, a);
  next();
  past_the_end<<<1, 64>>>(zeros<float>(64), zeros<float>(64));
  next();
  misaligned_source<<<1, 31>>>(zeros<float4>(32), zeros<float>(128));
  next();
}
