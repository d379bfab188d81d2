// SPDX-License-Identifier: MIT
/// \file
/// Arithmetic, comparison and mathematics of one __half. Part of our cuda_fp16.h.
#pragma once
#pragma GCC system_header

#include "course_cuda/half_type.h"

#define COURSE_BINARY(NAME, INSTRUCTION, EXPRESSION) \
  COURSE_BOTH __half NAME(__half a, __half b) {      \
    COURSE_HALF_BODY(INSTRUCTION, EXPRESSION)        \
  }
#ifdef __CUDA_ARCH__
#define COURSE_HALF_BODY(INSTRUCTION, EXPRESSION)                           \
  unsigned short bits;                                                      \
  asm("{" INSTRUCTION " %0,%1,%2;}" : "=h"(bits) : "h"(a.__x), "h"(b.__x)); \
  return __ushort_as_half(bits);
#else
#define COURSE_HALF_BODY(INSTRUCTION, EXPRESSION)       \
  const float x = __half2float(a), y = __half2float(b); \
  return __float2half(EXPRESSION);
#endif
COURSE_BINARY(__hadd, "add.f16", x + y)
COURSE_BINARY(__hsub, "sub.f16", x - y)
COURSE_BINARY(__hmul, "mul.f16", x* y)
#undef COURSE_HALF_BODY
#undef COURSE_BINARY
// These are never contracted into a fused multiply-add; neither are ours.
COURSE_BOTH __half __hadd_rn(__half a, __half b) {
  return __hadd(a, b);
}
COURSE_BOTH __half __hsub_rn(__half a, __half b) {
  return __hsub(a, b);
}
COURSE_BOTH __half __hmul_rn(__half a, __half b) {
  return __hmul(a, b);
}
COURSE_BOTH __half __hdiv(__half a, __half b) {
  return __float2half(__half2float(a) / __half2float(b));
}
COURSE_DEVICE __half __hfma(__half a, __half b, __half c) {
  unsigned short bits;
  asm("{fma.rn.f16 %0,%1,%2,%3;}" : "=h"(bits) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
  return __ushort_as_half(bits);
}
COURSE_BOTH __half __hneg(__half a) {
  return __ushort_as_half(static_cast<unsigned short>(a.__x ^ 0x8000u));
}
COURSE_BOTH __half __habs(__half a) {
  return __ushort_as_half(static_cast<unsigned short>(a.__x & 0x7fffu));
}

#define COURSE_COMPARE(NAME, OPERATOR)                                   \
  COURSE_BOTH bool __h##NAME(__half a, __half b) {                       \
    return __half2float(a) OPERATOR __half2float(b);                     \
  }                                                                      \
  COURSE_BOTH bool operator OPERATOR(const __half& a, const __half& b) { \
    return __h##NAME(a, b);                                              \
  }
COURSE_COMPARE(eq, ==)
COURSE_COMPARE(ne, !=)
COURSE_COMPARE(lt, <)
COURSE_COMPARE(le, <=)
COURSE_COMPARE(gt, >)
COURSE_COMPARE(ge, >=)
#undef COURSE_COMPARE
COURSE_BOTH bool __hisnan(__half a) {
  return (a.__x & 0x7fffu) > 0x7c00u;
}
COURSE_BOTH int __hisinf(__half a) {
  return (a.__x & 0x7fffu) != 0x7c00u ? 0 : a.__x == 0x7c00u ? 1 : -1;
}
COURSE_BOTH __half __hmax(__half a, __half b) {
  return __hisnan(a) || a < b ? b : a;
}
COURSE_BOTH __half __hmin(__half a, __half b) {
  return __hisnan(a) || b < a ? b : a;
}

#define COURSE_OPERATOR(OPERATOR, NAME)                                    \
  COURSE_BOTH __half operator OPERATOR(const __half& a, const __half& b) { \
    return NAME(a, b);                                                     \
  }                                                                        \
  COURSE_BOTH __half& operator OPERATOR##=(__half& a, const __half& b) {   \
    return a = NAME(a, b);                                                 \
  }
COURSE_OPERATOR(+, __hadd)
COURSE_OPERATOR(-, __hsub)
COURSE_OPERATOR(*, __hmul)
COURSE_OPERATOR(/, __hdiv)
#undef COURSE_OPERATOR
COURSE_BOTH __half operator-(const __half& a) {
  return __hneg(a);
}
COURSE_BOTH __half operator+(const __half& a) {
  return a;
}

#define COURSE_MATH(NAME, EXPRESSION)   \
  COURSE_DEVICE __half NAME(__half a) { \
    const float x = __half2float(a);    \
    return __float2half(EXPRESSION);    \
  }
COURSE_MATH(hceil, ceilf(x))
COURSE_MATH(hcos, cosf(x))
COURSE_MATH(hexp, expf(x))
COURSE_MATH(hexp10, exp10f(x))
COURSE_MATH(hexp2, exp2f(x))
COURSE_MATH(hfloor, floorf(x))
COURSE_MATH(hlog, logf(x))
COURSE_MATH(hlog10, log10f(x))
COURSE_MATH(hlog2, log2f(x))
COURSE_MATH(hrcp, 1.0f / x)
COURSE_MATH(hrint, rintf(x))
COURSE_MATH(hrsqrt, 1.0f / sqrtf(x))
COURSE_MATH(hsin, sinf(x))
COURSE_MATH(hsqrt, sqrtf(x))
COURSE_MATH(htanh, tanhf(x))
COURSE_MATH(htrunc, truncf(x))
#undef COURSE_MATH

COURSE_DEVICE __half atomicAdd(__half* p, __half v) {
  unsigned short old;
  asm volatile("atom.add.noftz.f16 %0,[%1],%2;" : "=h"(old) : "l"(p), "h"(v.__x) : "memory");
  return __ushort_as_half(old);
}
#define COURSE_SHUFFLE(NAME, LANE)                                                               \
  COURSE_DEVICE __half NAME(unsigned int mask, __half v, LANE lane, int width = 32) {            \
    return __ushort_as_half(                                                                     \
        static_cast<unsigned short>(NAME(mask, static_cast<unsigned int>(v.__x), lane, width))); \
  }
COURSE_SHUFFLE(__shfl_sync, int)
COURSE_SHUFFLE(__shfl_up_sync, unsigned int)
COURSE_SHUFFLE(__shfl_down_sync, unsigned int)
COURSE_SHUFFLE(__shfl_xor_sync, int)
#undef COURSE_SHUFFLE
