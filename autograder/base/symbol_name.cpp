// SPDX-License-Identifier: MIT
#include "base/symbol_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace base {

namespace {

/// Mangled names grow at most by substitution; a longer text is somebody's joke.
constexpr std::size_t kLongestMangledName = 4096;

/// Does the text have "operator" ending right before `end`?
bool ends_in_operator(const std::string& text, std::size_t end) {
  constexpr std::string_view word = "operator";
  return end >= word.size() && std::string_view(text).substr(0, end).ends_with(word);
}

}  // namespace

std::string demangle(const std::string& mangled) {
  if (mangled.size() > kLongestMangledName || !mangled.starts_with("_Z")) return mangled;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : mangled;
}

std::string bare_name(const std::string& demangled) {
  std::string name;
  int angle_depth = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const char c = demangled[i];
    if (c == '<' && !ends_in_operator(demangled, i)) {
      ++angle_depth;
    } else if (c == '>' && angle_depth > 0) {
      --angle_depth;
    } else if (angle_depth == 0) {
      // "(anonymous namespace)::" is a part of the name, the first other parenthesis ends it.
      constexpr std::string_view anonymous = "(anonymous namespace)";
      if (c == '(' && demangled.compare(i, anonymous.size(), anonymous) == 0) {
        i += anonymous.size() - 1;
      } else if (c == '(') {
        break;
      } else if (c == ' ' || c == ':') {
        name.clear();
      } else {
        name += c;
      }
    }
  }
  return name.empty() ? demangled : name;
}

}  // namespace base
