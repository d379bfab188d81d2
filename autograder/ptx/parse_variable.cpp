// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "ptx/names.h"
#include "ptx/parser_impl.h"

namespace ptx {
namespace {

constexpr std::uint64_t kMaxVariableBytes = 1ULL << 40;
constexpr std::uint64_t kMaxInitialBytes = 64ULL << 20;  // all initialisers of a module together
constexpr std::uint64_t kMaxAlignment = 4096;
constexpr std::size_t kMaxDimensions = 8;
constexpr std::uint64_t kMaxRegisterRange = 1 << 30;

std::uint64_t bytes(Type type) {
  return type == Type::Pred ? 1 : static_cast<std::uint64_t>(bits(type)) / 8;
}

/// a * b, or something above every limit.
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > kMaxVariableBytes / a) return kMaxVariableBytes + 1;
  return a * b;
}

/// Joins relocations of single bytes that are the parts of one address.
void merge_bytes(std::vector<Variable::Relocation>& list) {
  std::size_t kept = 0;
  for (const Variable::Relocation& next : list) {
    if (kept > 0) {
      Variable::Relocation& last = list[kept - 1];
      if (last.symbol == next.symbol && last.is_function == next.is_function &&
          last.generic == next.generic && last.addend == next.addend && next.width == 1 &&
          next.offset == last.offset + last.width && next.shift == last.shift + last.width &&
          last.width < 8) {
        ++last.width;
        continue;
      }
    }
    list[kept++] = next;
  }
  list.resize(kept);
}

