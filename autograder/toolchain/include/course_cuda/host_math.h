// SPDX-License-Identifier: MIT
/// \file
/// The C library's mathematics, the std:: names of math.h's device functions, and CUDA's own
/// functions on the host.
///
/// Takes glibc's <math.h> without <cmath>, which alone costs as much time as compiling a small
/// program; a program that includes <cmath> later gets the whole. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "course_cuda/math.h"

namespace std {
using ::isfinite;
using ::isinf;
using ::isnan;
using ::isnormal;
using ::signbit;
}  // namespace std

// libstdc++'s way of asking its wrapper for the C header.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <math.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
// Functions in C++ (above).
#undef isfinite
#undef isinf
#undef isnan
#undef isnormal
#undef signbit

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace std {
using ::abs;
using ::acos;
using ::acosf;
using ::acosh;
using ::acoshf;
using ::asin;
using ::asinf;
using ::asinh;
using ::asinhf;
using ::atan;
using ::atan2;
using ::atan2f;
using ::atanf;
using ::atanh;
using ::atanhf;
using ::cbrt;
using ::cbrtf;
using ::ceil;
using ::ceilf;
using ::copysign;
using ::copysignf;
using ::cos;
using ::cosf;
using ::cosh;
using ::coshf;
using ::erf;
using ::erfc;
using ::erfcf;
using ::erff;
using ::exp;
using ::exp2;
using ::exp2f;
using ::expf;
using ::expm1;
using ::expm1f;
using ::fabs;
using ::fabsf;
using ::fdim;
using ::fdimf;
using ::floor;
using ::floorf;
using ::fma;
using ::fmaf;
using ::fmax;
using ::fmaxf;
using ::fmin;
using ::fminf;
using ::fmod;
using ::fmodf;
using ::frexp;
using ::frexpf;
using ::hypot;
using ::hypotf;
using ::ilogb;
using ::ilogbf;
using ::ldexp;
using ::ldexpf;
using ::lgamma;
using ::lgammaf;
using ::llrint;
using ::llrintf;
using ::llround;
using ::llroundf;
using ::log;
using ::log10;
using ::log10f;
using ::log1p;
using ::log1pf;
using ::log2;
using ::log2f;
using ::logb;
using ::logbf;
using ::logf;
using ::lrint;
using ::lrintf;
using ::lround;
using ::lroundf;
using ::modf;
using ::modff;
using ::nearbyint;
using ::nearbyintf;
using ::nextafter;
using ::nextafterf;
using ::pow;
using ::powf;
using ::remainder;
using ::remainderf;
using ::remquo;
using ::remquof;
using ::rint;
using ::rintf;
using ::round;
using ::roundf;
using ::scalbn;
using ::scalbnf;
using ::sin;
using ::sinf;
using ::sinh;
using ::sinhf;
using ::sqrt;
using ::sqrtf;
using ::tan;
using ::tanf;
using ::tanh;
using ::tanhf;
using ::tgamma;
using ::tgammaf;
using ::trunc;
using ::truncf;
}  // namespace std

COURSE_HOST float rsqrtf(float x) {
  return 1.0f / ::sqrtf(x);
}
COURSE_HOST double rsqrt(double x) {
  return 1.0 / ::sqrt(x);
}
COURSE_HOST float rcbrtf(float x) {
  return 1.0f / ::cbrtf(x);
}
COURSE_HOST double rcbrt(double x) {
  return 1.0 / ::cbrt(x);
}
COURSE_HOST float rhypotf(float x, float y) {
  return 1.0f / ::hypotf(x, y);
}
COURSE_HOST double rhypot(double x, double y) {
  return 1.0 / ::hypot(x, y);
}
COURSE_HOST double norm3d(double a, double b, double c) {
  return ::hypot(::hypot(a, b), c);
}
COURSE_HOST float norm3df(float a, float b, float c) {
  return ::hypotf(::hypotf(a, b), c);
}
COURSE_HOST double sinpi(double x) {
  return ::sin(::fmod(x, 2.0) * M_PI);
}
COURSE_HOST float sinpif(float x) {
  return static_cast<float>(sinpi(static_cast<double>(x)));
}
COURSE_HOST double cospi(double x) {
  return ::cos(::fmod(x, 2.0) * M_PI);
}
COURSE_HOST float cospif(float x) {
  return static_cast<float>(cospi(static_cast<double>(x)));
}
COURSE_HOST double normcdf(double x) {
  return 0.5 * ::erfc(-x * M_SQRT1_2);
}
COURSE_HOST float normcdff(float x) {
  return static_cast<float>(normcdf(static_cast<double>(x)));
}

