// SPDX-License-Identifier: MIT
// f32 and f64 arithmetic under round-to-nearest, minimum and maximum, sign operations, testp.
// Directed roundings are in rounding.cpp, approximations in special_functions.cpp, f16 and bf16 in
// half.cpp.
#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_float.h"
#include "vgpu/exec/lane_ops.h"

namespace vgpu::VGPU_ISA {
namespace {

using ptx::Opcode;
using ptx::Rounding;
using ptx::Type;

// Variants of a handler: as it is; .ftz; and .sat, where LaneOp::imm tells whether .ftz as well.
enum class Variant : std::uint8_t { Plain, Ftz, Sat };

/// Flushes operands, calculates, flushes and clamps the result.
template <class Op, Variant V, class... T>
[[gnu::always_inline]] inline auto calculate(bool ftz, T... x) {
  if constexpr (V == Variant::Plain) return Op::of(x...);
  if constexpr (V == Variant::Ftz) {
    return flush_result(Op::of(flush(x)...), Op::scaled(flush(x)...));
  }
  if constexpr (V == Variant::Sat) {
    return saturate(ftz ? flush_result(Op::of(flush(x)...), Op::scaled(flush(x)...))
                        : Op::of(x...));
  }
}

/// Handlers of f64: NaNs are looked for afterwards, since their rule costs more than the sum. The
/// results wait in `raw` meanwhile, for the slot may be that of an operand.
template <class Op, class... Source>
[[gnu::always_inline]] inline void double_operands(const Lanes& lanes, const LaneOp& op,
                                                   const Source*... x) {
  double raw[kWarpSize];
  std::uint64_t strange = 0;
  VGPU_LANE_LOOP
  for (unsigned i = 0; i < kWarpSize; ++i) {
    const double r = Op::raw(x[i]...);
    raw[i] = r;
    strange |= r == r ? std::uint64_t{0} : std::uint64_t{1};
  }
  if (strange != 0) {
    for (unsigned i = 0; i < kWarpSize; ++i) raw[i] = Op::of(x[i]...);
  }
  blend(lanes.result<std::uint64_t>(op.dst[0]), reinterpret_cast<const std::uint64_t*>(raw),
        lanes.mask);
}
template <class Op, unsigned Operands>
void double_op(const Lanes& lanes, const LaneOp& op) {
  const double* a = lanes.source<double>(op.src[0]);
  if constexpr (Operands == 1) double_operands<Op>(lanes, op, a);
  if constexpr (Operands == 2) {
    double_operands<Op>(lanes, op, a, lanes.source<double>(op.src[1]));
  }
  if constexpr (Operands == 3) {
    double_operands<Op>(lanes, op, a, lanes.source<double>(op.src[1]),
                        lanes.source<double>(op.src[2]));
  }
}

template <class T, class Op, Variant V>
void one_operand(const Lanes& lanes, const LaneOp& op) {
  const bool ftz = op.imm != 0;
  unary<T, T>(lanes, op, [ftz](T a) { return calculate<Op, V>(ftz, a); });
}
template <class T, class Op, Variant V>
void two_operands(const Lanes& lanes, const LaneOp& op) {
  const bool ftz = op.imm != 0;
  binary<T, T, T>(lanes, op, [ftz](T a, T b) { return calculate<Op, V>(ftz, a, b); });
}
template <class T, class Op, Variant V>
void three_operands(const Lanes& lanes, const LaneOp& op) {
  const bool ftz = op.imm != 0;
  ternary<T, T, T, T>(lanes, op, [ftz](T a, T b, T c) { return calculate<Op, V>(ftz, a, b, c); });
}

/// The variant of an f32 instruction, of the f64 one otherwise.
Selection choose(const SelectContext& context, LaneHandler plain, LaneHandler ftz, LaneHandler sat,
                 LaneHandler f64, std::uint8_t flops) {
  Selection chosen;
  chosen.flops = flops;
  if (context.in.mod.type == Type::F64) {
    chosen.handler = f64;
  } else if (context.in.mod.sat) {
    chosen.handler = sat;
    chosen.imm = context.in.mod.ftz ? 1 : 0;
  } else {
    chosen.handler = context.in.mod.ftz ? ftz : plain;
  }
  return chosen;
}

template <class Op>
Selection choose_one(const SelectContext& context) {
  return choose(context, &one_operand<float, Op, Variant::Plain>,
                &one_operand<float, Op, Variant::Ftz>, nullptr, &double_op<Op, 1>, 1);
}
template <class Op>
Selection choose_two(const SelectContext& context) {
  return choose(context, &two_operands<float, Op, Variant::Plain>,
                &two_operands<float, Op, Variant::Ftz>, &two_operands<float, Op, Variant::Sat>,
                &double_op<Op, 2>, 1);
}

// Minimum and maximum. LaneOp::imm: the modifiers of the general form.
constexpr std::uint32_t kFlush = 1;
constexpr std::uint32_t kNanWins = 2;
constexpr std::uint32_t kXorSign = 4;
constexpr std::uint32_t kMagnitudes = 8;

template <class T, bool Max, bool Ftz>
void extreme(const Lanes& lanes, const LaneOp& op) {
  binary<T, T, T>(lanes, op, [](T x, T y) {
    const T a = Ftz ? flush(x) : x;
    const T b = Ftz ? flush(y) : y;
    return Max ? maximum(a, b) : minimum(a, b);
  });
}
template <bool Max>
float extreme_in_general(std::uint32_t imm, float x, float y) {
  float a = (imm & kFlush) != 0 ? flush(x) : x;
  float b = (imm & kFlush) != 0 ? flush(y) : y;
  const std::uint32_t sign = (bits_of(a) ^ bits_of(b)) & 0x80000000;
  if ((imm & (kXorSign | kMagnitudes)) != 0) {
    a = float_of(bits_of(a) & 0x7FFFFFFF);
    b = float_of(bits_of(b) & 0x7FFFFFFF);
  }
  if ((imm & kNanWins) != 0 && (a != a || b != b)) return float_of(kNanF32);
  const float r = Max ? maximum(a, b) : minimum(a, b);
  return (imm & kXorSign) != 0 && r == r ? float_of(bits_of(r) | sign) : r;
}
template <bool Max>
void extreme_general(const Lanes& lanes, const LaneOp& op) {
  const std::uint32_t imm = op.imm;
  binary<float, float, float>(
      lanes, op, [imm](float a, float b) { return extreme_in_general<Max>(imm, a, b); });
}
template <bool Max>
void extreme_of_three(const Lanes& lanes, const LaneOp& op) {
  const std::uint32_t imm = op.imm;
  ternary<float, float, float, float>(lanes, op, [imm](float a, float b, float c) {
    return extreme_in_general<Max>(imm, extreme_in_general<Max>(imm, a, b), c);
  });
}

std::uint32_t extreme_modifiers(const SelectContext& context) {
  const ptx::Modifiers& mod = context.in.mod;
  return (mod.ftz ? kFlush : 0) | (mod.nan ? kNanWins : 0) | (mod.xorsign ? kXorSign : 0) |
         (mod.abs ? kMagnitudes : 0);
}

template <bool Max>
Selection choose_extreme(const SelectContext& context) {
  if (context.in.mod.type == Type::F64) return {&extreme<double, Max, false>};
  const std::uint32_t imm = extreme_modifiers(context);
  if (imm > kFlush) return {&extreme_general<Max>, imm};
  return {imm == kFlush ? &extreme<float, Max, true> : &extreme<float, Max, false>};
}

// Signs. A NaN comes out as from arithmetic.
template <class T, bool Ftz>
void neg_op(const Lanes& lanes, const LaneOp& op) {
  unary<T, T>(lanes, op, [](T x) {
    const T a = Ftz ? flush(x) : x;
    return with_nan(-a, a);
  });
}
template <class T, bool Ftz>
void abs_op(const Lanes& lanes, const LaneOp& op) {
  unary<T, T>(lanes, op, [](T x) {
    const T a = Ftz ? flush(x) : x;
    return with_nan(magnitude_of(a), a);
  });
}
template <class U>
void copysign_op(const Lanes& lanes, const LaneOp& op) {
  constexpr U kSign = U{1} << (sizeof(U) * 8 - 1);
  binary<U, U, U>(lanes, op, [](U a, U b) { return (a & kSign) | (b & ~kSign); });
}

/// testp by the exponent and fraction of the magnitude.
template <class U>
bool has_property(U magnitude, U infinity, U least_normal, ptx::Mode mode) {
  switch (mode) {
    case ptx::Mode::Finite:
      return magnitude < infinity;
    case ptx::Mode::Infinite:
      return magnitude == infinity;
    case ptx::Mode::Number:
      return magnitude <= infinity;
    case ptx::Mode::NotANumber:
      return magnitude > infinity;
    case ptx::Mode::Normal:
      // Zero counts as normal, as the hardware has it.
      return magnitude == 0 || (magnitude >= least_normal && magnitude < infinity);
    default:
      return magnitude != 0 && magnitude < least_normal;
  }
}
template <class U>
void testp_op(const Lanes& lanes, const LaneOp& op) {
  constexpr U kInfinity = sizeof(U) == 4 ? U{0x7F800000} : static_cast<U>(0x7FF0000000000000);
  constexpr U kLeastNormal = sizeof(U) == 4 ? U{0x00800000} : static_cast<U>(0x0010000000000000);
  constexpr U kMagnitude = static_cast<U>(~U{0}) >> 1;
  const auto mode = static_cast<ptx::Mode>(op.imm);
  const U* a = lanes.source<U>(op.src[0]);
  lanes.set_predicate(op.dst[0], compare(a, a, [mode](U x, U) {
                        return has_property<U>(x & kMagnitude, kInfinity, kLeastNormal, mode);
                      }));
}

// Approximations that are one or two operations here: exact within half a unit.
struct RsqrtOp {
  static float of(float a) {
    return with_nan(static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(a))), a);
  }
  /// Never tiny.
  static float scaled(float /*a*/) { return 1.0F; }
};
/// div.approx is a * (1 / b), where 1 / b is flushed to zero for 2^126 < |b| < 2^128.
struct ApproximateDivOp {
  static float of(float a, float b) {
    const float size = magnitude_of(b);
    const bool flushed = size > 0x1p126F && size <= 0x1.fffffep127F;
    const float r = flushed ? a * float_of(bits_of(b) & 0x80000000) : a / b;
    return with_nan(r, a, b);
  }
  static float scaled(float a, float b) { return of(a, b) * 0x1p64F; }
};

