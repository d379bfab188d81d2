// SPDX-License-Identifier: MIT
/// \file
/// Content hashes: names of cache entries and seeds. Tested by hash_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace base {

/// SHA-256 as 64 lower-case hexadecimal digits (OpenSSL).
std::string sha256(std::string_view bytes);

/// A hash over several fields; the length of each is hashed too, so that ("ab","c") and ("a","bc")
/// differ.
class HashBuilder {
 public:
  HashBuilder& add(std::string_view field);
  HashBuilder& add(std::uint64_t number) { return add(std::to_string(number)); }
  /// SHA-256 of all fields so far, in hexadecimal.
  std::string hex() const { return sha256(text_); }
  /// The first 64 bits of hex().
  std::uint64_t number() const;

 private:
  std::string text_;
};

}  // namespace base
