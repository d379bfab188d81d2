// SPDX-License-Identifier: MIT
/// \file
/// The operand shape of a row of opcodes.def, taken apart. Tested by opcode_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ptx {

/// One operand of a shape.
struct ShapeOperand {
  char letter = '*';  ///< see opcodes.def
  bool optional = false;
  bool result = false;
};

/// A shape such as "t|p?= t u u u".
struct Shape {
  std::array<ShapeOperand, 8> operands{};
  std::uint8_t count = 0;     ///< operands, optional ones included
  std::uint8_t required = 0;  ///< operands that must be there
  std::uint8_t results = 0;   ///< the first ones of `operands`
  bool anything = false;      ///< "...": any number of any operands
};

/// Takes a shape apart; nothing when it is malformed (a mistake in opcodes.def).
constexpr std::optional<Shape> parse_shape(std::string_view text) {
  Shape shape;
  if (text == "...") {
    shape.anything = true;
    return shape;
  }
  bool separated = true;
  for (const char c : text) {
    if (c == ' ') {
      separated = true;
    } else if (c == '|' && shape.count == 1) {
      separated = true;
    } else if (c == '=' && shape.count > 0 && shape.results == 0) {
      shape.results = shape.count;
    } else if (c == '?' && shape.count > 0) {
      shape.operands[shape.count - 1U].optional = true;
    } else if (separated && shape.count < shape.operands.size() &&
               std::string_view("tsTSwubhxpimvlfaoy*c").find(c) != std::string_view::npos) {
      shape.operands[shape.count++].letter = c;
      separated = false;
    } else {
      return std::nullopt;
    }
  }
  for (std::uint8_t i = 0; i < shape.count; ++i) {
    shape.operands[i].result = i < shape.results;
    if (!shape.operands[i].optional) ++shape.required;
  }
  return shape;
}

/// Which operand of the shape each operand of an instruction is.
struct Assignment {
  std::array<std::uint8_t, 8> index{};  ///< by position in the instruction: index into the shape
  std::uint8_t count = 0;               ///< operands
  std::uint8_t results = 0;             ///< the first ones of them
};

/// Deals `count` operands out to a shape: those that may be left out are there from the left.
/// Nothing when there are too few or too many. Not for a shape of anything.
constexpr std::optional<Assignment> assign_operands(const Shape& shape, std::size_t count) {
  if (count < shape.required || count > shape.count) return std::nullopt;
  std::size_t spare = count - shape.required;
  Assignment assignment;
  for (std::uint8_t i = 0; i < shape.count; ++i) {
    if (shape.operands[i].optional) {
      if (spare == 0) continue;
      --spare;
    }
    assignment.index[assignment.count++] = i;
    if (shape.operands[i].result) ++assignment.results;
  }
  return assignment;
}

}  // namespace ptx
