// SPDX-License-Identifier: MIT
#include "cli/side_by_side.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace cli {
namespace {

constexpr std::string_view kBetween = " | ";

/// Characters, not bytes: what follows the first byte of a character takes no place.
bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
}

/// The text's lines, cut so that none takes more than `width` places; all filled up to it.
std::vector<std::string> rows_of(std::string_view text, std::size_t width) {
  std::vector<std::string> rows;
  for (const std::string& line : base::split_lines(text)) {
    std::string row;
    std::size_t places = 0;
    for (const char c : line) {
      if (begins_character(c) && places == width) {
        rows.push_back(row);
        row.clear();
        places = 0;
      }
      places += begins_character(c) ? 1 : 0;
      row += c;
    }
    rows.push_back(row + std::string(width - places, ' '));
  }
  return rows;
}

}  // namespace

std::string side_by_side(std::string_view left, std::string_view right, std::size_t width) {
  const std::size_t column = (std::max<std::size_t>(width, 23) - kBetween.size()) / 2;
  const std::vector<std::string> lefts = rows_of(left, column);
  const std::vector<std::string> rights = rows_of(right, column);
  const std::string empty(column, ' ');
  std::string text;
  for (std::size_t i = 0; i < std::max(lefts.size(), rights.size()); ++i) {
    std::string row = i < lefts.size() ? lefts[i] : empty;
    row += kBetween;
    row += i < rights.size() ? rights[i] : "";
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

}  // namespace cli
