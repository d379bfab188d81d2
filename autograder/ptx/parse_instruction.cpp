// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <span>
#include <utility>

#include "ptx/names.h"
#include "ptx/operand_check.h"
#include "ptx/parser_impl.h"

namespace ptx {
namespace {

constexpr std::size_t kMaxHints = 20;
constexpr std::size_t kMaxTextInMessage = 60;

bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string shortened(std::string_view text) {
  return text.size() <= kMaxTextInMessage ? std::string(text)
                                          : fmt::format("{}...", text.substr(0, kMaxTextInMessage));
}

}  // namespace

std::uint32_t Parser::intern_text(std::string_view text) {
  const auto next = static_cast<std::uint32_t>(module().opcode_texts.size());
  const auto [place, fresh] = opcode_texts_.try_emplace(text, next);
  if (fresh) module().opcode_texts.emplace_back(text);
  return place->second;
}

const Parser::Decoded& Parser::decode(std::string_view text) {
  const auto [place, fresh] = decoded_.try_emplace(text);
  if (fresh) {
    place->second.opcode = decode_opcode(text);
    place->second.text = intern_text(text);
  }
  return place->second;
}

/// The text of an opcode whose mnemonic was just read, without the blanks that may stand in it.
std::string_view Parser::opcode_text(Mark start) {
  lex_.suffixes();
  const std::string_view text = lex_.since(start);
  if (lex_.peek() != '.' || !starts_word(lex_.adjacent(1))) return text;
  std::string joined(text);
  while (lex_.peek() == '.' && starts_word(lex_.adjacent(1))) joined += lex_.suffixes();
  if (const auto known = opcode_texts_.find(joined); known != opcode_texts_.end()) {
    return known->first;
  }
  return owned_texts_.emplace_back(std::move(joined));
}

/// The text of a statement with single blanks and without comments.
std::uint32_t Parser::statement_text(std::string_view statement) {
  Lexer words(statement);
  std::string text;
  std::size_t end = words.mark().offset;
  while (!words.at_end()) {
    const Mark word = words.mark();
    if (word.offset > end) text += ' ';
    words.skip_word();
    text += words.since(word);
    end = word.offset + words.since(word).size();
  }
  if (const auto known = opcode_texts_.find(text); known != opcode_texts_.end()) {
    return known->second;
  }
  return intern_text(owned_texts_.emplace_back(std::move(text)));
}

/// Puts an instruction in place of a statement that was not understood.
void Parser::add_unknown(const Instruction& in, Mark start, std::string_view statement,
                         std::string error, std::string hint) {
  Instruction unknown;
  unknown.guard = in.guard;
  unknown.guard_negated = in.guard_negated;
  unknown.line = body_->line;
  unknown.ptx_line = start.line;
  unknown.first_operand = static_cast<std::uint32_t>(current().operands.size());
  unknown.text = statement_text(statement);
  problem(start, fmt::format("{}: {}", error, shortened(module().opcode_texts[unknown.text])),
          std::move(hint));
  current().instructions.push_back(unknown);
}

void Parser::not_understood(const Instruction& in, Mark start, std::string error,
                            std::string hint) {
  lex_.rewind(start);
  add_unknown(in, start, lex_.skip_statement(), std::move(error), std::move(hint));
}

/// Reads `@%p`; true also when there is none.
bool Parser::guarded(Instruction& in) {
  if (!lex_.accept('@')) return true;
  const bool negated = lex_.accept('!');
  const std::string_view name = lex_.identifier();
  Symbol* symbol = name.empty() ? nullptr : symbols_.find(name);
  if (symbol == nullptr || symbol->kind != Symbol::Kind::Register || symbol->type != Type::Pred) {
    return false;
  }
  in.guard = use_register(name, *symbol);
  in.guard_negated = negated;
  return true;
}

void Parser::instruction() {
  const Mark start = lex_.mark();
  Instruction in;
  if (!guarded(in)) {
    not_understood({}, start, "the guard is no predicate register", {});
    return;
  }
  const Mark word = lex_.mark();
  const std::string_view name = lex_.identifier();
  if (name.empty()) {
    not_understood(in, word, "an instruction was expected here", {});
    return;
  }
  const std::string_view text = opcode_text(word);
  if (in.guard == kNoId && text.size() == name.size() && lex_.accept(':')) {
    labelled(name, word);
    return;
  }
  in.line = body_->line;
  in.ptx_line = word.line;
  Function& function = current();
  const std::size_t operands = function.operands.size();
  const std::size_t elements = function.elements.size();
  const std::size_t uses = body_->scopes.back().uses.size();
  in.first_operand = static_cast<std::uint32_t>(operands);
  std::string error;
  std::string hint;
  if (instruction_after_guard(in, text, word, error, hint)) {
    function.instructions.push_back(in);
    return;
  }
  function.operands.resize(operands);
  function.elements.resize(elements);
  body_->scopes.back().uses.resize(uses);
  not_understood(in, word, std::move(error), std::move(hint));
}

bool Parser::instruction_after_guard(Instruction& in, std::string_view text, Mark start,
                                     std::string& error, std::string& hint) {
  const Decoded& decoded = decode(text);
  if (decoded.opcode.candidates.empty()) {
    error = decoded.opcode.problem;
    if (find_rows(text).empty() && ++hints_ <= kMaxHints) hint = suggest_mnemonic(text);
    return false;
  }
  in.text = decoded.text;
  const Opcode first = decoded.opcode.candidates.front().opcode;
  Function& function = current();
  const std::size_t uses = body_->scopes.back().uses.size();
  bool joined = false;
  if (first == Opcode::Call) {
    in.opcode = first;
    in.mod = decoded.opcode.candidates.front().mod;
    if (!call_operands(in, error)) return false;
  } else if (!operands(first == Opcode::Bra, joined, error)) {
    return false;
  }
  if (function.operands.size() - in.first_operand > kMaxOperands) {
    error = "too many operands";
    return false;
  }
  if (lex_.peek() != ';') {
    error = "';' was expected";
    return false;
  }
  const std::string_view statement = lex_.since(start);
  lex_.accept(';');
  in.operand_count = static_cast<std::uint8_t>(function.operands.size() - in.first_operand);
  const bool good =
      first == Opcode::Call ? check_call(in, error) : choose(decoded, in, joined, error);
  if (!good) return false;
  for (std::size_t i = uses; i < body_->scopes.back().uses.size(); ++i) {
    LabelUse& use = body_->scopes.back().uses[i];
    use.instruction = static_cast<std::uint32_t>(function.instructions.size());
    use.start = start;
    use.statement = statement;
  }
  return true;
}

/// Takes the first row that the operands fit.
bool Parser::choose(const Decoded& decoded, Instruction& in, bool joined, std::string& error) {
  Function& function = current();
  const std::span<Operand> operands(function.operands.data() + in.first_operand, in.operand_count);
  for (const Candidate& candidate : decoded.opcode.candidates) {
    std::string problem = check_operands(candidate, function, operands, joined);
    if (!problem.empty()) {
      if (error.empty()) error = std::move(problem);
      continue;
    }
    error.clear();
    normalize_operands(candidate, function, operands);
    in.opcode = candidate.opcode;
    in.mod = candidate.mod;
    if (in.opcode == Opcode::Mov) narrow_special(in);
    add_carry(in);
    return true;
  }
  return false;
}

/// mov.u16 d, %tid.x takes the low part of a wider register: that is a conversion.
void Parser::narrow_special(Instruction& in) {
  const Operand& source = current().operand(in, 1);
  if (source.kind != Operand::Kind::Special) return;
  const int width = bits(source.special);
  const int wanted = bits(in.mod.type);
  if (width == 0 || width == wanted) return;
  in.opcode = Opcode::Cvt;
  in.mod = {};
  in.mod.type = wanted == 16 ? Type::U16 : Type::U32;
  in.mod.type2 = width == 64 ? Type::U64 : Type::U32;
}

/// Puts in the operands that are not written.
void Parser::add_carry(Instruction& in) {
  const Shape& shape = ptx::shape(in.opcode);
  Function& function = current();
  for (std::uint8_t i = 0; i < shape.count; ++i) {
    if (shape.operands[i].letter != 'c') continue;
    if (body_->carry == kNoId) {
      body_->carry = static_cast<RegisterId>(function.registers.size());
      function.registers.push_back({"%cc", Type::Pred});
    }
    Operand carry;
    carry.kind = Operand::Kind::Register;
    carry.reg = body_->carry;
    function.operands.insert(function.operands.begin() + in.first_operand + i, carry);
    ++in.operand_count;
  }
}

}  // namespace ptx
