// SPDX-License-Identifier: MIT
// cvt in the forms that compilers make all the time; the others are in convert_general.cpp.
#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_float.h"
#include "vgpu/exec/lane_math.h"
#include "vgpu/exec/lane_ops.h"

namespace vgpu::VGPU_ISA {
namespace {

using namespace lane_math;
using ptx::Rounding;
using ptx::Type;

/// Between integers whose result fills its slot. LaneOp::imm: how many bits of the source's slot
/// are above the source type, to be replaced by copies of its sign or zeros.
template <class D, class A>
void resize(const Lanes& lanes, const LaneOp& op) {
  const unsigned unused = op.imm;
  unary<D, A>(lanes, op, [unused](A a) {
    const A raised = static_cast<A>(static_cast<Unsigned<A>>(a) << unused);
    return static_cast<D>(static_cast<A>(raised >> unused));
  });
}
template <class D>
LaneHandler resize_to(int slot, bool is_signed) {
  switch (slot) {
    case 16:
      return is_signed ? &resize<D, s16> : &resize<D, u16>;
    case 32:
      return is_signed ? &resize<D, s32> : &resize<D, u32>;
    case 64:
      return is_signed ? &resize<D, s64> : &resize<D, u64>;
    default:
      return nullptr;
  }
}

Selection between_integers(Type target, Type source, int target_slot, int source_slot) {
  if (target_slot != ptx::bits(target)) return {};
  const bool is_signed = ptx::is_signed(source);
  LaneHandler handler = nullptr;
  if (target_slot == 16) handler = resize_to<u16>(source_slot, is_signed);
  if (target_slot == 32) handler = resize_to<u32>(source_slot, is_signed);
  if (target_slot == 64) handler = resize_to<u64>(source_slot, is_signed);
  return {handler, static_cast<std::uint32_t>(source_slot - ptx::bits(source))};
}

float float_from(s32 a) {
  return static_cast<float>(a);
}
float float_from_unsigned(u32 a) {
  return static_cast<float>(as_double(a));
}
double double_from(s32 a) {
  return static_cast<double>(a);
}
double double_from_unsigned(u32 a) {
  return as_double(a);
}

/// f16 to f32, exact; any NaN becomes the canonical one. Subnormals go through an integer.
float widen_half(u16 half) {
  const u32 magnitude = half & 0x7FFFU;
  const u32 sign = (half & 0x8000U) << 16;
  const u32 normal = (magnitude << 13) + 0x38000000;
  const u32 tiny = bits_of(static_cast<float>(static_cast<s32>(magnitude)) * 0x1p-24F);
  const u32 special = magnitude == 0x7C00 ? 0x7F800000 : kNanF32;
  const u32 finite = magnitude < 0x0400 ? tiny : normal;
  return float_of(magnitude > 0x7C00 ? special : sign | (magnitude == 0x7C00 ? special : finite));
}
float widen_bfloat(u16 bfloat) {
  return float_of(static_cast<u32>(bfloat) << 16);
}

/// f32 to f16, to nearest even: the fraction is rounded as an integer, subnormal results by adding
/// a number whose last place is theirs.
u16 narrow_half(float x) {
  const u32 bits = bits_of(x);
  const u32 magnitude = bits & 0x7FFFFFFF;
  const u32 sign = bits >> 16 & 0x8000;
  const u32 rounded = (magnitude + 0xFFF + (magnitude >> 13 & 1) - 0x38000000) >> 13;
  const u32 tiny = bits_of(float_of(magnitude) + 0.5F) - 0x3F000000;
  u32 half = magnitude < 0x38800000 ? tiny : rounded;
  half = magnitude >= 0x47800000 ? 0x7C00 : half;
  return static_cast<u16>(magnitude > 0x7F800000 ? 0x7FFF : sign | half);
}
u16 narrow_bfloat(float x) {
  const u32 bits = bits_of(x);
  const u32 rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
  return static_cast<u16>((bits & 0x7FFFFFFF) > 0x7F800000 ? 0x7FFF : rounded);
}

/// NaNs keep sign and payload, made quiet; with .ftz they are the canonical one first.
template <bool Ftz>
double widen(float x) {
  const float a = Ftz ? flush(x) : x;
  const u32 nan = Ftz ? kNanF32 : bits_of(x);
  const u64 wide_nan = static_cast<u64>(nan & 0x80000000) << 32 | kInfinityF64 | kQuietF64 |
                       static_cast<u64>(nan & 0x007FFFFF) << 29;
  return a == a ? static_cast<double>(a) : double_of(wide_nan);
}
template <bool Ftz>
float narrow(double x) {
  const u64 bits = bits_of(x);
  const u32 narrow_nan = (static_cast<u32>(bits >> 32) & 0x80000000) | 0x7FC00000 |
                         (static_cast<u32>(bits >> 29) & 0x007FFFFF);
  const float r = static_cast<float>(x);
  return x == x ? (Ftz ? flush(r) : r) : float_of(narrow_nan);
}

struct Nearest {
  static float of(float x) { return __builtin_rintf(x); }
  static double of(double x) { return __builtin_rint(x); }
};
struct TowardsZero {
  static float of(float x) { return __builtin_truncf(x); }
  static double of(double x) { return __builtin_trunc(x); }
};
struct Down {
  static float of(float x) { return __builtin_floorf(x); }
  static double of(double x) { return __builtin_floor(x); }
};
struct Up {
  static float of(float x) { return __builtin_ceilf(x); }
  static double of(double x) { return __builtin_ceil(x); }
};

/// To a whole number of the same type: floorf and its relatives.
template <class T, class How, bool Ftz>
T whole(T x) {
  const T a = Ftz ? flush(x) : x;
  return with_nan(How::of(a), a);
}

/// f32 to s32: clamped to the range, NaN becomes 0. A subnormal that .ftz would flush rounds like a
/// zero of its sign except under .rmi and .rpi.
template <class How, bool Ftz>
s32 to_signed(float x) {
  const float r = How::of(Ftz ? flush(x) : x);
  const bool large = r >= 2147483648.0F;
  const bool in_range = r >= -2147483648.0F && !large;
  const s32 inside = static_cast<s32>(in_range ? r : 0.0F);
  const s32 outside = large ? s32{0x7FFFFFFF} : static_cast<s32>(0x80000000U);
  return in_range ? inside : r == r ? outside : 0;
}
template <class How, bool Ftz>
u32 to_unsigned(float x) {
  const float r = How::of(Ftz ? flush(x) : x);
  const bool upper = r >= 2147483648.0F;
  const bool large = r >= 4294967296.0F;
  const float reduced = upper ? r - 2147483648.0F : r;
  const s32 part = static_cast<s32>(r > 0.0F && !large ? reduced : 0.0F);
  return large ? 0xFFFFFFFFU : static_cast<u32>(part) ^ (upper ? 0x80000000U : 0U);
}

float clamp_unit(float x) {
  return saturate(x);
}

template <template <class, bool> class Form>
Selection by_rounding(Rounding rounding, bool ftz) {
  switch (rounding) {
    case Rounding::Rni:
      return {ftz ? Form<Nearest, true>::handler : Form<Nearest, false>::handler};
    case Rounding::Rzi:
      return {ftz ? Form<TowardsZero, true>::handler : Form<TowardsZero, false>::handler};
    case Rounding::Rmi:
      return {ftz ? Form<Down, true>::handler : Form<Down, false>::handler};
    case Rounding::Rpi:
      return {ftz ? Form<Up, true>::handler : Form<Up, false>::handler};
    default:
      return {};
  }
}
template <class How, bool Ftz>
struct SignedForm {
  static constexpr LaneHandler handler = &unary_op<s32, float, to_signed<How, Ftz>>;
};
template <class How, bool Ftz>
struct UnsignedForm {
  static constexpr LaneHandler handler = &unary_op<u32, float, to_unsigned<How, Ftz>>;
};
template <class How, bool Ftz>
struct WholeForm {
  static constexpr LaneHandler handler = &unary_op<float, float, whole<float, How, Ftz>>;
};
template <class How, bool Ftz>
struct WholeDoubleForm {
  static constexpr LaneHandler handler = &unary_op<double, double, whole<double, How, false>>;
};

constexpr unsigned pair(Type target, Type source) {
  return static_cast<unsigned>(target) << 8 | static_cast<unsigned>(source);
}

/// Forms that take part of floating-point numbers, to nearest where they round.
Selection quick_float(const ptx::Modifiers& mod) {
  const bool nearest = mod.rounding == Rounding::Rn || mod.rounding == Rounding::None;
  switch (pair(mod.type, mod.type2)) {
    case pair(Type::S32, Type::F32):
      return by_rounding<SignedForm>(mod.rounding, mod.ftz);
    case pair(Type::U32, Type::F32):
      return by_rounding<UnsignedForm>(mod.rounding, mod.ftz);
    case pair(Type::F32, Type::F32):
      return by_rounding<WholeForm>(mod.rounding, mod.ftz);
    case pair(Type::F64, Type::F64):
      return by_rounding<WholeDoubleForm>(mod.rounding, false);
    case pair(Type::F64, Type::F32):
      return {mod.ftz ? &unary_op<double, float, widen<true>>
                      : &unary_op<double, float, widen<false>>};
    default:
      break;
  }
  if (!nearest) return {};
  switch (pair(mod.type, mod.type2)) {
    case pair(Type::F32, Type::S32):
      return {&unary_op<float, s32, float_from>};
    case pair(Type::F32, Type::U32):
      return {&unary_op<float, u32, float_from_unsigned>};
    case pair(Type::F64, Type::S32):
      return {&unary_op<double, s32, double_from>};
    case pair(Type::F64, Type::U32):
      return {&unary_op<double, u32, double_from_unsigned>};
    case pair(Type::F32, Type::F64):
      return {mod.ftz ? &unary_op<float, double, narrow<true>>
                      : &unary_op<float, double, narrow<false>>};
    case pair(Type::F32, Type::F16):
      return {&unary_op<float, u16, widen_half>};
    case pair(Type::F32, Type::BF16):
      return {&unary_op<float, u16, widen_bfloat>};
    case pair(Type::F16, Type::F32):
      if (mod.ftz) return {};
      return {&unary_op<u16, float, narrow_half>};
    case pair(Type::BF16, Type::F32):
      if (mod.ftz) return {};
      return {&unary_op<u16, float, narrow_bfloat>};
    default:
      return {};
  }
}

}  // namespace

Selection select_Cvt(const SelectContext& context) {
  const ptx::Modifiers& mod = context.in.mod;
  const int target_slot = context.slot_bits(0);
  const int source_slot = context.slot_bits(1);
  Selection quick;
  if (!mod.sat && !mod.satfinite && !mod.relu) {
    if (!ptx::is_float(mod.type) && !ptx::is_float(mod.type2)) {
      quick = between_integers(mod.type, mod.type2, target_slot, source_slot);
    } else if (target_slot == ptx::bits(mod.type) && source_slot == ptx::bits(mod.type2)) {
      quick = quick_float(mod);
    }
  } else if (mod.sat && mod.type == Type::F32 && mod.type2 == Type::F32 && !mod.ftz &&
             mod.rounding == Rounding::None) {
    quick.handler = &unary_op<float, float, clamp_unit>;
  }
  return quick.handler != nullptr ? quick : select_general_cvt(context);
}
Selection select_CvtX2(const SelectContext& context) {
  return select_general_cvt(context);
}
Selection select_CvtPack(const SelectContext& context) {
  return select_general_cvt(context);
}
Selection select_CvtPackC(const SelectContext& context) {
  return select_general_cvt(context);
}

}  // namespace vgpu::VGPU_ISA
