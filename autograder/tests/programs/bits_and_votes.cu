// Integer intrinsics, votes, matches and shuffles of every kind against the host's arithmetic.
#include <cstdio>

__global__ void integers(const unsigned* in, unsigned* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned x = in[i], y = in[(i + 1) % count];
  unsigned r = __popc(x) + __clz(x) + __ffs(static_cast<int>(y)) + __brev(x);
  r ^= __byte_perm(x, y, 0x5140) + __funnelshift_l(x, y, 7) + __funnelshift_r(x, y, i);
  r += __umulhi(x, y) + __popcll(static_cast<unsigned long long>(x) << 32 | y);
  r ^= __usad(x, y, r) + __umul24(x, y) + x / (y | 1) + x % 1000;
  out[i] = r;
}

__global__ void matches(const int* values, const long long* wide, unsigned* out) {
  const int lane = threadIdx.x;
  const unsigned all = 0xFFFFFFFF;
  out[lane] = __match_any_sync(all, values[lane]);
  out[32 + lane] = __match_any_sync(all, wide[lane]);
  int same = 0;
  out[64 + lane] = __match_all_sync(all, values[lane] >= 0 ? 1 : 0, &same) + same;
  out[96 + lane] = __ballot_sync(all, values[lane] % 2 == 0);
  out[128 + lane] = __any_sync(all, lane == 40) * 2 + __all_sync(all, lane < 32);
  const int up = __shfl_up_sync(all, values[lane], 3);
  const int down = __shfl_down_sync(all, values[lane], 5, 16);
  out[160 + lane] = up * 100 + down;
  out[192 + lane] =
      __shfl_xor_sync(all, values[lane], 7) * 100 + __shfl_sync(all, values[lane], lane * 3, 8);
  if (lane < 8) out[224 + lane] = __activemask();
}

int main() {
  constexpr int kCount = 1000;
  static unsigned host[kCount], result[kCount];
  unsigned seed = 1;
  for (unsigned& value : host) value = seed = seed * 1664525U + 1013904223U;
  unsigned *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  integers<<<4, 256>>>(in, out, kCount);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned value : result) sum = sum * 31 + value;
  std::printf("integers: %u %u %u, all: %u\n", result[0], result[500], result[999], sum);

  int values[32], *device_values;
  long long wide[32], *device_wide;
  for (int i = 0; i < 32; ++i) {
    values[i] = i * 5 % 11;
    wide[i] = (i % 4) * 0x100000000LL;
  }
  cudaMalloc(&device_values, sizeof values);
  cudaMalloc(&device_wide, sizeof wide);
  cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(device_wide, wide, sizeof wide, cudaMemcpyHostToDevice);
  matches<<<1, 32>>>(device_values, device_wide, out);
  cudaMemcpy(result, out, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("match %08x %08x %08x\n", result[0], result[32 + 1], result[64]);
  std::printf("votes %08x %u\n", result[96], result[128]);
  std::printf("shuffles %u %u %u %u\n", result[160 + 5], result[160 + 14], result[192 + 9],
              result[192 + 30]);
  std::printf("active %08x\n", result[224 + 3]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(device_values);
  cudaFree(device_wide);
  return 0;
}
