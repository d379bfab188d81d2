// SPDX-License-Identifier: MIT
#include "ptx/printer.h"

#include <fmt/format.h>

#include <iterator>

#include "ptx/names.h"
#include "ptx/opcode.h"
#include "ptx/print_instruction.h"

namespace ptx {
namespace {

/// Writes instructions of one function.
class InstructionPrinter {
 public:
  InstructionPrinter(const Module& module, const Function& function, const Naming& naming,
                     std::string& text)
      : module_(module), function_(function), naming_(naming), text_(text) {}

  void print(const Instruction& in) {
    if (in.guard != kNoId) {
      write("@{}{} ", in.guard_negated ? "!" : "", naming_.reg(in.guard));
    }
    if (in.text < module_.opcode_texts.size()) text_ += module_.opcode_texts[in.text];
    if (in.opcode == Opcode::Unknown || in.operand_count == 0) return;
    text_ += ' ';
    if (in.opcode == Opcode::Call) return call(in);
    const Shape& shape = ptx::shape(in.opcode);
    const auto assignment =
        shape.anything ? std::nullopt : assign_operands(shape, in.operand_count);
    bool first = true;
    for (std::uint8_t i = 0; i < in.operand_count; ++i) {
      const ShapeOperand* place = assignment ? &shape.operands[assignment->index[i]] : nullptr;
      if (place != nullptr && place->letter == 'c') continue;
      const bool second_result = i == 1 && place != nullptr && place->result;
      if (!first) text_ += second_result ? "|" : ", ";
      first = false;
      operand(function_.operand(in, i));
    }
  }

 private:
  template <class... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  void list(const Operand* begin, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) text_ += ", ";
      operand(begin[i]);
    }
  }

  void call(const Instruction& in) {
    const Operand* const first = function_.begin(in);
    const std::size_t returns = in.return_count;
    const bool prototype = in.operand_count > returns + 1 &&
                           first[in.operand_count - 1].kind == Operand::Kind::Prototype;
    if (returns > 0) {
      text_ += '(';
      list(first, returns);
      text_ += "), ";
    }
    operand(first[returns]);
    const std::size_t arguments = in.operand_count - returns - 1 - (prototype ? 1 : 0);
    if (arguments > 0 || prototype) {
      text_ += ", (";
      list(first + returns + 1, arguments);
      text_ += ')';
    }
    if (prototype) {
      text_ += ", ";
      operand(first[in.operand_count - 1]);
    }
  }

  void immediate(const Operand& operand) {
    if (!operand.is_float_literal) {
      write("{}", static_cast<std::int64_t>(operand.bits));
    } else if (operand.count == 64) {
      write("0d{:016X}", operand.bits);
    } else {
      write("0f{:08X}", operand.bits & 0xFFFFFFFF);
    }
  }

  void offset(const Operand& operand) {
    if (operand.bits != 0) write("+{}", static_cast<std::int64_t>(operand.bits));
  }

  void address(const Operand& operand) {
    text_ += '[';
    if (operand.reg != kNoId) {
      text_ += naming_.reg(operand.reg);
      offset(operand);
    } else if (operand.variable != kNoId) {
      text_ += naming_.variable(operand);
      offset(operand);
    } else if (operand.function != kNoId) {
      text_ += naming_.function(operand.function);
    } else {
      write("{}", static_cast<std::int64_t>(operand.bits));
    }
    text_ += ']';
  }

  void operand(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::Register:
        if (operand.negated) text_ += '!';
        text_ += naming_.reg(operand.reg);
        break;
      case Operand::Kind::Immediate:
        immediate(operand);
        break;
      case Operand::Kind::Special:
        text_ +=
            ptx::to_string(SpecialName{operand.special, static_cast<std::uint32_t>(operand.bits)});
        break;
      case Operand::Kind::Address:
        address(operand);
        break;
      case Operand::Kind::Variable:
        text_ += naming_.variable(operand);
        offset(operand);
        break;
      case Operand::Kind::Function:
        text_ += naming_.function(operand.function);
        break;
      case Operand::Kind::Label:
        text_ += naming_.label(operand.label);
        break;
      case Operand::Kind::Vector:
      case Operand::Kind::Texture: {
        const bool vector = operand.kind == Operand::Kind::Vector;
        text_ += vector ? '{' : '[';
        list(function_.elements.data() + operand.first, operand.count);
        text_ += vector ? '}' : ']';
        break;
      }
      case Operand::Kind::Sink:
        text_ += '_';
        break;
      case Operand::Kind::Prototype:
        text_ += naming_.prototype(operand.bits);
        break;
    }
  }

  const Module& module_;
  const Function& function_;
  const Naming& naming_;
  std::string& text_;
};

}  // namespace

void print_instruction(const Module& module, const Function& function, const Instruction& in,
                       const Naming& naming, std::string& text) {
  InstructionPrinter(module, function, naming, text).print(in);
}

std::string to_string(const Module& module, const Function& function,
                      const Instruction& instruction) {
  std::string text;
  print_instruction(module, function, instruction, Naming(module, function), text);
  return text;
}

}  // namespace ptx
