// SPDX-License-Identifier: MIT
/// \file
/// The mathematical functions in device code: sqrtf, sqrt(float), std::sqrt and so on.
///
/// What the processor has as one instruction is that instruction; the rest calls __nv_ functions
/// that the engine executes (toolchain/native_functions.def). They are declared before any standard
/// header, because libstdc++'s constexpr versions would else be taken for device code and end in
/// library calls that a GPU does not have. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "course_cuda/qualifiers.h"

namespace course_cuda {
// Traits of the compiler's in a struct, because it cannot mangle them in a signature.
template <class T>
struct IsIntegral {
  static constexpr bool value = __is_integral(T);
};
template <class T>
struct IsFloating {
  static constexpr bool value = __is_floating_point(T);
};
template <class T, class U>
struct IsMixed {
  static constexpr bool value =
      __is_arithmetic(T) && __is_arithmetic(U) && !(__is_same(T, U) && __is_floating_point(T));
};
/// Has a member `type`, R, where the condition holds.
template <bool CONDITION, class R>
struct When {};
template <class R>
struct When<true, R> {
  using type = R;
};
/// Integers are computed with as doubles, and so are mixed arguments, like in <cmath>.
template <class T>
using IntegerAsDouble = When<IsIntegral<T>::value, double>;
template <class T, class U>
using MixedAsDouble = When<IsMixed<T, U>::value, double>;
}  // namespace course_cuda

#define COURSE_NATIVE extern "C" __device__ __attribute__((const, nothrow))

// One argument. NAMEf(float), NAME(float), NAME(double), NAME(integer) from two bodies.
#define COURSE_OVERLOADS_1(NAME, FLOAT_BODY, DOUBLE_BODY)                  \
  COURSE_DEVICE float NAME##f(float x) {                                   \
    return FLOAT_BODY;                                                     \
  }                                                                        \
  COURSE_DEVICE float NAME(float x) {                                      \
    return FLOAT_BODY;                                                     \
  }                                                                        \
  COURSE_DEVICE double NAME(double x) {                                    \
    return DOUBLE_BODY;                                                    \
  }                                                                        \
  template <class T>                                                       \
  COURSE_DEVICE typename course_cuda::IntegerAsDouble<T>::type NAME(T x) { \
    return NAME(static_cast<double>(x));                                   \
  }
#define COURSE_NATIVE_1(NAME)                \
  COURSE_NATIVE float __nv_##NAME##f(float); \
  COURSE_NATIVE double __nv_##NAME(double);  \
  COURSE_OVERLOADS_1(NAME, __nv_##NAME##f(x), __nv_##NAME(x))
#define COURSE_BUILTIN_1(NAME) COURSE_OVERLOADS_1(NAME, __builtin_##NAME##f(x), __builtin_##NAME(x))

// Two arguments of one type, or mixed.
#define COURSE_OVERLOADS_2(NAME, FLOAT_BODY, DOUBLE_BODY)                        \
  COURSE_DEVICE float NAME##f(float x, float y) {                                \
    return FLOAT_BODY;                                                           \
  }                                                                              \
  COURSE_DEVICE float NAME(float x, float y) {                                   \
    return FLOAT_BODY;                                                           \
  }                                                                              \
  COURSE_DEVICE double NAME(double x, double y) {                                \
    return DOUBLE_BODY;                                                          \
  }                                                                              \
  template <class T, class U>                                                    \
  COURSE_DEVICE typename course_cuda::MixedAsDouble<T, U>::type NAME(T x, U y) { \
    return NAME(static_cast<double>(x), static_cast<double>(y));                 \
  }
