// SPDX-License-Identifier: MIT
// Comparison and choice: setp, set, selp, slct; and the moves.
//
// Every operator is one of few base comparisons with its operands swapped or its result turned
// round: a > b is b < a, "not less or unordered" is !(a < b). LaneOp::imm tells which.
#include "vgpu/exec/comparison.h"
#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_float.h"
#include "vgpu/exec/lane_math.h"
#include "vgpu/exec/lane_ops.h"

namespace vgpu::VGPU_ISA {
namespace {

using namespace lane_math;
using ptx::Type;

/// Writes the outcome of setp or set.
[[gnu::noinline]] void finish_in_full(const Lanes& lanes, const LaneOp& op, Mask outcome) {
  finish_comparison(lanes, op, outcome);
}

template <class T, class F>
[[gnu::always_inline]] inline void comparison(const Lanes& lanes, const LaneOp& op, F f) {
  const unsigned first = (op.imm & kSwapped) != 0 ? 1 : 0;
  const Mask met = compare(lanes.source<T>(op.src[first]), lanes.source<T>(op.src[1 - first]), f);
  const Mask outcome = (op.imm & kNegated) != 0 ? ~met : met;
  if (op.imm <= (kSwapped | kNegated)) {
    lanes.set_predicate(op.dst[0], outcome);
  } else {
    finish_in_full(lanes, op, outcome);
  }
}

template <class T>
void equal(const Lanes& lanes, const LaneOp& op) {
  comparison<T>(lanes, op, [](T a, T b) { return a == b; });
}
template <class T>
void less(const Lanes& lanes, const LaneOp& op) {
  comparison<T>(lanes, op, [](T a, T b) { return a < b; });
}

template <class T, bool Ftz, BaseComparison Base>
void float_comparison(const Lanes& lanes, const LaneOp& op) {
  comparison<T>(lanes, op, [](T x, T y) {
    const T a = Ftz ? flush(x) : x;
    const T b = Ftz ? flush(y) : y;
    if constexpr (Base == BaseComparison::Equal) return a == b;
    if constexpr (Base == BaseComparison::NotEqual) return (a < b) | (a > b);
    if constexpr (Base == BaseComparison::Less) return a < b;
    if constexpr (Base == BaseComparison::LessEqual) return a <= b;
    if constexpr (Base == BaseComparison::Ordered) return (a == a) & (b == b);
  });
}

template <class T, bool Ftz>
LaneHandler float_handler(BaseComparison base) {
  switch (base) {
    case BaseComparison::Equal:
      return &float_comparison<T, Ftz, BaseComparison::Equal>;
    case BaseComparison::NotEqual:
      return &float_comparison<T, Ftz, BaseComparison::NotEqual>;
    case BaseComparison::Less:
      return &float_comparison<T, Ftz, BaseComparison::Less>;
    case BaseComparison::LessEqual:
      return &float_comparison<T, Ftz, BaseComparison::LessEqual>;
    default:
      return &float_comparison<T, Ftz, BaseComparison::Ordered>;
  }
}

/// a <= b of integers is !(b < a), a != b is !(a == b).
template <class T, class U>
Selection integer_comparison(BaseComparison base, std::uint32_t imm) {
  switch (base) {
    case BaseComparison::Equal:
      return {&equal<U>, imm};
    case BaseComparison::NotEqual:
      return {&equal<U>, imm ^ kNegated};
    case BaseComparison::Less:
      return {&less<T>, imm};
    case BaseComparison::LessEqual:
      return {&less<T>, imm ^ kSwapped ^ kNegated};
    default:
      return {};
  }
}

Selection choose_comparison(const SelectContext& context, Type type) {
  const ComparisonPlan plan = plan_comparison(context);
  if (!plan.known) return {};
  const bool ftz = context.in.mod.ftz;
  switch (type) {
    case Type::S16:
      return integer_comparison<s16, u16>(plan.base, plan.imm);
    case Type::U16:
    case Type::B16:
      return integer_comparison<u16, u16>(plan.base, plan.imm);
    case Type::S32:
      return integer_comparison<s32, u32>(plan.base, plan.imm);
    case Type::U32:
    case Type::B32:
      return integer_comparison<u32, u32>(plan.base, plan.imm);
    case Type::S64:
      return integer_comparison<s64, u64>(plan.base, plan.imm);
    case Type::U64:
    case Type::B64:
      return integer_comparison<u64, u64>(plan.base, plan.imm);
    case Type::F32:
      return {ftz ? float_handler<float, true>(plan.base) : float_handler<float, false>(plan.base),
              plan.imm};
    case Type::F64:
      return {float_handler<double, false>(plan.base), plan.imm};
    default:
      return select_half(context);
  }
}

template <class T>
void selp_op(const Lanes& lanes, const LaneOp& op) {
  const T* a = lanes.source<T>(op.src[0]);
  const T* b = lanes.source<T>(op.src[1]);
  const Mask chosen = lanes.predicate(op, 2);
  T spare[kWarpSize];
  choose_lanes(destination(lanes, op.dst[0], spare), a, b, chosen);
  commit(lanes, op.dst[0], spare);
}

template <class T>
void slct_integer(const Lanes& lanes, const LaneOp& op) {
  ternary<T, T, T, s32>(lanes, op, [](T a, T b, s32 c) { return c >= 0 ? a : b; });
}
/// NaN chooses b; with ftz a subnormal c counts as zero, so that a negative one chooses a.
template <class T, bool Ftz>
void slct_float(const Lanes& lanes, const LaneOp& op) {
  ternary<T, T, T, float>(lanes, op,
                          [](T a, T b, float c) { return (Ftz ? flush(c) : c) >= 0.0F ? a : b; });
}

// Moves.
template <class T>
void move(const Lanes& lanes, const LaneOp& op) {
  const T* a = lanes.source<T>(op.src[0]);
  if (lanes.mask == kFullMask) {
    __builtin_memmove(lanes.result<T>(op.dst[0]), a, sizeof(T) * kWarpSize);
  } else {
    blend(lanes.result<T>(op.dst[0]), a, lanes.mask);
  }
}
void move_predicate(const Lanes& lanes, const LaneOp& op) {
  lanes.set_predicate(op.dst[0], lanes.predicate(op, 0));
}
void move_128(const Lanes& lanes, const LaneOp& op) {
  const u64* a = lanes.source<u64>(op.src[0]);
  u64* d = lanes.result<u64>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) {
    d[i] = a[i];
    d[i + kWarpSize] = a[i + kWarpSize];
  });
}
/// From a slot wider or narrower than the result: special registers in old PTX.
template <class D, class A>
void move_resized(const Lanes& lanes, const LaneOp& op) {
  unary<D, A>(lanes, op, [](A a) { return static_cast<D>(a); });
}

