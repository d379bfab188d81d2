// SPDX-License-Identifier: MIT
// Accesses outside of shared, local and constant memory and of parameters.
#include "faults.h"

constexpr int kWidth = 16;
__constant__ float weights[5];
__constant__ float more_weights[5];

struct Settings {
  int values[4];
};

__global__ void shared_read(int* out, int k) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + k];  // finds: out_of_bounds_read
}
__global__ void shared_write(int* out, int k) {
  __shared__ int s[32];
  s[threadIdx.x] = 0;
  __syncthreads();
  s[(int)threadIdx.x + k] = threadIdx.x;  // finds: out_of_bounds_write
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void shared_neighbour(int* out, int k) {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  __syncthreads();
  a[threadIdx.x + k] = 9;  // finds: out_of_bounds_write
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
__global__ void shared_atomic(int* out, int bin) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[bin], 1);  // finds: out_of_bounds_write
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void dynamic_shared(int* out) {
  extern __shared__ int d[];
  d[threadIdx.x] = 1;  // finds: out_of_bounds_write
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x];  // finds: out_of_bounds_read
}
__global__ void dynamic_shared_before(int* out, int k) {
  extern __shared__ int d[];
  d[(int)threadIdx.x - k] = 1;  // finds: out_of_bounds_write
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = d[threadIdx.x];
}
__global__ void dynamic_shared_forgotten(int* out) {
  extern __shared__ int d[];
  d[threadIdx.x] = 1;  // finds: out_of_bounds_write
  out[threadIdx.x] = threadIdx.x;
}
__global__ void shared_tile(float* out, int k) {
  __shared__ float tile[kWidth][kWidth];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * kWidth + threadIdx.x] =
      tile[threadIdx.y + k][threadIdx.x];  // finds: out_of_bounds_read
}
__global__ void shared_halo(const float* a, float* out) {
  __shared__ float s[34];
  const int t = threadIdx.x;
  s[t + 1] = a[t];
  if (t == 0) s[0] = 0;
  if (t > 29) s[t + 3] = a[t];  // finds: out_of_bounds_write
  __syncthreads();
  out[t] = s[t] + s[t + 1];
}
__global__ void local_read(int* out, int k) {
  int a[8];
  for (int i = 0; i < 8; ++i) a[i] = i * k;
  out[threadIdx.x] = a[threadIdx.x + k];  // finds: out_of_bounds_read
}
__global__ void local_write(int* out, int k) {
  int a[8] = {};
  a[k] = 1;  // finds: out_of_bounds_write
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += a[(i + k) & 7];
  out[threadIdx.x] = sum;
}
__global__ void constant_read(float* out, int k) {
  out[threadIdx.x] = weights[threadIdx.x + k];  // finds: out_of_bounds_read
}
__global__ void parameter_read(int* out, int k, const __grid_constant__ Settings settings) {
  out[threadIdx.x] = settings.values[threadIdx.x + k];  // finds: out_of_bounds_read
}

int main() {
  const float host[5] = {1, 2, 3, 4, 5};
  cudaMemcpyToSymbol(weights, host, sizeof host);
  cudaMemcpyToSymbol(more_weights, host, sizeof host);
  int* out = zeros<int>(64);
  float* floats = zeros<float>(256);
  shared_read<<<1, 32>>>(out, 1);
  shared_read<<<1, 32>>>(out, -1);
  shared_write<<<1, 32>>>(out, 1);
  shared_write<<<1, 32>>>(out, -1);
  shared_neighbour<<<1, 32>>>(out, 4);
  shared_atomic<<<1, 32>>>(out, 8);
  shared_atomic<<<1, 32>>>(out, -1);
  dynamic_shared<<<1, 64, 32 * sizeof(int)>>>(out);
  dynamic_shared_before<<<1, 32, 32 * sizeof(int)>>>(out, 1);
  dynamic_shared_forgotten<<<1, 32>>>(out);
  shared_tile<<<1, dim3(kWidth, kWidth)>>>(floats, 1);
  shared_halo<<<1, 32>>>(zeros<float>(32), floats);
  local_read<<<1, 1>>>(out, 8);
  local_read<<<1, 1>>>(out, -1);
  local_write<<<1, 1>>>(out, 8);
  local_write<<<1, 1>>>(out, -2);
  constant_read<<<1, 5>>>(floats, 1);
  constant_read<<<1, 5>>>(floats, -1);
  parameter_read<<<1, 4>>>(out, 1, Settings{{1, 2, 3, 4}});
  next();
}
