// SPDX-License-Identifier: MIT
#include "base/difference.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace base {
namespace {

constexpr std::size_t kLongest = 200;

}  // namespace

std::string first_difference(std::string_view before, std::string_view after) {
  const std::vector<std::string> left = split_lines(before), right = split_lines(after);
  const auto [mine, theirs] = std::ranges::mismatch(left, right);
  if (mine == left.end() && theirs == right.end()) return {};
  const auto shown = [](auto at, const std::vector<std::string>& lines) {
    if (at == lines.end()) return std::string("nothing");
    return "'" + std::string(trim(*at).substr(0, kLongest)) + "'";
  };
  return shown(mine, left) + " became " + shown(theirs, right);
}

}  // namespace base
