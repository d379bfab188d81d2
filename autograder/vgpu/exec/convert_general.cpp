// SPDX-License-Identifier: MIT
// cvt in every form, lane by lane: whatever convert.cpp has no quick handler for. Compiled once.
#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_ops.h"
#include "vgpu/exec/number_format.h"

namespace vgpu {
namespace {

using namespace baseline;
using ptx::Rounding;
using ptx::Type;

// LaneOp::imm: the two types, the rounding, flags, and the widths of the two slots.
constexpr std::uint32_t kFtz = 1U << 14;
constexpr std::uint32_t kSat = 1U << 15;
constexpr std::uint32_t kSatfinite = 1U << 16;
constexpr std::uint32_t kRelu = 1U << 17;
constexpr unsigned kTargetSlotShift = 18;
constexpr unsigned kSourceSlotShift = 20;

/// What LaneOp::imm says.
struct Plan {
  Type target;
  Type source;
  Rounding rounding;
  bool ftz;
  bool sat;
  bool satfinite;
  bool relu;
  unsigned target_slot;
  unsigned source_slot;

  explicit Plan(std::uint32_t imm)
      : target(static_cast<Type>(imm & 31)),
        source(static_cast<Type>(imm >> 5 & 31)),
        rounding(static_cast<Rounding>(imm >> 10 & 15)),
        ftz((imm & kFtz) != 0),
        sat((imm & kSat) != 0),
        satfinite((imm & kSatfinite) != 0),
        relu((imm & kRelu) != 0),
        target_slot(imm >> kTargetSlotShift & 3),
        source_slot(imm >> kSourceSlotShift & 3) {}
};

const NumberFormat* format_of(Type type) {
  switch (type) {
    case Type::F16:
    case Type::F16x2:
      return &kFormatF16;
    case Type::BF16:
    case Type::BF16x2:
      return &kFormatBF16;
    case Type::F32:
      return &kFormatF32;
    case Type::F64:
      return &kFormatF64;
    case Type::TF32:
      return &kFormatTF32;
    case Type::E4M3x2:
      return &kFormatE4M3;
    case Type::E5M2x2:
      return &kFormatE5M2;
    default:
      return nullptr;
  }
}

unsigned slot_code(int bits) {
  return bits <= 16 ? 0 : bits == 32 ? 1 : 2;
}

std::uint64_t read(const Lanes& lanes, Slot slot, unsigned code, unsigned lane) {
  if (code == 0) return lanes.source<std::uint16_t>(slot)[lane];
  if (code == 1) return lanes.source<std::uint32_t>(slot)[lane];
  return lanes.source<std::uint64_t>(slot)[lane];
}
void write(const Lanes& lanes, Slot slot, unsigned code, unsigned lane, std::uint64_t value) {
  if (code == 0) {
    lanes.result<std::uint16_t>(slot)[lane] = static_cast<std::uint16_t>(value);
  } else if (code == 1) {
    lanes.result<std::uint32_t>(slot)[lane] = static_cast<std::uint32_t>(value);
  } else {
    lanes.result<std::uint64_t>(slot)[lane] = value;
  }
}

/// The low bits of a value as a number of the type, widened to 64 bits.
std::uint64_t extended(std::uint64_t value, Type type) {
  const unsigned unused = 64U - static_cast<unsigned>(ptx::bits(type));
  const std::uint64_t top = value << unused;
  return ptx::is_signed(type) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(top) >> unused)
                              : top >> unused;
}

Number integer_number(std::uint64_t value, Type type) {
  Number number;
  number.negative = ptx::is_signed(type) && static_cast<std::int64_t>(value) < 0;
  number.magnitude = number.negative ? 0 - value : value;
  return number;
}

/// A whole number in an integer type, clamped to its range.
std::uint64_t clamped(const Number& number, Type type) {
  const int bits = ptx::bits(type) - (ptx::is_signed(type) ? 1 : 0);
  const std::uint64_t largest = ~0ULL >> (64 - bits);
  const std::uint64_t least = ptx::is_signed(type) ? ~largest : 0;
  bool large = number.kind == Number::Kind::Infinite;
  std::uint64_t magnitude = number.magnitude;
  if (!large && number.exponent > 0 && magnitude != 0) {
    large = number.exponent > __builtin_clzll(magnitude);
    if (!large) magnitude <<= number.exponent;
  }
  if (number.negative) return large || magnitude > 0 - least ? least : 0 - magnitude;
  return large || magnitude > largest ? largest : magnitude;
}

/// What a NaN becomes: 0, or the pattern 100...0 where f64 or a 64-bit integer takes part.
std::uint64_t integer_of_nan(const Plan& plan) {
  const int bits = ptx::bits(plan.target);
  if (bits < 64 && plan.source != Type::F64) return 0;
  return extended(1ULL << (bits - 1), plan.target);
}

/// What a NaN becomes in another format where f64 takes part: sign and leading payload, quiet.
std::uint64_t carried_nan(std::uint64_t bits, const NumberFormat& from, const NumberFormat& to) {
  const std::uint64_t payload =
      (bits & ((1ULL << from.fraction) - 1)) << (52 - from.fraction) >> (52 - to.fraction);
  const std::uint64_t quiet = 1ULL << (to.fraction - 1);
  return ((bits & from.sign()) != 0 ? to.sign() : 0) | to.overflow() | quiet | payload;
}

std::uint64_t to_integer(const Number& number, const Plan& plan) {
  if (number.kind == Number::Kind::NotANumber) return integer_of_nan(plan);
  const Rounding rounding = plan.rounding == Rounding::None ? Rounding::Rzi : plan.rounding;
  return clamped(rounded_to_integer(number, rounding), plan.target);
}

bool is_integer_rounding(Rounding rounding) {
  return rounding >= Rounding::Rni && rounding <= Rounding::Rpi;
}

/// A number in a floating-point format, with the modifiers of cvt.
std::uint64_t to_float(Number number, const Plan& plan, const NumberFormat& format) {
  Rounding rounding = plan.rounding;
  if (is_integer_rounding(rounding)) {
    number = rounded_to_integer(number, rounding);
    rounding = Rounding::Rn;
  }
  if (plan.relu && number.negative && number.kind != Number::Kind::NotANumber) return 0;
  if (plan.sat) {
    if (number.kind == Number::Kind::NotANumber || number.negative) return 0;
    if (number.kind == Number::Kind::Infinite) number = {Number::Kind::Finite, false, 1, 0};
  }
  std::uint64_t bits = encode(number, format, rounding, plan.satfinite);
  if (plan.ftz && plan.target == Type::F32 && (bits & 0x7F800000) == 0) bits &= 0x80000000;
  const std::uint64_t one = encode({Number::Kind::Finite, false, 1, 0}, format, Rounding::Rn);
  return plan.sat && bits > one ? one : bits;
}

Number float_number(std::uint64_t bits, const Plan& plan, const NumberFormat& format) {
  if (plan.ftz && plan.source == Type::F32 && (bits & 0x7F800000) == 0) bits &= 0x80000000;
  return decode(bits, format);
}

bool carries_nan(const Plan& plan) {
  return plan.source == Type::F64 || plan.target == Type::F64 || plan.target == Type::TF32;
}

void convert(const Lanes& lanes, const LaneOp& op) {
  const Plan plan(op.imm);
  const NumberFormat* from = format_of(plan.source);
  const NumberFormat* to = format_of(plan.target);
  for_active(lanes.mask, [&](unsigned i) {
    const std::uint64_t raw = read(lanes, op.src[0], plan.source_slot, i);
    const std::uint64_t value = from == nullptr ? extended(raw, plan.source) : raw;
    const Number number =
        from == nullptr ? integer_number(value, plan.source) : float_number(raw, plan, *from);
    std::uint64_t result = 0;
    if (from != nullptr && to != nullptr && number.kind == Number::Kind::NotANumber && !plan.sat &&
        carries_nan(plan)) {
      const bool canonical = plan.ftz && plan.source == Type::F32;
      result = plan.target == Type::TF32 ? raw & 0xFFFFE000
                                         : carried_nan(canonical ? from->nan : raw, *from, *to);
    } else if (to != nullptr) {
      result = to_float(number, plan, *to);
      if (plan.target == Type::TF32) result <<= 13;
    } else if (from != nullptr) {
      result = to_integer(number, plan);
    } else {
      result = extended(plan.sat ? clamped(number, plan.target) : value, plan.target);
    }
    write(lanes, op.dst[0], plan.target_slot, i, result);
  });
}

/// Two numbers into one register: a above b.
void convert_pair(const Lanes& lanes, const LaneOp& op) {
  const Plan plan(op.imm);
  const NumberFormat& to = *format_of(plan.target);
  const unsigned width = static_cast<unsigned>(ptx::bits(plan.target)) / 2;
  const std::uint32_t* a = lanes.source<std::uint32_t>(op.src[0]);
  const std::uint32_t* b = lanes.source<std::uint32_t>(op.src[1]);
  for_active(lanes.mask, [&](unsigned i) {
    const std::uint64_t high = to_float(float_number(a[i], plan, kFormatF32), plan, to);
    const std::uint64_t low = to_float(float_number(b[i], plan, kFormatF32), plan, to);
    write(lanes, op.dst[0], plan.target_slot, i, high << width | low);
  });
}

/// Both halves of a register, from one packed type to another.
void convert_packed(const Lanes& lanes, const LaneOp& op) {
  const Plan plan(op.imm);
  const NumberFormat& from = *format_of(plan.source);
  const NumberFormat& to = *format_of(plan.target);
  const unsigned from_width = static_cast<unsigned>(ptx::bits(plan.source)) / 2;
  const unsigned to_width = static_cast<unsigned>(ptx::bits(plan.target)) / 2;
  for_active(lanes.mask, [&](unsigned i) {
    const std::uint64_t raw = read(lanes, op.src[0], plan.source_slot, i);
    const std::uint64_t low = raw & ((1ULL << from_width) - 1);
    const std::uint64_t result = to_float(decode(raw >> from_width, from), plan, to) << to_width |
                                 to_float(decode(low, from), plan, to);
    write(lanes, op.dst[0], plan.target_slot, i, result);
  });
}

/// cvt.pack: integers clamped and put side by side, c above a above b.
void pack_integers(const Lanes& lanes, const LaneOp& op) {
  const Plan plan(op.imm);
  const unsigned width = static_cast<unsigned>(ptx::bits(plan.target));
  const std::uint32_t* a = lanes.source<std::uint32_t>(op.src[0]);
  const std::uint32_t* b = lanes.source<std::uint32_t>(op.src[1]);
  const std::uint32_t* c = width == 8 ? lanes.source<std::uint32_t>(op.src[2]) : nullptr;
  const std::uint32_t field = (1U << width) - 1;
  const auto part = [&](std::uint32_t value) {
    const Number number = integer_number(extended(value, plan.source), plan.source);
    return static_cast<std::uint32_t>(clamped(number, plan.target)) & field;
  };
  std::uint32_t* d = lanes.result<std::uint32_t>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) {
    const std::uint32_t above = c != nullptr ? c[i] << (2 * width) : 0;
    d[i] = above | part(a[i]) << width | part(b[i]);
  });
}

