// Shared memory in tiles of a template's width, and a barrier before and after each use.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

template <int TILE>
__global__ void __launch_bounds__(TILE* TILE)
    matmul(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int n) {
  __shared__ float tile_a[TILE][TILE];
  __shared__ float tile_b[TILE][TILE + 1];
  const int row = blockIdx.y * TILE + threadIdx.y;
  const int column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int phase = 0; phase < (n + TILE - 1) / TILE; ++phase) {
    const int k = phase * TILE;
    tile_a[threadIdx.y][threadIdx.x] =
        row < n && k + threadIdx.x < n ? a[row * n + k + threadIdx.x] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] =
        column < n && k + threadIdx.y < n ? b[(k + threadIdx.y) * n + column] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; ++i) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

int main() {
  const int n = 33;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 7);
    b[i] = static_cast<float>(i % 5);
  }
  float* device[3];
  for (float*& pointer : device) cudaMalloc(&pointer, n * n * sizeof(float));
  cudaMemcpy(device[1], a.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(device[2], b.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  const dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  matmul<16><<<grid, block>>>(device[0], device[1], device[2], n);
  cudaMemcpy(c.data(), device[0], n * n * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      float sum = 0.0f;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
      wrong += sum != c[row * n + column];
    }
  }
  for (float* pointer : device) cudaFree(pointer);
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
