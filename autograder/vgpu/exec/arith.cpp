// SPDX-License-Identifier: MIT
// Integer arithmetic: add to rem, min and max, carries, dot products. Maths in lane_math.h.
#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_math.h"
#include "vgpu/exec/lane_ops.h"

namespace vgpu::VGPU_ISA {
namespace {

using namespace lane_math;
using ptx::Type;

/// Calls make(T{}) with the C++ type of an integer type of PTX.
template <class Make>
Selection for_integer(Type type, Make make) {
  switch (type) {
    case Type::U16:
      return make(u16{});
    case Type::S16:
      return make(s16{});
    case Type::U32:
      return make(u32{});
    case Type::S32:
      return make(s32{});
    case Type::U64:
      return make(u64{});
    case Type::S64:
      return make(s64{});
    default:
      return {};
  }
}

/// The same where signs make no difference: unsigned types only.
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

/// 64-bit and 16-bit division: only the lanes that act.
template <class T, T (*F)(T, T)>
void division(const Lanes& lanes, const LaneOp& op) {
  const T* a = lanes.source<T>(op.src[0]);
  const T* b = lanes.source<T>(op.src[1]);
  T* d = lanes.result<T>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) { d[i] = F(a[i], b[i]); });
}

// Carry and borrow: a bit per lane in a predicate slot.
template <class T>
void add_carry(const Lanes& lanes, const LaneOp& op) {
  const T* a = lanes.source<T>(op.src[0]);
  const T* b = lanes.source<T>(op.src[1]);
  T* d = lanes.result<T>(op.dst[0]);
  const Mask in = (op.imm & 1) != 0 ? lanes.predicate(op, 2) : 0;
  Mask out = 0;
  for_active(lanes.mask, [&](unsigned i) {
    const T carry = in >> i & 1;
    const T x = a[i];
    const T y = b[i];
    const T sum = x + y + carry;
    d[i] = sum;
    out |= static_cast<Mask>(sum < x || (carry != 0 && sum == x)) << i;
  });
  if ((op.imm & 2) != 0) lanes.set_predicate(op.dst[1], out);
}

template <class T>
void sub_borrow(const Lanes& lanes, const LaneOp& op) {
  const T* a = lanes.source<T>(op.src[0]);
  const T* b = lanes.source<T>(op.src[1]);
  T* d = lanes.result<T>(op.dst[0]);
  const Mask in = (op.imm & 1) != 0 ? lanes.predicate(op, 2) : 0;
  Mask out = 0;
  for_active(lanes.mask, [&](unsigned i) {
    const T borrow = in >> i & 1;
    const T x = a[i];
    const T y = b[i];
    d[i] = x - y - borrow;
    out |= static_cast<Mask>(x < y || (borrow != 0 && x == y)) << i;
  });
  if ((op.imm & 2) != 0) lanes.set_predicate(op.dst[1], out);
}

template <class T, bool High>
void mad_carry(const Lanes& lanes, const LaneOp& op) {
  using U = Unsigned<T>;
  const T* a = lanes.source<T>(op.src[0]);
  const T* b = lanes.source<T>(op.src[1]);
  const U* c = lanes.source<U>(op.src[2]);
  U* d = lanes.result<U>(op.dst[0]);
  const Mask in = (op.imm & 1) != 0 ? lanes.predicate(op, 3) : 0;
  Mask out = 0;
  for_active(lanes.mask, [&](unsigned i) {
    const U x = static_cast<U>(High ? mul_hi<T>(a[i], b[i])
                                    : static_cast<T>(static_cast<U>(a[i]) * static_cast<U>(b[i])));
    const U carry = in >> i & 1;
    const U sum = x + c[i] + carry;
    d[i] = sum;
    out |= static_cast<Mask>(sum < x || (carry != 0 && sum == x)) << i;
  });
  if ((op.imm & 2) != 0) lanes.set_predicate(op.dst[1], out);
}

constexpr std::uint32_t kCarryIn = 1;
constexpr std::uint32_t kCarryOut = 2;

Selection select_mad_carry(const SelectContext& context, std::uint32_t carries) {
  const bool high = context.in.mod.part == ptx::Part::Hi;
  Selection chosen;
  switch (context.in.mod.type) {
    case Type::U32:
      chosen.handler = high ? &mad_carry<u32, true> : &mad_carry<u32, false>;
      break;
    case Type::S32:
      chosen.handler = high ? &mad_carry<s32, true> : &mad_carry<u32, false>;
      break;
    case Type::U64:
      chosen.handler = high ? &mad_carry<u64, true> : &mad_carry<u64, false>;
      break;
    case Type::S64:
      chosen.handler = high ? &mad_carry<s64, true> : &mad_carry<u64, false>;
      break;
    default:
      break;
  }
  chosen.imm = carries;
  return chosen;
}

Selection select_add_carry(const SelectContext& context, std::uint32_t carries) {
  return {ptx::bits(context.in.mod.type) == 32 ? &add_carry<u32> : &add_carry<u64>, carries};
}
Selection select_sub_borrow(const SelectContext& context, std::uint32_t carries) {
  return {ptx::bits(context.in.mod.type) == 32 ? &sub_borrow<u32> : &sub_borrow<u64>, carries};
}

}  // namespace

