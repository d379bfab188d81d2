// SPDX-License-Identifier: MIT
// Barriers that not all threads reach, barriers at two places, masks that name absent lanes.
#include "faults.h"

__global__ void half_a_warp(int* out) {
  if (threadIdx.x < 16) __syncthreads();  // finds: barrier_divergence
  out[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] += 1;
}
__global__ void two_branches(int* out) {
  if (threadIdx.x & 1) {
    out[threadIdx.x] = 1;
    __syncthreads();  // finds: barrier_divergence
    out[threadIdx.x] += 2;
  } else {
    out[threadIdx.x] = 3;
    __syncthreads();
    out[threadIdx.x] *= 5;
  }
}
__global__ void one_warp_elsewhere(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  if (t < 32) {
    __syncthreads();  // finds: barrier_divergence
    s[t] += s[t + 32];
  }
  __syncthreads();
  out[t] = s[63 - t];
}
__global__ void trip_counts(int* out, int n) {
  __shared__ int s[64];
  for (int i = threadIdx.x; i < n; i += 64) {
    s[threadIdx.x] = i;
    __syncthreads();  // finds: barrier_divergence
    out[i] = s[threadIdx.x];
  }
  __syncthreads();
  out[threadIdx.x] = 0;
}
__global__ void guard_around_barrier(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  if (t < n) {
    s[t] = a[t];
    __syncthreads();  // finds: barrier_exited_threads
    out[t] = s[n - 1 - t];
  }
}
__global__ void early_return(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  if (t >= n) return;
  s[t] = a[t];
  __syncthreads();  // finds: barrier_exited_threads
  out[t] = s[n - 1 - t];
}
__global__ void unequal_loops(int* out) {
  for (unsigned i = 0; i <= threadIdx.x / 32; ++i) {
    out[threadIdx.x] += i;
    __syncthreads();  // finds: barrier_exited_threads
  }
}
__global__ void tree_inside_guard(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) {
      s[t] += s[t + d];
      __syncthreads();  // finds: barrier_divergence
    }
  }
  __syncthreads();
  out[t] = s[0];
}
__device__ void helper_with_barrier(int* out) {
  out[threadIdx.x] += 1;
  __syncthreads();  // finds: barrier_divergence
  out[threadIdx.x] += 1;
}
__global__ void called_by_some(int* out) {
  if (threadIdx.x < 40) helper_with_barrier(out);
  __syncthreads();
  out[threadIdx.x] += 2;
}
__global__ void named_for_too_many(int* out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;" ::: "memory");  // finds: barrier_divergence
  out[threadIdx.x] += 1;
}

__global__ void mask_of_absent(int* out) {
  if (threadIdx.x < 16) __syncwarp(0xff);  // finds: invalid_mask
  out[threadIdx.x] = 1;
}
__global__ void shuffle_with_absent(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x < 16) v = __shfl_sync(0xffffffffu, v, 0);  // finds: invalid_mask
  out[threadIdx.x] = v;
}
__global__ void shuffle_down_in_guard(float* out, const float* a, int n) {
  const int i = threadIdx.x;
  if (i < n) {
    float v = a[i];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(0xffffffffu, v, d);  // finds: invalid_mask
    if (i == 0) *out = v;
  }
}
__global__ void vote_with_absent(int* out) {
  if (threadIdx.x % 2)
    out[threadIdx.x] = __ballot_sync(0xffffffffu, threadIdx.x > 4);  // finds: invalid_mask
}
__global__ void any_with_absent(int* out) {
  if (threadIdx.x < 8)
    out[threadIdx.x] = __any_sync(0xffffu, threadIdx.x > 4);  // finds: invalid_mask
}
__global__ void match_with_absent(int* out) {
  if (threadIdx.x < 31)
    out[threadIdx.x] = __match_any_sync(0xffffffffu, threadIdx.x & 3);  // finds: invalid_mask
}
__global__ void caller_left_out(int* out) {
  out[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, threadIdx.x, 1);  // finds: invalid_mask
}
__global__ void syncwarp_in_branch(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 20) {
    out[threadIdx.x] = 1;
    __syncwarp();  // finds: invalid_mask
    out[threadIdx.x] = s[threadIdx.x];
  } else {
    out[threadIdx.x] = 2;
  }
}

int main() {
  int* out = zeros<int>(256);
  float* floats = zeros<float>(128);
  guard_around_barrier<<<1, 64>>>(floats, zeros<float>(64), 48);
  early_return<<<1, 64>>>(floats, zeros<float>(64), 32);
  unequal_loops<<<1, 64>>>(out);
  mask_of_absent<<<1, 32>>>(out);
  shuffle_with_absent<<<1, 32>>>(out);
  shuffle_down_in_guard<<<1, 32>>>(floats, zeros<float>(32), 20);
  vote_with_absent<<<1, 32>>>(out);
  any_with_absent<<<1, 32>>>(out);
  match_with_absent<<<1, 32>>>(out);
  caller_left_out<<<1, 32>>>(out);
  syncwarp_in_branch<<<1, 32>>>(out);
  next();
  half_a_warp<<<1, 64>>>(zeros<int>(64));
  next();
  two_branches<<<1, 64>>>(zeros<int>(64));
  next();
  one_warp_elsewhere<<<1, 64>>>(zeros<float>(64), zeros<float>(64));
  next();
  trip_counts<<<1, 64>>>(zeros<int>(128), 100);
  next();
  tree_inside_guard<<<1, 64>>>(zeros<float>(64), zeros<float>(64));
  next();
  called_by_some<<<1, 64>>>(zeros<int>(64));
  next();
  named_for_too_many<<<1, 64>>>(zeros<int>(64));
  next();
}
