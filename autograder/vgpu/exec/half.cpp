// SPDX-License-Identifier: MIT
// f16, f16x2, bf16 and bf16x2, lane by lane in double. Compiled once.
//
// Rounding the double to the narrow format gives the correctly rounded result: a double holds sums
// and products of two such numbers exactly wherever their last places matter.
#include <cmath>

#include "vgpu/exec/comparison.h"
#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_float.h"
#include "vgpu/exec/lane_ops.h"
#include "vgpu/exec/number_format.h"

namespace vgpu {
namespace {

using namespace baseline;
using ptx::Opcode;
using ptx::Type;

// LaneOp::imm of arithmetic: the opcode, then these.
constexpr std::uint32_t kBfloat = 1U << 8;
constexpr std::uint32_t kPacked = 1U << 9;
constexpr std::uint32_t kFtz = 1U << 10;
constexpr std::uint32_t kSat = 1U << 11;
constexpr std::uint32_t kRelu = 1U << 12;
constexpr std::uint32_t kNanWins = 1U << 13;
constexpr std::uint32_t kXorSign = 1U << 14;
constexpr std::uint32_t kMagnitudes = 1U << 15;

const NumberFormat& format_of(bool bfloat) {
  return bfloat ? kFormatBF16 : kFormatF16;
}

std::uint32_t flushed(std::uint32_t bits, const NumberFormat& format) {
  const bool subnormal = (bits & format.magnitudes()) >> format.fraction == 0;
  return subnormal ? bits & 0x8000 : bits;
}

double extreme(std::uint32_t imm, bool max, double x, double y) {
  const bool magnitudes = (imm & (kXorSign | kMagnitudes)) != 0;
  const double a = magnitudes ? std::fabs(x) : x;
  const double b = magnitudes ? std::fabs(y) : y;
  if ((imm & kNanWins) != 0 && (a != a || b != b)) return double_of(kNanF64);
  return max ? maximum(a, b) : minimum(a, b);
}

/// a * b + c, where what does not fit a double leaves its last bit set ("round to odd"): rounding
/// again to a narrow format then goes the right way. The product is exact.
double fused_to_odd(double a, double b, double c) {
  const double product = a * b;
  const double sum = product + c;
  const double part = sum - product;
  const double lost = (product - (sum - part)) + (c - part);
  const std::uint64_t bits = bits_of(sum);
  if (lost == 0 || !std::isfinite(sum) || (bits & 1) != 0) return sum;
  return double_of((lost > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

double arithmetic(std::uint32_t imm, double a, double b, double c) {
  switch (static_cast<Opcode>(imm & 0xFF)) {
    case Opcode::Add:
      return a + b;
    case Opcode::Sub:
      return a - b;
    case Opcode::Mul:
      return a * b;
    case Opcode::Fma:
      return fused_to_odd(a, b, c);
    case Opcode::Min:
      return extreme(imm, false, a, b);
    case Opcode::Max:
      return extreme(imm, true, a, b);
    case Opcode::Ex2:
      return std::exp2(a);
    default:
      return std::tanh(a);
  }
}

/// One number; a, b, c and the result are its 16 bits.
std::uint32_t calculate(std::uint32_t imm, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const NumberFormat& format = format_of((imm & kBfloat) != 0);
  const auto value = [&](std::uint32_t bits) {
    return to_double(decode((imm & kFtz) != 0 ? flushed(bits, format) : bits, format));
  };
  double r = arithmetic(imm, value(a), value(b), value(c));
  if ((imm & kSat) != 0) r = saturate(r);
  if ((imm & kRelu) != 0 && (r < 0 || r == 0)) r = 0;
  auto bits = static_cast<std::uint32_t>(encode(from_double(r), format, ptx::Rounding::Rn));
  if ((imm & kXorSign) != 0 && r == r) bits |= (a ^ b) & 0x8000;
  return (imm & kFtz) != 0 ? flushed(bits, format) : bits;
}

template <unsigned Sources>
void arithmetic_op(const Lanes& lanes, const LaneOp& op) {
  const std::uint32_t imm = op.imm;
  if ((imm & kPacked) == 0) {
    const std::uint16_t* a = lanes.source<std::uint16_t>(op.src[0]);
    const std::uint16_t* b = Sources > 1 ? lanes.source<std::uint16_t>(op.src[1]) : a;
    const std::uint16_t* c = Sources > 2 ? lanes.source<std::uint16_t>(op.src[2]) : a;
    std::uint16_t* d = lanes.result<std::uint16_t>(op.dst[0]);
    for_active(lanes.mask, [&](unsigned i) {
      d[i] = static_cast<std::uint16_t>(calculate(imm, a[i], b[i], c[i]));
    });
    return;
  }
  const std::uint32_t* a = lanes.source<std::uint32_t>(op.src[0]);
  const std::uint32_t* b = Sources > 1 ? lanes.source<std::uint32_t>(op.src[1]) : a;
  const std::uint32_t* c = Sources > 2 ? lanes.source<std::uint32_t>(op.src[2]) : a;
  std::uint32_t* d = lanes.result<std::uint32_t>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) {
    const std::uint32_t low = calculate(imm, a[i] & 0xFFFF, b[i] & 0xFFFF, c[i] & 0xFFFF);
    d[i] = calculate(imm, a[i] >> 16, b[i] >> 16, c[i] >> 16) << 16 | low;
  });
}

/// neg and abs: sign bits, after flushing where asked for. imm: flags above; `kRelu` stands for
/// abs.
template <class T>
void sign_op(const Lanes& lanes, const LaneOp& op) {
  const NumberFormat& format = format_of((op.imm & kBfloat) != 0);
  const bool negate = static_cast<Opcode>(op.imm & 0xFF) == Opcode::Neg;
  const bool ftz = (op.imm & kFtz) != 0;
  const T* a = lanes.source<T>(op.src[0]);
  T* d = lanes.result<T>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) {
    T result = 0;
    for (unsigned shift = 0; shift < sizeof(T) * 8; shift += 16) {
      std::uint32_t bits = static_cast<std::uint32_t>(a[i]) >> shift & 0xFFFF;
      if (ftz) bits = flushed(bits, format);
      const bool nan = (bits & 0x7FFF) > format.overflow();
      bits = nan ? 0x7FFF : negate ? bits ^ 0x8000 : bits & 0x7FFF;
      result = static_cast<T>(result | bits << shift);
    }
    d[i] = result;
  });
}

// Comparisons. LaneOp::imm: as comparison.h says, then these.
constexpr std::uint32_t kCompareBfloat = 1U << 16;
constexpr std::uint32_t kComparePacked = 1U << 17;
constexpr std::uint32_t kCompareFtz = 1U << 18;

bool base_comparison(BaseComparison base, double a, double b) {
  switch (base) {
    case BaseComparison::Equal:
      return a == b;
    case BaseComparison::NotEqual:
      return a < b || a > b;
    case BaseComparison::Less:
      return a < b;
    case BaseComparison::LessEqual:
      return a <= b;
    default:
      return a == a && b == b;
  }
}

bool compare_halves(std::uint32_t imm, std::uint32_t x, std::uint32_t y) {
  const NumberFormat& format = format_of((imm & kCompareBfloat) != 0);
  const auto value = [&](std::uint32_t bits) {
    return to_double(decode((imm & kCompareFtz) != 0 ? flushed(bits, format) : bits, format));
  };
  const auto base = static_cast<BaseComparison>(imm >> kBaseShift & 7);
  const bool swapped = (imm & kSwapped) != 0;
  const bool met = base_comparison(base, value(swapped ? y : x), value(swapped ? x : y));
  return met != ((imm & kNegated) != 0);
}

void compare_op(const Lanes& lanes, const LaneOp& op) {
  const std::uint16_t* a = lanes.source<std::uint16_t>(op.src[0]);
  const std::uint16_t* b = lanes.source<std::uint16_t>(op.src[1]);
  Mask outcome = 0;
  for_active(lanes.mask, [&](unsigned i) {
    outcome |= static_cast<Mask>(compare_halves(op.imm, a[i], b[i])) << i;
  });
  finish_comparison(lanes, op, outcome);
}

/// Packed: setp gives p for the lower and q for the upper numbers; set gives a number in each half.
void compare_packed_op(const Lanes& lanes, const LaneOp& op) {
  const std::uint32_t* a = lanes.source<std::uint32_t>(op.src[0]);
  const std::uint32_t* b = lanes.source<std::uint32_t>(op.src[1]);
  Mask low = 0;
  Mask high = 0;
  for_active(lanes.mask, [&](unsigned i) {
    low |= static_cast<Mask>(compare_halves(op.imm, a[i] & 0xFFFF, b[i] & 0xFFFF)) << i;
    high |= static_cast<Mask>(compare_halves(op.imm, a[i] >> 16, b[i] >> 16)) << i;
  });
  low = combine(lanes, op, low);
  high = combine(lanes, op, high);
  const auto outcome = static_cast<Outcome>(op.imm >> kOutcomeShift & 7);
  if (outcome == Outcome::Predicate) {
    lanes.set_predicate(op.dst[0], low);
    if ((op.imm & kSecondResult) != 0) lanes.set_predicate(op.dst[1], high);
    return;
  }
  const std::uint32_t one = outcome == Outcome::Half     ? 0x3C00
                            : outcome == Outcome::BFloat ? 0x3F80
                                                         : 0xFFFF;
  std::uint32_t* d = lanes.result<std::uint32_t>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) {
    d[i] = ((low >> i & 1) != 0 ? one : 0) | ((high >> i & 1) != 0 ? one << 16 : 0);
  });
}

