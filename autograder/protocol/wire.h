// SPDX-License-Identifier: MIT
/// \file
/// How values become bytes and bytes become values again.
///
/// Integers are little-endian, lists and texts carry a 32-bit count in front. A message is a struct
/// with a static function `fields` that names its members in order; both directions follow it. The
/// decoder never reads past its span and never allocates more than the span could fill, whatever
/// the bytes say. Format: docs/formats/protocol.md. Tested by wire_test.cpp.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace protocol {

static_assert(std::endian::native == std::endian::little, "the wire format is little-endian");

/// Raw bytes of memory, images, arguments.
using Bytes = std::vector<std::byte>;

/// Number of enumerators of an enum that travels; specialised beside each such enum, so that the
/// decoder can refuse numbers that mean nothing.
template <class Enum>
inline constexpr std::uint32_t kEnumeratorCount = 0;

/// A struct that says what its members are: `static auto fields(auto& self)` returns std::tie(...).
template <class T>
concept Message = requires(T& message) {
  T::fields(message);
};

/// Appends values to a growing buffer.
class Writer {
 public:
  /// Appends one value.
  template <class T>
  void put(const T& value) {
    if constexpr (std::same_as<T, bool>) {
      put(static_cast<std::uint8_t>(value));
    } else if constexpr (std::is_enum_v<T>) {
      static_assert(kEnumeratorCount<T> > 0, "this enum does not travel");
      put(static_cast<std::uint32_t>(value));
    } else if constexpr (std::is_arithmetic_v<T>) {
      raw(&value, sizeof value);
    } else {
      static_assert(Message<T>, "not a type of the wire format");
      std::apply([this](const auto&... members) { (put(members), ...); }, T::fields(value));
    }
  }
  /// Appends a count and the characters.
  void put(const std::string& text) {
    count(text.size());
    raw(text.data(), text.size());
  }
  /// Appends a count and the elements.
  template <class T>
  void put(const std::vector<T>& list) {
    count(list.size());
    if constexpr (std::same_as<T, std::byte> || std::is_arithmetic_v<T>) {
      static_assert(!std::same_as<T, bool>);
      raw(list.data(), list.size() * sizeof(T));
    } else {
      for (const T& element : list) put(element);
    }
  }
  /// Appends the elements without a count.
  template <class T, std::size_t N>
  void put(const std::array<T, N>& list) {
    for (const T& element : list) put(element);
  }
  /// Appends whether there is one, then the value.
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }

  /// What was written so far.
  std::span<const std::byte> bytes() const { return bytes_; }
  /// Hands over what was written.
  Bytes take() { return std::move(bytes_); }

 private:
  void count(std::size_t size);
  void raw(const void* data, std::size_t size) {
    if (size == 0) return;
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }

  Bytes bytes_;
};

/// Takes values from a span. After the first value that does not fit every further get() fails too.
class Reader {
 public:
  /// Reads from `bytes`, which must outlive the reader.
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  /// Reads one value into `value`; false when the bytes do not hold one.
  template <class T>
  [[nodiscard]] bool get(T& value) {
    if constexpr (std::same_as<T, bool>) {
      std::uint8_t number = 0;
      if (!get(number) || number > 1) return fail();
      value = number == 1;
      return true;
    } else if constexpr (std::is_enum_v<T>) {
      static_assert(kEnumeratorCount<T> > 0, "this enum does not travel");
      std::uint32_t number = 0;
      if (!get(number) || number >= kEnumeratorCount<T>) return fail();
      value = static_cast<T>(number);
      return true;
    } else if constexpr (std::is_arithmetic_v<T>) {
      return raw(&value, sizeof value);
    } else {
      static_assert(Message<T>, "not a type of the wire format");
      return std::apply([this](auto&... members) { return (get(members) && ...); },
                        T::fields(value));
    }
  }
  /// Reads a text.
  [[nodiscard]] bool get(std::string& text) {
    std::size_t size = 0;
    if (!count(size, 1)) return false;
    text.resize(size);
    return raw(text.data(), size);
  }
  /// Reads a list.
  template <class T>
  [[nodiscard]] bool get(std::vector<T>& list) {
    std::size_t size = 0;
    if constexpr (std::same_as<T, std::byte> || std::is_arithmetic_v<T>) {
      if (!count(size, sizeof(T))) return false;
      list.resize(size);
      return raw(list.data(), size * sizeof(T));
    } else {
      // Every element takes a byte at least, so a count beyond the span is a lie.
      if (!count(size, 1)) return false;
      list.clear();
      for (std::size_t i = 0; i < size; ++i) {
        if (!get(list.emplace_back())) return false;
      }
      return true;
    }
  }
  /// Reads N elements.
  template <class T, std::size_t N>
  [[nodiscard]] bool get(std::array<T, N>& list) {
    for (T& element : list) {
      if (!get(element)) return false;
    }
    return true;
  }
  /// Reads an optional value.
  template <class T>
  [[nodiscard]] bool get(std::optional<T>& value) {
    bool there = false;
    if (!get(there)) return false;
    value.reset();
    return !there || get(value.emplace());
  }

  /// Has everything been read, and nothing failed?
  bool at_end() const { return !failed_ && rest_.empty(); }

 private:
  bool count(std::size_t& size, std::size_t element_bytes);
  bool raw(void* data, std::size_t size);
  bool fail() {
    failed_ = true;
    return false;
  }

  std::span<const std::byte> rest_;
  bool failed_ = false;
};

/// The bytes of one message.
template <Message T>
Bytes encode(const T& message) {
  Writer writer;
  writer.put(message);
  return writer.take();
}

/// The message that fills `bytes` exactly, or nothing.
template <Message T>
std::optional<T> decode(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  std::optional<T> message(std::in_place);
  if (!reader.get(*message) || !reader.at_end()) return std::nullopt;
  return message;
}

}  // namespace protocol
