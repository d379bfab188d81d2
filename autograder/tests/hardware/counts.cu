// SPDX-License-Identifier: MIT
// Kernels whose memory counters were recorded on an NVIDIA H200 (counts_h200.csv, made by
// record.sh): access widths, strides, misalignment, structures, divergence, atomics, shared memory
// of all widths, 2-D and 3-D blocks. The virtual GPU must count the same. Each is launched once, in
// the order of main.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kSize = 4096;

// Widths.
__global__ void copy_u8(unsigned char* o, const unsigned char* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i];
}
__global__ void copy_u16(unsigned short* o, const unsigned short* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i];
}
__global__ void copy_f32(float* o, const float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i];
}
__global__ void copy_f64(double* o, const double* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i];
}
__global__ void copy_float2(float2* o, const float2* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i];
}
__global__ void copy_float4(float4* o, const float4* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i];
}
__global__ void copy_float3(float3* o, const float3* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i];
}

// Strides and offsets.
__global__ void strided_read(float* o, const float* a, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i * stride];
}
__global__ void strided_write(float* o, const float* a, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i * stride] = a[i];
}
__global__ void offset_read(float* o, const float* a, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i + offset];
}
__global__ void reversed(float* o, const float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[gridDim.x * blockDim.x - 1 - i];
}
__global__ void uniform_read(float* o, const float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[blockIdx.x];
}
__global__ void gather(float* o, const float* a, const int* index) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[index[i]];
}

// Structures.
struct Particle {
  float x, y, z, mass;
  int kind;
};
__global__ void array_of_structures(float* o, const Particle* p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = p[i].x + p[i].mass;
}

// Divergence.
__global__ void odd_lanes_only(float* o, const float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i & 1) o[i] = a[i] + 1.f;
}
__global__ void early_exit(float* o, const float* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  o[i] = a[i] * 2.f;
}
__global__ void loop_of_lane_length(float* o, const float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0.f;
  for (int k = 0; k <= (i & 31); ++k) s += a[k * 32 + (i & 31)];
  o[i] = s;
}
__global__ void grid_stride(float* o, const float* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    o[i] = a[i] + 3.f;
}
__global__ void guarded_loop(float* o, const float* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0.f;
  for (int k = 0; k < 16; ++k) {
    if (i + k < n) s += a[i + k];
  }
  o[i] = s;
}
__global__ void collatz(int* o, const int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i], steps = 0;
  while (v != 1) {
    v = v % 2 == 0 ? v / 2 : 3 * v + 1;
    ++steps;
  }
  o[i] = steps;
}

// Atomics.
__global__ void count_bins(int* bins, const int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[a[i] & 63], 1);
}
__global__ void take_tickets(int* o, int* counter) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = atomicAdd(counter, 1) >= 0;
}

// Two and three dimensions.
__global__ void blur_2d(float* o, const float* a, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1) return;
  o[y * w + x] =
      a[y * w + x] + a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x];
}
__global__ void fill_3d(float* o, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
            z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) o[(z * ny + y) * nx + x] = static_cast<float>(x + y + z);
}
__global__ void rows_as_x(float* o, const float* a, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x,
            column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n) o[row * n + column] = a[row * n + column];
}

// Shared memory.
__global__ void shared_reverse(float* o, const float* a) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = a[blockIdx.x * 256 + t];
  __syncthreads();
  o[blockIdx.x * 256 + t] = s[255 - t];
}
template <int Stride>
__global__ void shared_stride(float* o, const float* a) {
  __shared__ float s[256 * Stride];
  const int t = threadIdx.x;
  s[t * Stride] = a[t];
  __syncthreads();
  o[t] = s[((t + 1) & 255) * Stride];
}
__global__ void shared_f64(double* o, const double* a, int step) {
  __shared__ double s[256];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  o[t] = s[(t * step) & 255];
}
__global__ void shared_float4(float4* o, const float4* a, int step) {
  __shared__ float4 s[256];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  o[t] = s[(t * step) & 255];
}

