// SPDX-License-Identifier: MIT
/// \file
/// __nv_bfloat16 for clang: float with the lower half cut off. Arithmetic goes through float, as
/// nvcc's does below compute capability 8.0.
///
/// Tested by header_test.cpp and build_test.cpp (half.cu).
#pragma once
#pragma GCC system_header

#include "cuda_runtime.h"

/// A number of 16 bits: 8 bits of precision, the range of float.
struct __align__(2) __nv_bfloat16 {
  unsigned short __x;

  __nv_bfloat16() = default;
  // To nearest, ties to even; a NaN stays one.
  __attribute__((nodebug)) __host__ __device__ __nv_bfloat16(float value) {
    const unsigned int bits = __builtin_bit_cast(unsigned int, value);
    const bool is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
    __x =
        static_cast<unsigned short>(is_nan ? 0x7fffu : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
  }
#define COURSE_FROM(T)                                                \
  __attribute__((nodebug)) __host__ __device__ __nv_bfloat16(T value) \
      : __nv_bfloat16(static_cast<float>(value)) {}
  COURSE_FROM(double)
  COURSE_FROM(int)
  COURSE_FROM(unsigned int)
  COURSE_FROM(long long)
  COURSE_FROM(unsigned long long)
#undef COURSE_FROM
  __attribute__((nodebug)) __host__ __device__ operator float() const {
    return __builtin_bit_cast(float, static_cast<unsigned int>(__x) << 16);
  }
};
typedef __nv_bfloat16 nv_bfloat16;

COURSE_BOTH __nv_bfloat16 __float2bfloat16(float value) {
  return __nv_bfloat16(value);
}
COURSE_BOTH __nv_bfloat16 __float2bfloat16_rn(float value) {
  return __nv_bfloat16(value);
}
COURSE_BOTH __nv_bfloat16 __double2bfloat16(double value) {
  return __nv_bfloat16(value);
}
COURSE_BOTH float __bfloat162float(__nv_bfloat16 value) {
  return static_cast<float>(value);
}
COURSE_BOTH unsigned short __bfloat16_as_ushort(__nv_bfloat16 value) {
  return value.__x;
}
COURSE_BOTH __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  __nv_bfloat16 result;
  result.__x = bits;
  return result;
}

#define COURSE_BINARY(NAME, OPERATOR)                                                           \
  COURSE_BOTH __nv_bfloat16 NAME(__nv_bfloat16 a, __nv_bfloat16 b) {                            \
    return __nv_bfloat16(static_cast<float>(a) OPERATOR static_cast<float>(b));                 \
  }                                                                                             \
  COURSE_BOTH __nv_bfloat16 operator OPERATOR(const __nv_bfloat16& a, const __nv_bfloat16& b) { \
    return NAME(a, b);                                                                          \
  }                                                                                             \
  COURSE_BOTH __nv_bfloat16& operator OPERATOR##=(__nv_bfloat16& a, const __nv_bfloat16& b) {   \
    return a = NAME(a, b);                                                                      \
  }
COURSE_BINARY(__hadd, +)
COURSE_BINARY(__hsub, -)
COURSE_BINARY(__hmul, *)
COURSE_BINARY(__hdiv, /)
#undef COURSE_BINARY
COURSE_BOTH __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __nv_bfloat16(
      __builtin_fmaf(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
}
COURSE_BOTH __nv_bfloat16 __hneg(__nv_bfloat16 a) {
  return __ushort_as_bfloat16(static_cast<unsigned short>(a.__x ^ 0x8000u));
}
COURSE_BOTH __nv_bfloat16 __habs(__nv_bfloat16 a) {
  return __ushort_as_bfloat16(static_cast<unsigned short>(a.__x & 0x7fffu));
}
COURSE_BOTH __nv_bfloat16 operator-(const __nv_bfloat16& a) {
  return __hneg(a);
}

#define COURSE_COMPARE(NAME, OPERATOR)                                                 \
  COURSE_BOTH bool NAME(__nv_bfloat16 a, __nv_bfloat16 b) {                            \
    return static_cast<float>(a) OPERATOR static_cast<float>(b);                       \
  }                                                                                    \
  COURSE_BOTH bool operator OPERATOR(const __nv_bfloat16& a, const __nv_bfloat16& b) { \
    return NAME(a, b);                                                                 \
  }
COURSE_COMPARE(__heq, ==)
COURSE_COMPARE(__hne, !=)
COURSE_COMPARE(__hlt, <)
COURSE_COMPARE(__hle, <=)
COURSE_COMPARE(__hgt, >)
COURSE_COMPARE(__hge, >=)
#undef COURSE_COMPARE
COURSE_BOTH bool __hisnan(__nv_bfloat16 a) {
  return (a.__x & 0x7fffu) > 0x7f80u;
}
COURSE_BOTH __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) || a < b ? b : a;
}
COURSE_BOTH __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) || b < a ? b : a;
}

/// Two of them.
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __attribute__((nodebug)) __host__ __device__ __nv_bfloat162(const __nv_bfloat16& a,
                                                              const __nv_bfloat16& b)
      : x(a), y(b) {}
};
typedef __nv_bfloat162 nv_bfloat162;
COURSE_BOTH __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
COURSE_BOTH __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
COURSE_BOTH __nv_bfloat162 __float2bfloat162_rn(float a) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a));
}
COURSE_BOTH __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
}
COURSE_BOTH float2 __bfloat1622float2(__nv_bfloat162 v) {
  return float2{static_cast<float>(v.x), static_cast<float>(v.y)};
}
COURSE_BOTH __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x + b.x, a.y + b.y);
}
COURSE_BOTH __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x * b.x, a.y * b.y);
}
COURSE_BOTH __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

namespace course_cuda {
template <>
struct ComponentsOf<__nv_bfloat16> : Components<unsigned short, 1> {};
template <>
struct ComponentsOf<__nv_bfloat162> : Components<unsigned int, 1> {};
}  // namespace course_cuda

#define COURSE_SHUFFLE(NAME, LANE)                                                               \
  COURSE_DEVICE __nv_bfloat16 NAME(unsigned int mask, __nv_bfloat16 v, LANE lane,                \
                                   int width = 32) {                                             \
    return __ushort_as_bfloat16(                                                                 \
        static_cast<unsigned short>(NAME(mask, static_cast<unsigned int>(v.__x), lane, width))); \
  }
COURSE_SHUFFLE(__shfl_sync, int)
COURSE_SHUFFLE(__shfl_up_sync, unsigned int)
COURSE_SHUFFLE(__shfl_down_sync, unsigned int)
COURSE_SHUFFLE(__shfl_xor_sync, int)
#undef COURSE_SHUFFLE