// Fast functions in code for both sides: on the host the exact ones. The C library declares most of
// these names and defines none, so without a body a program would fail when it is opened.
#define COURSE_HOST_FAST extern "C" __host__ __inline__ __attribute__((always_inline, nodebug))
#define COURSE_FAST(NAME)                             \
  COURSE_HOST_FAST float __##NAME(float x) noexcept { \
    return ::NAME(x);                                 \
  }
COURSE_FAST(expf)
COURSE_FAST(exp10f)
COURSE_FAST(logf)
COURSE_FAST(log2f)
COURSE_FAST(log10f)
COURSE_FAST(sinf)
COURSE_FAST(cosf)
COURSE_FAST(tanf)
#undef COURSE_FAST
COURSE_HOST_FAST float __powf(float x, float y) noexcept {
  return ::powf(x, y);
}
COURSE_HOST_FAST void __sincosf(float x, float* s, float* c) noexcept {
  *s = ::sinf(x);
  *c = ::cosf(x);
}
#undef COURSE_HOST_FAST
COURSE_HOST float __fdividef(float x, float y) {
  return x / y;
}
COURSE_HOST float __saturatef(float x) {
  return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

// min and max of the global namespace, on both sides.
#define COURSE_MIN_MAX(T)       \
  COURSE_BOTH T min(T a, T b) { \
    return b < a ? b : a;       \
  }                             \
  COURSE_BOTH T max(T a, T b) { \
    return a < b ? b : a;       \
  }
COURSE_MIN_MAX(int)
COURSE_MIN_MAX(unsigned int)
COURSE_MIN_MAX(long)
COURSE_MIN_MAX(unsigned long)
COURSE_MIN_MAX(long long)
COURSE_MIN_MAX(unsigned long long)
#undef COURSE_MIN_MAX
COURSE_BOTH float min(float a, float b) {
  return __builtin_fminf(a, b);
}
COURSE_BOTH float max(float a, float b) {
  return __builtin_fmaxf(a, b);
}
COURSE_BOTH double min(double a, double b) {
  return __builtin_fmin(a, b);
}
COURSE_BOTH double max(double a, double b) {
  return __builtin_fmax(a, b);
}
// Mixed as C's arithmetic converts them.
COURSE_BOTH unsigned int min(int a, unsigned int b) {
  return min(static_cast<unsigned int>(a), b);
}
COURSE_BOTH unsigned int min(unsigned int a, int b) {
  return min(a, static_cast<unsigned int>(b));
}
COURSE_BOTH unsigned int max(int a, unsigned int b) {
  return max(static_cast<unsigned int>(a), b);
}
COURSE_BOTH unsigned int max(unsigned int a, int b) {
  return max(a, static_cast<unsigned int>(b));
}
COURSE_BOTH double min(float a, double b) {
  return min(static_cast<double>(a), b);
}
COURSE_BOTH double min(double a, float b) {
  return min(a, static_cast<double>(b));
}
COURSE_BOTH double max(float a, double b) {
  return max(static_cast<double>(a), b);
}
COURSE_BOTH double max(double a, float b) {
  return max(a, static_cast<double>(b));
}
