// SPDX-License-Identifier: MIT
// Kernels whose counts can be worked out by hand: strides, transposes, matrix products, bank
// conflicts of all widths, a histogram, divergent stores. Recorded on an NVIDIA H200 with ncu
// (anchors_h200.csv).
#include <cuda_runtime.h>

#include <cstdio>
__global__ void vadd(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void stride(const float* a, float* c, int n, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[(size_t)i * s % n];
}
__global__ void offset(const float* a, float* c, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + k < n) c[i] = a[i + k];
}
__global__ void copy4(const float4* a, float4* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i];
}
__global__ void tnaive(const float* a, float* c, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  c[x * n + y] = a[y * n + x];
}
template <int P>
__global__ void ttile(const float* a, float* c, int n) {
  __shared__ float t[32][32 + P];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  t[threadIdx.y][threadIdx.x] = a[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  c[y * n + x] = t[threadIdx.x][threadIdx.y];
}
__global__ void mmnaive(const float* a, const float* b, float* c, int n) {
  int r = blockIdx.y * 16 + threadIdx.y, q = blockIdx.x * 16 + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; ++k) s += a[r * n + k] * b[k * n + q];
  c[r * n + q] = s;
}
__global__ void mmtile(const float* a, const float* b, float* c, int n) {
  __shared__ float x[16][16], y[16][16];
  int r = blockIdx.y * 16 + threadIdx.y, q = blockIdx.x * 16 + threadIdx.x;
  float s = 0;
  for (int t = 0; t < n; t += 16) {
    x[threadIdx.y][threadIdx.x] = a[r * n + t + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + q];
    __syncthreads();
    for (int k = 0; k < 16; ++k) s += x[threadIdx.y][k] * y[k][threadIdx.x];
    __syncthreads();
  }
  c[r * n + q] = s;
}
__global__ void sconf(float* c, int s) {
  __shared__ float t[32 * 32];
  int l = threadIdx.x;
  for (int i = l; i < 1024; i += 32) t[i] = i;
  __syncwarp();
  c[blockIdx.x * 32 + l] = t[(l * s) & 1023];
}
__global__ void sbcast(float* c) {
  __shared__ float t[64];
  t[threadIdx.x] = threadIdx.x;
  t[threadIdx.x + 32] = 1;
  __syncwarp();
  c[threadIdx.x] = t[5] + t[threadIdx.x / 2];
}
__global__ void s64(double* c) {
  __shared__ double t[64];
  t[threadIdx.x] = threadIdx.x;
  t[threadIdx.x + 32] = 2;
  __syncwarp();
  c[threadIdx.x] = t[threadIdx.x * 2] + t[threadIdx.x];
}
__global__ void s128(float4* c) {
  __shared__ float4 t[64];
  t[threadIdx.x] = make_float4(1, 2, 3, 4);
  t[threadIdx.x + 32] = make_float4(5, 6, 7, 8);
  __syncwarp();
  float4 u = t[threadIdx.x * 2], v = t[threadIdx.x];
  c[threadIdx.x] = make_float4(u.x + v.x, u.y, v.z, u.w);
}
__global__ void hist(const unsigned char* d, unsigned* h, int n) {
  __shared__ unsigned s[256];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&s[d[i]], 1u);
  __syncthreads();
  atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}
__global__ void diverge(const int* a, int* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = a[i];
  if (i & 1) {
    for (int k = 0; k < 10; ++k) v = v * 3 + k;
    c[i] = v;
  } else {
    c[n - 1 - i] = v - 7;
  }
}
int main() {
  constexpr int N = 1 << 20, n = 256;
  float *a, *b, *c;
  cudaMalloc(&a, 4 * N);
  cudaMalloc(&b, 4 * N);
  cudaMalloc(&c, 4 * N);
  cudaMemset(a, 0, 4 * N);
  cudaMemset(b, 0, 4 * N);
  cudaMemset(c, 0, 4 * N);
  vadd<<<N / 256, 256>>>(a, b, c, N);
  stride<<<N / 256, 256>>>(a, c, N, 2);
  stride<<<N / 256, 256>>>(a, c, N, 8);
  stride<<<N / 256, 256>>>(a, c, N, 32);
  offset<<<N / 256, 256>>>(a, c, N, 1);
  copy4<<<N / 1024, 256>>>((float4*)a, (float4*)c, N / 4);
  tnaive<<<dim3(32, 32), dim3(32, 32)>>>(a, c, 1024);
  ttile<0><<<dim3(32, 32), dim3(32, 32)>>>(a, c, 1024);
  ttile<1><<<dim3(32, 32), dim3(32, 32)>>>(a, c, 1024);
  mmnaive<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
  mmtile<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
  sconf<<<1, 32>>>(c, 1);
  sconf<<<1, 32>>>(c, 2);
  sconf<<<1, 32>>>(c, 32);
  sbcast<<<1, 32>>>(c);
  s64<<<1, 32>>>((double*)c);
  s128<<<1, 32>>>((float4*)c);
  hist<<<64, 256>>>((unsigned char*)a, (unsigned*)c, N);
  diverge<<<N / 256, 256>>>((int*)a, (int*)c, N);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
