// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <bit>
#include <limits>

#include "ptx/names.h"
#include "ptx/parser_impl.h"

namespace ptx {
namespace {

constexpr int kMaxConstantDepth = 32;
constexpr std::size_t kMaxTextureParts = 8;
constexpr int kLanesOfWarp = 32;  // WARP_SZ

bool starts_constant(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '(' || c == '~';
}

/// Index of the member that ".x" or ".r" names; -1 when it names none.
int member_index(std::string_view suffix) {
  if (suffix.size() != 2) return -1;
  for (const std::string_view letters : {"xyzw", "rgba"}) {
    if (const std::size_t at = letters.find(suffix[1]); at != std::string_view::npos) {
      return static_cast<int>(at);
    }
  }
  return -1;
}

struct BinaryOperator {
  std::string_view word;
  int level;  ///< binds tighter the higher
};

constexpr BinaryOperator kOperators[] = {{"<<", 4}, {">>", 4}, {"&", 2}, {"^", 1}, {"+", 5},
                                         {"-", 5},  {"*", 6},  {"/", 6}, {"%", 6}};

std::optional<std::int64_t> compute(std::string_view op, std::int64_t a, std::int64_t b) {
  const auto ua = static_cast<std::uint64_t>(a);
  const auto ub = static_cast<std::uint64_t>(b);
  switch (op[0]) {
    case '<':
      return static_cast<std::int64_t>(ub > 63 ? 0 : ua << ub);
    case '>':
      return a >> (ub > 63 ? 63 : ub);
    case '&':
      return a & b;
    case '^':
      return a ^ b;
    case '+':
      return static_cast<std::int64_t>(ua + ub);
    case '-':
      return static_cast<std::int64_t>(ua - ub);
    case '*':
      return static_cast<std::int64_t>(ua * ub);
    default:
      if (b == 0 || (a == std::numeric_limits<std::int64_t>::min() && b == -1)) return std::nullopt;
      return op[0] == '/' ? a / b : a % b;
  }
}

}  // namespace

RegisterId Parser::use_register(std::string_view name, Symbol& symbol) {
  if (symbol.id == kNoId) {
    symbol.id = static_cast<RegisterId>(current().registers.size());
    current().registers.push_back({std::string(name), symbol.type});
  }
  return symbol.id;
}

RegisterId Parser::use_member(std::string_view name, Symbol& symbol, std::size_t member) {
  RegisterId& id = symbol.members[member];
  if (id == kNoId) {
    id = static_cast<RegisterId>(current().registers.size());
    current().registers.push_back({fmt::format("{}_{}", name, "xyzw"[member]), symbol.type});
  }
  return id;
}

bool Parser::operands(bool branch, bool& joined, std::string& error) {
  if (lex_.peek() == ';') return true;
  std::size_t count = 0;
  do {
    Operand out;
    if (!operand(branch, out, error)) return false;
    current().operands.push_back(out);
    if (++count == 1 && lex_.accept('|')) {
      joined = true;
      if (!operand(false, out, error)) return false;
      current().operands.push_back(out);
    }
  } while (lex_.accept(','));
  return true;
}

bool Parser::operand(bool branch, Operand& out, std::string& error) {
  out = Operand();
  switch (const char c = lex_.peek(); c) {
    case '[':
      return address_operand(out, error);
    case '{':
      return vector_operand(out, error);
    case '!':
      lex_.accept('!');
      if (!named_operand(false, out, error)) return false;
      if (out.kind != Operand::Kind::Register) {
        error = "'!' stands before a predicate register";
        return false;
      }
      out.negated = true;
      return true;
    default:
      return starts_constant(c) ? constant_operand(out, error) : named_operand(branch, out, error);
  }
}

bool Parser::constant_operand(Operand& out, std::string& error) {
  const auto value = constant();
  if (!value) {
    error = "a number was expected";
    return false;
  }
  out.kind = Operand::Kind::Immediate;
  out.bits = value->bits;
  out.is_float_literal = value->kind != Literal::Kind::Integer;
  if (out.is_float_literal) out.count = value->kind == Literal::Kind::Float32 ? 32 : 64;
  return true;
}

bool Parser::optional_offset(Operand& out, std::string& error) {
  if (lex_.peek() != '+' && lex_.peek() != '-') return true;
  lex_.accept('+');
  const auto value = constant();
  if (!value || value->kind != Literal::Kind::Integer) {
    error = "a number was expected after '+'";
    return false;
  }
  out.bits = value->bits;
  return true;
}

bool Parser::named_operand(bool branch, Operand& out, std::string& error) {
  const std::string_view name = lex_.identifier();
  if (name.empty()) {
    error = "an operand was expected";
    return false;
  }
  if (name == "_") return true;  // a Sink
  if (Symbol* symbol = symbols_.find(name); symbol != nullptr) {
    return suffixed_operand(name, *symbol, out, error);
  }
  if (name.front() == '%') {
    std::string full(name);
    if (lex_.adjacent() == '.') full += lex_.directive();
    if (const auto special = find_special(full)) {
      out.kind = Operand::Kind::Special;
      out.special = special->special;
      out.bits = special->number;
      return true;
    }
  } else if (name == "WARP_SZ") {
    out.kind = Operand::Kind::Immediate;
    out.bits = kLanesOfWarp;
    return true;
  }
  if (branch) {
    out.kind = Operand::Kind::Label;
    body_->scopes.back().uses.push_back({LabelUse::Where::Operand,
                                         name,
                                         static_cast<std::uint32_t>(current().operands.size()),
                                         0,
                                         0,
                                         {},
                                         {}});
    return true;
  }
  error = fmt::format("'{}' is not declared", name.substr(0, 80));
  return false;
}

bool Parser::suffixed_operand(std::string_view name, Symbol& symbol, Operand& out,
                              std::string& error) {
  const std::string_view suffix = lex_.adjacent() == '.' ? lex_.directive() : std::string_view();
  out.kind = Operand::Kind::Register;
  switch (symbol.kind) {
    case Symbol::Kind::Register:
      out.reg = use_register(name, symbol);
      break;
    case Symbol::Kind::RegisterVector: {
      if (const int member = member_index(suffix); member >= 0) {
        const auto index = static_cast<std::size_t>(member);
        if (index >= symbol.count) break;
        out.reg = use_member(name, symbol, index);
        return true;
      }
      out.kind = Operand::Kind::Vector;
      out.first = static_cast<std::uint32_t>(current().elements.size());
      out.count = symbol.count;
      for (std::uint32_t i = 0; i < symbol.count; ++i) {
        Operand element;
        element.kind = Operand::Kind::Register;
        element.reg = use_member(name, symbol, i);
        current().elements.push_back(element);
      }
      break;
    }
    case Symbol::Kind::ModuleVariable:
    case Symbol::Kind::LocalVariable:
      out.kind = Operand::Kind::Variable;
      out.variable = symbol.id;
      out.local_variable = symbol.kind == Symbol::Kind::LocalVariable;
      if (!optional_offset(out, error)) return false;
      break;
    case Symbol::Kind::Function:
      out.kind = Operand::Kind::Function;
      out.function = symbol.id;
      break;
    case Symbol::Kind::Prototype:
      out.kind = Operand::Kind::Prototype;
      out.bits = symbol.id;
      break;
  }
  if (suffix.empty()) return true;
  error = fmt::format("'{}{}' is not understood", name.substr(0, 80), suffix.substr(0, 80));
  return false;
}

bool Parser::vector_operand(Operand& out, std::string& error) {
  lex_.accept('{');
  out.kind = Operand::Kind::Vector;
  out.first = static_cast<std::uint32_t>(current().elements.size());
  do {
    if (lex_.peek() == '{' || lex_.peek() == '[') {
      error = "a vector has registers and numbers as members";
      return false;
    }
    Operand element;
    if (!operand(false, element, error)) return false;
    if (element.kind == Operand::Kind::Vector) {
      error = "a vector cannot be a member of a vector";
      return false;
    }
    current().elements.push_back(element);
    ++out.count;
  } while (lex_.accept(','));
  if (lex_.accept('}')) return true;
  error = "'}' was expected after a vector";
  return false;
}

bool Parser::address_operand(Operand& out, std::string& error) {
  lex_.accept('[');
  Operand base;
  if (lex_.peek() == '[' || lex_.peek() == '{' || lex_.peek() == '!') {
    error = "an address begins with a register, a variable or a number";
    return false;
  }
  if (!operand(false, base, error)) return false;
  if (base.kind == Operand::Kind::Register && !optional_offset(base, error)) return false;
  if (lex_.peek() == ',') return texture_operand(base, out, error);
  const bool good = base.kind == Operand::Kind::Register || base.kind == Operand::Kind::Variable ||
                    base.kind == Operand::Kind::Function ||
                    (base.kind == Operand::Kind::Immediate && !base.is_float_literal);
  if (!good || !lex_.accept(']')) {
    error = "an address is a register, a variable or a number, and an offset";
    return false;
  }
  out = base;
  out.kind = Operand::Kind::Address;
  return true;
}

/// [texture, {x, y}] or [texture, sampler, {x, y}]; the first part is read.
bool Parser::texture_operand(const Operand& first, Operand& out, std::string& error) {
  if (first.bits != 0) {
    error = "a texture has no offset";
    return false;
  }
  std::array<Operand, kMaxTextureParts> parts;
  std::size_t count = 0;
  parts[count++] = first;
  while (lex_.accept(',')) {
    if (count == parts.size() || lex_.peek() == '[') {
      error = "a texture address has a name and coordinates";
      return false;
    }
    if (!operand(false, parts[count++], error)) return false;
  }
  if (!lex_.accept(']')) {
    error = "']' was expected";
    return false;
  }
  out.kind = Operand::Kind::Texture;
  out.first = static_cast<std::uint32_t>(current().elements.size());
  out.count = static_cast<std::uint32_t>(count);
  current().elements.insert(current().elements.end(), parts.begin(),
                            parts.begin() + static_cast<std::ptrdiff_t>(count));
  return true;
}

/// A number, perhaps with a sign, or an expression in parentheses.
std::optional<Literal> Parser::primary(int depth) {
  if (depth > kMaxConstantDepth) return std::nullopt;
  if (lex_.accept('(')) {
    const auto inner = constant(0, depth + 1);
    return inner && lex_.accept(')') ? inner : std::nullopt;
  }
  if (lex_.accept('+')) return primary(depth + 1);
  if (lex_.accept('~')) {
    auto inner = primary(depth + 1);
    if (!inner || inner->kind != Literal::Kind::Integer) return std::nullopt;
    inner->bits = ~inner->bits;
    return inner;
  }
  if (lex_.accept('-')) {
    auto inner = primary(depth + 1);
    if (!inner) return std::nullopt;
    switch (inner->kind) {
      case Literal::Kind::Integer:
        inner->bits = 0 - inner->bits;
        break;
      case Literal::Kind::Float32:
        inner->bits ^= 1ULL << 31;
        break;
      case Literal::Kind::Float64:
        inner->bits ^= 1ULL << 63;
        break;
    }
    return inner;
  }
  return lex_.number();
}

/// A constant expression whose operators bind tighter than `level`.
std::optional<Literal> Parser::constant(int level, int depth) {
  auto left = primary(depth);
  while (left && left->kind == Literal::Kind::Integer) {
    const char c = lex_.peek();
    const BinaryOperator* found = nullptr;
    for (const BinaryOperator& op : kOperators) {
      if (op.word[0] == c && (op.word.size() == 1 || lex_.adjacent(1) == op.word[1])) found = &op;
    }
    if (found == nullptr || found->level <= level) break;
    for (const char part : found->word) lex_.accept_adjacent(part);
    const auto right = depth < kMaxConstantDepth ? constant(found->level, depth + 1) : std::nullopt;
    if (!right || right->kind != Literal::Kind::Integer) return std::nullopt;
    const auto value = compute(found->word, static_cast<std::int64_t>(left->bits),
                               static_cast<std::int64_t>(right->bits));
    if (!value) return std::nullopt;
    left->bits = static_cast<std::uint64_t>(*value);
  }
  return left;
}

}  // namespace ptx
