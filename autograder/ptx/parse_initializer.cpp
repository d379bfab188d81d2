// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "ptx/parser_impl.h"
#include "ptx/type_size.h"

namespace ptx {
namespace {

constexpr std::uint64_t kMaxInitialBytes = 64ULL << 20;  // all initialisers of a module together

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

}  // namespace ptx
