// Numbers of 16 bits, alone and in pairs.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__global__ void halves(half* out, const half* in, half2* pairs, float* wide) {
  const int t = threadIdx.x;
  const half a = in[t], b = __float2half(0.5f);
  out[t] = __hadd(a, b) * a - __hdiv(a, b);
  out[t + 32] = __hfma(a, b, __hneg(a));
  if (__hgt(a, b) && a != b) out[t] = hsqrt(__habs(a));
  wide[t] = __half2float(__hmax(a, b)) + __half2float(__shfl_xor_sync(0xffffffffu, a, 1));
  const half2 pair = __halves2half2(a, b);
  pairs[t] = __hfma2(pair, pairs[t], __float2half2_rn(1.5f)) + __hmul2(pair, pair);
  wide[t + 32] = __low2float(pairs[t]) + __half22float2(pair).y + __half2int_rn(a);
  atomicAdd(&pairs[32], pair);
  atomicAdd(&out[64], a);
}

__global__ void bfloats(__nv_bfloat16* out, const __nv_bfloat16* in) {
  const __nv_bfloat16 a = in[threadIdx.x];
  out[threadIdx.x] = a * __float2bfloat16(2.0f) + __nv_bfloat16(1.0f);
  if (a < out[0]) out[threadIdx.x] = __hneg(a) - a;
}

int main() {
  const half x = __float2half(1.0f / 3.0f), tiny = __float2half(1e-6f), huge = __float2half(1e6f);
  const float back[] = {__half2float(x), __half2float(tiny), __half2float(huge)};
  const float brain = __bfloat162float(__float2bfloat16(1.0f / 3.0f));
  std::printf("%.9g %.9g %.9g %.9g\n", back[0], back[1], back[2], brain);
  return 0;
}
