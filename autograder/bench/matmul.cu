// SPDX-License-Identifier: MIT
// The product that `make bench` times: matmul naive|tiled N.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void naive(float* c, const float* a, const float* b, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

__global__ void tiled(float* c, const float* a, const float* b, int n) {
  __shared__ float as[16][16], bs[16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0.0f;
  for (int p = 0; p < n; p += 16) {
    as[threadIdx.y][threadIdx.x] = a[y * n + p + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(p + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int n = std::atoi(argv[2]);
  const std::size_t bytes =
      sizeof(float) * static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  float *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemset(a, 0, bytes);
  cudaMemset(b, 0, bytes);
  const dim3 block(16, 16), grid(static_cast<unsigned>(n / 16), static_cast<unsigned>(n / 16));
  if (argv[1][0] == 'n') {
    naive<<<grid, block>>>(c, a, b, n);
  } else {
    tiled<<<grid, block>>>(c, a, b, n);
  }
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return error == cudaSuccess ? 0 : 1;
}
