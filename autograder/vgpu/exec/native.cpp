// SPDX-License-Identifier: MIT
// The device functions that the engine does itself: CUDA's mathematical library, lane by lane.
//
// The f32 functions are computed in double and rounded, the f64 ones are the C library's: both are
// within the errors that the CUDA programming guide states. Signatures come from the one list in
// toolchain/native_functions.def; native_test.cpp holds that every mathematical row has a handler.
#include <cmath>
#include <string_view>

#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_float.h"
#include "vgpu/exec/lane_ops.h"
#include "vgpu/exec/native_math.h"

namespace vgpu {
namespace {

using namespace baseline;

/// The hardware's NaN in place of whatever the C library made.
float proper(float x) {
  return x == x ? x : float_of(kNanF32);
}
double proper(double x) {
  return x == x ? x : double_of(kNanF64);
}
std::int32_t proper(std::int32_t x) {
  return x;
}
std::int64_t proper(std::int64_t x) {
  return x;
}

template <class R, class A>
void call1(const Lanes& lanes, const LaneOp& op, R (*f)(A)) {
  const A* a = lanes.source<A>(op.src[0]);
  R* d = lanes.result<R>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) { d[i] = proper(f(a[i])); });
}
template <class R, class A, class B>
void call2(const Lanes& lanes, const LaneOp& op, R (*f)(A, B)) {
  const A* a = lanes.source<A>(op.src[0]);
  const B* b = lanes.source<B>(op.src[1]);
  R* d = lanes.result<R>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) { d[i] = proper(f(a[i], b[i])); });
}
template <class T>
void call3(const Lanes& lanes, const LaneOp& op, T (*f)(T, T, T)) {
  const T* a = lanes.source<T>(op.src[0]);
  const T* b = lanes.source<T>(op.src[1]);
  const T* c = lanes.source<T>(op.src[2]);
  T* d = lanes.result<T>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) { d[i] = proper(f(a[i], b[i], c[i])); });
}
template <class T>
void call4(const Lanes& lanes, const LaneOp& op, T (*f)(T, T, T, T)) {
  const T* a = lanes.source<T>(op.src[0]);
  const T* b = lanes.source<T>(op.src[1]);
  const T* c = lanes.source<T>(op.src[2]);
  const T* e = lanes.source<T>(op.src[3]);
  T* d = lanes.result<T>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) { d[i] = proper(f(a[i], b[i], c[i], e[i])); });
}

// Handlers of f64 functions, and of the f32 functions made from them.
using Double1 = double (*)(double);
using Double2 = double (*)(double, double);
using Double3 = double (*)(double, double, double);
using Double4 = double (*)(double, double, double, double);

template <Double1 F>
struct One {
  static float narrow(float x) { return static_cast<float>(F(static_cast<double>(x))); }
  static void wide(const Lanes& lanes, const LaneOp& op) { call1<double, double>(lanes, op, F); }
  static void small(const Lanes& lanes, const LaneOp& op) {
    call1<float, float>(lanes, op, narrow);
  }
};
template <Double2 F>
struct Two {
  static float narrow(float x, float y) {
    return static_cast<float>(F(static_cast<double>(x), static_cast<double>(y)));
  }
  static void wide(const Lanes& lanes, const LaneOp& op) {
    call2<double, double, double>(lanes, op, F);
  }
  static void small(const Lanes& lanes, const LaneOp& op) {
    call2<float, float, float>(lanes, op, narrow);
  }
};
template <Double3 F>
struct Three {
  static float narrow(float x, float y, float z) {
    return static_cast<float>(
        F(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)));
  }
  static void wide(const Lanes& lanes, const LaneOp& op) { call3<double>(lanes, op, F); }
  static void small(const Lanes& lanes, const LaneOp& op) { call3<float>(lanes, op, narrow); }
};
template <Double4 F>
struct Four {
  static float narrow(float x, float y, float z, float w) {
    return static_cast<float>(F(static_cast<double>(x), static_cast<double>(y),
                                static_cast<double>(z), static_cast<double>(w)));
  }
  static void wide(const Lanes& lanes, const LaneOp& op) { call4<double>(lanes, op, F); }
  static void small(const Lanes& lanes, const LaneOp& op) { call4<float>(lanes, op, narrow); }
};

// Functions with integers among arguments or results, for each floating-point type.
template <class R, class A, R (*F)(A)>
void unlike1(const Lanes& lanes, const LaneOp& op) {
  call1<R, A>(lanes, op, F);
}
template <class R, class A, class B, R (*F)(A, B)>
void unlike2(const Lanes& lanes, const LaneOp& op) {
  call2<R, A, B>(lanes, op, F);
}