Selection choose_approximate(const SelectContext& context) {
  if (context.in.mod.type == Type::F64) return select_approximate(context);
  const bool ftz = context.in.mod.ftz;
  Selection chosen;
  chosen.flops = 1;
  chosen.approximate = true;
  switch (context.in.opcode) {
    case Opcode::Rcp:
      chosen.handler = ftz ? &one_operand<float, RcpOp, Variant::Ftz>
                           : &one_operand<float, RcpOp, Variant::Plain>;
      return chosen;
    case Opcode::Sqrt:
      chosen.handler = ftz ? &one_operand<float, SqrtOp, Variant::Ftz>
                           : &one_operand<float, SqrtOp, Variant::Plain>;
      return chosen;
    case Opcode::Rsqrt:
      chosen.handler = ftz ? &one_operand<float, RsqrtOp, Variant::Ftz>
                           : &one_operand<float, RsqrtOp, Variant::Plain>;
      return chosen;
    case Opcode::Div:
      if (context.in.mod.full) {
        chosen.handler = ftz ? &two_operands<float, DivOp, Variant::Ftz>
                             : &two_operands<float, DivOp, Variant::Plain>;
      } else {
        chosen.handler = ftz ? &two_operands<float, ApproximateDivOp, Variant::Ftz>
                             : &two_operands<float, ApproximateDivOp, Variant::Plain>;
      }
      return chosen;
    default:
      return select_approximate(context);
  }
}

}  // namespace

