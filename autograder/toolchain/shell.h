// SPDX-License-Identifier: MIT
/// \file
/// Words of a shell script. Tested by clang_script_test.cpp.
#pragma once

#include <string>
#include <string_view>

namespace toolchain {

/// A text as one word of a script for /bin/sh.
inline std::string single_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace toolchain
