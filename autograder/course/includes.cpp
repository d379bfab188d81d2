// SPDX-License-Identifier: MIT
#include "course/includes.h"

#include <algorithm>

#include "base/text.h"
#include "course/scanner.h"

namespace course {
namespace {

/// Drops a beginning and the blanks after it; false where the text does not begin so.
bool drop(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text = base::trim(text.substr(beginning.size()));
  return true;
}

}  // namespace

std::optional<std::string> included_header(std::string_view line) {
  std::string_view rest = base::trim(line);
  if (!drop(rest, "#") || !drop(rest, "include") || !rest.starts_with('<')) return std::nullopt;
  const std::size_t end = rest.find('>');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view name = rest.substr(1, end - 1);
  const std::string_view after = base::trim(rest.substr(end + 1));
  const bool plain = !name.empty() && is_word_character(name.front()) &&
                     name.find("..") == std::string_view::npos &&
                     std::ranges::all_of(name, [](char c) {
                       return is_word_character(c) || c == '.' || c == '/' || c == '+' || c == '-';
                     });
  const bool alone = after.empty() || (after.starts_with("//") && !after.ends_with('\\'));
  if (!plain || !alone) return std::nullopt;
  return std::string(name);
}

std::vector<Include> take_includes(std::string& text, int first_line) {
  std::vector<Include> includes;
  std::vector<std::pair<std::size_t, std::size_t>> places;
  int depth = 0;
  for (const Piece& piece : scan(text)) {
    if (piece.kind != PieceKind::Directive) continue;
    std::string_view directive = base::trim(piece.text);
    if (drop(directive, "#")) {
      if (directive.starts_with("if")) ++depth;
      if (directive.starts_with("endif")) --depth;
    }
    if (depth != 0) continue;
    if (auto header = included_header(piece.text)) {
      includes.push_back({std::move(*header), first_line + piece.line - 1});
      places.emplace_back(static_cast<std::size_t>(piece.text.data() - text.data()),
                          piece.text.size());
    }
  }
  for (const auto& [at, size] : places) {
    for (std::size_t i = at; i < at + size; ++i) {
      if (text[i] != '\n') text[i] = ' ';
    }
  }
  return includes;
}

}  // namespace course
