// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ptx/parser_impl.h"

namespace ptx {
namespace {

constexpr std::size_t kMaxScopes = 64;
constexpr std::size_t kMaxProblems = 10'000;  // in all functions together

bool starts_module_item(std::string_view directive) {
  return directive == ".entry" || directive == ".func" || directive == ".visible" ||
         directive == ".extern" || directive == ".weak" || directive == ".version";
}

}  // namespace

void Parser::problem(Mark where, std::string message, std::string hint) {
  if (++problems_ > kMaxProblems) return;
  current().problems.push_back(diagnostic(where, std::move(message), std::move(hint)));
}

Parser::Signature Parser::signature(const Function& function) {
  const auto list = [&](const std::vector<VariableId>& variables,
                        const std::vector<RegisterId>& registers) {
    std::vector<FormalSize> sizes;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (variables[i] != kNoId) {
        const Variable& variable = function.variables[variables[i]];
        sizes.push_back({variable.size, variable.unsized});
      } else {
        const Type type = function.registers[registers[i]].type;
        sizes.push_back({static_cast<std::uint64_t>(bits(type)) / 8, false});
      }
    }
    return sizes;
  };
  return {list(function.returns, function.register_returns),
          list(function.parameters, function.register_parameters)};
}

Parser::Signature Parser::signature(const Prototype& prototype) {
  Signature sizes;
  for (const Variable& formal : prototype.returns) {
    sizes.returns.push_back({formal.size, formal.unsized});
  }
  for (const Variable& formal : prototype.parameters) {
    sizes.parameters.push_back({formal.size, formal.unsized});
  }
  return sizes;
}

FunctionId Parser::declare_function(std::string_view name, Mark where) {
  const auto next = static_cast<FunctionId>(module().functions.size());
  if (symbols_.declare(name, {Symbol::Kind::Function, Type::None, next})) {
    module().functions.emplace_back().name = name;
    return next;
  }
  const Symbol* known = symbols_.find(name);
  if (known == nullptr || known->kind != Symbol::Kind::Function) {
    report(where, fmt::format("'{}' is declared as something else before", name));
    return kNoId;
  }
  return known->id;
}

void Parser::add_formals(Function& function, const std::vector<Formal>& list, bool returns) {
  std::vector<VariableId>& variables = returns ? function.returns : function.parameters;
  std::vector<RegisterId>& registers =
      returns ? function.register_returns : function.register_parameters;
  const bool any_register = std::ranges::any_of(list, &Formal::in_register);
  for (const Formal& formal : list) {
    std::uint32_t variable = kNoId;
    std::uint32_t reg = kNoId;
    if (formal.in_register && function.is_entry) {
      report(lex_.mark(), fmt::format("a kernel's parameter lies in .param space, but '{}' is a "
                                      "register",
                                      formal.variable.name));
      continue;
    }
    if (formal.in_register) {
      reg = static_cast<RegisterId>(function.registers.size());
      function.registers.push_back({formal.variable.name, formal.variable.type});
    } else {
      variable = static_cast<VariableId>(function.variables.size());
      function.variables.push_back(formal.variable);
    }
    variables.push_back(variable);
    if (any_register) registers.push_back(reg);
  }
}

/// Makes the names of the formal parameters known in the body, which begins.
void Parser::declare_formals() {
  VariableId variable = 0;
  RegisterId reg = 0;
  for (const Formal& formal : body_->formals) {
    Symbol symbol;
    symbol.kind = formal.in_register ? Symbol::Kind::Register : Symbol::Kind::LocalVariable;
    symbol.type = formal.variable.type;
    symbol.id = formal.in_register ? reg++ : variable++;
    if (!symbols_.declare(formal.name, symbol)) {
      problem(lex_.mark(), fmt::format("parameter '{}' stands twice", formal.name));
    }
  }
}

void Parser::threads(std::uint32_t (&counts)[3]) {
  std::fill(std::begin(counts), std::end(counts), 1U);
  for (std::uint32_t& count : counts) {
    const auto number = lex_.number();
    if (number) count = static_cast<std::uint32_t>(std::min<std::uint64_t>(number->bits, 1U << 31));
    if (!lex_.accept(',')) return;
  }
}

void Parser::function_directives(Function& function) {
  while (!lex_.at_end() && lex_.peek() != '{' && lex_.peek() != ';') {
    const Mark where = lex_.mark();
    const std::string_view directive = lex_.directive();
    if (directive == ".maxntid") {
      threads(function.max_threads);
    } else if (directive == ".reqntid") {
      threads(function.required_threads);
    } else if (starts_module_item(directive)) {
      lex_.rewind(where);
      return;
    } else if (directive.empty()) {
      lex_.skip_word();
    }
  }
}

