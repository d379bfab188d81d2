// SPDX-License-Identifier: MIT
// Races in global memory: within a warp, a block, and between blocks; broken hand-offs.
#include "faults.h"

__device__ int counter;
__device__ volatile int ready;
__device__ int lock_word;

__global__ void all_to_one(int* out) {
  out[0] = threadIdx.x + blockIdx.x;  // finds: global_race:WAW
}
__global__ void neighbours_of_a_block(int* out) {
  out[threadIdx.x] = threadIdx.x;
  out[64 + threadIdx.x] = out[63 - threadIdx.x];  // finds: global_race:RAW
}
__global__ void sum_of_blocks(int* out) {
  if (threadIdx.x == 0) out[0] += 1;  // finds: global_race
}
__global__ void in_place_stencil(float* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) a[i] = a[i - 1] + a[i + 1];  // finds: global_race
}
__global__ void blocks_overlap(float* out) {
  out[blockIdx.x * 31 + threadIdx.x] = blockIdx.x;  // finds: global_race:WAW
}
__global__ void barrier_is_for_one_block(float* a, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  __syncthreads();
  out[i] = a[n - 1 - i];  // finds: global_race:RAW
}
__global__ void histogram(int* bins, const int* in) {
  bins[in[threadIdx.x] & 3]++;  // finds: global_race
}
__global__ void counted_by_plain_store(int* count) {
  const int i = atomicAdd(count, 1);
  if (i == 40) *count = 0;  // finds: global_race
}
__global__ void plain_read_of_total(int* total, int* out) {
  atomicAdd(total, 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = *total;  // finds: global_race:RAW
}
__global__ void last_block_without_fence(const float* a, float* partial, float* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = a[blockIdx.x];
    last = atomicAdd(&counter, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += partial[i];  // finds: global_race:RAW
    *out = sum;
  }
}
__global__ void flag_without_fence(int* data, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    ready = 1;
  } else if (ready) {
    *out = *data;  // finds: global_race:RAW
  }
}
__global__ void block_scope_counter(int* total) {
  atomicAdd_block(total, 1);  // finds: global_race
}
__global__ void module_variable(int* out) {
  counter = blockIdx.x;  // finds: global_race:WAW
  out[blockIdx.x] = 1;
}
__global__ void released_without_lock(int* sum) {
  if (threadIdx.x == 0) {
    *sum += 1;  // finds: global_race
    __threadfence();
    atomicExch(&lock_word, 0);
  }
}
__global__ void bytes_side_by_side(char* text) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  text[i / 2] = i;  // finds: global_race:WAW
}
__global__ void vector_on_scalars(float* a) {
  const int t = threadIdx.x;
  a[4 * t + 1] = 1;
  reinterpret_cast<float4*>(a)[31 - t] = make_float4(t, t, t, t);  // finds: global_race:WAW
}
__global__ void shift_left(int* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) a[i] = a[i + 1];  // finds: global_race
}
__global__ void transposed_in_place(float* m, int width) {
  const int x = threadIdx.x, y = threadIdx.y;
  const float mine = m[y * width + x];
  m[x * width + y] = mine;  // finds: global_race
}
__global__ void same_output_row(float* out, const float* a, int width) {
  for (int i = 0; i < width; ++i) out[i] = a[blockIdx.x * width + i];  // finds: global_race:WAW
}
__global__ void equal_values(int* found) {
  if (threadIdx.x % 2 == 0) *found = 1;  // finds: global_race:WAW
}

__global__ void guess_beside_a_plain_write(int* p) {
  if (threadIdx.x == 40) {
    *p = 7;  // finds: global_race
  } else {
    int old = *p, assumed;  // finds: ?global_race
    do {
      assumed = old;
      old = atomicCAS(p, assumed, assumed + 3);  // finds: ?global_race
    } while (assumed != old);
  }
}

int main() {
  int* out = zeros<int>(256);
  float* floats = zeros<float>(256);
  all_to_one<<<2, 64>>>(zeros<int>(1));
  neighbours_of_a_block<<<1, 64>>>(zeros<int>(128));
  sum_of_blocks<<<8, 32>>>(zeros<int>(1));
  in_place_stencil<<<2, 32>>>(zeros<float>(64), 64);
  blocks_overlap<<<4, 32>>>(zeros<float>(128));
  barrier_is_for_one_block<<<2, 32>>>(zeros<float>(64), floats, 64);
  histogram<<<1, 64>>>(zeros<int>(4), zeros<int>(64));
  counted_by_plain_store<<<2, 32>>>(zeros<int>(1));
  plain_read_of_total<<<2, 32>>>(zeros<int>(1), out);
  last_block_without_fence<<<4, 32>>>(zeros<float>(4), zeros<float>(4), floats);
  flag_without_fence<<<2, 1>>>(zeros<int>(1), out);
  block_scope_counter<<<2, 32>>>(zeros<int>(1));
  module_variable<<<4, 1>>>(out);
  released_without_lock<<<4, 32>>>(zeros<int>(1));
  bytes_side_by_side<<<2, 32>>>(zeros<char>(32));
  vector_on_scalars<<<1, 32>>>(zeros<float>(128));
  shift_left<<<2, 32>>>(zeros<int>(64), 64);
  transposed_in_place<<<1, dim3(8, 8)>>>(zeros<float>(64), 8);
  same_output_row<<<2, 1>>>(floats, zeros<float>(64), 32);
  guess_beside_a_plain_write<<<1, 64>>>(zeros<int>(1));
  equal_values<<<1, 64>>>(zeros<int>(1));
  next();
}
