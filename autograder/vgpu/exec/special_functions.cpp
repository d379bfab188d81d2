// SPDX-License-Identifier: MIT
// The approximate functions: ex2, lg2, sin, cos, tanh of f32; rcp and rsqrt of f64. The others, an
// operation or two each, are in floating.cpp.
//
// Computed to about half a unit of the last place, where the hardware's tables are one or two units
// off. Special values follow the tables of the PTX ISA manual. Compiled once.
#include <cmath>
#include <numbers>

#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_float.h"
#include "vgpu/exec/lane_ops.h"

namespace vgpu {
namespace {

using namespace baseline;
using ptx::Opcode;

double reciprocal(double x) {
  return 1.0 / x;
}
double reciprocal_root(double x) {
  return 1.0 / __builtin_sqrt(x);
}

/// LaneOp::imm: .ftz.
template <float (*F)(float)>
void approximate(const Lanes& lanes, const LaneOp& op) {
  const bool ftz = op.imm != 0;
  const float* a = lanes.source<float>(op.src[0]);
  float* d = lanes.result<float>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) {
    const float x = ftz ? flush(a[i]) : a[i];
    const float r = with_nan(F(x), x);
    d[i] = ftz ? flush(r) : r;
  });
}

/// The f64 forms with .ftz look at the upper half of the operand alone and give the upper half of
/// the result; without it (rsqrt only) all bits count.
template <double (*F)(double)>
void approximate_f64(const Lanes& lanes, const LaneOp& op) {
  const bool ftz = op.imm != 0;
  const auto reduced = [ftz](double x) {
    if (!ftz) return x;
    const std::uint64_t bits = bits_of(x) & 0xFFFFFFFF00000000;
    return double_of((bits & kInfinityF64) == 0 ? bits & 0x8000000000000000 : bits);
  };
  const double* a = lanes.source<double>(op.src[0]);
  double* d = lanes.result<double>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) {
    const double x = reduced(a[i]);
    d[i] = reduced(with_nan(F(x), x));
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
/// The part of a turn, exact: -1/2 to 1/2; NaN for infinities.
double part_of_turn(double x) {
  const double t = turns(x);
  return t - std::rint(t);
}
float sine(float x) {
  return static_cast<float>(::sin(2 * std::numbers::pi * part_of_turn(static_cast<double>(x))));
}
float cosine(float x) {
  return static_cast<float>(::cos(2 * std::numbers::pi * part_of_turn(static_cast<double>(x))));
}
float power_of_two(float x) {
  return ::exp2f(x);
}
float binary_logarithm(float x) {
  return ::log2f(x);
}
float hyperbolic_tangent(float x) {
  return static_cast<float>(::tanh(static_cast<double>(x)));
}

template <float (*F)(float)>
Selection choose(const SelectContext& context) {
  return {&approximate<F>, context.in.mod.ftz ? 1U : 0U, 1, true};
}

Selection choose_f64(const SelectContext& context, LaneHandler handler) {
  return {handler, context.in.mod.ftz ? 1U : 0U, 1, true};
}

}  // namespace

Selection select_approximate(const SelectContext& context) {
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
      return choose_f64(context, &approximate_f64<reciprocal>);
    case Opcode::Rsqrt:
      return choose_f64(context, &approximate_f64<reciprocal_root>);
    default:
      return {};
  }
}

}  // namespace vgpu