template <class Whole, class Part>
void pack2(const Lanes& lanes, const LaneOp& op) {
  binary<Whole, Part, Part>(lanes, op, [](Part a, Part b) {
    return static_cast<Whole>(static_cast<Whole>(static_cast<Whole>(b) << (sizeof(Part) * 8)) | a);
  });
}
template <class Whole, class Part>
void unpack2(const Lanes& lanes, const LaneOp& op) {
  const Whole* a = lanes.source<Whole>(op.src[0]);
  Part low[kWarpSize];
  Part high[kWarpSize];
  VGPU_LANE_LOOP
  for (unsigned i = 0; i < kWarpSize; ++i) {
    const Whole whole = a[i];
    low[i] = static_cast<Part>(whole);
    high[i] = static_cast<Part>(whole >> (sizeof(Part) * 8));
  }
  blend(lanes.result<Part>(op.dst[0]), low, lanes.mask);
  blend(lanes.result<Part>(op.dst[1]), high, lanes.mask);
}

/// The general case: imm holds the number of parts and the bits of each; a part narrower than 16
/// bits sits in a 16-bit slot.
std::uint64_t read_element(const Lanes& lanes, Slot slot, unsigned bits, unsigned lane) {
  if (bits <= 16) return lanes.source<u16>(slot)[lane] & (bits == 8 ? 0xFFU : 0xFFFFU);
  if (bits == 32) return lanes.source<u32>(slot)[lane];
  return lanes.source<u64>(slot)[lane];
}
void write_element(const Lanes& lanes, Slot slot, unsigned bits, unsigned lane, u64 value) {
  if (bits <= 16) {
    lanes.result<u16>(slot)[lane] = static_cast<u16>(bits == 8 ? value & 0xFF : value);
  } else if (bits == 32) {
    lanes.result<u32>(slot)[lane] = static_cast<u32>(value);
  } else {
    lanes.result<u64>(slot)[lane] = value;
  }
}
void pack_many(const Lanes& lanes, const LaneOp& op) {
  const unsigned count = op.imm & 0xFF;
  const unsigned bits = op.imm >> 8;
  for_active(lanes.mask, [&](unsigned i) {
    u64 word[2] = {0, 0};
    for (unsigned k = 0; k < count; ++k) {
      word[k * bits / 64] |= read_element(lanes, op.src[k], bits, i) << (k * bits % 64);
    }
    write_element(lanes, op.dst[0], count * bits > 64 ? 64 : count * bits, i, word[0]);
    if (count * bits == 128) lanes.result<u64>(op.dst[0])[kWarpSize + i] = word[1];
  });
}
void unpack_many(const Lanes& lanes, const LaneOp& op) {
  const unsigned count = op.imm & 0xFF;
  const unsigned bits = op.imm >> 8;
  for_active(lanes.mask, [&](unsigned i) {
    u64 word[2] = {read_element(lanes, op.src[0], count * bits > 64 ? 64 : count * bits, i), 0};
    if (count * bits == 128) word[1] = lanes.source<u64>(op.src[0])[kWarpSize + i];
    for (unsigned k = 0; k < count; ++k) {
      const u64 part = word[k * bits / 64] >> (k * bits % 64);
      write_element(lanes, op.dst[k], bits, i, part);
    }
  });
}