Selection select_Add(const SelectContext& context) {
  const Type type = context.in.mod.type;
  if (ptx::is_float(type)) return select_float(context);
  if (type == Type::U16x2 || type == Type::S16x2) {
    return {&binary_op<u32, packed2<u16, add<u16>>>};
  }
  if (context.in.mod.sat) {
    if (type != Type::S32) return {};
    return {&binary_op<s32, add_sat>};
  }
  return for_width(type, []<class T>(T) -> Selection { return {&binary_op<T, add<T>>}; });
}
Selection select_Sub(const SelectContext& context) {
  const Type type = context.in.mod.type;
  if (ptx::is_float(type)) return select_float(context);
  if (type == Type::U16x2 || type == Type::S16x2) {
    return {&binary_op<u32, packed2<u16, sub<u16>>>};
  }
  if (context.in.mod.sat) {
    if (type != Type::S32) return {};
    return {&binary_op<s32, sub_sat>};
  }
  return for_width(type, []<class T>(T) -> Selection { return {&binary_op<T, sub<T>>}; });
}

Selection select_AddCc(const SelectContext& context) {
  return select_add_carry(context, kCarryOut);
}
Selection select_Addc(const SelectContext& context) {
  return select_add_carry(context, kCarryIn);
}
Selection select_AddcCc(const SelectContext& context) {
  return select_add_carry(context, kCarryIn | kCarryOut);
}
Selection select_SubCc(const SelectContext& context) {
  return select_sub_borrow(context, kCarryOut);
}
Selection select_Subc(const SelectContext& context) {
  return select_sub_borrow(context, kCarryIn);
}
Selection select_SubcCc(const SelectContext& context) {
  return select_sub_borrow(context, kCarryIn | kCarryOut);
}
Selection select_MadCc(const SelectContext& context) {
  return select_mad_carry(context, kCarryOut);
}
Selection select_Madc(const SelectContext& context) {
  return select_mad_carry(context, kCarryIn);
}
Selection select_MadcCc(const SelectContext& context) {
  return select_mad_carry(context, kCarryIn | kCarryOut);
}

Selection select_MulLo(const SelectContext& context) {
  const Type type = context.in.mod.type;
  if (context.in.mod.part == ptx::Part::Hi) {
    return for_integer(type, []<class T>(T) -> Selection { return {&binary_op<T, mul_hi<T>>}; });
  }
  return for_width(type, []<class T>(T) -> Selection { return {&binary_op<T, mul_lo<T>>}; });
}
Selection select_MadLo(const SelectContext& context) {
  const Type type = context.in.mod.type;
  if (context.in.mod.part == ptx::Part::Hi) {
    if (context.in.mod.sat) {
      if (type != Type::S32) return {};
      return {&ternary_op<s32, mad_hi_sat>};
    }
    return for_integer(type, []<class T>(T) -> Selection { return {&ternary_op<T, mad_hi<T>>}; });
  }
  if (context.in.mod.sat) return {};
  return for_width(type, []<class T>(T) -> Selection { return {&ternary_op<T, mad_lo<T>>}; });
}
Selection select_MulWide(const SelectContext& context) {
  if (ptx::bits(context.in.mod.type) > 32) return {};
  return for_integer(context.in.mod.type, []<class T>(T) -> Selection {
    if constexpr (sizeof(T) < 8) return {&mixed_binary_op<Wide<T>, T, T, mul_wide<T>>};
    return {};
  });
}
Selection select_MadWide(const SelectContext& context) {
  return for_integer(context.in.mod.type, []<class T>(T) -> Selection {
    if constexpr (sizeof(T) < 8) return {&mixed_ternary_op<Wide<T>, T, T, Wide<T>, mad_wide<T>>};
    return {};
  });
}
Selection select_Mul24(const SelectContext& context) {
  const bool high = context.in.mod.part == ptx::Part::Hi;
  if (context.in.mod.type == Type::S32) {
    return {high ? &binary_op<s32, mul24_hi<s32>> : &binary_op<s32, mul24_lo<s32>>};
  }
  return {high ? &binary_op<u32, mul24_hi<u32>> : &binary_op<u32, mul24_lo<u32>>};
}
Selection select_Mad24(const SelectContext& context) {
  const bool high = context.in.mod.part == ptx::Part::Hi;
  if (context.in.mod.sat) {
    if (!high || context.in.mod.type != Type::S32) return {};
    return {&ternary_op<s32, mad24_hi_sat>};
  }
  if (context.in.mod.type == Type::S32) {
    return {high ? &ternary_op<s32, mad24_hi<s32>> : &ternary_op<s32, mad24_lo<s32>>};
  }
  return {high ? &ternary_op<u32, mad24_hi<u32>> : &ternary_op<u32, mad24_lo<u32>>};
}

