// SPDX-License-Identifier: MIT
// Reads of memory that nobody wrote: all spaces, all kinds of gaps, and values that pass through
// copies first.
#include "faults.h"

struct Pair {
  char tag;
  int value;
};

__global__ void all_of_it(const float* a, float* out) {
  out[threadIdx.x] = a[threadIdx.x];  // finds: uninitialized_read
}
__global__ void second_half(const float* a, float* out) {
  out[threadIdx.x] = a[threadIdx.x] + 1;  // finds: uninitialized_read
}
__global__ void sum_onto(float* out, const float* a) {
  for (int i = 0; i < 8; ++i) out[threadIdx.x] += a[i];  // finds: uninitialized_read
}
__global__ void count_onto(int* total) {
  atomicAdd(total, 1);  // finds: uninitialized_read
}
__global__ void maximum_onto(int* most) {
  atomicMax(most, (int)threadIdx.x);  // finds: uninitialized_read
}
__global__ void one_byte(const unsigned* a, unsigned* out) {
  out[threadIdx.x] = a[threadIdx.x] + 1;  // finds: uninitialized_read
}
__global__ void part_of_vector(const float4* a, float* out) {
  const float4 v = a[threadIdx.x];  // finds: uninitialized_read
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
__global__ void copied_vector(const float4* a, float4* out) {
  out[threadIdx.x] = a[threadIdx.x];
}
__global__ void gap_of_a_copy(const float4* a, float* out) {
  out[threadIdx.x] = a[threadIdx.x].w;  // finds: uninitialized_read
}
__global__ void every_other(float* a) {
  a[2 * threadIdx.x] = 1;
}
__global__ void neighbours(const float* a, float* out) {
  out[threadIdx.x] = a[2 * threadIdx.x] + a[2 * threadIdx.x + 1];  // finds: uninitialized_read
}
__global__ void field(const Pair* p, int* out) {
  out[threadIdx.x] = p[threadIdx.x].value;  // finds: uninitialized_read
}
__global__ void tags_only(Pair* p) {
  p[threadIdx.x].tag = 1;
}
__global__ void through_copy(const float* a, float* out) {
  out[threadIdx.x] = a[threadIdx.x];  // finds: uninitialized_read
}
__global__ void shared_tail(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  if (t < n) s[t] = a[t];
  __syncthreads();
  out[t] = s[t] + s[63 - t];  // finds: uninitialized_read
}
__global__ void shared_halo(float* out, const float* a) {
  __shared__ float s[34];
  const int t = threadIdx.x;
  s[t + 1] = a[t];
  __syncthreads();
  out[t] = s[t] + s[t + 1] + s[t + 2];  // finds: uninitialized_read
}
__global__ void shared_sum(float* out, const float* a) {
  __shared__ float total;
  atomicAdd(&total, a[threadIdx.x]);  // finds: uninitialized_read
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}
__global__ void shared_tree(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  if (t < n) s[t] = a[t];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];  // finds: uninitialized_read
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}
__global__ void dynamic_shared(float* out, int n) {
  extern __shared__ float d[];
  if (threadIdx.x < n) d[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x];  // finds: uninitialized_read
}
__global__ void shared_of_last_block(float* out) {
  __shared__ float s[32];
  if (blockIdx.x == 0) s[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];  // finds: uninitialized_read
}
__global__ void local_array(int* out, int k) {
  int a[8];
  a[k & 7] = 1;
  out[threadIdx.x] = a[(k + 1 + threadIdx.x) & 7];  // finds: uninitialized_read
}
__global__ void local_bins(int* out, const int* in, int n) {
  int bins[8];
  for (int i = 0; i < n; ++i) bins[in[i] & 7] += 1;        // finds: uninitialized_read
  for (int i = 0; i < 8; ++i) out[i] = bins[(i + n) & 7];  // finds: ?uninitialized_read
}
__global__ void heap(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n - 1; ++i) p[i] = i;
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += p[i];  // finds: uninitialized_read
  out[0] = sum;
  free(p);
}
__global__ void conditional_write(float* a, const int* wanted) {
  if (wanted[threadIdx.x]) a[threadIdx.x] = 1;
}
__global__ void matrix_edge(const float* m, float* out, int width) {
  out[threadIdx.y * width + threadIdx.x] =
      m[threadIdx.y * width + threadIdx.x];  // finds: uninitialized_read
}
__global__ void fill_inside(float* m, int width) {
  if (threadIdx.x > 0) m[threadIdx.y * width + threadIdx.x] = 1;
}

int main() {
  float* out = zeros<float>(128);
  all_of_it<<<1, 32>>>(unwritten<float>(32), out);

  float* half = unwritten<float>(64);
  cudaMemset(half, 0, 32 * sizeof(float));
  second_half<<<1, 64>>>(half, out);

  sum_onto<<<1, 32>>>(unwritten<float>(32), zeros<float>(8));
  count_onto<<<1, 32>>>(unwritten<int>(1));
  maximum_onto<<<1, 32>>>(unwritten<int>(1));

  unsigned* words = unwritten<unsigned>(32);
  cudaMemset(words, 0, 32 * sizeof(unsigned) - 1);
  one_byte<<<1, 32>>>(words, zeros<unsigned>(32));

  float4* vectors = unwritten<float4>(8);
  cudaMemset2D(vectors, sizeof(float4), 0, 12, 8);
  part_of_vector<<<1, 8>>>(vectors, zeros<float>(8));
  float4* copies = unwritten<float4>(8);
  copied_vector<<<1, 8>>>(vectors, copies);
  gap_of_a_copy<<<1, 8>>>(copies, out);

  float* gaps = unwritten<float>(64);
  every_other<<<1, 32>>>(gaps);
  neighbours<<<1, 32>>>(gaps, out);

  Pair* pairs = unwritten<Pair>(16);
  tags_only<<<1, 16>>>(pairs);
  field<<<1, 16>>>(pairs, zeros<int>(16));

  float* copied = zeros<float>(32);
  cudaMemcpy(copied, unwritten<float>(32), 32 * sizeof(float), cudaMemcpyDeviceToDevice);
  through_copy<<<1, 32>>>(copied, out);

  float* a = zeros<float>(64);
  shared_tail<<<1, 64>>>(out, a, 48);
  shared_halo<<<1, 32>>>(out, a);
  shared_sum<<<1, 32>>>(out, a);
  shared_tree<<<1, 64>>>(out, a, 50);
  dynamic_shared<<<1, 32, 128>>>(out, 20);
  shared_of_last_block<<<2, 32>>>(out);
  local_array<<<1, 2>>>(zeros<int>(2), 3);
  local_bins<<<1, 1>>>(zeros<int>(8), zeros<int>(4), 4);
  heap<<<1, 1>>>(zeros<int>(1), 6);

  float* some = unwritten<float>(32);
  int wanted[32] = {1, 1, 0, 1};
  int* flags = zeros<int>(32);
  cudaMemcpy(flags, wanted, sizeof wanted, cudaMemcpyHostToDevice);
  conditional_write<<<1, 32>>>(some, flags);
  through_copy<<<1, 32>>>(some, out);

  float* matrix = unwritten<float>(32);
  fill_inside<<<1, dim3(8, 4)>>>(matrix, 8);
  matrix_edge<<<1, dim3(8, 4)>>>(matrix, out, 8);
  float host[32];
  cudaMemcpy(host, some, sizeof host, cudaMemcpyDeviceToHost);  // note: never_written
  next();
}
