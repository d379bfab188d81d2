// Shuffles of every type, votes, matches and barriers; each thread folds what it got into one
// number.
#include <cstdio>

constexpr unsigned kAll = 0xffffffffu;

__device__ int shuffles(int lane) {
  float sum = static_cast<float>(lane);
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(kAll, sum, offset);
  const float total = __shfl_sync(kAll, sum, 0);
  const double d = __shfl_xor_sync(kAll, lane * 0.5, 1);
  const long long l = __shfl_up_sync(kAll, 1ll << lane, 1, 16);
  const unsigned u = __shfl_sync(kAll, static_cast<unsigned>(lane), lane + 1, 8);
  const unsigned long long w = __shfl_down_sync(kAll, static_cast<unsigned long long>(lane), 3);
  const size_t s = __shfl_xor_sync(kAll, static_cast<size_t>(lane), 2);
  return static_cast<int>(total + d) + static_cast<int>(l + u + w + s);
}

__device__ int votes(int lane) {
  int same = 0;
  int result = __any_sync(kAll, lane == 3) + __all_sync(kAll, lane < 32);
  result += __popc(__ballot_sync(kAll, lane % 3 == 0)) + __popc(__activemask());
  result += __popc(__match_any_sync(kAll, lane / 4)) + __popc(__match_any_sync(kAll, lane * 0.5));
  result += static_cast<int>(__match_all_sync(kAll, 7ll, &same)) + same;
  return result;
}

__global__ void warp_operations(int* out) {
  const int lane = threadIdx.x % warpSize;
  int result = shuffles(lane) + votes(lane);
  __syncwarp();
  result +=
      __syncthreads_count(lane < 5) + __syncthreads_and(lane >= 0) + __syncthreads_or(lane == 40);
  out[threadIdx.x] = result;
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  warp_operations<<<1, 64>>>(out);
  int host[64];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  std::printf("%d %d\n", host[0], host[63]);
  return 0;
}
