// SPDX-License-Identifier: MIT
// Memory that is used after its end, freed twice or wrongly, misaligned; kernels that stop or never
// end.
#include <cassert>

#include "faults.h"

__global__ void touch(int* a) {
  a[threadIdx.x] = 1;  // finds: use_after_free
}
__global__ void look(const int* a, int* out) {
  out[threadIdx.x] = a[threadIdx.x];  // finds: use_after_free
}
__global__ void misaligned_write(char* a) {
  *(int*)(a + 1) = 7;  // finds: misaligned
}
__global__ void misaligned_vector(const float* a, float4* out) {
  *out = *(const float4*)(a + 1);  // finds: misaligned
}
__global__ void misaligned_shared(int* out) {
  __shared__ char s[64];
  s[threadIdx.x] = 1;
  s[threadIdx.x + 32] = 1;
  __syncthreads();
  out[threadIdx.x] = *(int*)(s + 4 * (threadIdx.x & 7) + 2);  // finds: misaligned
}
__global__ void misaligned_double(double* a) {
  *(double*)((float*)a + 1) = 1;  // finds: misaligned
}
__global__ void free_twice(int** where) {
  int* p = (int*)malloc(4 * sizeof(int));
  p[0] = 1;
  *where = p;
  free(p);
  free(p);  // finds: double_free
}
__global__ void free_inside(int** where) {
  int* p = (int*)malloc(16);
  p[0] = 1;
  *where = p;
  free(p + 1);  // finds: invalid_free
  free(p);
}
__global__ void free_of_cuda_malloc(int* a) {
  free(a);  // finds: invalid_free
}
__global__ void heap_overrun(int** where) {
  int* p = (int*)malloc(4 * sizeof(int));
  *where = p;
  *(volatile int*)(p + 4) = 1;  // finds: out_of_bounds_write
  free(p);
}
__global__ void heap_leak(int** where) {
  *where = new int[4];  // note: device_heap_not_freed
}
__global__ void heap_after_free(int* out) {
  int* p = (int*)malloc(4 * sizeof(int));
  p[threadIdx.x] = 1;
  free(p);
  out[0] = p[threadIdx.x];  // finds: use_after_free
}
__global__ void holds_not(const int* a) {
  assert(a[threadIdx.x] == 12345);  // finds: assertion
}
__global__ void stops() {
  __trap();  // finds: trap
}
__device__ __noinline__ int deep(int n) {
  volatile int pad[64];
  pad[n & 63] = n;
  return n ? deep(n - 1) + pad[n & 63] : 0;  // finds: ?stack_overflow
}
__global__ void too_deep(int* out, int n) {  // finds: ?stack_overflow
  out[0] = deep(n);                          // finds: ?stack_overflow
}
__global__ void never_ends(const int* a, volatile int* out) {
  while (a[0] == 0) out[threadIdx.x] = 1;  // finds: instruction_limit
}
__global__ void waits_for_nobody(volatile int* flag) {
  while (*flag == 0) {  // finds: instruction_limit
  }
}

int main() {
  int* a = zeros<int>(64);
  cudaFree(a);
  touch<<<1, 32>>>(a);
  next();
  int* b = zeros<int>(64);
  int* out = zeros<int>(64);
  cudaFree(b);
  look<<<1, 32>>>(b, out);
  next();
  misaligned_write<<<1, 1>>>(zeros<char>(64));
  next();
  misaligned_vector<<<1, 1>>>(zeros<float>(64), zeros<float4>(1));
  next();
  misaligned_shared<<<1, 32>>>(zeros<int>(32));
  next();
  misaligned_double<<<1, 1>>>(zeros<double>(64));
  next();
  free_twice<<<1, 1>>>(zeros<int*>(1));
  free_inside<<<1, 1>>>(zeros<int*>(1));
  free_of_cuda_malloc<<<1, 1>>>(zeros<int>(4));
  heap_overrun<<<1, 1>>>(zeros<int*>(1));
  heap_leak<<<1, 1>>>(zeros<int*>(1));
  next();
  heap_after_free<<<1, 1>>>(zeros<int>(4));
  next();
  holds_not<<<1, 2>>>(zeros<int>(2));
  next();
  stops<<<1, 1>>>();
  next();
  too_deep<<<1, 1>>>(zeros<int>(1), 100000);
  next();
  never_ends<<<1, 32>>>(zeros<int>(1), zeros<int>(32));
  next();
  waits_for_nobody<<<1, 32>>>(zeros<int>(1));
  next();
}