/// Members of the vector operand `index`.
unsigned members(const SelectContext& context, std::size_t index) {
  return context.function.operand(context.in, index).count;
}

template <class Make>
Selection for_width(int bits, Make make) {
  switch (bits) {
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

}  // namespace

Selection select_Setp(const SelectContext& context) {
  return choose_comparison(context, context.in.mod.type);
}
Selection select_SetpBool(const SelectContext& context) {
  return choose_comparison(context, context.in.mod.type);
}
Selection select_Set(const SelectContext& context) {
  return choose_comparison(context, context.in.mod.type2);
}
Selection select_SetBool(const SelectContext& context) {
  return choose_comparison(context, context.in.mod.type2);
}

Selection select_Selp(const SelectContext& context) {
  return for_width(ptx::bits(context.in.mod.type),
                   []<class T>(T) -> Selection { return {&selp_op<T>}; });
}
Selection select_Slct(const SelectContext& context) {
  const bool ftz = context.in.mod.ftz;
  const bool by_float = context.in.mod.type2 == Type::F32;
  return for_width(ptx::bits(context.in.mod.type), [&]<class T>(T) -> Selection {
    if (by_float) return {ftz ? &slct_float<T, true> : &slct_float<T, false>};
    return {&slct_integer<T>};
  });
}

Selection select_Mov(const SelectContext& context) {
  const Type type = context.in.mod.type;
  if (type == Type::Pred) return {&move_predicate};
  if (type == Type::B128) return {&move_128};
  const int from = context.slot_bits(1);
  return for_width(ptx::bits(type), [&]<class T>(T) -> Selection {
    if (from == static_cast<int>(kBits<T>)) return {&move<T>};
    if (from == 32) return {&move_resized<T, u32>};
    if (from == 64) return {&move_resized<T, u64>};
    if (from == 16) return {&move_resized<T, u16>};
    return {};
  });
}
Selection select_MovPack(const SelectContext& context) {
  const unsigned count = members(context, 1);
  const unsigned bits = static_cast<unsigned>(ptx::bits(context.in.mod.type)) / count;
  if (count == 2 && bits == 16) return {&pack2<u32, u16>};
  if (count == 2 && bits == 32) return {&pack2<u64, u32>};
  return {&pack_many, bits << 8 | count};
}
Selection select_MovUnpack(const SelectContext& context) {
  const unsigned count = members(context, 0);
  const unsigned bits = static_cast<unsigned>(ptx::bits(context.in.mod.type)) / count;
  if (count == 2 && bits == 16) return {&unpack2<u32, u16>};
  if (count == 2 && bits == 32) return {&unpack2<u64, u32>};
  return {&unpack_many, bits << 8 | count};
}

}  // namespace vgpu::VGPU_ISA