// Vector loads of which not all is used: the assembler fetches less.
__global__ void part_one(float* o, const float4* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i].y;
}
__global__ void part_half(float* o, const float4* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 v = a[i];
  o[i] = v.z * v.w;
}
__global__ void parts_apart(float* o, const float4* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 v = a[i];
  o[i] = v.x * v.w;
}
__global__ void parts_three(float* o, const float4* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 v = a[i];
  o[i] = v.x * v.y * v.z;
}
__global__ void part_of_double2(double* o, const double2* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i].y;
}
__global__ void parts_of_ushort4(unsigned short* o, const ushort4* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const ushort4 v = a[i];
  o[i] = v.x ^ v.z;
}
__global__ void shared_parts(float* o, const float* a) {
  __shared__ float4 s[256];
  const int t = threadIdx.x;
  s[t] = make_float4(a[t], a[t + 256], a[t + 512], a[t + 768]);
  __syncthreads();
  const float4 one = s[(t + 1) & 255], half = s[(t + 3) & 255], apart = s[(t + 5) & 255],
               three = s[(t + 7) & 255];
  o[t] = one.y + half.x * half.y + apart.y * apart.z + three.x * three.z * three.w;
}
__global__ void shared_bytes(unsigned char* o, const unsigned char* a) {
  __shared__ unsigned char s[256];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  o[t] = s[(t * 4) & 255];
}
__global__ void transpose_padded(float* o, const float* a, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * n + x];
  __syncthreads();
  const int u = blockIdx.y * 32 + threadIdx.x, v = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) o[(v + j) * n + u] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void reduce_sequential(float* o, const float* a) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = a[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) o[blockIdx.x] = s[0];
}
__global__ void reduce_interleaved(float* o, const float* a) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = a[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    const int i = 2 * d * t;
    if (i < 256) s[i] += s[i + d];
    __syncthreads();
  }
  if (t == 0) o[blockIdx.x] = s[0];
}