template <class T>
std::int32_t ilogb_of(T x) {
  // CUDA: INT_MIN for zero and NaN, INT_MAX for infinities.
  if (x == 0 || x != x) return std::int32_t{-2147483647} - 1;
  if (std::isinf(x)) return 2147483647;
  return std::ilogb(x);
}
template <class T>
std::int64_t saturated(T x) {
  constexpr std::int64_t kLeast = -9223372036854775807 - 1;
  if (!(x >= T{-0x1p63})) return kLeast;
  if (x >= T{0x1p63}) return 9223372036854775807;
  return static_cast<std::int64_t>(x);
}
template <class T>
std::int64_t llrint_of(T x) {
  return saturated(std::rint(x));
}
template <class T>
std::int64_t llround_of(T x) {
  return saturated(std::round(x));
}
template <class T>
T scalbn_of(T x, std::int32_t n) {
  return std::scalbn(x, n);
}
template <class T>
T powi_of(T x, std::int32_t n) {
  return static_cast<T>(native_math::powi(static_cast<double>(x), n));
}
template <class T>
T jn_of(std::int32_t n, T x) {
  return static_cast<T>(::jn(n, static_cast<double>(x)));
}
template <class T>
T yn_of(std::int32_t n, T x) {
  return static_cast<T>(::yn(n, static_cast<double>(x)));
}
float nextafter_f32(float x, float y) {
  return std::nextafter(x, y);
}
float logb_f32(float x) {
  return std::logb(x);
}
float fmod_f32(float x, float y) {
  return std::fmod(x, y);
}
float remainder_f32(float x, float y) {
  return std::remainder(x, y);
}
float round_f32(float x) {
  return std::round(x);
}
float fdim_f32(float x, float y) {
  return std::fdim(x, y);
}

struct Row {
  std::string_view name;
  LaneHandler handler;
};

/// The f64 and the f32 function of a name, for functions of one to four arguments.
#define VGPU_NATIVE1(name, function)         \
  {"__nv_" #name, &One<function>::wide}, {   \
    "__nv_" #name "f", &One<function>::small \
  }
#define VGPU_NATIVE2(name, function)         \
  {"__nv_" #name, &Two<function>::wide}, {   \
    "__nv_" #name "f", &Two<function>::small \
  }
#define VGPU_NATIVE3(name, function)           \
  {"__nv_" #name, &Three<function>::wide}, {   \
    "__nv_" #name "f", &Three<function>::small \
  }
#define VGPU_NATIVE4(name, function)          \
  {"__nv_" #name, &Four<function>::wide}, {   \
    "__nv_" #name "f", &Four<function>::small \
  }

constexpr Row kOneArgument[] = {
    VGPU_NATIVE1(acos, ::acos),
    VGPU_NATIVE1(acosh, ::acosh),
    VGPU_NATIVE1(asin, ::asin),
    VGPU_NATIVE1(asinh, ::asinh),
    VGPU_NATIVE1(atan, ::atan),
    VGPU_NATIVE1(atanh, ::atanh),
    VGPU_NATIVE1(cbrt, ::cbrt),
    VGPU_NATIVE1(cos, ::cos),
    VGPU_NATIVE1(cosh, ::cosh),
    VGPU_NATIVE1(cospi, native_math::cospi),
    VGPU_NATIVE1(cyl_bessel_i0, native_math::cyl_bessel_i0),
    VGPU_NATIVE1(cyl_bessel_i1, native_math::cyl_bessel_i1),
    VGPU_NATIVE1(erf, ::erf),
    VGPU_NATIVE1(erfc, ::erfc),
    VGPU_NATIVE1(erfcinv, native_math::erfcinv),
    VGPU_NATIVE1(erfcx, native_math::erfcx),
    VGPU_NATIVE1(erfinv, native_math::erfinv),
    VGPU_NATIVE1(exp, ::exp),
    VGPU_NATIVE1(exp10, ::exp10),
    VGPU_NATIVE1(exp2, ::exp2),
    VGPU_NATIVE1(expm1, ::expm1),
    VGPU_NATIVE1(j0, ::j0),
    VGPU_NATIVE1(j1, ::j1),
    VGPU_NATIVE1(lgamma, native_math::lgamma),
    VGPU_NATIVE1(log, ::log),
    VGPU_NATIVE1(log10, ::log10),
    VGPU_NATIVE1(log1p, ::log1p),
    VGPU_NATIVE1(log2, ::log2),
    VGPU_NATIVE1(rcbrt, native_math::rcbrt),
    VGPU_NATIVE1(rsqrt, native_math::rsqrt),
    VGPU_NATIVE1(sin, ::sin),
    VGPU_NATIVE1(sinh, ::sinh),
    VGPU_NATIVE1(sinpi, native_math::sinpi),
    VGPU_NATIVE1(tan, ::tan),
    VGPU_NATIVE1(tanh, ::tanh),
    VGPU_NATIVE1(tgamma, ::tgamma),
    VGPU_NATIVE1(y0, ::y0),
    VGPU_NATIVE1(y1, ::y1),
    {"__nv_logb", &One<::logb>::wide},
    {"__nv_logbf", &unlike1<float, float, logb_f32>},
    {"__nv_normcdf", &One<native_math::normcdf>::wide},
    {"__nv_normcdff", &One<native_math::normcdf>::small},
    {"__nv_normcdfinv", &One<native_math::normcdfinv>::wide},
    {"__nv_normcdfinvf", &One<native_math::normcdfinv>::small},
    {"__nv_round", &One<::round>::wide},
    {"__nv_roundf", &unlike1<float, float, round_f32>},
    {"__nv_ilogb", &unlike1<std::int32_t, double, ilogb_of<double>>},
    {"__nv_ilogbf", &unlike1<std::int32_t, float, ilogb_of<float>>},
    {"__nv_llrint", &unlike1<std::int64_t, double, llrint_of<double>>},
    {"__nv_llrintf", &unlike1<std::int64_t, float, llrint_of<float>>},
    {"__nv_llround", &unlike1<std::int64_t, double, llround_of<double>>},
    {"__nv_llroundf", &unlike1<std::int64_t, float, llround_of<float>>},
};

