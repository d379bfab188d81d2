// SPDX-License-Identifier: MIT
#include "ptx/symbols.h"

#include <charconv>

namespace ptx {
namespace {

constexpr std::size_t kMaxRangeDigits = 9;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

void SymbolTable::open_scope() {
  scopes_.push_back(static_cast<std::uint32_t>(entries_.size()));
}

void SymbolTable::close_scope() {
  const std::uint32_t first = scopes_.back();
  scopes_.pop_back();
  while (entries_.size() > first) {
    const Entry& entry = entries_.back();
    Names& names = entry.range != 0 ? ranges_ : names_;
    if (entry.shadowed == kNoId) {
      names.erase(entry.name);
    } else {
      names[entry.name] = entry.shadowed;
    }
    entries_.pop_back();
  }
  if (scopes_.empty()) members_.clear();
}

bool SymbolTable::insert(Names& names, std::string_view name, const Entry& entry) {
  const auto index = static_cast<std::uint32_t>(entries_.size());
  const auto [place, fresh] = names.try_emplace(name, index);
  Entry added = entry;
  added.name = name;
  added.serial = next_serial_++;
  added.depth = static_cast<std::uint32_t>(scopes_.size());
  if (!fresh) {
    if (entries_[place->second].depth == added.depth) return false;
    added.shadowed = place->second;
    place->second = index;
  }
  entries_.push_back(added);
  return true;
}

bool SymbolTable::declare(std::string_view name, const Symbol& symbol) {
  return insert(names_, name, Entry{{}, symbol});
}

bool SymbolTable::declare_range(std::string_view prefix, std::uint64_t count, Type type) {
  if (count == 0) return true;
  return insert(ranges_, prefix, Entry{{}, {Symbol::Kind::Register, type}, count});
}

std::optional<SymbolTable::MemberKey> SymbolTable::find_member(std::string_view name,
                                                               std::uint32_t min_depth) const {
  std::size_t digits = 0;
  while (digits < name.size() && digits < kMaxRangeDigits &&
         is_digit(name[name.size() - digits - 1])) {
    ++digits;
  }
  // Longest number first: "%r12" is far more often a member of %r<n> than of %r1<n>.
  for (; digits > 0 && digits < name.size(); --digits) {
    const std::string_view number = name.substr(name.size() - digits);
    if (number.front() == '0' && digits > 1) continue;  // no register is called %r07
    const auto found = ranges_.find(name.substr(0, name.size() - digits));
    if (found == ranges_.end()) continue;
    const Entry& entry = entries_[found->second];
    if (entry.depth < min_depth) continue;
    std::uint32_t value = 0;
    std::from_chars(number.data(), number.data() + number.size(), value);
    if (value < entry.range) return MemberKey{entry.serial, value, entry.symbol.type};
  }
  return std::nullopt;
}

Symbol* SymbolTable::find(std::string_view name) {
  const auto found = names_.find(name);
  Entry* const entry = found == names_.end() ? nullptr : &entries_[found->second];
  const auto member = find_member(name, entry == nullptr ? 0 : entry->depth + 1);
  if (!member) return entry == nullptr ? nullptr : &entry->symbol;
  return &members_.try_emplace(*member, Symbol{Symbol::Kind::Register, member->type}).first->second;
}

}  // namespace ptx
