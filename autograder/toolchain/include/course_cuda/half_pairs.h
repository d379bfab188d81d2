// SPDX-License-Identifier: MIT
/// \file
/// __half2: two halves that one instruction works on. Part of our cuda_fp16.h.
#pragma once
#pragma GCC system_header

#include "course_cuda/half_operations.h"

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __attribute__((nodebug)) __host__ __device__ __half2(const __half& a, const __half& b)
      : x(a), y(b) {}
};
typedef __half2 half2;
typedef __half2 __nv_half2;

namespace course_cuda {
COURSE_BOTH unsigned int pair_bits(__half2 v) {
  return __builtin_bit_cast(unsigned int, v);
}
COURSE_BOTH __half2 pair_of(unsigned int bits) {
  return __half2(__ushort_as_half(static_cast<unsigned short>(bits)),
                 __ushort_as_half(static_cast<unsigned short>(bits >> 16)));
}
template <>
struct ComponentsOf<__half> : Components<unsigned short, 1> {};
template <>
struct ComponentsOf<__half2> : Components<unsigned int, 1> {};
}  // namespace course_cuda

COURSE_BOTH __half2 make_half2(__half a, __half b) {
  return __half2(a, b);
}
COURSE_BOTH __half2 __halves2half2(__half a, __half b) {
  return __half2(a, b);
}
COURSE_BOTH __half2 __half2half2(__half a) {
  return __half2(a, a);
}
COURSE_BOTH __half2 __float2half2_rn(float a) {
  return __half2half2(__float2half(a));
}
COURSE_BOTH __half2 __floats2half2_rn(float a, float b) {
  return __half2(__float2half(a), __float2half(b));
}
COURSE_BOTH __half2 __float22half2_rn(float2 v) {
  return __floats2half2_rn(v.x, v.y);
}
COURSE_BOTH float2 __half22float2(__half2 v) {
  return float2{__half2float(v.x), __half2float(v.y)};
}
COURSE_BOTH __half __low2half(__half2 v) {
  return v.x;
}
COURSE_BOTH __half __high2half(__half2 v) {
  return v.y;
}
COURSE_BOTH float __low2float(__half2 v) {
  return __half2float(v.x);
}
COURSE_BOTH float __high2float(__half2 v) {
  return __half2float(v.y);
}
COURSE_BOTH __half2 __low2half2(__half2 v) {
  return __half2(v.x, v.x);
}
COURSE_BOTH __half2 __high2half2(__half2 v) {
  return __half2(v.y, v.y);
}
COURSE_BOTH __half2 __lows2half2(__half2 a, __half2 b) {
  return __half2(a.x, b.x);
}
COURSE_BOTH __half2 __highs2half2(__half2 a, __half2 b) {
  return __half2(a.y, b.y);
}
COURSE_BOTH __half2 __lowhigh2highlow(__half2 v) {
  return __half2(v.y, v.x);
}

#ifdef __CUDA_ARCH__
#define COURSE_BINARY_2(NAME, ONE, INSTRUCTION)                            \
  COURSE_BOTH __half2 NAME(__half2 a, __half2 b) {                         \
    unsigned int bits;                                                     \
    asm("{" INSTRUCTION " %0,%1,%2;}"                                      \
        : "=r"(bits)                                                       \
        : "r"(course_cuda::pair_bits(a)), "r"(course_cuda::pair_bits(b))); \
    return course_cuda::pair_of(bits);                                     \
  }
#else
#define COURSE_BINARY_2(NAME, ONE, INSTRUCTION)    \
  COURSE_BOTH __half2 NAME(__half2 a, __half2 b) { \
    return __half2(ONE(a.x, b.x), ONE(a.y, b.y));  \
  }
#endif
COURSE_BINARY_2(__hadd2, __hadd, "add.f16x2")
COURSE_BINARY_2(__hsub2, __hsub, "sub.f16x2")
COURSE_BINARY_2(__hmul2, __hmul, "mul.f16x2")
#undef COURSE_BINARY_2
COURSE_DEVICE __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  unsigned int bits;
  asm("{fma.rn.f16x2 %0,%1,%2,%3;}"
      : "=r"(bits)
      : "r"(course_cuda::pair_bits(a)), "r"(course_cuda::pair_bits(b)),
        "r"(course_cuda::pair_bits(c)));
  return course_cuda::pair_of(bits);
}
// The rest a half at a time.
#define COURSE_PAIRWISE_1(NAME, ONE)    \
  COURSE_BOTH __half2 NAME(__half2 a) { \
    return __half2(ONE(a.x), ONE(a.y)); \
  }
