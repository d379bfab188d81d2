// SPDX-License-Identifier: MIT
// The approximate functions: ex2, lg2, sin, cos, tanh, rcp, rsqrt, sqrt and div .approx.
//
// Computed in double and rounded to float: at most half a unit off, where the hardware's tables are
// one or two units off. Special values follow the tables of the PTX ISA manual. Compiled once.
#include <cmath>

#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_float.h"
#include "vgpu/exec/lane_ops.h"
#include "vgpu/exec/native_math.h"

namespace vgpu {
namespace {

using namespace baseline;
using ptx::Opcode;
using ptx::Type;

double reciprocal(double x) {
  return 1.0 / x;
}
double reciprocal_root(double x) {
  return 1.0 / __builtin_sqrt(x);
}

/// LaneOp::imm: .ftz.
template <double (*F)(double)>
void approximate(const Lanes& lanes, const LaneOp& op) {
  const bool ftz = op.imm != 0;
  const float* a = lanes.source<float>(op.src[0]);
  float* d = lanes.result<float>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) {
    const float x = ftz ? flush(a[i]) : a[i];
    const float r = with_nan(static_cast<float>(F(static_cast<double>(x))), x);
    d[i] = ftz ? flush(r) : r;
  });
}

/// The f64 forms look at the upper half of the operand and give the upper half of the result.
template <double (*F)(double)>
void approximate_f64(const Lanes& lanes, const LaneOp& op) {
  const auto upper = [](double x) { return double_of(bits_of(x) & 0xFFFFFFFF00000000); };
  const bool ftz = op.imm != 0;
  const auto normal = [ftz](double x) {
    if (!ftz) return x;
    const std::uint64_t bits = bits_of(x);
    return double_of((bits & 0x7FF0000000000000) == 0 ? bits & 0x8000000000000000 : bits);
  };
  const double* a = lanes.source<double>(op.src[0]);
  double* d = lanes.result<double>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) {
    const double x = a[i];
    const double r = F(normal(upper(x)));
    d[i] = x != x ? quiet(x) : r == r ? normal(upper(r)) : double_of(kNanF64);
  });
}

/// div.approx: a * (1 / b), where 1 / b is flushed to zero for 2^126 < |b| < 2^128.
float divide_approximately(float a, float b) {
  const float magnitude = float_of(bits_of(b) & 0x7FFFFFFF);
  if (magnitude > 0x1p126F && magnitude <= 0x1.fffffep127F) {
    return with_nan(a * float_of(bits_of(b) & 0x80000000), a, b);
  }
  return with_nan(static_cast<float>(static_cast<double>(a) / static_cast<double>(b)), a, b);
}
template <bool Full>
void divide(const Lanes& lanes, const LaneOp& op) {
  const bool ftz = op.imm != 0;
  binary<float, float, float>(lanes, op, [ftz](float x, float y) {
    const float a = ftz ? flush(x) : x;
    const float b = ftz ? flush(y) : y;
    const float r = Full ? with_nan(a / b, a, b) : divide_approximately(a, b);
    return ftz ? flush(r) : r;
  });
}

/// The hardware first multiplies by 1/(2 pi) in single precision, cut off: for large arguments that
/// decides the result.
double turns(double x) {
  const double exact = x * static_cast<double>(0.159154936671257019F);
  const auto rounded = static_cast<float>(exact);
  const bool away = std::fabs(static_cast<double>(rounded)) > std::fabs(exact);
  return static_cast<double>(away ? float_of(bits_of(rounded) - 1) : rounded);
}
double sine(double x) {
  return native_math::sinpi(2 * turns(x));
}
double cosine(double x) {
  return native_math::cospi(2 * turns(x));
}
double power_of_two(double x) {
  return ::exp2(x);
}
double binary_logarithm(double x) {
  return ::log2(x);
}
double hyperbolic_tangent(double x) {
  return ::tanh(x);
}
double square_root(double x) {
  return __builtin_sqrt(x);
}

template <double (*F)(double)>
Selection choose(const SelectContext& context) {
  return {&approximate<F>, context.in.mod.ftz ? 1U : 0U, 1, true};
}

Selection choose_f64(const SelectContext& context, LaneHandler handler) {
  return {handler, context.in.mod.ftz ? 1U : 0U, 1, true};
}

}  // namespace

Selection select_approximate(const SelectContext& context) {
  const bool f64 = context.in.mod.type == Type::F64;
  switch (context.in.opcode) {
    case Opcode::Sin:
      return choose<sine>(context);
    case Opcode::Cos:
      return choose<cosine>(context);
    case Opcode::Lg2:
      return choose<binary_logarithm>(context);
    case Opcode::Ex2:
      return choose<power_of_two>(context);
    case Opcode::Tanh:
      return choose<hyperbolic_tangent>(context);
    case Opcode::Rcp:
      return f64 ? choose_f64(context, &approximate_f64<reciprocal>) : choose<reciprocal>(context);
    case Opcode::Rsqrt:
      return f64 ? choose_f64(context, &approximate_f64<reciprocal_root>)
                 : choose<reciprocal_root>(context);
    case Opcode::Sqrt:
      return choose<square_root>(context);
    case Opcode::Div:
      return {context.in.mod.full ? &divide<true> : &divide<false>, context.in.mod.ftz ? 1U : 0U, 1,
              true};
    default:
      return {};
  }
}

}  // namespace vgpu
