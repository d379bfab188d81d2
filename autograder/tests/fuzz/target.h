// SPDX-License-Identifier: MIT
/// \file
/// What every fuzz target has: the entry point of libFuzzer, and a check that also works in release
/// builds.
///
/// Each target is linked twice: with libFuzzer (fuzz.sh, clang) and with replay_main.cpp, which CI
/// runs over the corpora.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

/// Called once for each input; returns 0. Whatever the bytes, it must neither crash nor hang.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

/// Ends the process when a promise does not hold, so that the fuzzer keeps the input.
inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

/// The input as text.
inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// The input as bytes.
inline std::span<const std::byte> bytes_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const std::byte*>(data), size};
}

}  // namespace fuzz
