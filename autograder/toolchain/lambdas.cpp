// SPDX-License-Identifier: MIT
#include "toolchain/lambdas.h"

#include <cctype>

namespace toolchain {
namespace {

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Where the text goes on after a comment that begins at `at`; `at` itself when none does.
std::size_t after_comment(std::string_view source, std::size_t at) {
  const std::string_view rest = source.substr(at);
  const bool line = rest.starts_with("//");
  if (!line && !rest.starts_with("/*")) return at;
  const std::size_t end = rest.find(line ? "\n" : "*/", 2);
  return end == std::string_view::npos ? source.size() : at + end + (line ? 1 : 2);
}

/// Where the next token begins at or after `at`.
std::size_t next_token(std::string_view source, std::size_t at) {
  while (at < source.size()) {
    const std::size_t behind = after_comment(source, at);
    if (behind == at && std::string_view(" \t\r\n\\").find(source[at]) == std::string_view::npos) {
      break;
    }
    at = behind == at ? at + 1 : behind;
  }
  return at;
}

}  // namespace

bool may_hold_device_lambdas(std::string_view source) {
  if (source.find("__nv_is_extended") != std::string_view::npos) return true;
  for (std::size_t at = next_token(source, 0); at < source.size();) {
    const bool closes = source[at] == ']';
    // The brackets of `delete[] p` are followed by a word as well.
    const bool deletes = closes && source.substr(0, at).ends_with("delete[");
    at = next_token(source, at + 1);
    if (closes && !deletes && at < source.size() && starts_word(source[at])) return true;
  }
  return false;
}

}  // namespace toolchain
