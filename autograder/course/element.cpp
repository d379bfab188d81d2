// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "course/realise.h"

namespace course {
namespace {

// Quiet NaNs with a payload: no arithmetic makes these bits. The integers are unlikely as results.
constexpr std::uint32_t kPoison32 = 0x7fd0b1a5U;
constexpr std::uint64_t kPoison64 = 0x7ffdb1a5c0de7fd0U;
constexpr std::uint32_t kPoisonInt = 0xb1a5c0deU;
constexpr std::uint64_t kPoisonLong = 0xb1a5c0deb1a5c0deU;
constexpr std::uint16_t kPoison16 = 0x7fb1U;
constexpr std::uint8_t kPoison8 = 0xb1U;

template <class T>
void put(T value, std::byte* bytes) {
  std::memcpy(bytes, &value, sizeof value);
}

template <class T>
T take(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <class T>
T clamped(double value) {
  if (!(value > static_cast<double>(std::numeric_limits<T>::lowest())))
    return std::isnan(value) ? T{0} : std::numeric_limits<T>::lowest();
  if (value >= static_cast<double>(std::numeric_limits<T>::max()))
    return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

/// IEEE binary16, rounded to nearest even.
std::uint16_t half_bits(double value) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000U : 0U);
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7e00U);
  const double size = std::fabs(value);
  if (size == 0) return sign;
  if (size >= 65520) return static_cast<std::uint16_t>(sign | 0x7c00U);
  int exponent = 0;
  std::frexp(size, &exponent);
  // The least exponent is that of the denormals, whose last place is 2^-24.
  const int place = std::max(exponent - 11, -24);
  const double units = std::nearbyint(std::ldexp(size, -place));
  const auto whole = static_cast<std::uint32_t>(units);
  // 1024 units and more carry into the exponent field by themselves.
  const std::uint32_t bits = static_cast<std::uint32_t>(place + 24) * 1024U + whole;
  return static_cast<std::uint16_t>(sign | bits);
}

double half_value(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int mantissa = bits & 1023;
  double size = 0;
  if (exponent == 31) {
    size = mantissa != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : std::numeric_limits<double>::infinity();
  } else if (exponent == 0) {
    size = std::ldexp(mantissa, -24);
  } else {
    size = std::ldexp(1024 + mantissa, exponent - 25);
  }
  return (bits & 0x8000U) != 0 ? -size : size;
}

void put_poison(ElementType type, std::byte* bytes) {
  switch (type) {
    case ElementType::Float:
      return put(kPoison32, bytes);
    case ElementType::Double:
      return put(kPoison64, bytes);
    case ElementType::Int:
    case ElementType::Unsigned:
      return put(kPoisonInt, bytes);
    case ElementType::LongLong:
      return put(kPoisonLong, bytes);
    case ElementType::UnsignedChar:
      return put(kPoison8, bytes);
    case ElementType::Half:
      return put(kPoison16, bytes);
  }
}

}  // namespace

void poison(ElementType type, std::vector<std::byte>& storage) {
  const std::size_t size = size_of(type);
  for (std::size_t at = 0; at + size <= storage.size(); at += size)
    put_poison(type, storage.data() + at);
}

bool is_poison(ElementType type, const std::byte* bytes) {
  std::byte pattern[8];
  put_poison(type, pattern);
  return std::memcmp(pattern, bytes, size_of(type)) == 0;
}

void store_element(ElementType type, double value, std::byte* bytes) {
  switch (type) {
    case ElementType::Float:
      return put(static_cast<float>(value), bytes);
    case ElementType::Double:
      return put(value, bytes);
    case ElementType::Int:
      return put(clamped<std::int32_t>(value), bytes);
    case ElementType::Unsigned:
      return put(clamped<std::uint32_t>(value), bytes);
    case ElementType::LongLong:
      return put(clamped<std::int64_t>(value), bytes);
    case ElementType::UnsignedChar:
      return put(clamped<std::uint8_t>(value), bytes);
    case ElementType::Half:
      return put(half_bits(value), bytes);
  }
}

double element_value(ElementType type, const std::byte* bytes) {
  switch (type) {
    case ElementType::Float:
      return static_cast<double>(take<float>(bytes));
    case ElementType::Double:
      return take<double>(bytes);
    case ElementType::Int:
      return take<std::int32_t>(bytes);
    case ElementType::Unsigned:
      return take<std::uint32_t>(bytes);
    case ElementType::LongLong:
      return static_cast<double>(take<std::int64_t>(bytes));
    case ElementType::UnsignedChar:
      return take<std::uint8_t>(bytes);
    case ElementType::Half:
      return half_value(take<std::uint16_t>(bytes));
  }
  return 0;
}

}  // namespace course