#define COURSE_NATIVE_2(NAME)                       \
  COURSE_NATIVE float __nv_##NAME##f(float, float); \
  COURSE_NATIVE double __nv_##NAME(double, double); \
  COURSE_OVERLOADS_2(NAME, __nv_##NAME##f(x, y), __nv_##NAME(x, y))

COURSE_NATIVE_1(acos)
COURSE_NATIVE_1(acosh)
COURSE_NATIVE_1(asin)
COURSE_NATIVE_1(asinh)
COURSE_NATIVE_1(atan)
COURSE_NATIVE_1(atanh)
COURSE_NATIVE_1(cbrt)
COURSE_NATIVE_1(cos)
COURSE_NATIVE_1(cosh)
COURSE_NATIVE_1(erf)
COURSE_NATIVE_1(erfc)
COURSE_NATIVE_1(exp)
COURSE_NATIVE_1(exp2)
COURSE_NATIVE_1(expm1)
COURSE_NATIVE_1(lgamma)
COURSE_NATIVE_1(log)
COURSE_NATIVE_1(log10)
COURSE_NATIVE_1(log1p)
COURSE_NATIVE_1(log2)
COURSE_NATIVE_1(logb)
COURSE_NATIVE_1(sin)
COURSE_NATIVE_1(sinh)
COURSE_NATIVE_1(tan)
COURSE_NATIVE_1(tanh)
COURSE_NATIVE_1(tgamma)
// CUDA's own, not in <cmath>.
COURSE_NATIVE_1(cospi)
COURSE_NATIVE_1(cyl_bessel_i0)
COURSE_NATIVE_1(cyl_bessel_i1)
COURSE_NATIVE_1(erfcinv)
COURSE_NATIVE_1(erfcx)
COURSE_NATIVE_1(erfinv)
COURSE_NATIVE_1(exp10)
COURSE_NATIVE_1(j0)
COURSE_NATIVE_1(j1)
COURSE_NATIVE_1(normcdf)
COURSE_NATIVE_1(normcdfinv)
COURSE_NATIVE_1(rcbrt)
COURSE_NATIVE_1(sinpi)
COURSE_NATIVE_1(y0)
COURSE_NATIVE_1(y1)

COURSE_BUILTIN_1(ceil)
COURSE_BUILTIN_1(fabs)
COURSE_BUILTIN_1(floor)
COURSE_BUILTIN_1(nearbyint)
COURSE_BUILTIN_1(rint)
COURSE_BUILTIN_1(round)
COURSE_BUILTIN_1(trunc)
COURSE_OVERLOADS_1(sqrt, __nvvm_sqrt_rn_f(x), __nvvm_sqrt_rn_d(x))
COURSE_NATIVE double __nv_rsqrt(double);
COURSE_OVERLOADS_1(rsqrt, __nvvm_rsqrt_approx_f(x), __nv_rsqrt(x))

COURSE_NATIVE_2(atan2)
COURSE_NATIVE_2(fmod)
COURSE_NATIVE_2(hypot)
COURSE_NATIVE_2(pow)
COURSE_NATIVE_2(remainder)
COURSE_NATIVE_2(rhypot)
COURSE_OVERLOADS_2(copysign, __builtin_copysignf(x, y), __builtin_copysign(x, y))
COURSE_OVERLOADS_2(fdim, x <= y ? 0.0f : x - y, x <= y ? 0.0 : x - y)
COURSE_OVERLOADS_2(fmax, __builtin_fmaxf(x, y), __builtin_fmax(x, y))
COURSE_OVERLOADS_2(fmin, __builtin_fminf(x, y), __builtin_fmin(x, y))
COURSE_NATIVE_2(nextafter)

#undef COURSE_BUILTIN_1
#undef COURSE_NATIVE_2
#undef COURSE_OVERLOADS_2
#undef COURSE_NATIVE_1
#undef COURSE_OVERLOADS_1

COURSE_DEVICE float fmaf(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
COURSE_DEVICE float fma(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
COURSE_DEVICE double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
COURSE_DEVICE float fdividef(float x, float y) {
  return x / y;
}

COURSE_DEVICE int abs(int x) {
  return x < 0 ? -x : x;
}
COURSE_DEVICE long abs(long x) {
  return x < 0 ? -x : x;
}
COURSE_DEVICE long long abs(long long x) {
  return x < 0 ? -x : x;
}
COURSE_DEVICE float abs(float x) {
  return __builtin_fabsf(x);
}
COURSE_DEVICE double abs(double x) {
  return __builtin_fabs(x);
}
COURSE_DEVICE long labs(long x) {
  return x < 0 ? -x : x;
}
COURSE_DEVICE long long llabs(long long x) {
  return x < 0 ? -x : x;
}

// To integers. `long` has 64 bits.
#define COURSE_TO_INTEGER(NAME, TYPE, FLOAT_BODY, DOUBLE_BODY) \
  COURSE_DEVICE TYPE NAME##f(float x) {                        \
    return FLOAT_BODY;                                         \
  }                                                            \
  COURSE_DEVICE TYPE NAME(float x) {                           \
    return FLOAT_BODY;                                         \
  }                                                            \
  COURSE_DEVICE TYPE NAME(double x) {                          \
    return DOUBLE_BODY;                                        \
  }
COURSE_NATIVE int __nv_ilogbf(float);
COURSE_NATIVE int __nv_ilogb(double);
COURSE_TO_INTEGER(ilogb, int, __nv_ilogbf(x), __nv_ilogb(x))
COURSE_TO_INTEGER(lrint, long, __nvvm_f2ll_rn(x), __nvvm_d2ll_rn(x))
COURSE_TO_INTEGER(llrint, long long, __nvvm_f2ll_rn(x), __nvvm_d2ll_rn(x))
COURSE_TO_INTEGER(lround, long, __nvvm_f2ll_rz(__builtin_roundf(x)),
                  __nvvm_d2ll_rz(__builtin_round(x)))
COURSE_TO_INTEGER(llround, long long, __nvvm_f2ll_rz(__builtin_roundf(x)),
                  __nvvm_d2ll_rz(__builtin_round(x)))
#undef COURSE_TO_INTEGER

// With an integer argument.
COURSE_NATIVE float __nv_scalbnf(float, int);
COURSE_NATIVE double __nv_scalbn(double, int);
COURSE_DEVICE float scalbnf(float x, int n) {
  return __nv_scalbnf(x, n);
}
COURSE_DEVICE float scalbn(float x, int n) {
  return __nv_scalbnf(x, n);
}
COURSE_DEVICE double scalbn(double x, int n) {
  return __nv_scalbn(x, n);
}
COURSE_DEVICE float ldexpf(float x, int n) {
  return __nv_scalbnf(x, n);
}
COURSE_DEVICE float ldexp(float x, int n) {
  return __nv_scalbnf(x, n);
}
COURSE_DEVICE double ldexp(double x, int n) {
  return __nv_scalbn(x, n);
}
COURSE_NATIVE float __nv_jnf(int, float);
COURSE_NATIVE double __nv_jn(int, double);
COURSE_NATIVE float __nv_ynf(int, float);
COURSE_NATIVE double __nv_yn(int, double);
COURSE_DEVICE float jnf(int n, float x) {
  return __nv_jnf(n, x);
}
COURSE_DEVICE double jn(int n, double x) {
  return __nv_jn(n, x);
}
COURSE_DEVICE float ynf(int n, float x) {
  return __nv_ynf(n, x);
}
COURSE_DEVICE double yn(int n, double x) {
  return __nv_yn(n, x);
}

// Lengths of vectors.
COURSE_NATIVE float __nv_norm3df(float, float, float);
COURSE_NATIVE double __nv_norm3d(double, double, double);
COURSE_NATIVE float __nv_rnorm3df(float, float, float);
COURSE_NATIVE double __nv_rnorm3d(double, double, double);
COURSE_NATIVE float __nv_norm4df(float, float, float, float);
COURSE_NATIVE double __nv_norm4d(double, double, double, double);
COURSE_NATIVE float __nv_rnorm4df(float, float, float, float);
COURSE_NATIVE double __nv_rnorm4d(double, double, double, double);
COURSE_DEVICE float norm3df(float a, float b, float c) {
  return __nv_norm3df(a, b, c);
}
COURSE_DEVICE double norm3d(double a, double b, double c) {
  return __nv_norm3d(a, b, c);
}
COURSE_DEVICE float rnorm3df(float a, float b, float c) {
  return __nv_rnorm3df(a, b, c);
}
COURSE_DEVICE double rnorm3d(double a, double b, double c) {
  return __nv_rnorm3d(a, b, c);
}
COURSE_DEVICE float norm4df(float a, float b, float c, float d) {
  return __nv_norm4df(a, b, c, d);
}
COURSE_DEVICE double norm4d(double a, double b, double c, double d) {
  return __nv_norm4d(a, b, c, d);
}
COURSE_DEVICE float rnorm4df(float a, float b, float c, float d) {
  return __nv_rnorm4df(a, b, c, d);
}
COURSE_DEVICE double rnorm4d(double a, double b, double c, double d) {
  return __nv_rnorm4d(a, b, c, d);
}
COURSE_DEVICE float normf(int count, const float* p) {
  float length = 0;
  for (int i = 0; i < count; ++i) length = __nv_hypotf(length, p[i]);
  return length;
}
COURSE_DEVICE double norm(int count, const double* p) {
  double length = 0;
  for (int i = 0; i < count; ++i) length = __nv_hypot(length, p[i]);
  return length;
}

// Two results.
COURSE_DEVICE void sincosf(float x, float* s, float* c) {
  *s = __nv_sinf(x);
  *c = __nv_cosf(x);
}
COURSE_DEVICE void sincos(double x, double* s, double* c) {
  *s = __nv_sin(x);
  *c = __nv_cos(x);
}
COURSE_DEVICE void sincospif(float x, float* s, float* c) {
  *s = __nv_sinpif(x);
  *c = __nv_cospif(x);
}
COURSE_DEVICE void sincospi(double x, double* s, double* c) {
  *s = __nv_sinpi(x);
  *c = __nv_cospi(x);
}
#define COURSE_TWO_RESULTS(TYPE, SUFFIX, MODF, FREXP, REMQUO)        \
  COURSE_DEVICE TYPE MODF(TYPE x, TYPE* whole) {                     \
    *whole = __builtin_trunc##SUFFIX(x);                             \
    const TYPE rest = __builtin_isinf(x) ? TYPE(0) : x - *whole;     \
    return __builtin_copysign##SUFFIX(rest, x);                      \
  }                                                                  \
  COURSE_DEVICE TYPE FREXP(TYPE x, int* exponent) {                  \
    const bool as_is = x == 0 || !__builtin_isfinite(x);             \
    *exponent = as_is ? 0 : __nv_ilogb##SUFFIX(x) + 1;               \
    return as_is ? x : __nv_scalbn##SUFFIX(x, -*exponent);           \
  }                                                                  \
  COURSE_DEVICE TYPE REMQUO(TYPE x, TYPE y, int* quotient) {         \
    const TYPE rest = __nv_remainder##SUFFIX(x, y);                  \
    const TYPE turns = __builtin_rint##SUFFIX((x - rest) / y);       \
    *quotient = static_cast<int>(__nv_fmod##SUFFIX(turns, TYPE(8))); \
    return rest;                                                     \
  }
COURSE_TWO_RESULTS(float, f, modff, frexpf, remquof)
COURSE_TWO_RESULTS(float, f, modf, frexp, remquo)
COURSE_TWO_RESULTS(double, , modf, frexp, remquo)
#undef COURSE_TWO_RESULTS

COURSE_DEVICE float nanf(const char*) {
  return __builtin_nanf("");
}
COURSE_DEVICE double nan(const char*) {
  return __builtin_nan("");
}

// Classification. Templates, so that they make way for <cmath>'s functions of the same names; in
// C's <math.h> they are macros with the same effect.
#define COURSE_CLASSIFY(NAME, BODY)                                                           \
  template <class T>                                                                          \
  COURSE_BOTH typename course_cuda::When<course_cuda::IsFloating<T>::value, bool>::type NAME( \
      T x) {                                                                                  \
    return BODY;                                                                              \
  }
COURSE_CLASSIFY(isfinite, __builtin_isfinite(x))
COURSE_CLASSIFY(isinf, __builtin_isinf(x))
COURSE_CLASSIFY(isnan, __builtin_isnan(x))
COURSE_CLASSIFY(isnormal, __builtin_isnormal(x))
COURSE_CLASSIFY(signbit, __builtin_signbit(x))
#undef COURSE_CLASSIFY
