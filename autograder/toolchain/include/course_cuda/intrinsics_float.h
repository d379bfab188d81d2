// SPDX-License-Identifier: MIT
/// \file
/// Fast approximate functions, arithmetic with a given rounding, and conversions.
///
/// The instruction sequences are the ones nvcc emits. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "course_cuda/math.h"

COURSE_DEVICE float __expf(float x) {
  return __nvvm_ex2_approx_f(x * 1.4426950408889634f);
}
COURSE_DEVICE float __exp10f(float x) {
  return __nvvm_ex2_approx_f(x * 3.3219280948873623f);
}
COURSE_DEVICE float __log2f(float x) {
  return __nvvm_lg2_approx_f(x);
}
COURSE_DEVICE float __logf(float x) {
  return __nvvm_lg2_approx_f(x) * 0.69314718055994531f;
}
COURSE_DEVICE float __log10f(float x) {
  return __nvvm_lg2_approx_f(x) * 0.30102999566398120f;
}
COURSE_DEVICE float __sinf(float x) {
  return __nvvm_sin_approx_f(x);
}
COURSE_DEVICE float __cosf(float x) {
  return __nvvm_cos_approx_f(x);
}
COURSE_DEVICE float __fdividef(float x, float y) {
  return __nvvm_div_approx_f(x, y);
}
COURSE_DEVICE float __tanf(float x) {
  return __fdividef(__sinf(x), __cosf(x));
}
COURSE_DEVICE float __powf(float x, float y) {
  return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x));
}
COURSE_DEVICE float __saturatef(float x) {
  return __nvvm_saturate_f(x);
}
COURSE_DEVICE void __sincosf(float x, float* s, float* c) {
  *s = __sinf(x);
  *c = __cosf(x);
}
COURSE_DEVICE float __frsqrt_rn(float x) {
  return static_cast<float>(1.0 / __nvvm_sqrt_rn_d(static_cast<double>(x)));
}