/// Reads up to the '{' or ';'. False, with a report, when that is not understood.
bool Parser::function_header(Function& function, std::string_view& name,
                             std::vector<Formal>& formals_read) {
  std::vector<Formal> returns;
  std::vector<Formal> parameters;
  while (!lex_.directive().empty()) {  // .attribute(...)
    if (lex_.accept('(')) {
      while (!lex_.at_end() && !lex_.accept(')')) lex_.skip_word();
    }
  }
  const Mark where = lex_.mark();
  if (lex_.accept('(') && !formals(returns)) return false;
  if (function.is_entry && !returns.empty()) return report(where, "a kernel returns nothing");
  const Mark name_at = lex_.mark();
  name = lex_.identifier();
  if (name.empty()) return report(name_at, "the name of a function was expected here");
  if (lex_.accept('(') && !formals(parameters)) return false;
  function.name = name;
  add_formals(function, returns, true);
  add_formals(function, parameters, false);
  function_directives(function);
  if (lex_.peek() != '{' && lex_.peek() != ';') {
    return report(lex_.mark(), fmt::format("'{{' or ';' was expected after '{}'", name));
  }
  formals_read = std::move(returns);
  formals_read.insert(formals_read.end(), parameters.begin(), parameters.end());
  return true;
}

/// May this declaration or definition stand beside what is known of the function?
bool Parser::agrees(const Function& known, const Function& fresh, bool definition, Mark where) {
  if (definition && known.has_body) {
    return report(where, fmt::format("'{}' is defined twice", fresh.name));
  }
  // Calls that stand before the definition were checked against the declaration.
  if (known.is_entry != fresh.is_entry || signature(known) != signature(fresh)) {
    return report(where, fmt::format("'{}' was declared with other parameters", fresh.name));
  }
  return true;
}

void Parser::function(bool entry, const Linkage& linkage) {
  Function fresh;
  fresh.is_entry = entry;
  fresh.is_extern = linkage.is_extern;
  fresh.is_weak = linkage.is_weak;
  Body state;
  const Mark where = lex_.mark();
  std::string_view name;  // in the text: the symbol keeps it
  bool good = function_header(fresh, name, state.formals);
  const bool definition = lex_.peek() == '{';
  const std::size_t known = module().functions.size();
  if (good) {
    state.function = declare_function(name, where);
    good = state.function != kNoId &&
           (state.function >= known ||
            agrees(module().functions[state.function], fresh, definition, where));
  }
  if (!good) {
    // Give up on this function alone.
    while (!lex_.at_end() && lex_.peek() != '{' && lex_.peek() != ';') lex_.skip_word();
    if (lex_.accept('{')) lex_.skip_block();
    return;
  }
  Function& function = module().functions[state.function];
  if (!function.has_body) function = std::move(fresh);
  lex_.accept(definition ? '{' : ';');
  if (!definition) return;
  function.has_body = true;
  body_ = &state;
  body();
  body_ = nullptr;
}

void Parser::open_scope() {
  symbols_.open_scope();
  body_->scopes.emplace_back();
}

void Parser::body() {
  open_scope();
  declare_formals();
  while (statement()) {
  }
  break_branches();
}

/// Reads one statement. False at the end of the body, whose scopes are then closed.
bool Parser::statement() {
  switch (lex_.peek()) {
    case '\0':
      if (!lex_.at_end()) break;
      problem(lex_.mark(), "the text ends inside this function");
      report(lex_.mark(), fmt::format("the text ends inside '{}'", current().name));
      while (!body_->scopes.empty()) close_scope();
      return false;
    case ';':
      lex_.accept(';');
      return true;
    case '{':
      lex_.accept('{');
      if (body_->scopes.size() < kMaxScopes) {
        open_scope();
      } else {
        add_unknown({}, lex_.mark(), "deeper_block", "blocks are nested too deep", {});
        lex_.skip_block();
      }
      return true;
    case '}':
      lex_.accept('}');
      close_scope();
      return !body_->scopes.empty();
    case '.': {
      const Mark where = lex_.mark();
      if (!starts_module_item(lex_.directive())) {
        lex_.rewind(where);
        body_directive();
        return true;
      }
      lex_.rewind(where);
      problem(where, "a '}' is missing before this");
      report(where, fmt::format("'{}' lacks its closing brace", current().name));
      while (!body_->scopes.empty()) close_scope();
      return false;
    }
    default:
      break;
  }
  instruction();
  return true;
}

void Parser::body_directive() {
  const Mark where = lex_.mark();
  const std::string_view directive = lex_.directive();
  const std::size_t before = result_.diagnostics.size();
  bool good = true;
  if (directive == ".reg") {
    good = register_declaration();
  } else if (directive == ".param" || directive == ".local" || directive == ".shared") {
    good = local_variable(directive == ".param"   ? Space::Param
                          : directive == ".local" ? Space::Local
                                                  : Space::Shared);
  } else if (directive == ".global" || directive == ".const") {
    good = module_variable(directive == ".global" ? Space::Global : Space::Const, {});
  } else if (directive == ".loc") {
    body_->line = lines_.read_loc(lex_);
  } else if (directive == ".file") {
    good = lines_.read_file(lex_);
  } else if (directive == ".section") {
    section();
  } else if (directive.empty()) {
    problem(where, "a directive or an instruction was expected here");
    lex_.skip_word();
  } else {
    lex_.skip_statement();  // .pragma and what later versions bring
  }
  if (good) return;
  // What a declaration complained about concerns this function alone.
  for (std::size_t i = before; i < result_.diagnostics.size(); ++i) {
    if (++problems_ <= kMaxProblems) current().problems.push_back(result_.diagnostics[i]);
  }
  result_.diagnostics.resize(before);
  lex_.skip_statement();
}

void Parser::close_scope() {
  Body::Scope scope = std::move(body_->scopes.back());
  body_->scopes.pop_back();
  resolve_labels(scope);
  symbols_.close_scope();
}

}  // namespace ptx
