// SPDX-License-Identifier: MIT
// Races in shared memory: within a warp and between warps, all three hazards, whole kinds of
// forgotten barriers.
#include "faults.h"

__global__ void read_after_write(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[63 - threadIdx.x];  // finds: shared_race:RAW
}
__global__ void write_after_read(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int v = s[(threadIdx.x + 33) & 63];
  s[threadIdx.x] = v;  // finds: shared_race:WAR
  out[threadIdx.x] = v;
}
__global__ void write_after_write(int* out) {
  __shared__ int s[4];
  s[threadIdx.x & 3] = threadIdx.x;  // finds: shared_race:WAW
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x & 3];
}
__global__ void two_writes(int* out) {
  __shared__ int s[65];
  s[threadIdx.x] = 1;
  s[threadIdx.x + 1] = 2;  // finds: shared_race:WAW
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void in_one_warp(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[31 - threadIdx.x];  // finds: shared_race:RAW
}
__global__ void in_one_warp_write_after_read(int* out) {
  __shared__ int s[33];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) s[32] = 0;
  __syncwarp();
  const int v = s[threadIdx.x + 1];
  s[threadIdx.x] = v + 1;  // finds: shared_race:WAR
  out[threadIdx.x] = v;
}
__global__ void warp_reduction_of_old(float* out, const float* a) {
  __shared__ volatile float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  s[t + 32] = a[t + 32];
  if (t < 16) {
    s[t] = s[t] + s[t + 16];  // finds: shared_race:RAW
    s[t] = s[t] + s[t + 8];   // finds: shared_race:RAW
  }
  if (t == 0) *out = s[0];
}
__global__ void tree_without_barrier(float* out, const float* a) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];  // finds: shared_race:RAW
  }
  if (t == 0) *out = s[0];
}
__global__ void no_barrier_after_load(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += s[k];  // finds: shared_race:RAW
  out[t] = sum;
}
__global__ void no_barrier_at_end_of_loop(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < 4; ++tile) {
    s[t] = a[tile * 64 + t];  // finds: shared_race:WAR
    __syncthreads();
    for (int k = 0; k < 64; ++k) sum += s[k];
  }
  out[t] = sum;
}
// nvcc knows that a thread that did not write would read nothing of use, and stores 7 in all of
// them.
__global__ void one_writes_all_read(int* out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 7;
  out[threadIdx.x] = s;  // finds: clang/shared_race
}
__global__ void one_writes_again_all_read(int* out) {
  __shared__ int s[2];
  if (threadIdx.x < 2) s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) s[0] = 7;
  out[threadIdx.x] = s[threadIdx.x & 1];  // finds: shared_race
}
__global__ void reset_too_early(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  for (int round = 0; round < 2; ++round) {
    atomicAdd(&count, 1);
    __syncthreads();
    out[threadIdx.x] = count;
    if (threadIdx.x == 0) count = 0;  // finds: shared_race:WAR
    __syncthreads();
  }
}
__global__ void reset_beside_atomics(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  atomicAdd(&count, 1);  // finds: shared_race:WAW
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}
__global__ void read_beside_atomics(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  if (threadIdx.x == 40) out[1] = count;  // finds: shared_race:RAW
  __syncthreads();
  if (threadIdx.x == 0) out[0] = count;
}
__global__ void histogram_without_atomics(int* out, const int* in) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[in[threadIdx.x] & 7] += 1;  // finds: shared_race
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void bytes_of_a_word(char* out) {
  __shared__ char s[65];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  s[threadIdx.x + 1] = s[threadIdx.x];  // finds: shared_race:WAR
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void vector_over_scalars(float4* out) {
  __shared__ __align__(16) float s[128];
  s[threadIdx.x] = threadIdx.x;
  s[threadIdx.x + 64] = threadIdx.x;
  if (threadIdx.x < 32)
    out[threadIdx.x] = reinterpret_cast<float4*>(s)[threadIdx.x];  // finds: shared_race:RAW
}
__global__ void scan_in_place(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    if (t >= d) s[t] += s[t - d];  // finds: shared_race:WAR
    __syncthreads();
  }
  out[t] = s[t];
}
__global__ void dynamic_halves(int* out) {
  extern __shared__ int d[];
  int* low = d;
  int* high = d + 32;
  low[threadIdx.x] = 1;
  high[threadIdx.x & 31] = 2;  // finds: shared_race:WAW
  __syncthreads();
  out[threadIdx.x] = low[threadIdx.x];
}
__global__ void shuffle_is_no_barrier(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  const int v = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 1);
  out[threadIdx.x] = v + s[threadIdx.x ^ 1];  // finds: shared_race:RAW
}
__global__ void syncwarp_is_for_one_warp(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = s[63 - threadIdx.x];  // finds: shared_race:RAW
}
__global__ void fence_is_no_barrier(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __threadfence_block();
  out[threadIdx.x] = s[63 - threadIdx.x];  // finds: shared_race:RAW
}
__global__ void half_the_lanes_meet(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp(0x0000ffffu);
  } else {
    __syncwarp(0xffff0000u);
  }
  out[threadIdx.x] = s[31 - threadIdx.x];  // finds: shared_race:RAW
}
__global__ void plain_flag(int* out) {
  __shared__ int data, ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 5;
    __threadfence_block();
    *(volatile int*)&ready = 1;
  } else if (threadIdx.x == 32) {
    if (*(volatile int*)&ready) out[0] = data;  // finds: shared_race
  }
}
__global__ void transpose_without_barrier(float* out, const float* a) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * 16 + threadIdx.x];
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // finds: shared_race:RAW
}
__global__ void one_buffer_of_two(float* out, const float* a) {
  __shared__ float s[2][64];
  const int t = threadIdx.x;
  s[0][t] = a[t];
  __syncthreads();
  float sum = 0;
  for (int tile = 0; tile < 3; ++tile) {
    s[tile & 1][t] = a[(tile + 1) * 64 + t];
    sum += s[tile & 1][63 - t];  // finds: shared_race:RAW
    __syncthreads();
  }
  out[t] = sum;
}
__global__ void broadcast_slot(float* out, const float* a) {
  __shared__ float best;
  const int t = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    if (t == i) best = a[t];  // finds: shared_race:WAR
    __syncthreads();
    out[t] = best;
  }
}