Selection select_Div(const SelectContext& context) {
  if (ptx::is_float(context.in.mod.type)) return select_float(context);
  return for_integer(context.in.mod.type, []<class T>(T) -> Selection {
    if constexpr (sizeof(T) == 4) return {&binary_op<T, div32<T>>};
    if constexpr (sizeof(T) != 4) return {&division<T, div<T>>};
  });
}
Selection select_Rem(const SelectContext& context) {
  return for_integer(context.in.mod.type, []<class T>(T) -> Selection {
    if constexpr (sizeof(T) == 4) return {&binary_op<T, rem32<T>>};
    if constexpr (sizeof(T) != 4) return {&division<T, rem<T>>};
  });
}

Selection select_Min(const SelectContext& context) {
  const Type type = context.in.mod.type;
  if (ptx::is_float(type)) return select_float(context);
  if (type == Type::U16x2) return {&binary_op<u32, packed2<u16, min<u16>>>};
  if (type == Type::S16x2) return {&binary_op<u32, packed2<s16, min<s16>>>};
  return for_integer(type, []<class T>(T) -> Selection { return {&binary_op<T, min<T>>}; });
}
Selection select_Max(const SelectContext& context) {
  const Type type = context.in.mod.type;
  if (ptx::is_float(type)) return select_float(context);
  if (type == Type::U16x2) return {&binary_op<u32, packed2<u16, max<u16>>>};
  if (type == Type::S16x2) return {&binary_op<u32, packed2<s16, max<s16>>>};
  return for_integer(type, []<class T>(T) -> Selection { return {&binary_op<T, max<T>>}; });
}
Selection select_Abs(const SelectContext& context) {
  switch (context.in.mod.type) {
    case Type::S16:
      return {&unary_op<s16, s16, abs<s16>>};
    case Type::S32:
      return {&unary_op<s32, s32, abs<s32>>};
    case Type::S64:
      return {&unary_op<s64, s64, abs<s64>>};
    default:
      return select_float(context);
  }
}
Selection select_Neg(const SelectContext& context) {
  if (ptx::is_float(context.in.mod.type)) return select_float(context);
  return for_width(context.in.mod.type,
                   []<class T>(T) -> Selection { return {&unary_op<T, T, neg<T>>}; });
}
Selection select_Sad(const SelectContext& context) {
  return for_integer(context.in.mod.type,
                     []<class T>(T) -> Selection { return {&ternary_op<T, sad<T>>}; });
}

Selection select_Dp4a(const SelectContext& context) {
  const bool a = context.in.mod.type == Type::S32;
  const bool b = context.in.mod.type2 == Type::S32;
  if (a) return {b ? &ternary_op<u32, dp4a<s8, s8>> : &ternary_op<u32, dp4a<s8, u8>>};
  return {b ? &ternary_op<u32, dp4a<u8, s8>> : &ternary_op<u32, dp4a<u8, u8>>};
}
Selection select_Dp2a(const SelectContext& context) {
  const bool a = context.in.mod.type == Type::S32;
  const bool b = context.in.mod.type2 == Type::S32;
  if (context.in.mod.part == ptx::Part::Hi) {
    if (a)
      return {b ? &ternary_op<u32, dp2a<s16, s8, true>> : &ternary_op<u32, dp2a<s16, u8, true>>};
    return {b ? &ternary_op<u32, dp2a<u16, s8, true>> : &ternary_op<u32, dp2a<u16, u8, true>>};
  }
  if (a)
    return {b ? &ternary_op<u32, dp2a<s16, s8, false>> : &ternary_op<u32, dp2a<s16, u8, false>>};
  return {b ? &ternary_op<u32, dp2a<u16, s8, false>> : &ternary_op<u32, dp2a<u16, u8, false>>};
}

namespace {

/// Absolute differences of parts. Sums are modelled where no part can be outside of its type:
/// unsigned results of parts of one sign.
template <class Unsigned, class Signed, bool Add>
Selection select_differences(const ptx::Modifiers& mod) {
  const bool a = mod.type2 == Type::S32, b = mod.type3 == Type::S32;
  if (Add && (mod.operation != ptx::Operation::Add || mod.type != Type::U32 || a != b)) return {};
  if (a) {
    return {b ? &ternary_op<u32, vabsdiff<Signed, Signed, Add>>
              : &ternary_op<u32, vabsdiff<Signed, Unsigned, Add>>};
  }
  return {b ? &ternary_op<u32, vabsdiff<Unsigned, Signed, Add>>
            : &ternary_op<u32, vabsdiff<Unsigned, Unsigned, Add>>};
}

}  // namespace

Selection select_Vabsdiff2Add(const SelectContext& context) {
  return select_differences<u16, s16, true>(context.in.mod);
}
Selection select_Vabsdiff2Parts(const SelectContext& context) {
  return select_differences<u16, s16, false>(context.in.mod);
}
Selection select_Vabsdiff4Add(const SelectContext& context) {
  return select_differences<u8, s8, true>(context.in.mod);
}
Selection select_Vabsdiff4Parts(const SelectContext& context) {
  return select_differences<u8, s8, false>(context.in.mod);
}

}  // namespace vgpu::VGPU_ISA
