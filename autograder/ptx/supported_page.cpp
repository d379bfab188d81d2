// SPDX-License-Identifier: MIT
#include "ptx/supported_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ptx/names.h"
#include "ptx/opcode.h"

namespace ptx {
namespace {

struct ModifierWord {
  std::string_view word;
  std::uint64_t group;
};

constexpr ModifierWord kWords[] = {
#define MODIFIER(word, group, member, value) {word, group},
#include "ptx/modifiers.def"
#undef MODIFIER
};

std::string_view describe(Unit unit) {
  constexpr std::string_view words[] = {"yes",          "yes, for the warp together",
                                        "yes, memory",  "yes, control flow",
                                        "yes, barrier", "yes, fence",
                                        "yes",          "read, not run"};
  return words[static_cast<std::size_t>(unit)];
}

/// Rows whose operands the table does not describe, but which run in most forms.
constexpr std::string_view kMatrixRows[] = {"wmma.load", "wmma.store", "wmma.mma", "mma",
                                            "ldmatrix"};

std::string types_of(const OpcodeInfo& row) {
  std::string text;
  for (unsigned i = 1; i <= static_cast<unsigned>(Type::E5M2x2); ++i) {
    const auto type = static_cast<Type>(i);
    if ((row.types & type_set(type)) == 0) continue;
    fmt::format_to(std::back_inserter(text), "{}.{}", text.empty() ? "" : " ", to_string(type));
  }
  return text;
}

std::string modifiers_of(const OpcodeInfo& row) {
  std::string text;
  for (const ModifierWord& modifier : kWords) {
    if ((row.modifiers & modifier.group) == 0) continue;
    fmt::format_to(std::back_inserter(text), "{}.{}", text.empty() ? "" : " ", modifier.word);
  }
  return text;
}

/// "d, a, b" from "t= t t".
std::string operands_of(const Shape& shape) {
  std::string text;
  char result = 'd';
  char source = 'a';
  for (std::size_t i = 0; i < shape.count; ++i) {
    const ShapeOperand& operand = shape.operands[i];
    if (operand.letter == 'c') continue;
    std::string name(1, operand.result ? result++ : source++);
    if (operand.letter == 'm') name = fmt::format("[{}]", name);
    if (operand.letter == 'v') name = fmt::format("{{{}, ...}}", name);
    if (operand.letter == 'l') name = "label";
    if (i > 0) name = (operand.result ? "|" : ", ") + name;
    text += operand.optional ? fmt::format("[{}]", name) : name;
  }
  return text;
}

}  // namespace

std::string supported_page() {
  std::string text =
      "# PTX that runs {#supported_ptx}\n\n"
      "Made from the opcode table by supported_page_test.cpp (COURSE_UPDATE_GOLDEN=1 writes it). "
      "An instruction that is read but not run stops only the kernel "
      "that reaches it, with a message that names it and its line. Square brackets: may be left "
      "out.\n\n"
      "| instruction | operands | types | modifiers | runs |\n"
      "|---|---|---|---|---|\n";
  for (const OpcodeInfo& row : opcode_table()) {
    if (row.opcode == Opcode::Unknown) continue;
    if (row.unit == Unit::Unmodelled) {
      const bool runs = std::ranges::find(kMatrixRows, row.mnemonic) != std::end(kMatrixRows);
      fmt::format_to(std::back_inserter(text), "| `{}` | | | | {} |\n", row.mnemonic,
                     runs ? "yes, for the whole warp, in most forms" : describe(row.unit));
      continue;
    }
    const auto code = [](const std::string& words) {
      return words.empty() ? std::string() : fmt::format("`{}`", words);
    };
    std::string operands = operands_of(shape(row.opcode));
    if (row.opcode == Opcode::Call) operands = "(results), function, (arguments)";
    // A bar would end the cell of the table.
    for (std::size_t at = 0; (at = operands.find('|', at)) != std::string::npos; at += 2) {
      operands.insert(at, "\\");
    }
    fmt::format_to(std::back_inserter(text), "| `{}` | {} | {} | {} | {} |\n", row.mnemonic,
                   code(operands), code(types_of(row)), code(modifiers_of(row)),
                   describe(row.unit));
  }
  return text;
}

}  // namespace ptx
