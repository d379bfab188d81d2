// SPDX-License-Identifier: MIT
#include "ptx/operand_check.h"

#include <fmt/format.h>

#include <bit>
#include <string_view>

#include "ptx/names.h"
#include "ptx/opcode.h"

namespace ptx {
namespace {

/// The type that a letter of a shape asks for; None where it asks for no type.
Type letter_type(char letter, const Modifiers& mod) {
  switch (letter) {
    case 't':
    case 'T':
    case 'o':
      return mod.type;
    case 's':
    case 'S':
      return mod.type2;
    case 'w':
      switch (mod.type) {
        case Type::U16:
          return Type::U32;
        case Type::S16:
          return Type::S32;
        case Type::U32:
          return Type::U64;
        default:
          return Type::S64;
      }
    case 'u':
      return Type::U32;
    case 'b':
      return Type::B32;
    case 'h':
      return Type::B16;
    case 'x':
      return Type::B64;
    case 'p':
    case 'c':
      return Type::Pred;
    default:
      return Type::None;
  }
}

bool is_packed(Type type) {
  return type == Type::F16x2 || type == Type::BF16x2 || type == Type::E4M3x2 ||
         type == Type::E5M2x2;
}

/// Of the types that cvt takes, two halves are made from two halves or, with two sources, from f32.
bool conversion_exists(const Candidate& candidate) {
  const Modifiers& mod = candidate.mod;
  if (candidate.opcode == Opcode::CvtX2) return is_packed(mod.type) && mod.type2 == Type::F32;
  return candidate.opcode != Opcode::Cvt || is_packed(mod.type) == is_packed(mod.type2);
}

class Checker {
 public:
  Checker(const Candidate& candidate, const Function& function)
      : candidate_(candidate), function_(function) {}

  bool fits(const ShapeOperand& shape, const Operand& operand) const {
    using Kind = Operand::Kind;
    switch (shape.letter) {
      case 'm':
        return operand.kind == Kind::Address && address_base(operand);
      case 'l':
        return operand.kind == Kind::Label;
      case 'f':
        return operand.kind == Kind::Function;
      case 'y':
        return operand.kind == Kind::Prototype;
      case 'i':
        return operand.kind == Kind::Immediate && !operand.is_float_literal;
      case 'v':
        return packed(shape, operand);
      case 'a':
        return address(operand);
      case '*':
        return operand.kind == Kind::Immediate || plain_register(operand);
      case 'o':
        if (symbol(operand) || special(operand)) return true;
        break;
      case 'S':
        if (operand.kind == Kind::Special && special(operand)) return true;
        break;
      default:
        break;
    }
    const Type type = letter_type(shape.letter, candidate_.mod);
    if ((shape.letter == 't' || shape.letter == 'T') && candidate_.mod.vector > 1) {
      return vector(shape, operand, type);
    }
    return scalar(shape, operand, type);
  }

 private:
  Type type_of(const Operand& operand) const { return function_.registers[operand.reg].type; }
  int width_of(const Operand& operand) const { return bits(type_of(operand)); }

  bool plain_register(const Operand& operand) const {
    return operand.kind == Operand::Kind::Register && !operand.negated;
  }

  bool address_base(const Operand& operand) const {
    return operand.reg == kNoId || width_of(operand) == 32 || width_of(operand) == 64;
  }

  bool address(const Operand& operand) const {
    if (operand.kind == Operand::Kind::Variable) return true;
    if (!plain_register(operand)) return false;
    const Type type = candidate_.mod.type;
    const int width = width_of(operand);
    return type == Type::None ? width == 32 || width == 64 : width == bits(type);
  }

  bool symbol(const Operand& operand) const {
    const int width = bits(candidate_.mod.type);
    return (operand.kind == Operand::Kind::Variable || operand.kind == Operand::Kind::Function) &&
           (width == 32 || width == 64) && !is_float(candidate_.mod.type);
  }

  // mov may also take the low part of a special register; see the parser.
  bool special(const Operand& operand) const {
    if (operand.kind != Operand::Kind::Special) return false;
    const int width = bits(operand.special);
    if (candidate_.opcode == Opcode::Cvt) {
      return width == 0 || width >= bits(candidate_.mod.type2);
    }
    const int wanted = bits(candidate_.mod.type);
    return width == 0 || width == wanted || (wanted < width && wanted >= 16);
  }

  bool scalar(const ShapeOperand& shape, const Operand& operand, Type type) const {
    switch (operand.kind) {
      case Operand::Kind::Register:
        if (operand.negated && (shape.result || type != Type::Pred)) return false;
        return register_fits(shape.letter, type_of(operand), type);
      case Operand::Kind::Immediate:
        return !shape.result && shape.letter != 'c' && immediate_fits(operand, type);
      case Operand::Kind::Sink:
        return shape.result;
      default:
        return false;
    }
  }

  bool register_fits(char letter, Type declared, Type type) const {
    if ((declared == Type::Pred) != (type == Type::Pred)) return false;
    // clang 14 writes the mask that match.any.b64 or match.all.b64 gives into a register of 64
    // bits.
    const bool matches =
        candidate_.opcode == Opcode::MatchAny || candidate_.opcode == Opcode::MatchAll;
    if (letter == 'b' && matches && bits(declared) == 64 && bits(candidate_.mod.type) == 64) {
      return true;
    }
    const bool may_be_wider = (letter == 'T' || letter == 'S') && !is_float(type);
    return may_be_wider ? bits(declared) >= bits(type) : bits(declared) == bits(type);
  }

