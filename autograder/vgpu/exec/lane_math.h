// SPDX-License-Identifier: MIT
/// \file
/// What one lane computes: pure functions of values, free of slots and masks.
///
/// The integer half of PTX; lane_float.h has the floating-point half. Names and corner cases follow
/// the PTX ISA manual, section "Integer Arithmetic Instructions" and its neighbours. Internal
/// linkage throughout, for the reason in lane_ops.h. Tested by exec_test.cpp and gpu_test.cpp.
#pragma once

#include <cstdint>

#ifndef VGPU_ISA
#define VGPU_ISA baseline
#endif

namespace vgpu::VGPU_ISA {
namespace {
namespace lane_math {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
__extension__ using u128 = unsigned __int128;
__extension__ using s128 = __int128;

/// Facts of an integer type that <type_traits> would give, without its includes.
template <class T>
struct Integer;
template <>
struct Integer<u16> {
  using Unsigned = u16;
  using Wide = u32;
};
template <>
struct Integer<s16> {
  using Unsigned = u16;
  using Wide = s32;
};
template <>
struct Integer<u32> {
  using Unsigned = u32;
  using Wide = u64;
};
template <>
struct Integer<s32> {
  using Unsigned = u32;
  using Wide = s64;
};
template <>
struct Integer<u64> {
  using Unsigned = u64;
  using Wide = u128;
};
template <>
struct Integer<s64> {
  using Unsigned = u64;
  using Wide = s128;
};
template <class T>
using Unsigned = typename Integer<T>::Unsigned;
template <class T>
using Wide = typename Integer<T>::Wide;
template <class T>
constexpr unsigned kBits = sizeof(T) * 8;
template <class T>
constexpr bool kSigned = static_cast<T>(-1) < T{0};

// Arithmetic modulo the width: the same for signed and unsigned.
template <class T>
constexpr T add(T a, T b) {
  return static_cast<T>(a + b);
}
template <class T>
constexpr T sub(T a, T b) {
  return static_cast<T>(a - b);
}
template <class T>
constexpr T mul_lo(T a, T b) {
  if constexpr (sizeof(T) == 2) {
    return static_cast<T>(u32{a} * u32{b});
  } else {
    return static_cast<T>(a * b);
  }
}
template <class T>
constexpr T mad_lo(T a, T b, T c) {
  return add<T>(mul_lo<T>(a, b), c);
}
template <class T>
constexpr T neg(T a) {
  return static_cast<T>(T{0} - a);
}

template <class T>
constexpr T mul_hi(T a, T b) {
  return static_cast<T>((static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b)) >> kBits<T>);
}
template <class T>
constexpr T mad_hi(T a, T b, T c) {
  return static_cast<T>(static_cast<Unsigned<T>>(mul_hi<T>(a, b)) + static_cast<Unsigned<T>>(c));
}
template <class T>
constexpr Wide<T> mul_wide(T a, T b) {
  return static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b);
}
template <class T>
constexpr Wide<T> mad_wide(T a, T b, Wide<T> c) {
  using U = Unsigned<Wide<T>>;
  return static_cast<Wide<T>>(static_cast<U>(mul_wide<T>(a, b)) + static_cast<U>(c));
}

constexpr s32 clamp_to_s32(s64 value) {
  return static_cast<s32>(value > 0x7FFFFFFF         ? 0x7FFFFFFF
                          : value < -s64{0x80000000} ? -s64{0x80000000}
                                                     : value);
}
constexpr s32 add_sat(s32 a, s32 b) {
  return clamp_to_s32(s64{a} + b);
}
constexpr s32 sub_sat(s32 a, s32 b) {
  return clamp_to_s32(s64{a} - b);
}
constexpr s32 mad_hi_sat(s32 a, s32 b, s32 c) {
  return clamp_to_s32(s64{mul_hi<s32>(a, b)} + c);
}

// mul24: the low 24 bits of both factors; .hi takes bits 47..16 of the product.
template <class T>
constexpr s64 product24(T a, T b) {
  if constexpr (kSigned<T>) {
    return s64{static_cast<s32>(static_cast<u32>(a) << 8) >> 8} *
           (static_cast<s32>(static_cast<u32>(b) << 8) >> 8);
  } else {
    return s64{a & 0xFFFFFF} * s64{b & 0xFFFFFF};
  }
}
template <class T>
constexpr T mul24_lo(T a, T b) {
  return static_cast<T>(product24(a, b));
}
template <class T>
constexpr T mul24_hi(T a, T b) {
  return static_cast<T>(product24(a, b) >> 16);
}
template <class T>
constexpr T mad24_lo(T a, T b, T c) {
  return static_cast<T>(static_cast<u32>(mul24_lo(a, b)) + static_cast<u32>(c));
}
template <class T>
constexpr T mad24_hi(T a, T b, T c) {
  return static_cast<T>(static_cast<u32>(mul24_hi(a, b)) + static_cast<u32>(c));
}
constexpr s32 mad24_hi_sat(s32 a, s32 b, s32 c) {
  return clamp_to_s32(s64{mul24_hi(a, b)} + c);
}

// Division by zero gives all ones, as the hardware's sequences do; the remainder is then a itself
// or all ones by type (measured on an H200).
template <class T>
constexpr T div(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if constexpr (kSigned<T>) {
    if (b == -1) return static_cast<T>(Unsigned<T>{0} - static_cast<Unsigned<T>>(a));
  }
  return static_cast<T>(a / b);
}
template <class T>
constexpr T rem(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if constexpr (kSigned<T>) {
    if (b == -1) return 0;
  }
  return static_cast<T>(a % b);
}

// 32-bit quotients through double: exact, since the nearest other integer is 2^-32 away or more
// while the quotient is rounded to 53 bits. Vectorises, unlike integer division.
constexpr double as_double(u32 a) {
  return static_cast<double>(static_cast<s32>(a ^ 0x80000000u)) + 2147483648.0;
}
constexpr u32 quotient(u32 a, u32 b) {
  const double q = as_double(a) / as_double(b == 0 ? 1u : b);
  const bool large = q >= 2147483648.0;
  const s32 part = static_cast<s32>(large ? q - 2147483648.0 : q);
  return static_cast<u32>(part) ^ (large ? 0x80000000u : 0u);
}
constexpr s32 quotient(s32 a, s32 b) {
  const bool awkward = b == 0 || b == -1;
  const s32 q = static_cast<s32>(static_cast<double>(a) / static_cast<double>(awkward ? 1 : b));
  return b == -1 ? static_cast<s32>(0u - static_cast<u32>(a)) : q;
}
template <class T>
constexpr T div32(T a, T b) {
  return b == 0 ? static_cast<T>(-1) : quotient(a, b);
}
template <class T>
constexpr T rem32(T a, T b) {
  const u32 q = static_cast<u32>(quotient(a, b));
  return b == 0 ? static_cast<T>(-1)
                : static_cast<T>(static_cast<u32>(a) - q * static_cast<u32>(b));
}

template <class T>
constexpr T min(T a, T b) {
  return b < a ? b : a;
}
template <class T>
constexpr T max(T a, T b) {
  return a < b ? b : a;
}
template <class T>
constexpr T abs(T a) {
  const auto u = static_cast<Unsigned<T>>(a);
  return static_cast<T>(a < 0 ? static_cast<Unsigned<T>>(Unsigned<T>{0} - u) : u);
}
template <class T>
constexpr T sad(T a, T b, T c) {
  using U = Unsigned<T>;
  const U distance = static_cast<U>(a < b ? static_cast<U>(b) - static_cast<U>(a)
                                          : static_cast<U>(a) - static_cast<U>(b));
  return static_cast<T>(static_cast<U>(c) + distance);
}

// Bits.
template <class T>
constexpr T bit_and(T a, T b) {
  return static_cast<T>(a & b);
}
template <class T>
constexpr T bit_or(T a, T b) {
  return static_cast<T>(a | b);
}
template <class T>
constexpr T bit_xor(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <class T>
constexpr T bit_not(T a) {
  return static_cast<T>(~a);
}
template <class T>
constexpr T logical_not(T a) {
  return static_cast<T>(a == 0 ? 1 : 0);
}
/// Counts of the width or more shift everything out (PTX ISA, "shl").
template <class T>
constexpr T shl(T a, u32 count) {
  return count >= kBits<T> ? T{0} : static_cast<T>(a << (count & (kBits<T> - 1)));
}
/// Signed types shift in the sign; counts are clamped to the width (PTX ISA, "shr").
template <class T>
constexpr T shr(T a, u32 count) {
  if constexpr (kSigned<T>) {
    return static_cast<T>(a >> (count >= kBits<T> ? kBits<T> - 1 : count));
  } else {
    return count >= kBits<T> ? T{0} : static_cast<T>(a >> (count & (kBits<T> - 1)));
  }
}
/// shf.l / shf.r: b is the upper word of the 64 bits that move.
template <bool Left, bool Wrap>
constexpr u32 funnel(u32 a, u32 b, u32 count) {
  const u32 n = Wrap ? count & 31 : (count > 32 ? 32 : count);
  const u64 both = u64{b} << 32 | a;
  return static_cast<u32>(Left ? (both << n) >> 32 : both >> n);
}
template <class T>
constexpr u32 popc(T a) {
  Unsigned<T> v = a;
  constexpr auto kAll = static_cast<Unsigned<T>>(-1);
  v = v - ((v >> 1) & (kAll / 3));
  v = (v & (kAll / 15 * 3)) + ((v >> 2) & (kAll / 15 * 3));
  v = (v + (v >> 4)) & (kAll / 255 * 15);
  return static_cast<u32>((v * (kAll / 255)) >> (kBits<T> - 8));
}
template <class T>
constexpr u32 clz(T a) {
  T v = a;
  for (unsigned s = 1; s < kBits<T>; s *= 2) v |= v >> s;
  return kBits<T> - popc<T>(v);
}
template <class T>
constexpr T brev(T a) {
  T v = a;
  T keep = static_cast<T>(-1);
  for (unsigned s = kBits<T> / 2; s != 0; s /= 2) {
    keep = static_cast<T>(keep ^ (keep << s));
    v = static_cast<T>(((v >> s) & keep) | ((v << s) & ~keep));
  }
  return v;
}
/// Position of the most significant bit that is not the sign; all ones when there is none.
template <class T, bool ShiftAmount>
constexpr u32 bfind(T a) {
  using U = Unsigned<T>;
  U v = static_cast<U>(a);
  if constexpr (kSigned<T>) v = static_cast<U>(a < 0 ? ~v : v);
  const u32 zeros = clz<U>(v);
  if (zeros == kBits<T>) return 0xFFFFFFFFu;
  return ShiftAmount ? zeros : kBits<T> - 1 - zeros;
}
template <class T>
constexpr T low_bits(u32 count) {
  return count >= kBits<T> ? static_cast<T>(-1) : static_cast<T>((T{1} << count) - 1);
}
/// Position or length of a bit field: 8 bits of the operand for 32-bit fields; for 64-bit ones the
/// hardware's sequence takes all of it, and what is too large counts as 255.
template <class T>
constexpr u32 field_operand(u32 x) {
  return sizeof(T) == 4 ? x & 0xFF : (x > 255 ? 255 : x);
}
template <class T>
constexpr T bfe(T a, u32 b, u32 c) {
  using U = Unsigned<T>;
  constexpr u32 kTop = kBits<T> - 1;
  const u32 pos = field_operand<T>(b);
  const u32 len = field_operand<T>(c);
  const u32 last = pos + len - 1 > kTop ? kTop : pos + len - 1;
  const U field = static_cast<U>(low_bits<U>(len) & shr<U>(static_cast<U>(a), pos));
  const bool sign = kSigned<T> && len != 0 && (static_cast<U>(a) >> last & 1) != 0;
  const u32 taken = pos > kTop ? 0 : (len > kTop + 1 - pos ? kTop + 1 - pos : len);
  return static_cast<T>(sign ? field | static_cast<U>(~low_bits<U>(taken)) : field);
}
template <class T>
constexpr T bfi(T a, T b, u32 c, u32 d) {
  const u32 pos = field_operand<T>(c);
  const T field = shl<T>(low_bits<T>(field_operand<T>(d)), pos);
  return static_cast<T>((b & ~field) | (shl<T>(a, pos) & field));
}
template <bool Wrap>
constexpr u32 bmsk(u32 a, u32 b) {
  const u32 start = Wrap ? a & 31 : a;
  const u32 width = Wrap ? b & 31 : b;
  return shl<u32>(low_bits<u32>(width), start);
}
template <class T, bool Wrap>
constexpr T szext(T a, u32 b) {
  const u32 width = Wrap ? b & 31 : b;
  const u32 low = static_cast<u32>(a) & low_bits<u32>(width);
  if constexpr (kSigned<T>) {
    const bool sign = width != 0 && (static_cast<u32>(a) >> (width > 32 ? 31 : width - 1) & 1) != 0;
    return static_cast<T>(sign ? low | ~low_bits<u32>(width) : low);
  } else {
    return low;
  }
}
/// Byte permutation, the default mode: nibble k of the selector names byte k; its bit 3 replicates
/// that byte's sign.
constexpr u32 prmt(u32 a, u32 b, u32 selector) {
  const u64 both = u64{b} << 32 | a;
  u32 result = 0;
  for (unsigned k = 0; k < 4; ++k) {
    const u32 nibble = selector >> (4 * k) & 15;
    const u32 byte = static_cast<u32>(both >> (8 * (nibble & 7))) & 0xFF;
    const u32 sign = (byte & 0x80) != 0 ? 0xFF : 0;
    result |= ((nibble & 8) != 0 ? sign : byte) << (8 * k);
  }
  return result;
}
/// The special modes of prmt as selectors of the default mode: 16 bits for each of the control
/// values 3, 2, 1, 0.
constexpr u64 kForward4Extract = 0x6543543243213210;
constexpr u64 kBackward4Extract = 0x0123701267015670;
constexpr u64 kReplicate8 = 0x3333222211110000;
constexpr u64 kEdgeClampLeft = 0x3333322232113210;
constexpr u64 kEdgeClampRight = 0x3210221011100000;
constexpr u64 kReplicate16 = 0x3232101032321010;
template <u64 Selectors>
constexpr u32 prmt_mode(u32 a, u32 b, u32 control) {
  return prmt(a, b, static_cast<u32>(Selectors >> (16 * (control & 3))) & 0xFFFF);
}
/// n-th set bit of `mask` counted from `base` (PTX ISA, "fns"); all ones when there is none.
constexpr u32 fns(u32 mask, u32 base, s32 offset) {
  s32 found = 0;
  if (static_cast<u32>(offset) == 0x80000000) return 0;  // as measured; it has no counterpart
  if (base > 31) return 0xFFFFFFFFu;
  if (offset == 0) return (mask >> base & 1) != 0 ? base : 0xFFFFFFFFu;
  const s32 step = offset > 0 ? 1 : -1;
  for (s32 i = static_cast<s32>(base); i >= 0 && i < 32; i += step) {
    if ((mask >> i & 1) == 0) continue;
    if (++found == offset * step) return static_cast<u32>(i);
  }
  return 0xFFFFFFFFu;
}

/// Sum of c and the products of the four bytes; A and B say how the bytes of a and b are read.
template <class A, class B>
constexpr u32 dp4a(u32 a, u32 b, u32 c) {
  u32 sum = c;
  for (unsigned k = 0; k < 4; ++k) {
    const s32 x = static_cast<A>(a >> (8 * k));
    const s32 y = static_cast<B>(b >> (8 * k));
    sum += static_cast<u32>(x * y);
  }
  return sum;
}
/// Sum of c and the products of the two halves of a with two bytes of b, the lower or upper two.
template <class A, class B, bool High>
constexpr u32 dp2a(u32 a, u32 b, u32 c) {
  u32 sum = c;
  for (unsigned k = 0; k < 2; ++k) {
    const s32 x = static_cast<A>(a >> (16 * k));
    const s32 y = static_cast<B>(b >> (8 * k + (High ? 16 : 0)));
    sum += static_cast<u32>(x * y);
  }
  return sum;
}

/// Absolute differences of the parts of a and b, which are read as A and B: put together again, or
/// (Add) their sum and c. Without a mask no part of c is kept.
template <class A, class B, bool Add>
constexpr u32 vabsdiff(u32 a, u32 b, u32 c) {
  constexpr unsigned kBits = 8 * sizeof(A);
  u32 parts = 0, sum = c;
  for (unsigned at = 0; at < 32; at += kBits) {
    const s32 x = static_cast<A>(a >> at);
    const s32 y = static_cast<B>(b >> at);
    const u32 difference = static_cast<u32>(x > y ? x - y : y - x);
    sum += difference;
    parts |= (difference & ((1u << kBits) - 1)) << at;
  }
  return Add ? sum : parts;
}

/// lop3 by its truth table: bit (a << 2 | b << 1 | c) of `table` is the result's bit.
constexpr u32 lop3(u32 a, u32 b, u32 c, u32 table) {
  u32 rows[8] = {};
  for (unsigned k = 0; k < 8; ++k) rows[k] = 0u - (table >> k & 1);
  const auto pick = [](u32 chooser, u32 one, u32 zero) { return zero ^ (chooser & (one ^ zero)); };
  return pick(a, pick(b, pick(c, rows[7], rows[6]), pick(c, rows[5], rows[4])),
              pick(b, pick(c, rows[3], rows[2]), pick(c, rows[1], rows[0])));
}

// Two 16-bit numbers in one register.
template <class T, T (*F)(T, T)>
constexpr u32 packed2(u32 a, u32 b) {
  const u32 low = static_cast<u16>(F(static_cast<T>(a), static_cast<T>(b)));
  const u32 high = static_cast<u16>(F(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
  return high << 16 | low;
}

}  // namespace lane_math
}  // namespace
}  // namespace vgpu::VGPU_ISA
