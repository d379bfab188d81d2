// SPDX-License-Identifier: MIT
/// \file
/// How setp and set are reduced to a few base comparisons, and what happens to the outcome. Shared
/// by compare.cpp and half.cpp. Tested by gpu_test.cpp.
#pragma once

#include <cstdint>

#include "vgpu/exec/lane_ops.h"

namespace vgpu::VGPU_ISA {
namespace {

enum class BaseComparison : std::uint8_t { Equal, NotEqual, Less, LessEqual, Ordered };

// LaneOp::imm of a comparison.
constexpr std::uint32_t kNegated = 1;       ///< the outcome is turned round
constexpr std::uint32_t kSwapped = 2;       ///< the operands are swapped
constexpr std::uint32_t kSecondResult = 4;  ///< p|q
constexpr std::uint32_t kBooleanShift = 3;  ///< 2 bits: none, and, or, xor
constexpr std::uint32_t kOutcomeShift = 5;  ///< 3 bits: Outcome
constexpr std::uint32_t kBaseShift = 8;     ///< 3 bits: BaseComparison, for half.cpp

/// What a comparison writes.
enum class Outcome : std::uint32_t { Predicate, Ones32, Float32, Ones16, Half, BFloat, Ones64 };

struct ComparisonPlan {
  bool known = false;
  BaseComparison base = BaseComparison::Equal;
  std::uint32_t imm = 0;
};

inline std::uint32_t boolean_code(ptx::Operation operation) {
  switch (operation) {
    case ptx::Operation::And:
      return 1;
    case ptx::Operation::Or:
      return 2;
    case ptx::Operation::Xor:
      return 3;
    default:
      return 0;
  }
}

/// Base comparison, swap and negation for an operator. The unordered ones are the negations of the
/// opposite ordered ones; lo, ls, hi, hs are lt, le, gt, ge of unsigned types.
inline ComparisonPlan plan_operator(ptx::Compare compare) {
  using ptx::Compare;
  using enum BaseComparison;
  switch (compare) {
    case Compare::Eq:
      return {true, Equal, 0};
    case Compare::Ne:
      return {true, NotEqual, 0};
    case Compare::Lt:
    case Compare::Lo:
      return {true, Less, 0};
    case Compare::Le:
    case Compare::Ls:
      return {true, LessEqual, 0};
    case Compare::Gt:
    case Compare::Hi:
      return {true, Less, kSwapped};
    case Compare::Ge:
    case Compare::Hs:
      return {true, LessEqual, kSwapped};
    case Compare::Equ:
      return {true, NotEqual, kNegated};
    case Compare::Neu:
      return {true, Equal, kNegated};
    case Compare::Ltu:
      return {true, LessEqual, kSwapped | kNegated};
    case Compare::Leu:
      return {true, Less, kSwapped | kNegated};
    case Compare::Gtu:
      return {true, LessEqual, kNegated};
    case Compare::Geu:
      return {true, Less, kNegated};
    case Compare::Num:
      return {true, Ordered, 0};
    case Compare::Nan:
      return {true, Ordered, kNegated};
    default:
      return {};
  }
}

/// True when operand 1 is a second result (`p|q`, not `_`) of an instruction whose shape has
/// `most` operands at most.
inline bool has_second_result(const SelectContext& context, unsigned most) {
  return context.in.operand_count == most &&
         context.function.operand(context.in, 1).kind != ptx::Operand::Kind::Sink;
}

/// Everything that LaneOp::imm of setp or set says.
inline ComparisonPlan plan_comparison(const SelectContext& context) {
  const ptx::Opcode opcode = context.in.opcode;
  ComparisonPlan plan = plan_operator(context.in.mod.compare);
  plan.imm |= boolean_code(context.in.mod.operation) << kBooleanShift;
  if (opcode == ptx::Opcode::Setp || opcode == ptx::Opcode::SetpBool) {
    const unsigned most = opcode == ptx::Opcode::Setp ? 4 : 5;
    if (has_second_result(context, most)) plan.imm |= kSecondResult;
    return plan;
  }
  Outcome outcome = Outcome::Ones32;
  switch (context.in.mod.type) {
    case ptx::Type::F32:
      outcome = Outcome::Float32;
      break;
    case ptx::Type::F16:
    case ptx::Type::F16x2:
      outcome = Outcome::Half;
      break;
    case ptx::Type::BF16:
    case ptx::Type::BF16x2:
      outcome = Outcome::BFloat;
      break;
    case ptx::Type::U16:
    case ptx::Type::S16:
      outcome = Outcome::Ones16;
      break;
    case ptx::Type::U64:
    case ptx::Type::S64:
      outcome = Outcome::Ones64;
      break;
    default:
      break;
  }
  plan.imm |= static_cast<std::uint32_t>(outcome) << kOutcomeShift;
  return plan;
}

/// Applies the Boolean operator with the predicate operand src[2].
inline Mask combine(const Lanes& lanes, const LaneOp& op, Mask outcome) {
  switch (op.imm >> kBooleanShift & 3) {
    case 1:
      return outcome & lanes.predicate(op, 2);
    case 2:
      return outcome | lanes.predicate(op, 2);
    case 3:
      return outcome ^ lanes.predicate(op, 2);
    default:
      return outcome;
  }
}

template <class T>
void write_outcome(const Lanes& lanes, Slot slot, Mask outcome, T yes) {
  T* d = lanes.result<T>(slot);
  for_active(lanes.mask, [&](unsigned i) { d[i] = (outcome >> i & 1) != 0 ? yes : T{0}; });
}

/// Writes the outcome of setp or set.
inline void finish_comparison(const Lanes& lanes, const LaneOp& op, Mask outcome) {
  const Mask combined = combine(lanes, op, outcome);
  switch (static_cast<Outcome>(op.imm >> kOutcomeShift & 7)) {
    case Outcome::Predicate: {
      const Mask other = combine(lanes, op, ~outcome);
      lanes.set_predicate(op.dst[0], combined);
      if ((op.imm & kSecondResult) != 0) lanes.set_predicate(op.dst[1], other);
      break;
    }
    case Outcome::Ones32:
      write_outcome<std::uint32_t>(lanes, op.dst[0], combined, 0xFFFFFFFF);
      break;
    case Outcome::Float32:
      write_outcome<std::uint32_t>(lanes, op.dst[0], combined, 0x3F800000);
      break;
    case Outcome::Ones16:
      write_outcome<std::uint16_t>(lanes, op.dst[0], combined, 0xFFFF);
      break;
    case Outcome::Half:
      write_outcome<std::uint16_t>(lanes, op.dst[0], combined, 0x3C00);
      break;
    case Outcome::BFloat:
      write_outcome<std::uint16_t>(lanes, op.dst[0], combined, 0x3F80);
      break;
    case Outcome::Ones64:
      write_outcome<std::uint64_t>(lanes, op.dst[0], combined, ~std::uint64_t{0});
      break;
  }
}

}  // namespace
}  // namespace vgpu::VGPU_ISA