// CUDA says nearest, zero, down, up (rn, rz, rd, ru); PTX rn, rz, rm, rp.
#define COURSE_ROUNDED(CUDA, PTX)                                   \
  COURSE_DEVICE float __fadd_##CUDA(float x, float y) {             \
    return __nvvm_add_##PTX##_f(x, y);                              \
  }                                                                 \
  COURSE_DEVICE float __fsub_##CUDA(float x, float y) {             \
    return __nvvm_add_##PTX##_f(x, -y);                             \
  }                                                                 \
  COURSE_DEVICE float __fmul_##CUDA(float x, float y) {             \
    return __nvvm_mul_##PTX##_f(x, y);                              \
  }                                                                 \
  COURSE_DEVICE float __fdiv_##CUDA(float x, float y) {             \
    return __nvvm_div_##PTX##_f(x, y);                              \
  }                                                                 \
  COURSE_DEVICE float __fmaf_##CUDA(float x, float y, float z) {    \
    return __nvvm_fma_##PTX##_f(x, y, z);                           \
  }                                                                 \
  COURSE_DEVICE float __frcp_##CUDA(float x) {                      \
    return __nvvm_rcp_##PTX##_f(x);                                 \
  }                                                                 \
  COURSE_DEVICE float __fsqrt_##CUDA(float x) {                     \
    return __nvvm_sqrt_##PTX##_f(x);                                \
  }                                                                 \
  COURSE_DEVICE double __dadd_##CUDA(double x, double y) {          \
    return __nvvm_add_##PTX##_d(x, y);                              \
  }                                                                 \
  COURSE_DEVICE double __dsub_##CUDA(double x, double y) {          \
    return __nvvm_add_##PTX##_d(x, -y);                             \
  }                                                                 \
  COURSE_DEVICE double __dmul_##CUDA(double x, double y) {          \
    return __nvvm_mul_##PTX##_d(x, y);                              \
  }                                                                 \
  COURSE_DEVICE double __ddiv_##CUDA(double x, double y) {          \
    return __nvvm_div_##PTX##_d(x, y);                              \
  }                                                                 \
  COURSE_DEVICE double __fma_##CUDA(double x, double y, double z) { \
    return __nvvm_fma_##PTX##_d(x, y, z);                           \
  }                                                                 \
  COURSE_DEVICE double __drcp_##CUDA(double x) {                    \
    return __nvvm_rcp_##PTX##_d(x);                                 \
  }                                                                 \
  COURSE_DEVICE double __dsqrt_##CUDA(double x) {                   \
    return __nvvm_sqrt_##PTX##_d(x);                                \
  }                                                                 \
  COURSE_DEVICE int __float2int_##CUDA(float x) {                   \
    return __nvvm_f2i_##PTX(x);                                     \
  }                                                                 \
  COURSE_DEVICE unsigned int __float2uint_##CUDA(float x) {         \
    return static_cast<unsigned int>(__nvvm_f2ui_##PTX(x));         \
  }                                                                 \
  COURSE_DEVICE long long __float2ll_##CUDA(float x) {              \
    return __nvvm_f2ll_##PTX(x);                                    \
  }                                                                 \
  COURSE_DEVICE unsigned long long __float2ull_##CUDA(float x) {    \
    return static_cast<unsigned long long>(__nvvm_f2ull_##PTX(x));  \
  }                                                                 \
  COURSE_DEVICE int __double2int_##CUDA(double x) {                 \
    return __nvvm_d2i_##PTX(x);                                     \
  }                                                                 \
  COURSE_DEVICE unsigned int __double2uint_##CUDA(double x) {       \
    return static_cast<unsigned int>(__nvvm_d2ui_##PTX(x));         \
  }                                                                 \
  COURSE_DEVICE long long __double2ll_##CUDA(double x) {            \
    return __nvvm_d2ll_##PTX(x);                                    \
  }                                                                 \
  COURSE_DEVICE unsigned long long __double2ull_##CUDA(double x) {  \
    return static_cast<unsigned long long>(__nvvm_d2ull_##PTX(x));  \
  }                                                                 \
  COURSE_DEVICE float __double2float_##CUDA(double x) {             \
    return __nvvm_d2f_##PTX(x);                                     \
  }                                                                 \
  COURSE_DEVICE float __int2float_##CUDA(int x) {                   \
    return __nvvm_i2f_##PTX(x);                                     \
  }                                                                 \
  COURSE_DEVICE float __uint2float_##CUDA(unsigned int x) {         \
    return __nvvm_ui2f_##PTX(x);                                    \
  }                                                                 \
  COURSE_DEVICE float __ll2float_##CUDA(long long x) {              \
    return __nvvm_ll2f_##PTX(x);                                    \
  }                                                                 \
  COURSE_DEVICE float __ull2float_##CUDA(unsigned long long x) {    \
    return __nvvm_ull2f_##PTX(x);                                   \
  }                                                                 \
  COURSE_DEVICE double __ll2double_##CUDA(long long x) {            \
    return __nvvm_ll2d_##PTX(x);                                    \
  }                                                                 \
  COURSE_DEVICE double __ull2double_##CUDA(unsigned long long x) {  \
    return __nvvm_ull2d_##PTX(x);                                   \
  }
COURSE_ROUNDED(rn, rn)
COURSE_ROUNDED(rz, rz)
COURSE_ROUNDED(rd, rm)
COURSE_ROUNDED(ru, rp)
#undef COURSE_ROUNDED

// Exact, so that there is one rounding only.
COURSE_DEVICE double __int2double_rn(int x) {
  return x;
}
COURSE_DEVICE double __uint2double_rn(unsigned int x) {
  return x;
}

COURSE_DEVICE int __float_as_int(float x) {
  return __builtin_bit_cast(int, x);
}
COURSE_DEVICE unsigned int __float_as_uint(float x) {
  return __builtin_bit_cast(unsigned int, x);
}
COURSE_DEVICE float __int_as_float(int x) {
  return __builtin_bit_cast(float, x);
}
COURSE_DEVICE float __uint_as_float(unsigned int x) {
  return __builtin_bit_cast(float, x);
}
COURSE_DEVICE long long __double_as_longlong(double x) {
  return __builtin_bit_cast(long long, x);
}
COURSE_DEVICE double __longlong_as_double(long long x) {
  return __builtin_bit_cast(double, x);
}
COURSE_DEVICE int __double2hiint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x) >> 32);
}
COURSE_DEVICE int __double2loint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x));
}
COURSE_DEVICE double __hiloint2double(int high, int low) {
  const unsigned long long bits = static_cast<unsigned long long>(static_cast<unsigned int>(high))
                                      << 32 |
                                  static_cast<unsigned int>(low);
  return __builtin_bit_cast(double, bits);
}
