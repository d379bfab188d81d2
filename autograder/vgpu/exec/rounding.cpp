// SPDX-License-Identifier: MIT
// f32 and f64 arithmetic under a directed rounding: .rz, .rm, .rp.
//
// The processor's rounding mode is changed around a loop in a function of its own, so that no
// operation can move across the change. Compiled with -frounding-math.
#include <cfenv>

#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_float.h"
#include "vgpu/exec/lane_ops.h"

namespace vgpu::VGPU_ISA {
namespace {

using ptx::Opcode;
using ptx::Rounding;
using ptx::Type;

// LaneOp::imm: the rounding in the low bits, then these.
constexpr std::uint32_t kFtz = 0x10;
constexpr std::uint32_t kSat = 0x20;

int host_rounding(std::uint32_t imm) {
  switch (static_cast<Rounding>(imm & 15)) {
    case Rounding::Rz:
      return FE_TOWARDZERO;
    case Rounding::Rm:
      return FE_DOWNWARD;
    case Rounding::Rp:
      return FE_UPWARD;
    default:
      return FE_TONEAREST;
  }
}

template <class Op, class First, class... T>
[[gnu::always_inline]] inline First calculate(std::uint32_t imm, First a, T... x) {
  const bool ftz = (imm & kFtz) != 0;
  const First r =
      ftz ? flush_result(Op::of(flush(a), flush(x)...), Op::scaled(flush(a), flush(x)...))
          : Op::of(a, x...);
  return (imm & kSat) != 0 ? saturate(r) : r;
}

template <class T, class Op>
[[gnu::noinline]] void one_operand(const Lanes& lanes, const LaneOp& op) {
  const std::uint32_t imm = op.imm;
  unary<T, T>(lanes, op, [imm](T a) { return calculate<Op>(imm, a); });
}
template <class T, class Op>
[[gnu::noinline]] void two_operands(const Lanes& lanes, const LaneOp& op) {
  const std::uint32_t imm = op.imm;
  binary<T, T, T>(lanes, op, [imm](T a, T b) { return calculate<Op>(imm, a, b); });
}
template <class T, class Op>
[[gnu::noinline]] void three_operands(const Lanes& lanes, const LaneOp& op) {
  const std::uint32_t imm = op.imm;
  ternary<T, T, T, T>(lanes, op, [imm](T a, T b, T c) { return calculate<Op>(imm, a, b, c); });
}

template <LaneHandler Loop>
void rounded(const Lanes& lanes, const LaneOp& op) {
  std::fesetround(host_rounding(op.imm));
  Loop(lanes, op);
  std::fesetround(FE_TONEAREST);
}

template <class T>
Selection choose(Opcode opcode) {
  switch (opcode) {
    case Opcode::Add:
      return {&rounded<two_operands<T, AddOp>>, 0, 1};
    case Opcode::Sub:
      return {&rounded<two_operands<T, SubOp>>, 0, 1};
    case Opcode::Mul:
      return {&rounded<two_operands<T, MulOp>>, 0, 1};
    case Opcode::Div:
      return {&rounded<two_operands<T, DivOp>>, 0, 1};
    case Opcode::Fma:
    case Opcode::Mad:
      return {&rounded<three_operands<T, FmaOp>>, 0, 2};
    case Opcode::Rcp:
      return {&rounded<one_operand<T, RcpOp>>, 0, 1};
    case Opcode::Sqrt:
      return {&rounded<one_operand<T, SqrtOp>>, 0, 1};
    default:
      return {};
  }
}

}  // namespace

Selection select_directed(const SelectContext& context) {
  const ptx::Modifiers& mod = context.in.mod;
  Selection chosen =
      mod.type == Type::F64 ? choose<double>(context.in.opcode) : choose<float>(context.in.opcode);
  chosen.imm =
      static_cast<std::uint32_t>(mod.rounding) | (mod.ftz ? kFtz : 0) | (mod.sat ? kSat : 0);
  return chosen;
}

}  // namespace vgpu::VGPU_ISA
