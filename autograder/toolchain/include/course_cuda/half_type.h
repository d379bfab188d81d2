// SPDX-License-Identifier: MIT
/// \file
/// The type __half and its conversions. Part of our cuda_fp16.h.
#pragma once
#pragma GCC system_header

#include "vector_types.h"

/// The bits of a half, as intrinsics exchange them.
struct __half_raw {
  unsigned short x;
};

namespace course_cuda {
/// float to the nearest half, ties to even; on the host, where there is no instruction for it.
COURSE_BOTH unsigned short half_bits(float value) {
  const unsigned int bits = __builtin_bit_cast(unsigned int, value);
  const unsigned int sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7fff;                                        // NaN
  if (magnitude >= 0x477ff000u) return static_cast<unsigned short>(sign | 0x7c00u);  // infinity
  if (magnitude < 0x38800000u) {  // denormal: adding 0.5 aligns the result's bits
    const float aligned = __builtin_bit_cast(float, magnitude) + 0.5f;
    return static_cast<unsigned short>(sign |
                                       (__builtin_bit_cast(unsigned int, aligned) & 0xffffu));
  }
  const unsigned int odd = magnitude >> 13 & 1u;
  return static_cast<unsigned short>(sign | ((magnitude + 0xfffu + odd - 0x38000000u) >> 13));
}
COURSE_BOTH float half_value(unsigned short bits) {
  const unsigned int sign = (bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
  if (magnitude >= 0x7c00u) {
    return __builtin_bit_cast(float, sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
  }
  // Multiplying moves the exponent, also of denormals.
  const float scaled = __builtin_bit_cast(float, magnitude << 13) * 0x1p112f;
  return __builtin_bit_cast(float, sign | __builtin_bit_cast(unsigned int, scaled));
}
}  // namespace course_cuda

struct __half;
COURSE_BOTH __half __float2half(float value);
COURSE_BOTH float __half2float(__half value);

/// A number of 16 bits: 11 bits of precision, at most 65,504.
struct __align__(2) __half {
  unsigned short __x;

  __half() = default;
  __attribute__((nodebug)) __host__ __device__ constexpr __half(__half_raw raw) : __x(raw.x) {}
#define COURSE_FROM(T)                                         \
  __attribute__((nodebug)) __host__ __device__ __half(T value) \
      : __x(__float2half(static_cast<float>(value)).__x) {}
  COURSE_FROM(float)
  COURSE_FROM(double)
  COURSE_FROM(short)
  COURSE_FROM(unsigned short)
  COURSE_FROM(int)
  COURSE_FROM(unsigned int)
  COURSE_FROM(long)
  COURSE_FROM(unsigned long)
  COURSE_FROM(long long)
  COURSE_FROM(unsigned long long)
#undef COURSE_FROM
  __attribute__((nodebug)) __host__ __device__ operator __half_raw() const {
    return __half_raw{__x};
  }
  __attribute__((nodebug)) __host__ __device__ operator float() const {
    return __half2float(*this);
  }
};
typedef __half half;
typedef __half __nv_half;

COURSE_BOTH __half __ushort_as_half(unsigned short bits) {
  return __half(__half_raw{bits});
}
COURSE_BOTH unsigned short __half_as_ushort(__half value) {
  return value.__x;
}
COURSE_BOTH __half __short_as_half(short bits) {
  return __ushort_as_half(static_cast<unsigned short>(bits));
}
COURSE_BOTH short __half_as_short(__half value) {
  return static_cast<short>(value.__x);
}

COURSE_BOTH __half __float2half(float value) {
#ifdef __CUDA_ARCH__
  unsigned short bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return __ushort_as_half(bits);
#else
  return __ushort_as_half(course_cuda::half_bits(value));
#endif
}
COURSE_BOTH float __half2float(__half value) {
#ifdef __CUDA_ARCH__
  float result;
  asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(value.__x));
  return result;
#else
  return course_cuda::half_value(value.__x);
#endif
}
COURSE_BOTH __half __float2half_rn(float value) {
  return __float2half(value);
}
COURSE_BOTH __half __double2half(double value) {
  return __float2half(static_cast<float>(value));
}

#define COURSE_FROM_FLOAT(ROUNDING, PTX)                          \
  COURSE_DEVICE __half __float2half_##ROUNDING(float value) {     \
    unsigned short bits;                                          \
    asm("cvt." PTX ".f16.f32 %0, %1;" : "=h"(bits) : "f"(value)); \
    return __ushort_as_half(bits);                                \
  }
COURSE_FROM_FLOAT(rz, "rz")
COURSE_FROM_FLOAT(rd, "rm")
COURSE_FROM_FLOAT(ru, "rp")
#undef COURSE_FROM_FLOAT

#define COURSE_INTEGER(NAME, T)                                   \
  COURSE_BOTH __half __##NAME##2half_rn(T value) {                \
    return __half(value);                                         \
  }                                                               \
  COURSE_DEVICE T __half2##NAME##_rn(__half value) {              \
    return static_cast<T>(__builtin_rintf(__half2float(value)));  \
  }                                                               \
  COURSE_BOTH T __half2##NAME##_rz(__half value) {                \
    return static_cast<T>(__half2float(value));                   \
  }                                                               \
  COURSE_DEVICE T __half2##NAME##_rd(__half value) {              \
    return static_cast<T>(__builtin_floorf(__half2float(value))); \
  }                                                               \
  COURSE_DEVICE T __half2##NAME##_ru(__half value) {              \
    return static_cast<T>(__builtin_ceilf(__half2float(value)));  \
  }
COURSE_INTEGER(short, short)
COURSE_INTEGER(ushort, unsigned short)
COURSE_INTEGER(int, int)
COURSE_INTEGER(uint, unsigned int)
COURSE_INTEGER(ll, long long)
COURSE_INTEGER(ull, unsigned long long)
#undef COURSE_INTEGER