bool is_bfloat(Type type) {
  return type == Type::BF16 || type == Type::BF16x2;
}
bool is_packed(Type type) {
  return type == Type::F16x2 || type == Type::BF16x2;
}

Selection choose_comparison(const SelectContext& context) {
  const bool set = context.in.opcode == Opcode::Set || context.in.opcode == Opcode::SetBool;
  const Type type = set ? context.in.mod.type2 : context.in.mod.type;
  const ComparisonPlan plan = plan_comparison(context);
  if (!plan.known) return {};
  Selection chosen;
  chosen.handler = is_packed(type) ? &compare_packed_op : &compare_op;
  chosen.imm = plan.imm | static_cast<std::uint32_t>(plan.base) << kBaseShift |
               (is_bfloat(type) ? kCompareBfloat : 0) | (is_packed(type) ? kComparePacked : 0) |
               (context.in.mod.ftz ? kCompareFtz : 0);
  return chosen;
}

std::uint8_t flops_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Mul:
    case Opcode::Ex2:
    case Opcode::Tanh:
      return 1;
    case Opcode::Fma:
      return 2;
    default:
      return 0;
  }
}

}  // namespace

Selection select_half(const SelectContext& context) {
  const ptx::Modifiers& mod = context.in.mod;
  const Opcode opcode = context.in.opcode;
  Selection chosen;
  switch (opcode) {
    case Opcode::Setp:
    case Opcode::SetpBool:
    case Opcode::Set:
    case Opcode::SetBool:
      return choose_comparison(context);
    case Opcode::Neg:
    case Opcode::Abs:
      chosen.handler = is_packed(mod.type) ? &sign_op<std::uint32_t> : &sign_op<std::uint16_t>;
      break;
    case Opcode::Ex2:
    case Opcode::Tanh:
      chosen.handler = &arithmetic_op<1>;
      chosen.approximate = true;
      break;
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Mul:
      chosen.handler = &arithmetic_op<2>;
      break;
    case Opcode::Min:
    case Opcode::Max:
      chosen.handler = &arithmetic_op<2>;
      break;
    case Opcode::Fma:
      chosen.handler = &arithmetic_op<3>;
      break;
    default:
      return {};
  }
  if (mod.rounding != ptx::Rounding::None && mod.rounding != ptx::Rounding::Rn) return {};
  chosen.imm = static_cast<std::uint32_t>(opcode) | (is_bfloat(mod.type) ? kBfloat : 0) |
               (is_packed(mod.type) ? kPacked : 0) | (mod.ftz ? kFtz : 0) | (mod.sat ? kSat : 0) |
               (mod.relu ? kRelu : 0) | (mod.nan ? kNanWins : 0) | (mod.xorsign ? kXorSign : 0) |
               (mod.abs ? kMagnitudes : 0);
  chosen.flops = static_cast<std::uint8_t>(flops_of(opcode) * (is_packed(mod.type) ? 2 : 1));
  return chosen;
}

}  // namespace vgpu
