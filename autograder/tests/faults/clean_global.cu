// SPDX-License-Identifier: MIT
// Correct programs around atomics, fences and hand-offs between blocks, and memory that is written
// in part only: nothing may be found.
#include "faults.h"

struct Padded {
  char tag;
  double value;
  short count;
};
struct Bits {
  unsigned low : 5;
  unsigned high : 11;
};
union Either {
  float number;
  unsigned char bytes[4];
};

__device__ unsigned arrived;
__device__ int lock_word;
__device__ unsigned next_ticket, now_serving;
__device__ volatile int flag;
__device__ int head;

__global__ void total(float* out, const float* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, a[i]);
}
__global__ void last_block_sums(const float* a, float* partial, float* out) {
  __shared__ float s[32];
  __shared__ bool last;
  s[threadIdx.x] = a[blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < 32; ++i) sum += s[i];
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(&arrived, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += partial[i];
    *out = sum;
    arrived = 0;
  }
}
__global__ void last_block_all_threads(const float* a, float* partial, float* out) {
  __shared__ bool last;
  partial[blockIdx.x * 32 + threadIdx.x] = a[threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    float sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b * 32 + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}
__global__ void spin_lock(int* sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock_word, 0, 1) != 0) {
    }
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(&lock_word, 0);
  }
}
__global__ void lock_by_every_thread(int* sum) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock_word, 0, 1) == 0) {
      __threadfence();
      *sum += 1;
      __threadfence();
      atomicExch(&lock_word, 0);
      done = true;
    }
  }
}
__global__ void ticket_lock(int* sum) {
  if (threadIdx.x != 0) return;
  const unsigned mine = atomicAdd(&next_ticket, 1u);
  while (atomicAdd(&now_serving, 0u) != mine) {
  }
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicAdd(&now_serving, 1u);
}
__global__ void volatile_flag(int* data, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    flag = 1;
  } else {
    while (flag == 0) {
    }
    __threadfence();
    *out = *data;
  }
}
__global__ void queue(int* items, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] >= 0) items[atomicAdd(&head, 1)] = i;
}
// Each block waits for its predecessor's sum, published with a flag beside it.
__global__ void chained_scan(int* out, const int* in, volatile int* sums, int* flags) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    int mine = 0;
    for (int i = 0; i < 32; ++i) mine += in[blockIdx.x * 32 + i];
    before = 0;
    if (blockIdx.x > 0) {
      while (atomicAdd(&flags[blockIdx.x - 1], 0) == 0) {
      }
      __threadfence();
      before = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = before + mine;
    __threadfence();
    atomicExch(&flags[blockIdx.x], 1);
  }
  __syncthreads();
  int sum = before;
  for (int i = 0; i <= threadIdx.x; ++i) sum += in[blockIdx.x * 32 + i];
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}
__global__ void maximum(int* most, const int* in) {
  atomicMax(most, in[blockIdx.x * blockDim.x + threadIdx.x]);
}
__global__ void double_by_cas(unsigned long long* sum, double value) {
  unsigned long long old = atomicAdd(sum, 0ull), assumed;
  do {
    assumed = old;
    old = atomicCAS(sum, assumed, __double_as_longlong(__longlong_as_double(assumed) + value));
  } while (old != assumed);
}
// As in CUDA's programming guide: the first guess is a plain read.
__global__ void double_by_cas_with_a_guess(double* sum, double value) {
  auto* bits = reinterpret_cast<unsigned long long*>(sum);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
}
__global__ void float_maximum_by_cas(float* most, const float* in) {
  const float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  int* bits = reinterpret_cast<int*>(most);
  int old = *bits;
  while (value > __int_as_float(old)) {
    const int assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value));
    if (old == assumed) break;
  }
}
__global__ void product_in_shared_by_cas(int* out) {
  __shared__ int product;
  if (threadIdx.x == 0) product = 1;
  __syncthreads();
  int old = product, assumed;
  do {
    assumed = old;
    old = atomicCAS(&product, assumed, assumed * 3);
  } while (assumed != old);
  __syncthreads();
  if (threadIdx.x == 0) *out = product;
}
__global__ void sparse_product(float* y, const int* first, const int* column, const float* value,
                               const float* x, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = first[row]; k < first[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
}
__global__ void grid_stride(float* out, const float* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = a[i] + 1;
}
__global__ void in_place(float* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = a[i] * 2 + a[i];
}
__global__ void block_through_global(float* scratch, float* out) {
  const int t = threadIdx.x, base = blockIdx.x * 64;
  scratch[base + t] = t;
  __syncthreads();
  out[base + t] = scratch[base + 63 - t];
}
__global__ void make_padded(Padded* p) {
  p[threadIdx.x].tag = 'a';
  p[threadIdx.x].value = threadIdx.x;
  p[threadIdx.x].count = 3;
}
__global__ void copy_padded(Padded* to, const Padded* from) {
  to[threadIdx.x] = from[threadIdx.x];
}
__global__ void swap_padded(Padded* p) {
  if (threadIdx.x >= 8) return;
  const Padded mine = p[threadIdx.x];
  p[threadIdx.x] = p[threadIdx.x + 8];
  p[threadIdx.x + 8] = mine;
}
__global__ void copy_through_shared(Padded* to, const Padded* from) {
  __shared__ Padded s[16];
  s[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = s[15 - threadIdx.x];
}
__global__ void three_of_four(float4* v) {
  v[threadIdx.x].x = 1;
  v[threadIdx.x].y = 2;
  v[threadIdx.x].z = 3;
}
__global__ void use_three(const float4* v, float* out) {
  const float4 p = v[threadIdx.x];
  out[threadIdx.x] = p.x + p.y + p.z;
}
__global__ void bit_fields(Bits* b) {
  Bits x;
  x.low = threadIdx.x & 31;
  x.high = threadIdx.x;
  b[threadIdx.x] = x;
}
__global__ void set_one_bit_field(Bits* b) {
  b[threadIdx.x].low = 3;
}
__global__ void other_member(Either* e, unsigned* out) {
  e[threadIdx.x].number = threadIdx.x;
  out[threadIdx.x] = e[threadIdx.x].bytes[3];
}
__global__ void pack_bytes(unsigned* out, const unsigned char* in) {
  unsigned word = 0;
  for (int i = 0; i < 4; ++i) word |= unsigned(in[4 * threadIdx.x + i]) << (8 * i);
  out[threadIdx.x] = word;
}
__global__ void neighbouring_bytes(unsigned char* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
}
__global__ void local_scratch(int* out, int n) {
  int stack[16];
  int top = 0;
  for (int i = 0; i < n; ++i) stack[top++] = i * i;
  int sum = 0;
  while (top > 0) sum += stack[--top];
  out[threadIdx.x] = sum;
}
__global__ void heap(int* out, int n) {
  int* p = new int[n];
  for (int i = 0; i < n; ++i) p[i] = i + threadIdx.x;
  out[threadIdx.x] = p[n - 1] + p[0];
  delete[] p;
}
__global__ void warp_sum(float* out, const float* a, int n) {
  float v = threadIdx.x < n ? a[threadIdx.x] : 0;
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}
__global__ void votes(unsigned* out) {
  const unsigned some = __ballot_sync(0xffffffffu, threadIdx.x % 3 == 0);
  if (threadIdx.x % 3 == 0) {
    const unsigned members = __activemask();
    out[threadIdx.x] = __popc(members & some);
    if (threadIdx.x < 16) out[threadIdx.x] += __shfl_sync(some & 0xffff, threadIdx.x, 0);
  }
}
__global__ void lanes_of_last_warp(int* out) {
  const unsigned mask = __ballot_sync(0xffffffffu, threadIdx.x < 40);
  out[threadIdx.x] = __popc(mask) + __shfl_sync(0xffffffffu, threadIdx.x, 0);
}
__global__ void exchange_between_launches(float* to, const float* from) {
  to[threadIdx.x] = from[(threadIdx.x + 1) & 31];
}
__global__ void reads_only(const float* a, float* out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
  float* a = zeros<float>(1024);
  float* out = unwritten<float>(1024);
  int* ints = unwritten<int>(1024);
  total<<<4, 64>>>(zeros<float>(1), a, 200);
  last_block_sums<<<4, 32>>>(a, unwritten<float>(4), unwritten<float>(1));
  last_block_all_threads<<<4, 32>>>(a, unwritten<float>(128), out);
  spin_lock<<<8, 32>>>(zeros<int>(1));
  lock_by_every_thread<<<2, 40>>>(zeros<int>(1));
  ticket_lock<<<8, 32>>>(zeros<int>(1));
  volatile_flag<<<2, 1>>>(unwritten<int>(1), unwritten<int>(1));
  queue<<<4, 32>>>(unwritten<int>(128), zeros<int>(128), 128);
  chained_scan<<<4, 32>>>(unwritten<int>(128), zeros<int>(128), unwritten<int>(4), zeros<int>(4));
  maximum<<<4, 32>>>(zeros<int>(1), zeros<int>(128));
  double_by_cas<<<2, 32>>>(zeros<unsigned long long>(1), 0.5);
  double_by_cas_with_a_guess<<<2, 32>>>(zeros<double>(1), 0.5);
  float_maximum_by_cas<<<2, 32>>>(zeros<float>(1), zeros<float>(64));
  product_in_shared_by_cas<<<1, 64>>>(zeros<int>(1));
  sparse_product<<<1, 32>>>(out, zeros<int>(21), zeros<int>(1), a, a, 20);
  grid_stride<<<3, 32>>>(out, a, 1000);
  in_place<<<4, 32>>>(a, 100);
  block_through_global<<<4, 64>>>(unwritten<float>(256), out);
  Padded* padded = unwritten<Padded>(16);
  make_padded<<<1, 16>>>(padded);
  copy_padded<<<1, 16>>>(unwritten<Padded>(16), padded);
  swap_padded<<<1, 16>>>(padded);
  copy_through_shared<<<1, 16>>>(unwritten<Padded>(16), padded);
  float4* vectors = unwritten<float4>(32);
  three_of_four<<<1, 32>>>(vectors);
  use_three<<<1, 32>>>(vectors, out);
  Bits* bits = unwritten<Bits>(32);
  bit_fields<<<1, 32>>>(bits);
  set_one_bit_field<<<1, 32>>>(bits);
  other_member<<<1, 32>>>(unwritten<Either>(32), unwritten<unsigned>(32));
  pack_bytes<<<1, 32>>>(unwritten<unsigned>(32), zeros<unsigned char>(128));
  neighbouring_bytes<<<4, 33>>>(unwritten<unsigned char>(132));
  local_scratch<<<1, 32>>>(ints, 9);
  heap<<<1, 32>>>(ints, 5);
  warp_sum<<<1, 64>>>(out, a, 50);
  votes<<<1, 32>>>(unwritten<unsigned>(32));
  lanes_of_last_warp<<<1, 40>>>(ints);
  float* b = unwritten<float>(32);
  exchange_between_launches<<<1, 32>>>(b, a);
  exchange_between_launches<<<1, 32>>>(a, b);
  reads_only<<<4, 64>>>(a, out, 32);
  next();
}
