// What the language has beyond plain kernels: templates, lambdas, constexpr functions of the
// standard library in device code, dynamic shared memory, structs by value, device variables,
// conversions of the index variables.
#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>
#include <utility>

struct Strides {
  int shape[4];
  int stride[4];
  int rank;
};

__constant__ float weights[4] = {1.0f, 2.0f, 3.0f, 4.0f};
__device__ int calls = 0;

template <class Function>
__global__ void apply(float* out, int n, Function function) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = function(i);
}

__host__ __device__ int offset_of(const Strides& s, int flat) {
  int offset = 0;
  for (int d = s.rank - 1; d >= 0; --d) {
    offset += flat % s.shape[d] * s.stride[d];
    flat /= s.shape[d];
  }
  return offset;
}

__global__ void gather(float* out, const float* in, const __grid_constant__ Strides s, int n) {
  extern __shared__ float staged[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  staged[threadIdx.x] = i < n ? in[offset_of(s, i)] : 0.0f;
  __syncthreads();
  if (i < n) out[i] = staged[threadIdx.x] * weights[i & 3];
  if (threadIdx.x == 0) atomicAdd(&calls, 1);
}

__global__ void indices(unsigned* out) {
  const uint3 thread = threadIdx;
  const dim3 block = blockDim;
  const dim3 same(threadIdx);
  const auto where = blockIdx;
  out[0] = thread.x + block.y + same.z + where.x + gridDim.z;
}

__global__ void standard_library(float* out, const int* in) {
  std::array<int, 4> values{in[0], in[1], in[2], in[3]};
  std::sort(values.begin(), values.end());
  const auto [low, high] = std::minmax(values[0], values[3]);
  std::pair<int, float> pair{values[1], 0.5f};
  std::tuple<int, int> tuple{low, high};
  std::swap(values[0], values[1]);
  out[0] = std::max(pair.second, 1.0f) + std::min({low, high, 3}) + std::get<1>(tuple);
  out[1] = static_cast<float>(std::clamp(in[4], 0, 9) + values[0]);
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
  const float factor = 2.0f;
  apply<<<1, 64>>>(out, 64, [factor] __device__(int i) { return factor * i; });
  apply<<<1, 64>>>(out, 64, [=] __host__ __device__(int i) { return factor + i; });
  const Strides strides{{4, 4, 1, 1}, {1, 4, 0, 0}, 2};
  gather<<<1, 16, 16 * sizeof(float)>>>(out, in, strides, 16);
  indices<<<1, 1>>>(reinterpret_cast<unsigned*>(out));
  standard_library<<<1, 1>>>(out, reinterpret_cast<const int*>(in));
  int count = 0;
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  const float fresh[4] = {4, 3, 2, 1};
  cudaMemcpyToSymbol(weights, fresh, sizeof fresh);
  cudaFree(out);
  cudaFree(in);
  std::printf("%d\n", count);
  return count == 1 ? 0 : 1;
}