#define COURSE_PAIRWISE_1_DEVICE(NAME, ONE) \
  COURSE_DEVICE __half2 NAME(__half2 a) {   \
    return __half2(ONE(a.x), ONE(a.y));     \
  }
#define COURSE_PAIRWISE_2(NAME, ONE)               \
  COURSE_BOTH __half2 NAME(__half2 a, __half2 b) { \
    return __half2(ONE(a.x, b.x), ONE(a.y, b.y));  \
  }
COURSE_PAIRWISE_1(__hneg2, __hneg)
COURSE_PAIRWISE_1(__habs2, __habs)
COURSE_PAIRWISE_2(__h2div, __hdiv)
COURSE_PAIRWISE_2(__hmax2, __hmax)
COURSE_PAIRWISE_2(__hmin2, __hmin)
COURSE_PAIRWISE_1_DEVICE(h2ceil, hceil)
COURSE_PAIRWISE_1_DEVICE(h2cos, hcos)
COURSE_PAIRWISE_1_DEVICE(h2exp, hexp)
COURSE_PAIRWISE_1_DEVICE(h2exp2, hexp2)
COURSE_PAIRWISE_1_DEVICE(h2floor, hfloor)
COURSE_PAIRWISE_1_DEVICE(h2log, hlog)
COURSE_PAIRWISE_1_DEVICE(h2log2, hlog2)
COURSE_PAIRWISE_1_DEVICE(h2rcp, hrcp)
COURSE_PAIRWISE_1_DEVICE(h2rint, hrint)
COURSE_PAIRWISE_1_DEVICE(h2rsqrt, hrsqrt)
COURSE_PAIRWISE_1_DEVICE(h2sin, hsin)
COURSE_PAIRWISE_1_DEVICE(h2sqrt, hsqrt)
COURSE_PAIRWISE_1_DEVICE(h2tanh, htanh)
COURSE_PAIRWISE_1_DEVICE(h2trunc, htrunc)
#undef COURSE_PAIRWISE_2
#undef COURSE_PAIRWISE_1_DEVICE
#undef COURSE_PAIRWISE_1

// 1 where it holds, else 0, in each half; and "in both halves".
#define COURSE_COMPARE_2(NAME)                                 \
  COURSE_BOTH __half2 __h##NAME##2(__half2 a, __half2 b) {     \
    return __half2(__half(__h##NAME(a.x, b.x) ? 1.0f : 0.0f),  \
                   __half(__h##NAME(a.y, b.y) ? 1.0f : 0.0f)); \
  }                                                            \
  COURSE_BOTH bool __hb##NAME##2(__half2 a, __half2 b) {       \
    return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y);         \
  }
COURSE_COMPARE_2(eq)
COURSE_COMPARE_2(ne)
COURSE_COMPARE_2(lt)
COURSE_COMPARE_2(le)
COURSE_COMPARE_2(gt)
COURSE_COMPARE_2(ge)
#undef COURSE_COMPARE_2

#define COURSE_OPERATOR_2(OPERATOR, NAME)                                     \
  COURSE_BOTH __half2 operator OPERATOR(const __half2& a, const __half2& b) { \
    return NAME(a, b);                                                        \
  }                                                                           \
  COURSE_BOTH __half2& operator OPERATOR##=(__half2& a, const __half2& b) {   \
    return a = NAME(a, b);                                                    \
  }
COURSE_OPERATOR_2(+, __hadd2)
COURSE_OPERATOR_2(-, __hsub2)
COURSE_OPERATOR_2(*, __hmul2)
COURSE_OPERATOR_2(/, __h2div)
#undef COURSE_OPERATOR_2
COURSE_BOTH __half2 operator-(const __half2& a) {
  return __hneg2(a);
}

COURSE_DEVICE __half2 atomicAdd(__half2* p, __half2 v) {
  unsigned int old;
  asm volatile("atom.add.noftz.f16x2 %0,[%1],%2;"
               : "=r"(old)
               : "l"(p), "r"(course_cuda::pair_bits(v))
               : "memory");
  return course_cuda::pair_of(old);
}
#define COURSE_SHUFFLE_2(NAME, LANE)                                                    \
  COURSE_DEVICE __half2 NAME(unsigned int mask, __half2 v, LANE lane, int width = 32) { \
    return course_cuda::pair_of(NAME(mask, course_cuda::pair_bits(v), lane, width));    \
  }
COURSE_SHUFFLE_2(__shfl_sync, int)
COURSE_SHUFFLE_2(__shfl_up_sync, unsigned int)
COURSE_SHUFFLE_2(__shfl_down_sync, unsigned int)
COURSE_SHUFFLE_2(__shfl_xor_sync, int)
#undef COURSE_SHUFFLE_2