// Sparse rows, a stencil, a scan.
__global__ void sparse_rows(float* y, const int* start, const int* column, const float* value,
                            const float* x, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float s = 0.f;
  for (int k = start[row]; k < start[row + 1]; ++k) s += value[k] * x[column[k]];
  y[row] = s;
}
__global__ void warp_sum(float* o, const float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = a[i];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xFFFFFFFFu, v, d);
  if ((threadIdx.x & 31) == 0) o[i / 32] = v;
}
__global__ void scan_block(float* o, const float* a) {
  __shared__ float s[2][256];
  const int t = threadIdx.x;
  int now = 0;
  s[0][t] = a[t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    s[1 - now][t] = t >= d ? s[now][t] + s[now][t - d] : s[now][t];
    now = 1 - now;
    __syncthreads();
  }
  o[t] = s[now][t];
}
__global__ void product_naive(float* c, const float* a, const float* b, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float s = 0.f;
  for (int k = 0; k < n; ++k) s += a[y * n + k] * b[k * n + x];
  c[y * n + x] = s;
}
__global__ void product_tiled(float* c, const float* a, const float* b, int n) {
  __shared__ float as[16][16], bs[16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float s = 0.f;
  for (int p = 0; p < n; p += 16) {
    as[threadIdx.y][threadIdx.x] = y < n && p + threadIdx.x < n ? a[y * n + p + threadIdx.x] : 0.f;
    bs[threadIdx.y][threadIdx.x] =
        p + threadIdx.y < n && x < n ? b[(p + threadIdx.y) * n + x] : 0.f;
    __syncthreads();
    for (int k = 0; k < 16; ++k) s += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (x < n && y < n) c[y * n + x] = s;
}

int main() {
  constexpr std::size_t kBytes = 1 << 20;
  static int host[kBytes / 4];
  for (int i = 0; i < static_cast<int>(kBytes / 4); ++i) host[i] = 1 + i % 97;
  float *o, *a, *b;
  int *bins, *index, *start;
  cudaMalloc(&o, kBytes);
  cudaMalloc(&a, kBytes);
  cudaMalloc(&b, kBytes);
  cudaMalloc(&bins, 256);
  cudaMalloc(&index, kSize * 4);
  cudaMalloc(&start, 1025 * 4);
  cudaMemcpy(a, host, kBytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, kBytes, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 256);
  static int numbers[kSize];
  for (int i = 0; i < kSize; ++i) numbers[i] = i * 61 % kSize;
  cudaMemcpy(index, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  for (int i = 0; i <= 1024; ++i) numbers[i] = i * 3 - i / 4;
  cudaMemcpy(start, numbers, 1025 * 4, cudaMemcpyHostToDevice);
  const auto ints = reinterpret_cast<int*>(a);
  const auto bytes = reinterpret_cast<unsigned char*>(a);
  const int blocks = kSize / 256;
  copy_u8<<<blocks, 256>>>(reinterpret_cast<unsigned char*>(o), bytes);
  copy_u16<<<blocks, 256>>>(reinterpret_cast<unsigned short*>(o),
                            reinterpret_cast<unsigned short*>(a));
  copy_f32<<<blocks, 256>>>(o, a);
  copy_f64<<<blocks, 256>>>(reinterpret_cast<double*>(o), reinterpret_cast<double*>(a));
  copy_float2<<<blocks, 256>>>(reinterpret_cast<float2*>(o), reinterpret_cast<float2*>(a));
  copy_float4<<<blocks, 256>>>(reinterpret_cast<float4*>(o), reinterpret_cast<float4*>(a));
  copy_float3<<<blocks, 256>>>(reinterpret_cast<float3*>(o), reinterpret_cast<float3*>(a));
  strided_read<<<blocks, 256>>>(o, a, 3);
  strided_write<<<blocks, 256>>>(o, a, 5);
  offset_read<<<blocks, 256>>>(o, a, 7);
  reversed<<<blocks, 256>>>(o, a);
  uniform_read<<<blocks, 256>>>(o, a);
  gather<<<blocks, 256>>>(o, a, index);
  array_of_structures<<<blocks, 256>>>(o, reinterpret_cast<Particle*>(a));
  odd_lanes_only<<<blocks, 256>>>(o, a);
  early_exit<<<blocks, 256>>>(o, a, kSize - 75);
  loop_of_lane_length<<<4, 64>>>(o, a);
  grid_stride<<<3, 96>>>(o, a, 5000);
  guarded_loop<<<4, 128>>>(o, a, 500);
  collatz<<<8, 64>>>(reinterpret_cast<int*>(o), ints);
  count_bins<<<blocks, 256>>>(bins, ints);
  take_tickets<<<4, 128>>>(reinterpret_cast<int*>(o), bins);
  blur_2d<<<dim3(5, 9), dim3(16, 8)>>>(o, a, 70, 65);
  fill_3d<<<dim3(2, 3, 2), dim3(8, 4, 4)>>>(o, 13, 11, 7);
  rows_as_x<<<dim3(4, 8), dim3(16, 8)>>>(o, a, 60);
  shared_reverse<<<4, 256>>>(o, a);
  shared_stride<1><<<1, 256>>>(o, a);
  shared_stride<2><<<1, 256>>>(o, a);
  shared_stride<5><<<1, 256>>>(o, a);
  shared_stride<32><<<1, 256>>>(o, a);
  shared_f64<<<1, 256>>>(reinterpret_cast<double*>(o), reinterpret_cast<double*>(a), 1);
  shared_f64<<<1, 256>>>(reinterpret_cast<double*>(o), reinterpret_cast<double*>(a), 16);
  shared_float4<<<1, 256>>>(reinterpret_cast<float4*>(o), reinterpret_cast<float4*>(a), 1);
  shared_float4<<<1, 256>>>(reinterpret_cast<float4*>(o), reinterpret_cast<float4*>(a), 8);
  part_one<<<blocks, 256>>>(o, reinterpret_cast<float4*>(a));
  part_half<<<blocks, 256>>>(o, reinterpret_cast<float4*>(a));
  parts_apart<<<blocks, 256>>>(o, reinterpret_cast<float4*>(a));
  parts_three<<<blocks, 256>>>(o, reinterpret_cast<float4*>(a));
  part_of_double2<<<blocks, 256>>>(reinterpret_cast<double*>(o), reinterpret_cast<double2*>(a));
  parts_of_ushort4<<<blocks, 256>>>(reinterpret_cast<unsigned short*>(o),
                                    reinterpret_cast<ushort4*>(a));
  shared_parts<<<1, 256>>>(o, a);
  shared_bytes<<<1, 256>>>(reinterpret_cast<unsigned char*>(o), bytes);
  transpose_padded<<<dim3(4, 4), dim3(32, 8)>>>(o, a, 128);
  reduce_sequential<<<4, 256>>>(o, a);
  reduce_interleaved<<<4, 256>>>(o, a);
  sparse_rows<<<9, 128>>>(o, start, index, a, b, 1024);
  warp_sum<<<4, 256>>>(o, a);
  scan_block<<<1, 256>>>(o, a);
  product_naive<<<dim3(3, 5), dim3(16, 8)>>>(o, a, b, 40);
  product_tiled<<<dim3(3, 3), dim3(16, 16)>>>(o, a, b, 40);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
