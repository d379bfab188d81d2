// SPDX-License-Identifier: MIT
// Correct programs around shared memory and barriers: nothing may be found.
#include "faults.h"

__global__ void double_buffer(float* out, const float* a, int tiles) {
  __shared__ float s[2][64];
  const int t = threadIdx.x;
  s[0][t] = a[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) s[(i + 1) & 1][t] = a[(i + 1) * 64 + t];
    sum += s[i & 1][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
__global__ void tree(float* out, const float* a) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}
__global__ void tree_that_ends_in_a_warp(float* out, const float* a) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    float v = s[t] + s[t + 32];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (t == 0) *out = v;
  }
}
__global__ void warp_synchronous(float* out, const float* a) {
  __shared__ volatile float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  s[t + 32] = a[t + 32];
  __syncwarp();
  for (int d = 32; d > 0; d /= 2) {
    const float v = t < d ? s[t + d] : 0;
    __syncwarp();
    if (t < d) s[t] = s[t] + v;
    __syncwarp();
  }
  if (t == 0) *out = s[0];
}
__global__ void each_warp_its_own_part(int* out) {
  __shared__ int s[4][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[warp][lane] = lane;
  __syncwarp();
  out[threadIdx.x] = s[warp][31 - lane];
}
__global__ void uniform_branch(int* out, int wanted) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (wanted > 0) {
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
  } else {
    __syncthreads();
    out[threadIdx.x] = s[(threadIdx.x + 1) & 63];
  }
}
__global__ void uniform_loop(int* out, int rounds) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int i = 0; i < rounds + blockIdx.x; ++i) {
    const int v = s[(threadIdx.x + 1) & 63];
    __syncthreads();
    s[threadIdx.x] = v;
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
__global__ void transpose(float* out, const float* a, int n) {
  __shared__ float tile[16][17];
  const int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x * 16, by = blockIdx.y * 16;
  if (bx + x < n && by + y < n) tile[y][x] = a[(by + y) * n + bx + x];
  __syncthreads();
  if (by + x < n && bx + y < n) out[(bx + y) * n + by + x] = tile[x][y];
}
__global__ void matrix_product(float* c, const float* a, const float* b, int n) {
  __shared__ float s[16][16], t[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    s[y][x] = row < n && k + x < n ? a[row * n + k + x] : 0;
    t[y][x] = column < n && k + y < n ? b[(k + y) * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += s[y][i] * t[i][x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}
__global__ void stencil_with_halo(float* out, const float* a, int n) {
  __shared__ float s[34];
  const int t = threadIdx.x, i = blockIdx.x * 32 + t;
  s[t + 1] = i < n ? a[i] : 0;
  if (t == 0) s[0] = i > 0 ? a[i - 1] : 0;
  if (t == 31) s[33] = i + 1 < n ? a[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = s[t] + s[t + 1] + s[t + 2];
}
__global__ void scan_two_buffers(int* out, const int* in) {
  __shared__ int s[2][64];
  const int t = threadIdx.x;
  int from = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
    from = 1 - from;
    __syncthreads();
  }
  out[t] = s[from][t];
}
__global__ void scan_blelloch(int* out, const int* in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  int step = 1;
  for (int d = 32; d > 0; d /= 2, step *= 2) {
    __syncthreads();
    if (t < d) s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
  }
  if (t == 0) s[63] = 0;
  for (int d = 1; d < 64; d *= 2) {
    step /= 2;
    __syncthreads();
    if (t < d) {
      const int low = step * (2 * t + 1) - 1, high = step * (2 * t + 2) - 1;
      const int v = s[low];
      s[low] = s[high];
      s[high] += v;
    }
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}
__global__ void private_histogram(int* bins, const int* in, int n) {
  __shared__ int mine[16];
  if (threadIdx.x < 16) mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[in[i] & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
__global__ void bitonic_sort(int* data) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (int k = 2; k <= 64; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      const int other = t ^ j;
      if (other > t) {
        const bool up = (t & k) == 0;
        const int x = s[t], y = s[other];
        if ((x > y) == up) {
          s[t] = y;
          s[other] = x;
        }
      }
      __syncthreads();
    }
  }
  data[t] = s[t];
}
__global__ void producer_and_consumer(int* out) {
  __shared__ int buffer[32];
  const int lane = threadIdx.x & 31;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 4; ++i) {
      asm volatile("bar.sync 2, 64;" ::: "memory");  // the buffer is free
      buffer[lane] = 10 * i + lane;
      asm volatile("bar.arrive 1, 64;" ::: "memory");  // the buffer is full
    }
  } else {
    asm volatile("bar.arrive 2, 64;" ::: "memory");
    for (int i = 0; i < 4; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + lane] = buffer[31 - lane];
      if (i < 3) asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}
__global__ void halves_meet_by_name(int* out) {
  __shared__ int s[128];
  const int half = threadIdx.x / 64, t = threadIdx.x % 64;
  s[threadIdx.x] = t;
  if (half == 0) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
  }
  out[threadIdx.x] = s[half * 64 + 63 - t];
}
__global__ void parts_of_a_warp(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = t;
  if (t < 16) {
    __syncwarp(0x0000ffffu);
    out[t] = s[15 - t];
  } else {
    __syncwarp(0xffff0000u);
    out[t] = s[47 - t];
  }
}
__global__ void one_thread_prepares(int* out) {
  __shared__ int limits[2];
  if (threadIdx.x == 0) {
    limits[0] = 3;
    limits[1] = 9;
  }
  __syncthreads();
  out[threadIdx.x] = limits[threadIdx.x & 1];
}
__global__ void counted_barriers(int* out) {
  out[threadIdx.x] = __syncthreads_count(threadIdx.x & 1) + __syncthreads_or(threadIdx.x == 3) +
                     __syncthreads_and(threadIdx.x < 64);
}
__global__ void bytes_apart(unsigned char* out) {
  __shared__ unsigned char s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void dynamic_parts(float* out, const float* a, int n) {
  extern __shared__ char raw[];
  float* floats = reinterpret_cast<float*>(raw);
  int* ints = reinterpret_cast<int*>(raw + n * sizeof(float));
  floats[threadIdx.x] = a[threadIdx.x];
  ints[threadIdx.x] = n - 1 - threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = floats[ints[threadIdx.x]];
}
__global__ void reused_after_barrier(float* out, const float* a) {
  __shared__ union {
    float floats[64];
    int ints[64];
  } s;
  const int t = threadIdx.x;
  s.floats[t] = a[t];
  __syncthreads();
  const float v = s.floats[63 - t];
  __syncthreads();
  s.ints[t] = t;
  __syncthreads();
  out[t] = v + s.ints[63 - t];
}
__global__ void early_return_without_barrier(float* out, const float* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = 2 * a[i];
}
__global__ void warps_leave_before_the_last_part(float* out, const float* a) {
  __shared__ float s[128];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= 32) return;
  s[threadIdx.x] += s[threadIdx.x + 32] + s[threadIdx.x + 64] + s[threadIdx.x + 96];
  __syncwarp();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void flag_between_warps(int* out) {
  __shared__ int data, ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 5;
    __threadfence_block();
    atomicExch(&ready, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(&ready, 0) == 0) {
    }
    __threadfence_block();
    out[0] = data;
  }
}
__global__ void argmax(int* out, const float* a) {
  __shared__ float best[64];
  __shared__ int where[64];
  const int t = threadIdx.x;
  best[t] = a[t];
  where[t] = t;
  __syncthreads();
  for (int d = 32; d > 0; d >>= 1) {
    if (t < d && best[t + d] > best[t]) {
      best[t] = best[t + d];
      where[t] = where[t + d];
    }
    __syncthreads();
  }
  if (t == 0) *out = where[0];
}
__global__ void softmax_row(float* out, const float* a, int n) {
  __shared__ float s[32];
  __shared__ float total;
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += a[i] + 1;
  s[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    total = 0;
    for (int i = 0; i < 32; ++i) total += s[i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 32) out[i] = (a[i] + 1) / total;
}

int main() {
  float* a = zeros<float>(4096);
  float* out = unwritten<float>(4096);
  int* ints = unwritten<int>(256);
  double_buffer<<<1, 64>>>(out, a, 5);
  tree<<<1, 128>>>(out, a);
  tree_that_ends_in_a_warp<<<1, 128>>>(out, a);
  warp_synchronous<<<1, 32>>>(out, a);
  each_warp_its_own_part<<<1, 128>>>(ints);
  uniform_branch<<<1, 64>>>(ints, 1);
  uniform_loop<<<3, 64>>>(ints, 2);
  transpose<<<dim3(3, 3), dim3(16, 16)>>>(out, a, 40);
  matrix_product<<<dim3(3, 3), dim3(16, 16)>>>(out, a, a, 40);
  stencil_with_halo<<<4, 32>>>(out, a, 100);
  scan_two_buffers<<<1, 64>>>(ints, zeros<int>(64));
  scan_blelloch<<<1, 32>>>(ints, zeros<int>(64));
  private_histogram<<<4, 64>>>(zeros<int>(16), zeros<int>(1000), 1000);
  bitonic_sort<<<1, 64>>>(zeros<int>(64));
  producer_and_consumer<<<1, 64>>>(ints);
  halves_meet_by_name<<<1, 128>>>(ints);
  parts_of_a_warp<<<1, 32>>>(ints);
  one_thread_prepares<<<1, 64>>>(ints);
  counted_barriers<<<1, 64>>>(ints);
  bytes_apart<<<1, 64>>>(unwritten<unsigned char>(64));
  dynamic_parts<<<1, 64, 64 * 8>>>(out, a, 64);
  reused_after_barrier<<<1, 64>>>(out, a);
  early_return_without_barrier<<<4, 32>>>(out, a, 100);
  warps_leave_before_the_last_part<<<1, 128>>>(out, a);
  flag_between_warps<<<1, 64>>>(ints);
  argmax<<<1, 64>>>(ints, a);
  softmax_row<<<1, 32>>>(out, a, 100);
  next();
}
