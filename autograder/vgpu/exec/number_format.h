// SPDX-License-Identifier: MIT
/// \file
/// Numbers taken apart and put together in any binary format and rounding, in integer arithmetic:
/// the reference for conversions and for f16 and bf16. Free of Lanes. Tested by gpu_test.cpp.
#pragma once

#include <cstdint>

#include "ptx/types.h"

#ifndef VGPU_ISA
#define VGPU_ISA baseline
#endif

namespace vgpu::VGPU_ISA {
namespace {

/// A binary floating-point format; `fraction` bits without the hidden one.
struct NumberFormat {
  int fraction;
  int exponent;
  std::uint64_t nan;  ///< the NaN that the hardware makes
  bool infinities;    ///< false: e4m3, where the all-ones exponent holds numbers and one NaN
  constexpr int least_exponent() const { return 2 - (1 << (exponent - 1)); }
  constexpr std::uint64_t magnitudes() const { return (1ULL << (fraction + exponent)) - 1; }
  constexpr std::uint64_t sign() const { return 1ULL << (fraction + exponent); }
  /// Bits of infinity, or of the first magnitude that is no number.
  constexpr std::uint64_t overflow() const {
    return infinities ? ((1ULL << exponent) - 1) << fraction : magnitudes();
  }
};

constexpr NumberFormat kFormatF16{10, 5, 0x7FFF, true};
constexpr NumberFormat kFormatBF16{7, 8, 0x7FFF, true};
constexpr NumberFormat kFormatF32{23, 8, 0x7FFFFFFF, true};
constexpr NumberFormat kFormatF64{52, 11, 0xFFF8000000000000, true};
constexpr NumberFormat kFormatTF32{10, 8, 0x3FFFF, true};
constexpr NumberFormat kFormatE4M3{3, 4, 0x7F, false};
constexpr NumberFormat kFormatE5M2{2, 5, 0x7F, true};

/// sign * magnitude * 2^exponent, or an infinity, or a NaN.
struct Number {
  enum class Kind : std::uint8_t { Finite, Infinite, NotANumber };
  Kind kind = Kind::Finite;
  bool negative = false;
  std::uint64_t magnitude = 0;
  int exponent = 0;
};

inline Number decode(std::uint64_t bits, const NumberFormat& format) {
  Number number;
  number.negative = (bits & format.sign()) != 0;
  const std::uint64_t magnitude = bits & format.magnitudes();
  if (magnitude >= format.overflow()) {
    number.kind = format.infinities && magnitude == format.overflow() ? Number::Kind::Infinite
                                                                      : Number::Kind::NotANumber;
    return number;
  }
  const std::uint64_t field = magnitude >> format.fraction;
  const std::uint64_t fraction = magnitude & ((1ULL << format.fraction) - 1);
  const int steps = field == 0 ? 0 : static_cast<int>(field) - 1;
  number.magnitude = field == 0 ? fraction : fraction | 1ULL << format.fraction;
  number.exponent = format.least_exponent() - format.fraction + steps;
  return number;
}

/// Whether a magnitude is rounded up, given whether it is odd and its fraction as 64 bits after the
/// binary point.
inline bool rounds_up(ptx::Rounding rounding, bool negative, bool odd, std::uint64_t fraction) {
  constexpr std::uint64_t kHalf = 1ULL << 63;
  switch (rounding) {
    case ptx::Rounding::Rz:
    case ptx::Rounding::Rzi:
      return false;
    case ptx::Rounding::Rm:
    case ptx::Rounding::Rmi:
      return negative && fraction != 0;
    case ptx::Rounding::Rp:
    case ptx::Rounding::Rpi:
      return !negative && fraction != 0;
    case ptx::Rounding::Rna:
      return fraction >= kHalf;
    default:
      return fraction > kHalf || (fraction == kHalf && odd);
  }
}

/// magnitude / 2^shift, rounded; shift may be anything from 0 up.
inline std::uint64_t shifted(std::uint64_t magnitude, int shift, ptx::Rounding rounding,
                             bool negative) {
  if (shift <= 0) return magnitude;
  const std::uint64_t whole = shift < 64 ? magnitude >> shift : 0;
  std::uint64_t fraction = 1;
  if (shift < 64) {
    fraction = magnitude << (64 - shift);
  } else if (shift == 64) {
    fraction = magnitude;
  }
  if (magnitude == 0) fraction = 0;
  return whole + (rounds_up(rounding, negative, (whole & 1) != 0, fraction) ? 1 : 0);
}

/// The number in a format. With `satfinite` what overflows becomes the largest number.
inline std::uint64_t encode(const Number& number, const NumberFormat& format,
                            ptx::Rounding rounding, bool satfinite = false) {
  const std::uint64_t sign = number.negative ? format.sign() : 0;
  if (number.kind == Number::Kind::NotANumber) return format.nan;
  if (number.kind == Number::Kind::Infinite) {
    if (satfinite || !format.infinities) return sign | (format.overflow() - 1);
    return sign | format.overflow();
  }
  if (number.magnitude == 0) return sign;
  const int zeros = __builtin_clzll(number.magnitude);
  const std::uint64_t magnitude = number.magnitude << zeros;
  const int top = number.exponent - zeros + 63;
  const int below = top < format.least_exponent() ? format.least_exponent() - top : 0;
  std::uint64_t bits = format.overflow();
  if (top < (1 << (format.exponent - 1)) + 1) {
    bits = shifted(magnitude, 63 - format.fraction + below, rounding, number.negative);
    if (below == 0) {
      const auto steps = static_cast<std::uint64_t>(top - format.least_exponent());
      bits += steps << format.fraction;
    }
  }
  if (bits < format.overflow()) return sign | bits;
  const bool stays = rounding == ptx::Rounding::Rz ||
                     (rounding == ptx::Rounding::Rm && !number.negative) ||
                     (rounding == ptx::Rounding::Rp && number.negative);
  return sign |
         (satfinite || stays || !format.infinities ? format.overflow() - 1 : format.overflow());
}

/// Rounded to a whole number, still as a Number.
inline Number rounded_to_integer(const Number& number, ptx::Rounding rounding) {
  if (number.kind != Number::Kind::Finite || number.exponent >= 0) return number;
  Number whole = number;
  whole.magnitude = shifted(number.magnitude, -number.exponent, rounding, number.negative);
  whole.exponent = 0;
  return whole;
}

inline double to_double(const Number& number) {
  return __builtin_bit_cast(double, encode(number, kFormatF64, ptx::Rounding::Rn));
}
inline Number from_double(double value) {
  return decode(__builtin_bit_cast(std::uint64_t, value), kFormatF64);
}

}  // namespace
}  // namespace vgpu::VGPU_ISA
