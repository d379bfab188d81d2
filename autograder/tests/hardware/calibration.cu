// SPDX-License-Identifier: MIT
// Kernels as a course has them: matrix products, pooling, a tree, transposes, wide types, a
// histogram, a stride. Recorded on an NVIDIA H200 with ncu (calibration_h200.csv).
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>
#define TILE 16
__global__ void mm_tiled(float* c, const float* a, const float* b, int n) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int r = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float s = 0;
  for (int p = 0; p < (n + TILE - 1) / TILE; ++p) {
    int ac = p * TILE + threadIdx.x, br = p * TILE + threadIdx.y;
    As[threadIdx.y][threadIdx.x] = (r < n && ac < n) ? a[r * n + ac] : 0.f;
    Bs[threadIdx.y][threadIdx.x] = (br < n && col < n) ? b[br * n + col] : 0.f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) s += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  if (r < n && col < n) c[r * n + col] = s;
}
__global__ void mm_naive(float* c, const float* a, const float* b, int n) {
  int r = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n && col < n) {
    float s = 0;
    for (int k = 0; k < n; ++k) s += a[r * n + k] * b[k * n + col];
    c[r * n + col] = s;
  }
}
__global__ void mm_rmw(float* c, const float* a, const float* b, int n) {
  int r = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n && col < n) {
    c[r * n + col] = 0;
    for (int k = 0; k < n; ++k) c[r * n + col] += a[r * n + k] * b[k * n + col];
  }
}
__global__ void pool_global(float* o, const float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = a[i];
    if (i >= 1) s += a[i - 1];
    if (i >= 2) s += a[i - 2];
    o[i] = s;
  }
}
__global__ void reduce_tree(float* o, const float* a, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  s[t] = i < n ? a[i] : 0.f;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) o[blockIdx.x] = s[0];
}
__global__ void tr_naive(float* o, const float* a, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n) o[x * n + y] = a[y * n + x];
}
template <int PAD>
__global__ void tr_shared(float* o, const float* a, int n) {
  __shared__ float t[32][32 + PAD];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n) t[threadIdx.y][threadIdx.x] = a[y * n + x];
  __syncthreads();
  int ox = blockIdx.y * 32 + threadIdx.x, oy = blockIdx.x * 32 + threadIdx.y;
  if (ox < n && oy < n) o[oy * n + ox] = t[threadIdx.x][threadIdx.y];
}
__global__ void sax4(float4* o, const float4* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 v = a[i];
    v.x += 1;
    v.y += 1;
    v.z += 1;
    v.w += 1;
    o[i] = v;
  }
}
__global__ void hist(int* h, const int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&h[a[i] & 15], 1);
}
__global__ void stride2(float* o, const float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * i < n) o[i] = a[2 * i];
}
int main() {
  const int n = 100;
  std::vector<float> h(n * n, 1.f);
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&b, n * n * 4);
  cudaMalloc(&c, n * n * 4);
  cudaMemcpy(a, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  dim3 t(16, 16), g(7, 7);
  mm_tiled<<<g, t>>>(c, a, b, n);
  mm_naive<<<g, t>>>(c, a, b, n);
  mm_rmw<<<g, t>>>(c, a, b, n);
  pool_global<<<40, 256>>>(c, a, 10000);
  reduce_tree<<<40, 256>>>(c, a, 10000);
  tr_naive<<<dim3(4, 4), dim3(32, 32)>>>(c, a, n);
  tr_shared<0><<<dim3(4, 4), dim3(32, 32)>>>(c, a, n);
  tr_shared<1><<<dim3(4, 4), dim3(32, 32)>>>(c, a, n);
  sax4<<<10, 256>>>((float4*)c, (float4*)a, 2500);
  hist<<<40, 256>>>((int*)c, (int*)a, 10000);
  stride2<<<20, 256>>>(c, a, 10000);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