constexpr Row kMoreArguments[] = {
    VGPU_NATIVE2(atan2, ::atan2),
    VGPU_NATIVE2(hypot, ::hypot),
    VGPU_NATIVE2(pow, ::pow),
    VGPU_NATIVE2(rhypot, native_math::rhypot),
    VGPU_NATIVE3(norm3d, native_math::norm3d),
    VGPU_NATIVE3(rnorm3d, native_math::rnorm3d),
    VGPU_NATIVE4(norm4d, native_math::norm4d),
    VGPU_NATIVE4(rnorm4d, native_math::rnorm4d),
    {"__nv_fdim", &Two<::fdim>::wide},
    {"__nv_fdimf", &unlike2<float, float, float, fdim_f32>},
    {"__nv_fmod", &Two<::fmod>::wide},
    {"__nv_fmodf", &unlike2<float, float, float, fmod_f32>},
    {"__nv_nextafter", &Two<::nextafter>::wide},
    {"__nv_nextafterf", &unlike2<float, float, float, nextafter_f32>},
    {"__nv_remainder", &Two<::remainder>::wide},
    {"__nv_remainderf", &unlike2<float, float, float, remainder_f32>},
    {"__nv_jn", &unlike2<double, std::int32_t, double, jn_of<double>>},
    {"__nv_jnf", &unlike2<float, std::int32_t, float, jn_of<float>>},
    {"__nv_yn", &unlike2<double, std::int32_t, double, yn_of<double>>},
    {"__nv_ynf", &unlike2<float, std::int32_t, float, yn_of<float>>},
    {"__nv_powi", &unlike2<double, double, std::int32_t, powi_of<double>>},
    {"__nv_powif", &unlike2<float, float, std::int32_t, powi_of<float>>},
    {"__nv_scalbn", &unlike2<double, double, std::int32_t, scalbn_of<double>>},
    {"__nv_scalbnf", &unlike2<float, float, std::int32_t, scalbn_of<float>>},
};

#undef VGPU_NATIVE1
#undef VGPU_NATIVE2
#undef VGPU_NATIVE3
#undef VGPU_NATIVE4

struct Signature {
  std::string_view name;
  std::string_view signature;
};
constexpr Signature kSignatures[] = {
#define NATIVE(name, signature) {#name, signature},
#include "toolchain/native_functions.def"
#undef NATIVE
};

std::string_view signature_of(std::string_view name) {
  for (const Signature& row : kSignatures) {
    if (row.name == name) return row.signature;
  }
  return {};
}

}  // namespace

NativeFunction find_native(std::string_view name) {
  for (const Row& row : kOneArgument) {
    if (row.name == name) return {row.handler, signature_of(name)};
  }
  for (const Row& row : kMoreArguments) {
    if (row.name == name) return {row.handler, signature_of(name)};
  }
  return {};
}

}  // namespace vgpu
