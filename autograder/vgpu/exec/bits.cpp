// SPDX-License-Identifier: MIT
// Logic, shifts, bit fields, byte permutation. Maths in lane_math.h.
#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_math.h"
#include "vgpu/exec/lane_ops.h"

namespace vgpu::VGPU_ISA {
namespace {

using namespace lane_math;
using ptx::Mode;
using ptx::Type;

template <class Make>
Selection for_width(Type type, Make make) {
  switch (ptx::bits(type)) {
    case 16:
      return make(u16{});
    case 32:
      return make(u32{});
    case 64:
      return make(u64{});
    default:
      return {};
  }
}

// Predicates: 32 lanes in one word.
template <u32 (*F)(u32, u32)>
void predicate_op(const Lanes& lanes, const LaneOp& op) {
  lanes.set_predicate(op.dst[0], F(lanes.predicate(op, 0), lanes.predicate(op, 1)));
}
void predicate_not(const Lanes& lanes, const LaneOp& op) {
  lanes.set_predicate(op.dst[0], ~lanes.predicate(op, 0));
}

template <class T, T (*F)(T, u32)>
constexpr LaneHandler kShift = &mixed_binary_op<T, T, u32, F>;

/// lop3 with its truth table in LaneOp::imm; the BoolOp form combines "result is not zero" with q.
void lop3_op(const Lanes& lanes, const LaneOp& op) {
  const u32 table = op.imm;
  ternary<u32, u32, u32, u32>(lanes, op,
                              [table](u32 a, u32 b, u32 c) { return lop3(a, b, c, table); });
}
void lop3_bool_op(const Lanes& lanes, const LaneOp& op) {
  const u32 table = op.imm & 0xFF;
  const u32* a = lanes.source<u32>(op.src[0]);
  const u32* b = lanes.source<u32>(op.src[1]);
  const u32* c = lanes.source<u32>(op.src[2]);
  const Mask q = lanes.predicate(op, 4);
  u32* d = lanes.result<u32>(op.dst[0]);
  Mask some = 0;
  for_active(lanes.mask, [&](unsigned i) {
    d[i] = lop3(a[i], b[i], c[i], table);
    some |= static_cast<Mask>(d[i] != 0) << i;
  });
  lanes.set_predicate(op.dst[1], (op.imm & 0x100) != 0 ? some & q : some | q);
}

template <class T>
void bfe_op(const Lanes& lanes, const LaneOp& op) {
  ternary<T, T, u32, u32>(lanes, op, bfe<T>);
}
template <class T>
void bfi_op(const Lanes& lanes, const LaneOp& op) {
  const T* a = lanes.source<T>(op.src[0]);
  const T* b = lanes.source<T>(op.src[1]);
  const u32* c = lanes.source<u32>(op.src[2]);
  const u32* d = lanes.source<u32>(op.src[3]);
  T spare[kWarpSize];
  T* out = destination(lanes, op.dst[0], spare);
  VGPU_LANE_LOOP
  for (unsigned i = 0; i < kWarpSize; ++i) out[i] = bfi<T>(a[i], b[i], c[i], d[i]);
  commit(lanes, op.dst[0], spare);
}
void fns_op(const Lanes& lanes, const LaneOp& op) {
  const u32* mask = lanes.source<u32>(op.src[0]);
  const u32* base = lanes.source<u32>(op.src[1]);
  const s32* offset = lanes.source<s32>(op.src[2]);
  u32* d = lanes.result<u32>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) { d[i] = fns(mask[i], base[i], offset[i]); });
}

bool is_wrap(const SelectContext& context) {
  return context.in.mod.mode == Mode::Wrap;
}

/// The value of an immediate operand.
std::uint64_t immediate(const SelectContext& context, std::size_t index) {
  return context.function.operand(context.in, index).bits;
}

}  // namespace

Selection select_And(const SelectContext& context) {
  if (context.in.mod.type == Type::Pred) return {&predicate_op<bit_and<u32>>};
  return for_width(context.in.mod.type,
                   []<class T>(T) -> Selection { return {&binary_op<T, bit_and<T>>}; });
}
Selection select_Or(const SelectContext& context) {
  if (context.in.mod.type == Type::Pred) return {&predicate_op<bit_or<u32>>};
  return for_width(context.in.mod.type,
                   []<class T>(T) -> Selection { return {&binary_op<T, bit_or<T>>}; });
}
Selection select_Xor(const SelectContext& context) {
  if (context.in.mod.type == Type::Pred) return {&predicate_op<bit_xor<u32>>};
  return for_width(context.in.mod.type,
                   []<class T>(T) -> Selection { return {&binary_op<T, bit_xor<T>>}; });
}
Selection select_Not(const SelectContext& context) {
  if (context.in.mod.type == Type::Pred) return {&predicate_not};
  return for_width(context.in.mod.type,
                   []<class T>(T) -> Selection { return {&unary_op<T, T, bit_not<T>>}; });
}
Selection select_Cnot(const SelectContext& context) {
  return for_width(context.in.mod.type,
                   []<class T>(T) -> Selection { return {&unary_op<T, T, logical_not<T>>}; });
}

