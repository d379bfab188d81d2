// SPDX-License-Identifier: MIT
// Accesses outside of global memory, on either side, near and far, of all widths. `finds:` names
// what is found on a line; nothing else may be found.
#include "faults.h"

struct Particle {
  float mass;
  float place[3];
};

__device__ int table[4] = {1, 2, 3, 4};

__global__ void write_from(int* a, int first) {
  a[(int)threadIdx.x + first] = 1;  // finds: out_of_bounds_write
}
__global__ void read_from(const int* a, int* out, int first) {
  out[threadIdx.x] = a[(int)threadIdx.x + first];  // finds: out_of_bounds_read
}
__global__ void add_from(int* a, int first) {
  atomicAdd(a + threadIdx.x + first, 1);  // finds: out_of_bounds_write
}
__global__ void exchange(int* a, int* out, int n) {
  out[0] = atomicCAS(&a[n], 0, 5);  // finds: out_of_bounds_write
}
__global__ void read_bytes(const char* a, int* out, int n) {
  out[threadIdx.x] = a[n + threadIdx.x];  // finds: out_of_bounds_read
}
__global__ void read_halves(const short* a, int* out, int n) {
  out[threadIdx.x] = a[n - threadIdx.x];  // finds: out_of_bounds_read
}
__global__ void read_doubles(const double* a, double* out, int n) {
  out[threadIdx.x] = a[threadIdx.x + n];  // finds: out_of_bounds_read
}
__global__ void read_vector(const float4* a, float4* out, int n) {
  out[threadIdx.x] = a[threadIdx.x + n];  // finds: out_of_bounds_read
}
__global__ void write_pair(float2* a, int n) {
  a[threadIdx.x + n] = make_float2(1, 2);  // finds: out_of_bounds_write
}
__global__ void far_away(int* a, long long n) {
  a[n] = 1;  // finds: out_of_bounds_write
}
__global__ void row_too_far(const float* a, float* out, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * width + x] = a[(y + 1) * width + x];  // finds: out_of_bounds_read
  if (y > height) out[0] = 0;
}
__global__ void columns_swapped(float* out, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height) out[x * width + y] = 1;  // finds: out_of_bounds_write
}
__global__ void field_of_next(Particle* p, int n) {
  p[n].place[2] = 1;  // finds: out_of_bounds_write
}
__global__ void field_past_end(Particle* p, int n, int axis) {
  p[n - 1].place[axis] = 1;  // finds: out_of_bounds_write
}
__global__ void no_guard(const float* a, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = a[i];  // finds: out_of_bounds_read
  out[i] = 2 * x;        // finds: out_of_bounds_write
}
__global__ void guard_off_by_one(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = 1;  // finds: out_of_bounds_write
}
__global__ void halo(const float* a, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float left = a[i - 1];   // finds: out_of_bounds_read
  const float right = a[i + 1];  // finds: out_of_bounds_read
  out[i] = left + right;
}
__global__ void grid_stride(float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n + 1; i += gridDim.x * blockDim.x) {
    out[i] = 1;  // finds: out_of_bounds_write
  }
}
__global__ void of_table(int* out, int k) {
  out[threadIdx.x] = table[threadIdx.x + k];  // finds: out_of_bounds_read
}
__global__ void into_table(int k) {
  table[k] = 9;  // finds: out_of_bounds_write
}
__global__ void neighbour(int* a, int* b) {
  const long long apart = b - a;
  a[apart / 2] = 1;  // finds: out_of_bounds_write
}
__global__ void nothing_is_there(int* a) {
  a[0] = 1;  // finds: out_of_bounds_write
}
__global__ void null_plus_index(int* a) {
  a[threadIdx.x + 1] += 1;  // finds: out_of_bounds_read out_of_bounds_write
}
__global__ void pointer_of_host(const int* a, int* out) {
  out[threadIdx.x] = a[threadIdx.x];  // finds: out_of_bounds_read
}
__global__ void pointer_of_garbage(int* out, unsigned long long address) {
  out[0] = *(int*)address;  // finds: out_of_bounds_read
}
__global__ void whole_struct(const Particle* p, Particle* out, int n) {
  out[0] = p[n];  // finds: out_of_bounds_read
}
__global__ void string_end(const char* text, int* out) {
  int n = 0;
  while (text[n] != 0) ++n;  // finds: out_of_bounds_read
  *out = n;
}

int main() {
  int* out = zeros<int>(1024);
  write_from<<<1, 64>>>(zeros<int>(64), 1);
  write_from<<<1, 64>>>(zeros<int>(64), -1);
  read_from<<<1, 64>>>(zeros<int>(64), out, 1);
  read_from<<<1, 64>>>(zeros<int>(64), out, -3);
  add_from<<<1, 64>>>(zeros<int>(64), 1);
  add_from<<<1, 32>>>(zeros<int>(64), -1);
  exchange<<<1, 1>>>(zeros<int>(8), out, 8);
  read_bytes<<<1, 32>>>(zeros<char>(33), out, 2);
  read_halves<<<1, 32>>>(zeros<short>(31), out, 30);
  read_doubles<<<1, 32>>>(zeros<double>(32), zeros<double>(32), 1);
  read_vector<<<1, 32>>>(zeros<float4>(32), zeros<float4>(32), 1);
  write_pair<<<1, 32>>>(zeros<float2>(32), 1);
  far_away<<<1, 1>>>(zeros<int>(4), 1LL << 31);
  far_away<<<1, 1>>>(zeros<int>(4), -(1LL << 31));
  row_too_far<<<1, dim3(8, 4)>>>(zeros<float>(32), zeros<float>(32), 8, 4);
  columns_swapped<<<1, dim3(8, 4)>>>(zeros<float>(32), 8, 4);
  field_of_next<<<1, 1>>>(zeros<Particle>(5), 5);
  field_past_end<<<1, 1>>>(zeros<Particle>(5), 5, 3);
  no_guard<<<4, 32>>>(zeros<float>(100), zeros<float>(100));
  guard_off_by_one<<<4, 32>>>(zeros<float>(100), 100);
  halo<<<4, 32>>>(zeros<float>(100), zeros<float>(100), 100);
  grid_stride<<<2, 32>>>(zeros<float>(100), 100);
  of_table<<<1, 4>>>(out, 1);
  of_table<<<1, 4>>>(out, -1);
  into_table<<<1, 1>>>(4);
  neighbour<<<1, 1>>>(zeros<int>(4), zeros<int>(4));
  whole_struct<<<1, 1>>>(zeros<Particle>(3), zeros<Particle>(1), 3);
  next();
  nothing_is_there<<<1, 1>>>(nullptr);
  next();
  null_plus_index<<<1, 2>>>(nullptr);
  next();
  static int on_host[32] = {1, 2, 3};
  pointer_of_host<<<1, 32>>>(on_host, zeros<int>(32));
  next();
  pointer_of_garbage<<<1, 1>>>(zeros<int>(1), 0x7777'0000'0000'1234ULL);
  next();
  char* text = zeros<char>(16);
  cudaMemset(text, 'x', 16);
  string_end<<<1, 1>>>(text, zeros<int>(1));
  next();
}
