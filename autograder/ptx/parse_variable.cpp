// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "ptx/names.h"
#include "ptx/parser_impl.h"
#include "ptx/type_size.h"

namespace ptx {
namespace {

constexpr std::uint64_t kMaxAlignment = 4096;
constexpr std::uint64_t kMaxParameterBytes = 64ULL << 10;
constexpr std::uint64_t kMaxLocalBytes = 512ULL << 10;  // what a thread has on real GPUs
constexpr std::uint64_t kMaxSharedBytes = 16ULL << 20;
constexpr std::size_t kMaxDimensions = 8;
constexpr std::uint64_t kMaxRegisterRange = 1 << 30;

std::uint64_t limit(Space space) {
  switch (space) {
    case Space::Param:
    case Space::Reg:
      return kMaxParameterBytes;
    case Space::Local:
      return kMaxLocalBytes;
    case Space::Shared:
      return kMaxSharedBytes;
    default:
      return kMaxVariableBytes;
  }
}

}  // namespace

std::optional<Parser::Specifiers> Parser::specifiers(bool parameter) {
  Specifiers spec;
  bool pointee = false;  // what follows .ptr describes what the pointer points to
  for (auto where = lex_.mark(); lex_.peek() == '.'; where = lex_.mark()) {
    const std::string_view word = lex_.directive();
    if (word.empty()) {
      report(where, "a type was expected here");
      return std::nullopt;
    }
    if (word == ".align") {
      const auto number = lex_.number();
      const bool good = number && number->kind == Literal::Kind::Integer &&
                        std::has_single_bit(number->bits) && number->bits <= kMaxAlignment;
      if (!good) {
        report(where, "an alignment is a power of two up to 4096");
        return std::nullopt;
      }
      if (!pointee) spec.alignment = number->bits;
    } else if (word == ".v2" || word == ".v4") {
      spec.vector = word == ".v2" ? 2 : 4;
    } else if (word == ".attribute") {
      if (!lex_.accept('(')) continue;
      while (!lex_.at_end() && !lex_.accept(')') && lex_.peek() != ';') {
        const std::string_view attribute = lex_.directive();
        if (attribute == ".managed") spec.managed = true;
        if (attribute.empty()) lex_.skip_word();
      }
    } else if (word == ".texref" || word == ".surfref" || word == ".samplerref") {
      spec.type = Type::B64;
      spec.opaque = true;
    } else if (word == ".ptr") {
      pointee = parameter;
    } else if (const Type type = find_type(word.substr(1)); type != Type::None) {
      spec.type = type;
    }
  }
  return spec;
}

bool Parser::sizes(const Specifiers& spec, Variable& variable, std::vector<std::uint64_t>& dims) {
  const Mark where = lex_.mark();
  std::uint64_t size = product(bytes(spec.type), spec.vector);
  while (lex_.accept('[')) {
    if (dims.size() == kMaxDimensions) return report(where, "an array has too many dimensions");
    if (lex_.accept(']')) {
      if (!dims.empty()) return report(where, "only the first dimension may be left open");
      variable.unsized = true;
      dims.push_back(0);
      continue;
    }
    const auto count = constant();
    if (!count || count->kind != Literal::Kind::Integer || !lex_.accept(']')) {
      return report(where, "an array needs its length in brackets");
    }
    dims.push_back(count->bits);
  }
  for (const std::uint64_t dim : dims) size = product(size, dim);
  if (size > limit(variable.space)) {
    return report(where, fmt::format("'{}' is too large", variable.name));
  }
  variable.size = size;
  return true;
}

bool Parser::declarator(const Specifiers& spec, Variable& variable,
                        std::vector<std::uint64_t>& dims) {
  variable.type = spec.type;
  variable.managed = spec.managed;
  const std::uint64_t natural = bytes(spec.type) * spec.vector;
  variable.alignment = spec.alignment != 0 ? spec.alignment : std::max<std::uint64_t>(natural, 1);
  return sizes(spec, variable, dims);
}

bool Parser::module_variable(Space space, const Linkage& linkage) {
  const Mark where = lex_.mark();
  const auto spec = specifiers(false);
  if (!spec) return false;
  if (spec->type == Type::None || spec->type == Type::Pred) {
    return report(where, "a variable needs a type");
  }
  do {
    const Mark name_at = lex_.mark();
    const std::string_view name = lex_.identifier();
    if (name.empty()) return report(name_at, "the name of a variable was expected here");
    Variable variable;
    variable.name = name;
    variable.space = spec->opaque ? Space::Texture : space;
    variable.is_extern = linkage.is_extern;
    std::vector<std::uint64_t> dims;
    if (!declarator(*spec, variable, dims)) return false;
    auto id = static_cast<VariableId>(module().variables.size());
    if (!symbols_.declare(name, {Symbol::Kind::ModuleVariable, Type::None, id})) {
      // An extern declaration may be followed by the definition.
      const Symbol* known = symbols_.find(name);
      if (known == nullptr || known->kind != Symbol::Kind::ModuleVariable ||
          !module().variables[known->id].is_extern) {
        return report(name_at, fmt::format("'{}' is declared twice", name));
      }
      id = known->id;
      module().variables[id] = std::move(variable);
    } else {
      module().variables.push_back(std::move(variable));
    }
    if (lex_.accept('=') && !initializer(id, dims)) return false;
  } while (lex_.accept(','));
  if (!lex_.accept(';')) return report(lex_.mark(), "';' was expected after a variable");
  return true;
}

bool Parser::local_variable(Space space) {
  const Mark where = lex_.mark();
  const auto spec = specifiers(false);
  if (!spec) return false;
  if (spec->type == Type::None || spec->type == Type::Pred) {
    return report(where, "a variable needs a type");
  }
  do {
    const Mark name_at = lex_.mark();
    const std::string_view name = lex_.identifier();
    if (name.empty()) return report(name_at, "the name of a variable was expected here");
    Variable variable;
    variable.name = name;
    variable.space = space;
    std::vector<std::uint64_t> dims;
    if (!declarator(*spec, variable, dims)) return false;
    std::vector<Variable>& variables = current().variables;
    const auto id = static_cast<VariableId>(variables.size());
    if (!symbols_.declare(name, {Symbol::Kind::LocalVariable, Type::None, id})) {
      return report(name_at, fmt::format("'{}' is declared twice", name));
    }
    variables.push_back(std::move(variable));
  } while (lex_.accept(','));
  if (!lex_.accept(';')) return report(lex_.mark(), "';' was expected after a variable");
  return true;
}

bool Parser::declare_register(std::string_view name, const Specifiers& spec) {
  if (spec.vector > 1) {
    return symbols_.declare(name, {Symbol::Kind::RegisterVector, spec.type, kNoId,
                                   static_cast<std::uint32_t>(spec.vector)});
  }
  return symbols_.declare(name, {Symbol::Kind::Register, spec.type});
}

bool Parser::register_declaration() {
  const Mark where = lex_.mark();
  const auto spec = specifiers(false);
  if (!spec) return false;
  if (spec->type == Type::None) return report(where, "a register needs a type");
  do {
    const Mark name_at = lex_.mark();
    const std::string_view name = lex_.identifier();
    if (name.empty()) return report(name_at, "the name of a register was expected here");
    bool fresh = false;
    if (lex_.accept('<')) {
      const auto count = lex_.number();
      const bool good = count && count->kind == Literal::Kind::Integer &&
                        count->bits <= kMaxRegisterRange && spec->vector == 1;
      if (!good || !lex_.accept('>')) return report(name_at, "a range needs a number in <>");
      fresh = symbols_.declare_range(name, count->bits, spec->type);
    } else {
      fresh = declare_register(name, *spec);
    }
    if (!fresh) return report(name_at, fmt::format("'{}' is declared twice", name));
  } while (lex_.accept(','));
  if (!lex_.accept(';')) return report(lex_.mark(), "';' was expected after registers");
  return true;
}

bool Parser::formals(std::vector<Formal>& list) {
  while (!lex_.accept(')')) {
    const Mark where = lex_.mark();
    const std::string_view space = lex_.directive();
    if (space != ".param" && space != ".reg") {
      return report(where, "a parameter begins with .param or .reg");
    }
    const auto spec = specifiers(true);
    if (!spec) return false;
    if (spec->type == Type::None || (spec->type == Type::Pred && space != ".reg")) {
      return report(where, "a parameter needs a type");
    }
    Formal formal;
    formal.in_register = space == ".reg";
    formal.variable.space = formal.in_register ? Space::Reg : Space::Param;
    formal.name = lex_.identifier();
    formal.variable.name = formal.name;
    std::vector<std::uint64_t> dims;
    if (!declarator(*spec, formal.variable, dims)) return false;
    list.push_back(std::move(formal));
    if (!lex_.accept(',') && lex_.peek() != ')') {
      return report(lex_.mark(), "',' or ')' was expected after a parameter");
    }
  }
  return true;
}

}  // namespace ptx
