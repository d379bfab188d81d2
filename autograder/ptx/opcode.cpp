// SPDX-License-Identifier: MIT
#include "ptx/opcode.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ptx {
namespace {

constexpr OpcodeInfo kTable[] = {
#define OPCODE(Id, mnemonic, operands, types, modifiers, unit) \
  {Opcode::Id, #Id, mnemonic, operands, types, modifiers, Unit::unit},
#include "ptx/opcodes.def"
#undef OPCODE
};

constexpr bool is_sorted_by_mnemonic() {
  return std::ranges::is_sorted(kTable, {}, &OpcodeInfo::mnemonic);
}

constexpr bool all_shapes_parse() {
  return std::ranges::all_of(
      kTable, [](const OpcodeInfo& row) { return parse_shape(row.operands).has_value(); });
}

static_assert(std::size(kTable) <= 256, "Opcode is one byte");
static_assert(is_sorted_by_mnemonic(), "opcodes.def must be sorted by mnemonic");
static_assert(all_shapes_parse(), "opcodes.def has a malformed operand shape");

constexpr auto kShapes = [] {
  std::array<Shape, std::size(kTable)> shapes;
  for (std::size_t i = 0; i < shapes.size(); ++i) shapes[i] = *parse_shape(kTable[i].operands);
  return shapes;
}();

}  // namespace

const OpcodeInfo& info(Opcode opcode) {
  return kTable[static_cast<std::size_t>(opcode)];
}

const Shape& shape(Opcode opcode) {
  return kShapes[static_cast<std::size_t>(opcode)];
}

std::span<const OpcodeInfo> find_rows(std::string_view text) {
  while (!text.empty()) {
    const auto* first = std::ranges::lower_bound(kTable, text, {}, &OpcodeInfo::mnemonic);
    const auto* last = std::ranges::upper_bound(kTable, text, {}, &OpcodeInfo::mnemonic);
    if (first != last) return {first, last};
    const std::size_t dot = text.rfind('.');
    text = text.substr(0, dot == std::string_view::npos ? 0 : dot);
  }
  return {};
}

std::span<const OpcodeInfo> opcode_table() {
  return kTable;
}

}  // namespace ptx