/// The bits of a constant as a value of the variable's type.
std::uint64_t constant_bits(const Literal& value, Type type, std::uint64_t element) {
  const bool to_float = type == Type::F32 || type == Type::F64;
  if (value.kind == Literal::Kind::Integer && !to_float) return value.bits;
  if (value.kind == Literal::Kind::Float32 && element == 4) return value.bits;
  double wide = 0;
  if (value.kind == Literal::Kind::Float32) {
    wide = std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
  } else if (value.kind == Literal::Kind::Float64) {
    wide = std::bit_cast<double>(value.bits);
  } else {
    wide = static_cast<double>(static_cast<std::int64_t>(value.bits));
  }
  if (element == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(wide));
  return element == 8 ? std::bit_cast<std::uint64_t>(wide) : value.bits;
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
  if (size > kMaxVariableBytes) {
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

bool Parser::initializer(VariableId id, const std::vector<std::uint64_t>& dims) {
  Variable& variable = module().variables[id];
  variable.has_initializer = true;
  if (variable.space == Space::Texture) {
    if (lex_.accept('{')) lex_.skip_block();
    return true;
  }
  Initializer init{variable, id, bytes(variable.type), {}};
  init.strides.assign(std::max<std::size_t>(dims.size(), 1), init.element);
  for (std::size_t i = init.strides.size() - 1; i > 0; --i) {
    init.strides[i - 1] = product(init.strides[i], dims[i]);
  }
  std::uint64_t offset = 0;
  const bool good =
      lex_.accept('{') ? initializer_list(init, 0, offset) : initializer_item(init, 0);
  if (variable.unsized && good) {
    variable.size =
        (variable.initial.size() + init.strides[0] - 1) / init.strides[0] * init.strides[0];
    variable.unsized = false;
  }
  return good;
}

// The '{' is taken. `offset` is where the list begins; items follow each other from there.
bool Parser::initializer_list(Initializer& init, std::size_t depth, std::uint64_t& offset) {
  while (!lex_.accept('}')) {
    if (lex_.accept('{')) {
      if (depth + 1 >= init.strides.size() && depth > 0) {
        return report(lex_.mark(), "braces are nested too deep");
      }
      std::uint64_t inner = offset;
      if (!initializer_list(init, depth + 1, inner)) return false;
      offset = std::min(offset + init.strides[std::min(depth, init.strides.size() - 1)],
                        kMaxVariableBytes + 1);
    } else {
      if (!initializer_item(init, offset)) return false;
      offset += init.element;
    }
    if (!lex_.accept(',')) {
      if (lex_.accept('}')) return true;
      return report(lex_.mark(), "',' or '}' was expected in an initialiser");
    }
  }
  return true;
}

bool Parser::reserve(Initializer& init, std::uint64_t end) {
  Variable& variable = init.variable;
  if (end > variable.size && !variable.unsized) {
    return report(lex_.mark(), fmt::format("'{}' has too many initial values", variable.name));
  }
  if (end <= variable.initial.size()) return true;
  const std::uint64_t grown = end - variable.initial.size();
  if (grown > kMaxInitialBytes - initial_bytes_) {
    return report(lex_.mark(), "the initial values of this module take too much memory");
  }
  initial_bytes_ += grown;
  variable.initial.resize(end);
  return true;
}

bool Parser::put(Initializer& init, std::uint64_t offset, std::uint64_t value) {
  if (!reserve(init, offset + init.element)) return false;
  for (std::uint64_t i = 0; i < init.element && i < 8; ++i) {
    init.variable.initial[offset + i] = static_cast<std::byte>(value >> (8 * i));
  }
  return true;
}

bool Parser::initializer_item(Initializer& init, std::uint64_t offset) {
  const Mark where = lex_.mark();
  const char c = lex_.peek();
  const bool digit = c >= '0' && c <= '9';
  std::optional<Literal> value;
  if (digit) {
    value = lex_.number();
    const char next = lex_.peek();
    if (next == '(' && value && init.element == 1 && value->kind == Literal::Kind::Integer) {
      // nvcc writes the bytes of an address in a packed struct as 0xFF00(symbol).
      lex_.accept('(');
      return address_item(init, offset, value->bits) &&
             (lex_.accept(')') || report(where, "')' was expected after an address"));
    }
    if (next != ',' && next != '}') {
      lex_.rewind(where);
      value = constant();
    }
  } else if (c == '-' || c == '+' || c == '(' || c == '~') {
    value = constant();
  } else {
    return address_item(init, offset, 0);
  }
  if (!value) return report(where, "a constant was expected here");
  return put(init, offset, constant_bits(*value, init.variable.type, init.element));
}

// An address, or with `mask` one byte of it.
bool Parser::address_item(Initializer& init, std::uint64_t offset, std::uint64_t mask) {
  const Mark where = lex_.mark();
  Variable::Relocation relocation;
  relocation.offset = offset;
  relocation.width = static_cast<std::uint8_t>(std::min<std::uint64_t>(init.element, 8));
  if (mask != 0) {
    const int shift = std::countr_zero(mask);
    if (shift % 8 != 0 || mask >> shift != 0xFF) return report(where, "a mask names one byte");
    relocation.shift = static_cast<std::uint8_t>(shift / 8);
    relocation.width = 1;
  } else if (init.element != 8 && init.element != 4) {
    return report(where, "an address needs 4 or 8 bytes");
  }
  std::string_view name = lex_.identifier();
  if (name == "generic" && lex_.accept('(')) {
    relocation.generic = true;
    name = lex_.identifier();
    if (!lex_.accept(')')) return report(where, "')' was expected after generic(...");
  }
  if (name.empty()) return report(where, "a constant or a name was expected here");
  if (lex_.peek() == '+' || lex_.peek() == '-') {
    const auto addend = constant();
    if (!addend || addend->kind != Literal::Kind::Integer) {
      return report(where, "a number was expected after the name");
    }
    relocation.addend = static_cast<std::int64_t>(addend->bits);
  }
  if (!reserve(init, offset + init.element)) return false;
  pending_.push_back({init.id, init.variable.relocations.size(), name, where});
  init.variable.relocations.push_back(relocation);
  return true;
}

void Parser::resolve_addresses() {
  std::vector<bool> broken(module().variables.size());
  for (const Pending& use : pending_) {
    std::vector<Variable::Relocation>& list = module().variables[use.variable].relocations;
    if (use.relocation >= list.size()) continue;
    const Symbol* symbol = symbols_.find(use.name);
    if (symbol == nullptr ||
        (symbol->kind != Symbol::Kind::Function && symbol->kind != Symbol::Kind::ModuleVariable)) {
      report(use.where, fmt::format("'{}' is not declared", use.name));
      broken[use.variable] = true;
      continue;
    }
    list[use.relocation].symbol = symbol->id;
    list[use.relocation].is_function = symbol->kind == Symbol::Kind::Function;
  }
  for (std::size_t i = 0; i < module().variables.size(); ++i) {
    std::vector<Variable::Relocation>& list = module().variables[i].relocations;
    if (broken[i]) {
      std::erase_if(list, [](const auto& relocation) { return relocation.symbol == kNoId; });
    }
    merge_bytes(list);
  }
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
