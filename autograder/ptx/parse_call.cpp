// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "ptx/operand_check.h"
#include "ptx/parser_impl.h"

namespace ptx {

/// A list in parentheses, the '(' taken.
bool Parser::call_list(std::uint8_t& count, std::string& error) {
  if (lex_.accept(')')) return true;
  do {
    Operand argument;
    if (!operand(false, argument, error)) return false;
    if (count == kMaxOperands) {
      error = "too many operands";
      return false;
    }
    current().operands.push_back(argument);
    ++count;
  } while (lex_.accept(','));
  if (lex_.accept(')')) return true;
  error = "')' was expected";
  return false;
}

/// (returns), callee, (arguments), prototype
bool Parser::call_operands(Instruction& in, std::string& error) {
  if (lex_.accept('(')) {
    if (!call_list(in.return_count, error)) return false;
    if (!lex_.accept(',')) {
      error = "',' was expected after the results";
      return false;
    }
  }
  Operand callee;
  if (!operand(false, callee, error)) return false;
  current().operands.push_back(callee);
  if (!lex_.accept(',')) return true;
  if (lex_.accept('(')) {
    std::uint8_t arguments = 0;
    if (!call_list(arguments, error)) return false;
    if (!lex_.accept(',')) return true;
  }
  Operand prototype;
  if (!operand(false, prototype, error)) return false;
  current().operands.push_back(prototype);
  return true;
}

/// What a call must pass, by its callee or its prototype; nothing, with the error, when it has
/// none.
std::optional<Parser::Signature> Parser::callee_signature(const Operand& callee,
                                                          const Operand* prototype,
                                                          std::string& error) const {
  const Function& function = result_.module.functions[body_->function];
  const Function* target = nullptr;
  if (callee.kind == Operand::Kind::Function) {
    target = &result_.module.functions[callee.function];
  } else if (callee.kind == Operand::Kind::Register && !callee.negated && prototype != nullptr &&
             bits(function.registers[callee.reg].type) == 64) {
    const Prototype& given = function.prototypes[prototype->bits];
    if (given.call_targets.empty()) return signature(given);
    target = &result_.module.functions[given.call_targets.front()];
  } else {
    error = "a call needs a function, or a register and a prototype";
    return std::nullopt;
  }
  if (target->is_entry) {
    error = "a kernel cannot be called";
    return std::nullopt;
  }
  if (target->returns.size() + target->parameters.size() > kMaxOperands) {
    error = "the function has too many parameters";
    return std::nullopt;
  }
  return signature(*target);
}

bool Parser::check_call(const Instruction& in, std::string& error) {
  const Function& function = current();
  const Operand* const first = function.begin(in);
  const Operand& last = first[in.operand_count - 1];
  const bool has_prototype =
      in.operand_count > in.return_count + 1 && last.kind == Operand::Kind::Prototype;
  const auto formal =
      callee_signature(first[in.return_count], has_prototype ? &last : nullptr, error);
  if (!formal) return false;
  const std::size_t arguments = in.operand_count - in.return_count - 1U - (has_prototype ? 1U : 0U);
  if (formal->returns.size() != in.return_count || formal->parameters.size() != arguments) {
    error = fmt::format("the function has {} results and {} parameters", formal->returns.size(),
                        formal->parameters.size());
    return false;
  }
  for (std::size_t i = 0; i < formal->returns.size() && error.empty(); ++i) {
    error = first[i].kind == Operand::Kind::Immediate
                ? "a result cannot be a number"
                : check_argument(function, first[i], formal->returns[i]);
  }
  for (std::size_t i = 0; i < arguments && error.empty(); ++i) {
    error = check_argument(function, first[in.return_count + 1U + i], formal->parameters[i]);
  }
  return error.empty();
}

}  // namespace ptx