int main() {
  int* out = zeros<int>(256);
  float* floats = zeros<float>(256);
  float* a = zeros<float>(256);
  read_after_write<<<1, 64>>>(out);
  write_after_read<<<1, 64>>>(out);
  write_after_write<<<1, 64>>>(out);
  two_writes<<<1, 64>>>(out);
  in_one_warp<<<1, 32>>>(out);
  in_one_warp_write_after_read<<<1, 32>>>(out);
  warp_reduction_of_old<<<1, 32>>>(floats, a);
  tree_without_barrier<<<1, 128>>>(floats, a);
  no_barrier_after_load<<<1, 64>>>(floats, a);
  no_barrier_at_end_of_loop<<<1, 64>>>(floats, a);
  one_writes_all_read<<<1, 64>>>(out);
  one_writes_again_all_read<<<1, 64>>>(out);
  reset_too_early<<<1, 64>>>(out);
  reset_beside_atomics<<<1, 64>>>(out);
  read_beside_atomics<<<1, 64>>>(out);
  histogram_without_atomics<<<1, 64>>>(out, zeros<int>(64));
  bytes_of_a_word<<<1, 64>>>(zeros<char>(64));
  vector_over_scalars<<<1, 64>>>(zeros<float4>(32));
  scan_in_place<<<1, 64>>>(out);
  dynamic_halves<<<1, 64, 64 * sizeof(int)>>>(out);
  shuffle_is_no_barrier<<<1, 32>>>(out);
  syncwarp_is_for_one_warp<<<1, 64>>>(out);
  fence_is_no_barrier<<<1, 64>>>(out);
  half_the_lanes_meet<<<1, 32>>>(out);
  plain_flag<<<1, 64>>>(out);
  transpose_without_barrier<<<1, dim3(16, 16)>>>(floats, a);
  one_buffer_of_two<<<1, 64>>>(floats, a);
  broadcast_slot<<<1, 64>>>(floats, a);
  next();
}
