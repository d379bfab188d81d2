// SPDX-License-Identifier: MIT
// The kernels that `make bench` times (engine_bench.cpp launches them).

/// c = a * b, square, a thread per element.
extern "C" __global__ void naive(float* c, const float* a, const float* b, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

/// The same through tiles in shared memory; n is a multiple of 16.
extern "C" __global__ void tiled(float* c, const float* a, const float* b, int n) {
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

/// One sum per block of 256, as a tree.
extern "C" __global__ void reduce(float* sums, const float* in, int n) {
  __shared__ float part[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  part[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

/// out = in turned over, square, through padded tiles; blocks of 32 x 8, n a multiple of 32.
extern "C" __global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  const int u = blockIdx.y * 32 + threadIdx.x, v = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(v + j) * n + u] = tile[threadIdx.x][threadIdx.y + j];
}

/// How often each of 256 values occurs: per block in shared memory first, then added up.
extern "C" __global__ void histogram(unsigned* counts, const unsigned* in, int n) {
  __shared__ unsigned mine[256];
  mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
    atomicAdd(&mine[in[i] % 256], 1u);
  }
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

/// y = m * x for a sparse m in rows (CSR), a thread per row.
extern "C" __global__ void sparse(float* y, const int* starts, const int* columns,
                                  const float* values, const float* x, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}

/// Running sums within each block of 256.
extern "C" __global__ void scan(float* out, const float* in, int n) {
  __shared__ float sums[2][256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  int from = 0;
  sums[0][t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2, from ^= 1) {
    sums[from ^ 1][t] = sums[from][t] + (t >= step ? sums[from][t - step] : 0.0f);
    __syncthreads();
  }
  if (i < n) out[i] = sums[from][t];
}
