// SPDX-License-Identifier: MIT
/// \file
/// Collects `.file`, `.loc` and the names of inlined functions while a module is read. Tested by
/// parser_lines_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/lexer.h"
#include "ptx/module.h"

namespace ptx {

/// Fills Module::files and Module::lines.
class LineTable {
 public:
  explicit LineTable(Module& module) : module_(module) {}

  /// What follows `.file`. False when it is malformed.
  bool read_file(Lexer& lexer);
  /// What follows `.loc`: the index of the line, or kNoId when it is malformed.
  std::uint32_t read_loc(Lexer& lexer);
  /// The block of `.section .debug_str`, its `{` taken.
  void read_strings(Lexer& lexer);
  /// Puts in the names of inlined functions, which stand behind their uses.
  void finish();

 private:
  struct Key {
    std::uint32_t file;
    std::uint32_t line;
    std::uint32_t column;
    std::uint32_t inlined_at;
    std::string_view name;
    std::uint64_t name_offset;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };

  bool read_attributes(Lexer& lexer, Key& key);
  std::uint32_t intern(const Key& key);

  Module& module_;
  std::unordered_map<Key, std::uint32_t, KeyHash> lines_;
  std::unordered_map<Key, std::uint32_t, KeyHash> latest_;  ///< by file, line and column alone
  std::vector<Key> keys_;                                   ///< parallel to Module::lines
  std::string strings_;
  std::unordered_map<std::string_view, std::size_t> string_labels_;
};

}  // namespace ptx
