// SPDX-License-Identifier: MIT
#include "ptx/line_table.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace ptx {
namespace {

constexpr std::uint64_t kMaxFiles = 1 << 16;
constexpr std::size_t kMaxNameLength = 4096;
constexpr std::size_t kMaxNameBytes = 64U << 20;  // all names together

std::optional<std::uint64_t> integer(Lexer& lexer) {
  const auto literal = lexer.number();
  if (!literal || literal->kind != Literal::Kind::Integer) return std::nullopt;
  return literal->bits;
}

bool read_place(Lexer& lexer, std::uint32_t& file, std::uint32_t& line, std::uint32_t& column) {
  for (std::uint32_t* part : {&file, &line, &column}) {
    const auto number = integer(lexer);
    if (!number) return false;
    *part = static_cast<std::uint32_t>(std::min<std::uint64_t>(*number, kNoId - 1));
  }
  return true;
}

std::size_t mix(std::size_t seed, std::size_t value) {
  return (seed ^ value) * 0x9E3779B97F4A7C15ULL + (seed >> 29);
}

}  // namespace

std::size_t LineTable::KeyHash::operator()(const Key& key) const {
  std::size_t hash = mix(key.file, key.line);
  hash = mix(hash, key.column);
  hash = mix(hash, key.inlined_at);
  hash = mix(hash, key.name_offset);
  return mix(hash, std::hash<std::string_view>()(key.name)) >> 3;
}

bool LineTable::read_file(Lexer& lexer) {
  const auto number = integer(lexer);
  const auto path = lexer.string();
  if (!number || !path || *number >= kMaxFiles) return false;
  if (module_.files.size() <= *number) module_.files.resize(*number + 1);
  module_.files[*number] = *path;
  while (lexer.accept(',') && integer(lexer)) {
  }
  return true;
}

std::uint32_t LineTable::intern(const Key& key) {
  const auto next = static_cast<std::uint32_t>(keys_.size());
  const auto [place, fresh] = lines_.try_emplace(key, next);
  if (fresh) {
    keys_.push_back(key);
    module_.lines.push_back({key.file, key.line, key.column, key.inlined_at, {}});
  }
  latest_[Key{key.file, key.line, key.column, kNoId, {}, 0}] = place->second;
  return place->second;
}

std::uint32_t LineTable::read_loc(Lexer& lexer) {
  const std::uint32_t text_line = lexer.line();
  Key key{0, 0, 0, kNoId, {}, 0};
  if (read_place(lexer, key.file, key.line, key.column) && read_attributes(lexer, key)) {
    return intern(key);
  }
  if (lexer.line() == text_line) lexer.skip_line();
  return kNoId;
}

bool LineTable::read_attributes(Lexer& lexer, Key& key) {
  while (lexer.accept(',')) {
    const std::uint32_t text_line = lexer.mark().line;
    const std::string_view attribute = lexer.identifier();
    if (lexer.mark().line != text_line) return false;
    if (attribute == "function_name") {
      key.name = lexer.identifier();
      if (key.name.empty()) lexer.directive();
      if (lexer.accept('+')) key.name_offset = integer(lexer).value_or(0);
    } else if (attribute == "inlined_at") {
      // The call was the subject of an earlier .loc, which may itself be inlined.
      Key call{0, 0, 0, kNoId, {}, 0};
      if (!read_place(lexer, call.file, call.line, call.column)) return false;
      const auto known = latest_.find(call);
      key.inlined_at = known != latest_.end() ? known->second : intern(call);
    } else {
      return false;
    }
  }
  return true;
}

void LineTable::read_strings(Lexer& lexer) {
  while (!lexer.at_end() && !lexer.accept('}')) {
    if (const std::string_view label = lexer.identifier(); !label.empty()) {
      if (lexer.accept(':')) string_labels_.try_emplace(label, strings_.size());
    } else if (lexer.directive() == ".b8") {
      do {
        strings_ += static_cast<char>(integer(lexer).value_or(0));
      } while (lexer.accept(','));
    } else {
      lexer.skip_word();
    }
  }
}

void LineTable::finish() {
  std::size_t budget = kMaxNameBytes;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const auto label = string_labels_.find(keys_[i].name);
    if (label == string_labels_.end()) continue;
    const std::size_t start = label->second + keys_[i].name_offset;
    if (start < label->second || start >= strings_.size()) continue;
    std::string_view name = std::string_view(strings_).substr(start, kMaxNameLength);
    name = name.substr(0, name.find('\0'));
    if (name.size() > budget) return;
    budget -= name.size();
    module_.lines[i].function = name;
  }
}

}  // namespace ptx