  bool immediate_fits(const Operand& operand, Type type) const {
    if (!operand.is_float_literal) {
      return type != Type::F32 && type != Type::F64 && type != Type::B128;
    }
    return type != Type::Pred && (bits(type) == 32 || bits(type) == 64);
  }

  bool vector(const ShapeOperand& shape, const Operand& operand, Type type) const {
    if (operand.kind != Operand::Kind::Vector || operand.count != candidate_.mod.vector) {
      return false;
    }
    for (std::uint32_t i = 0; i < operand.count; ++i) {
      if (!scalar(shape, function_.elements[operand.first + i], type)) return false;
    }
    return true;
  }

  // mov.b64 {%r1, %r2}, %rd1 and the other way round: equal parts of the whole.
  bool packed(const ShapeOperand& shape, const Operand& operand) const {
    if (operand.kind != Operand::Kind::Vector || (operand.count != 2 && operand.count != 4)) {
      return false;
    }
    const int width = bits(candidate_.mod.type) / static_cast<int>(operand.count);
    if (width < 8) return false;
    for (std::uint32_t i = 0; i < operand.count; ++i) {
      const Operand& element = function_.elements[operand.first + i];
      const bool fitting =
          element.kind == Operand::Kind::Register
              ? !element.negated && width_of(element) == width
              : scalar(shape, element, width == 64 ? Type::B64 : Type::B32) &&
                    !(element.is_float_literal && static_cast<int>(element.count) != width);
      if (!fitting) return false;
    }
    return true;
  }

  const Candidate& candidate_;
  const Function& function_;
};

/// Positions of the written operands in the shape; nothing when their number is wrong.
std::optional<Assignment> assign_written(const Shape& shape, std::size_t count) {
  std::size_t carries = 0;
  for (std::size_t i = 0; i < shape.count; ++i) {
    if (shape.operands[i].letter == 'c') ++carries;
  }
  auto assignment = assign_operands(shape, count + carries);
  if (!assignment || carries == 0) return assignment;
  Assignment written;
  for (std::size_t i = 0; i < assignment->count; ++i) {
    const ShapeOperand& operand = shape.operands[assignment->index[i]];
    if (operand.letter == 'c') continue;
    written.index[written.count++] = assignment->index[i];
    if (operand.result) ++written.results;
  }
  return written;
}

void normalize(Operand& operand, Type type) {
  if (operand.kind != Operand::Kind::Immediate || !operand.is_float_literal) return;
  const auto width = static_cast<std::uint32_t>(bits(type));
  if (width == operand.count) return;
  if (width == 32) {
    operand.bits =
        std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(operand.bits)));
  } else if (width == 64) {
    operand.bits = std::bit_cast<std::uint64_t>(
        static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits))));
  }
  operand.count = width;
}

}  // namespace

std::string check_operands(const Candidate& candidate, const Function& function,
                           std::span<const Operand> operands, bool joined) {
  const Shape& shape = ptx::shape(candidate.opcode);
  if (shape.anything) return {};
  const std::string_view mnemonic = info(candidate.opcode).mnemonic;
  const auto assignment = assign_written(shape, operands.size());
  if (!assignment) {
    return fmt::format("'{}' does not take {} operands here", mnemonic, operands.size());
  }
  if (joined != (assignment->results == 2)) {
    return fmt::format("'{}' has its results written in another way", mnemonic);
  }
  if (!conversion_exists(candidate)) return fmt::format("'{}' has no such types", mnemonic);
  const Checker checker(candidate, function);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!checker.fits(shape.operands[assignment->index[i]], operands[i])) {
      return fmt::format("operand {} does not fit '{}'", i + 1, mnemonic);
    }
  }
  return {};
}

void normalize_operands(const Candidate& candidate, Function& function,
                        std::span<Operand> operands) {
  const Shape& shape = ptx::shape(candidate.opcode);
  if (shape.anything) return;
  const auto assignment = assign_written(shape, operands.size());
  for (std::size_t i = 0; assignment && i < operands.size(); ++i) {
    const Type type = letter_type(shape.operands[assignment->index[i]].letter, candidate.mod);
    if (type == Type::None) continue;
    normalize(operands[i], type);
    if (operands[i].kind != Operand::Kind::Vector) continue;
    for (std::uint32_t k = 0; k < operands[i].count; ++k) {
      normalize(function.elements[operands[i].first + k], type);
    }
  }
}

std::string check_argument(const Function& function, const Operand& actual,
                           const FormalSize& formal) {
  switch (actual.kind) {
    case Operand::Kind::Variable: {
      if (!actual.local_variable || actual.bits != 0) break;
      const Variable& variable = function.variables[actual.variable];
      if (variable.space != Space::Param) break;
      if (formal.unsized || variable.size == formal.size) return {};
      return fmt::format("'{}' has {} bytes, the parameter has {}", variable.name, variable.size,
                         formal.size);
    }
    case Operand::Kind::Register: {
      const int width = bits(function.registers[actual.reg].type);
      if (!actual.negated && static_cast<std::uint64_t>(width) == formal.size * 8) return {};
      break;
    }
    case Operand::Kind::Immediate:
      if (formal.size <= 8) return {};
      break;
    default:
      break;
  }
  return "an argument does not fit its parameter";
}

}  // namespace ptx