Selection select_Shl(const SelectContext& context) {
  return for_width(context.in.mod.type,
                   []<class T>(T) -> Selection { return {kShift<T, shl<T>>}; });
}
Selection select_Shr(const SelectContext& context) {
  switch (context.in.mod.type) {
    case Type::S16:
      return {kShift<s16, shr<s16>>};
    case Type::S32:
      return {kShift<s32, shr<s32>>};
    case Type::S64:
      return {kShift<s64, shr<s64>>};
    default:
      return for_width(context.in.mod.type,
                       []<class T>(T) -> Selection { return {kShift<T, shr<T>>}; });
  }
}
Selection select_Shf(const SelectContext& context) {
  if (context.in.mod.left) {
    return {is_wrap(context) ? &ternary_op<u32, funnel<true, true>>
                             : &ternary_op<u32, funnel<true, false>>};
  }
  return {is_wrap(context) ? &ternary_op<u32, funnel<false, true>>
                           : &ternary_op<u32, funnel<false, false>>};
}

Selection select_Lop3(const SelectContext& context) {
  return {&lop3_op, static_cast<std::uint32_t>(immediate(context, 4) & 0xFF)};
}
Selection select_Lop3Bool(const SelectContext& context) {
  const bool both = context.in.mod.operation == ptx::Operation::And;
  return {&lop3_bool_op,
          static_cast<std::uint32_t>(immediate(context, 5) & 0xFF) | (both ? 0x100U : 0U)};
}

Selection select_Popc(const SelectContext& context) {
  return {ptx::bits(context.in.mod.type) == 32 ? &unary_op<u32, u32, popc<u32>>
                                               : &unary_op<u32, u64, popc<u64>>};
}
Selection select_Clz(const SelectContext& context) {
  return {ptx::bits(context.in.mod.type) == 32 ? &unary_op<u32, u32, clz<u32>>
                                               : &unary_op<u32, u64, clz<u64>>};
}
Selection select_Brev(const SelectContext& context) {
  return {ptx::bits(context.in.mod.type) == 32 ? &unary_op<u32, u32, brev<u32>>
                                               : &unary_op<u64, u64, brev<u64>>};
}
Selection select_Bfind(const SelectContext& context) {
  const bool amount = context.in.mod.mode == Mode::ShiftAmount;
  switch (context.in.mod.type) {
    case Type::U32:
      return {amount ? &unary_op<u32, u32, bfind<u32, true>>
                     : &unary_op<u32, u32, bfind<u32, false>>};
    case Type::S32:
      return {amount ? &unary_op<u32, s32, bfind<s32, true>>
                     : &unary_op<u32, s32, bfind<s32, false>>};
    case Type::U64:
      return {amount ? &unary_op<u32, u64, bfind<u64, true>>
                     : &unary_op<u32, u64, bfind<u64, false>>};
    case Type::S64:
      return {amount ? &unary_op<u32, s64, bfind<s64, true>>
                     : &unary_op<u32, s64, bfind<s64, false>>};
    default:
      return {};
  }
}
Selection select_Bfe(const SelectContext& context) {
  switch (context.in.mod.type) {
    case Type::U32:
      return {&bfe_op<u32>};
    case Type::S32:
      return {&bfe_op<s32>};
    case Type::U64:
      return {&bfe_op<u64>};
    case Type::S64:
      return {&bfe_op<s64>};
    default:
      return {};
  }
}
Selection select_Bfi(const SelectContext& context) {
  return {ptx::bits(context.in.mod.type) == 32 ? &bfi_op<u32> : &bfi_op<u64>};
}
Selection select_Bmsk(const SelectContext& context) {
  return {is_wrap(context) ? &binary_op<u32, bmsk<true>> : &binary_op<u32, bmsk<false>>};
}
Selection select_Szext(const SelectContext& context) {
  if (context.in.mod.type == Type::S32) {
    return {is_wrap(context) ? kShift<s32, szext<s32, true>> : kShift<s32, szext<s32, false>>};
  }
  return {is_wrap(context) ? kShift<u32, szext<u32, true>> : kShift<u32, szext<u32, false>>};
}
Selection select_Fns(const SelectContext&) {
  return {&fns_op};
}

Selection select_Prmt(const SelectContext& context) {
  switch (context.in.mod.mode) {
    case Mode::F4e:
      return {&ternary_op<u32, prmt_mode<kForward4Extract>>};
    case Mode::B4e:
      return {&ternary_op<u32, prmt_mode<kBackward4Extract>>};
    case Mode::Rc8:
      return {&ternary_op<u32, prmt_mode<kReplicate8>>};
    case Mode::Ecl:
      return {&ternary_op<u32, prmt_mode<kEdgeClampLeft>>};
    case Mode::Ecr:
      return {&ternary_op<u32, prmt_mode<kEdgeClampRight>>};
    case Mode::Rc16:
      return {&ternary_op<u32, prmt_mode<kReplicate16>>};
    default:
      return {&ternary_op<u32, prmt>};
  }
}

}  // namespace vgpu::VGPU_ISA