bool is_packed(Type type) {
  return type == Type::F16x2 || type == Type::BF16x2 || type == Type::E4M3x2 ||
         type == Type::E5M2x2;
}

}  // namespace

Selection select_general_cvt(const SelectContext& context) {
  const ptx::Modifiers& mod = context.in.mod;
  Selection chosen;
  chosen.imm = static_cast<std::uint32_t>(mod.type) | static_cast<std::uint32_t>(mod.type2) << 5 |
               static_cast<std::uint32_t>(mod.rounding) << 10 | (mod.ftz ? kFtz : 0) |
               (mod.sat ? kSat : 0) | (mod.satfinite ? kSatfinite : 0) | (mod.relu ? kRelu : 0) |
               slot_code(context.slot_bits(0)) << kTargetSlotShift |
               slot_code(context.slot_bits(1)) << kSourceSlotShift;
  switch (context.in.opcode) {
    case ptx::Opcode::Cvt:
      if (is_packed(mod.type) != is_packed(mod.type2)) return {};
      chosen.handler = is_packed(mod.type) ? &convert_packed : &convert;
      break;
    case ptx::Opcode::CvtX2:
      if (!is_packed(mod.type) || mod.type2 != Type::F32) return {};
      chosen.handler = &convert_pair;
      break;
    case ptx::Opcode::CvtPack:
    case ptx::Opcode::CvtPackC:
      if (mod.type2 != Type::S32) return {};
      chosen.handler = &pack_integers;
      break;
    default:
      return {};
  }
  return chosen;
}

}  // namespace vgpu