Selection select_float(const SelectContext& context) {
  const ptx::Modifiers& mod = context.in.mod;
  if (mod.type != Type::F32 && mod.type != Type::F64) return select_half(context);
  const bool f64 = mod.type == Type::F64;
  if (mod.approx || mod.full) return choose_approximate(context);
  if (mod.rounding != Rounding::None && mod.rounding != Rounding::Rn) {
    return select_directed(context);
  }
  switch (context.in.opcode) {
    case Opcode::Add:
      return choose_two<AddOp>(context);
    case Opcode::Sub:
      return choose_two<SubOp>(context);
    case Opcode::Mul:
      return choose_two<MulOp>(context);
    case Opcode::Div:
      return choose_two<DivOp>(context);
    case Opcode::Fma:
    case Opcode::Mad:
      return choose(context, &three_operands<float, FmaOp, Variant::Plain>,
                    &three_operands<float, FmaOp, Variant::Ftz>,
                    &three_operands<float, FmaOp, Variant::Sat>, &double_op<FmaOp, 3>, 2);
    case Opcode::Rcp:
      return choose_one<RcpOp>(context);
    case Opcode::Sqrt:
      return choose_one<SqrtOp>(context);
    case Opcode::Min:
      return choose_extreme<false>(context);
    case Opcode::Max:
      return choose_extreme<true>(context);
    case Opcode::Abs:
      return {f64       ? &abs_op<double, false>
              : mod.ftz ? &abs_op<float, true>
                        : &abs_op<float, false>};
    case Opcode::Neg:
      return {f64       ? &neg_op<double, false>
              : mod.ftz ? &neg_op<float, true>
                        : &neg_op<float, false>};
    default:
      return {};
  }
}

