// SPDX-License-Identifier: MIT
#include "grader/uncaught.h"

#include <algorithm>
#include <string_view>

namespace grader {
namespace {

/// The words of libstdc++ (vterminate.cc) and of libc++abi (cxa_default_handlers.cpp); the type
/// stands behind them, in quotes with the one, bare with the other.
constexpr std::string_view kThrown[] = {"terminate called after throwing an instance of ",
                                        "terminating due to uncaught exception of type ",
                                        "terminating with uncaught exception of type "};
constexpr std::string_view kWhat = "  what():  ";
constexpr std::size_t kLongest = 300;

std::string_view line_at(std::string_view text, std::size_t begin) {
  const std::string_view rest = text.substr(std::min(begin, text.size()));
  return rest.substr(0, std::min(rest.find('\n'), kLongest));
}

std::string without_quotes(std::string_view type) {
  if (type.starts_with('\'')) type.remove_prefix(1);
  if (type.ends_with('\'')) type.remove_suffix(1);
  return std::string(type);
}

}  // namespace

std::string uncaught_exception(const std::string& printed) {
  for (const std::string_view thrown : kThrown) {
    const std::size_t begin = printed.rfind(thrown);
    if (begin == std::string::npos) continue;
    const std::string_view type = line_at(printed, begin + thrown.size());
    const std::size_t next = begin + thrown.size() + type.size() + 1;
    std::string text = "an exception of type " + without_quotes(type) + " was not caught";
    const std::string_view what = line_at(printed, next);
    if (what.starts_with(kWhat)) text += ": " + std::string(what.substr(kWhat.size()));
    return text;
  }
  return "";
}

}  // namespace grader
