// SPDX-License-Identifier: MIT
/// \file
/// Names in nested scopes, with the register ranges of PTX (`%r<100>`). Tested by symbols_test.cpp.
///
/// Every operation takes constant time, whatever the text declares: a range costs nothing until one
/// of its registers is used.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/module.h"

namespace ptx {

/// What a name stands for.
struct Symbol {
  enum class Kind : std::uint8_t {
    Register,        ///< declared by its own name; `id` once it was used
    RegisterVector,  ///< `.reg .v4 .f32 v`: `count` registers, `members`
    ModuleVariable,
    LocalVariable,
    Function,
    Prototype,
  };
  Kind kind = Kind::Register;
  Type type = Type::None;    ///< of a register
  std::uint32_t id = kNoId;  ///< index of what it stands for
  std::uint32_t count = 0;
  std::array<RegisterId, 4> members{kNoId, kNoId, kNoId, kNoId};
};

/// The names of a module and of the function being read, innermost scope first.
class SymbolTable {
 public:
  void open_scope();
  void close_scope();

  /// False when the innermost scope has that name already.
  bool declare(std::string_view name, const Symbol& symbol);
  /// Declares prefix0 … prefix(count-1).
  bool declare_range(std::string_view prefix, std::uint64_t count, Type type);

  /// The innermost symbol of that name, or null. A register of a range gets its own symbol on first
  /// use. Valid until the next call.
  Symbol* find(std::string_view name);

 private:
  struct Entry {
    std::string_view name;
    Symbol symbol;
    std::uint64_t range = 0;   ///< number of registers; 0: not a range
    std::uint32_t serial = 0;  ///< tells ranges apart, also those of closed scopes
    std::uint32_t depth = 0;
    std::uint32_t shadowed = kNoId;  ///< entry of the same name further out
  };
  using Names = std::unordered_map<std::string_view, std::uint32_t>;
  struct MemberKey {
    std::uint32_t range;
    std::uint32_t number;
    Type type;
    friend bool operator==(const MemberKey&, const MemberKey&) = default;
  };
  struct MemberHash {
    std::size_t operator()(const MemberKey& key) const {
      return (std::uint64_t{key.range} << 32 | key.number) * 0x9E3779B97F4A7C15ULL >> 7;
    }
  };

  bool insert(Names& names, std::string_view name, const Entry& entry);
  std::optional<MemberKey> find_member(std::string_view name, std::uint32_t min_depth) const;

  std::vector<Entry> entries_;
  std::uint32_t next_serial_ = 0;
  std::vector<std::uint32_t> scopes_;  ///< size of entries_ when each scope was opened
  Names names_;
  Names ranges_;
  std::unordered_map<MemberKey, Symbol, MemberHash> members_;
};

}  // namespace ptx