Selection select_Mul(const SelectContext& context) {
  return select_float(context);
}
Selection select_Fma(const SelectContext& context) {
  return select_float(context);
}
Selection select_Mad(const SelectContext& context) {
  return select_float(context);
}
Selection select_Rcp(const SelectContext& context) {
  return select_float(context);
}
Selection select_Rsqrt(const SelectContext& context) {
  return select_float(context);
}
Selection select_Sqrt(const SelectContext& context) {
  return select_float(context);
}
Selection select_Sin(const SelectContext& context) {
  return select_float(context);
}
Selection select_Cos(const SelectContext& context) {
  return select_float(context);
}
Selection select_Lg2(const SelectContext& context) {
  return select_float(context);
}
Selection select_Ex2(const SelectContext& context) {
  return select_float(context);
}
Selection select_Tanh(const SelectContext& context) {
  return select_float(context);
}
Selection select_Min3(const SelectContext& context) {
  return {&extreme_of_three<false>, extreme_modifiers(context)};
}
Selection select_Max3(const SelectContext& context) {
  return {&extreme_of_three<true>, extreme_modifiers(context)};
}
Selection select_Copysign(const SelectContext& context) {
  return {context.in.mod.type == Type::F64 ? &copysign_op<std::uint64_t>
                                           : &copysign_op<std::uint32_t>};
}
Selection select_Testp(const SelectContext& context) {
  return {context.in.mod.type == Type::F64 ? &testp_op<std::uint64_t> : &testp_op<std::uint32_t>,
          static_cast<std::uint32_t>(context.in.mod.mode)};
}

}  // namespace vgpu::VGPU_ISA
