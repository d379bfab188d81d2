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

void Parser::function(bool entry, const Linkage& linkage) {
  std::vector<Formal> returns;
  std::vector<Formal> parameters;
  while (!lex_.directive().empty()) {  // .attribute(...)
    if (lex_.accept('(')) {
      while (!lex_.at_end() && !lex_.accept(')')) lex_.skip_word();
    }
  }
  bool good = !lex_.accept('(') || formals(returns);
  const Mark name_at = lex_.mark();
  const std::string_view name = good ? lex_.identifier() : std::string_view();
  if (good && name.empty()) good = report(name_at, "the name of a function was expected here");
  good = good && (!lex_.accept('(') || formals(parameters));
  Function fresh;
  if (good) {
    fresh.name = name;
    fresh.is_entry = entry;
    fresh.is_extern = linkage.is_extern;
    fresh.is_weak = linkage.is_weak;
    add_formals(fresh, returns, true);
    add_formals(fresh, parameters, false);
    function_directives(fresh);
    if (lex_.peek() != '{' && lex_.peek() != ';') {
      good = report(lex_.mark(), fmt::format("'{{' or ';' was expected after '{}'", name));
    }
  }
  const std::size_t known = module().functions.size();
  const FunctionId id = good ? declare_function(name, name_at) : kNoId;
  if (id == kNoId) {
    // Give up on this function alone.
    while (!lex_.at_end() && lex_.peek() != '{' && lex_.peek() != ';') lex_.skip_word();
    if (lex_.accept('{')) lex_.skip_block();
    return;
  }
  const bool defined = module().functions[id].has_body;
  if (!defined) {
    // Calls that stand before the definition were checked against the declaration.
    const Function& declared = module().functions[id];
    if (id < known && signature(declared) != signature(fresh)) {
      report(name_at, fmt::format("'{}' was declared with other parameters", name));
      if (lex_.accept('{')) lex_.skip_block();
      return;
    }
    module().functions[id] = std::move(fresh);
  }
  if (lex_.accept(';')) return;
  lex_.accept('{');
  if (defined) {
    report(name_at, fmt::format("'{}' is defined twice", name));
    lex_.skip_block();
    return;
  }
  module().functions[id].has_body = true;
  Body state;
  state.function = id;
  state.formals = std::move(returns);
  state.formals.insert(state.formals.end(), parameters.begin(), parameters.end());
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
  if (!body_->broken_prototypes.empty()) {
    Function& function = current();
    for (Instruction& in : function.instructions) {
      if (in.opcode != Opcode::BrxIdx) continue;
      const auto list = function.operand(in, 1).bits;
      if (std::ranges::count(body_->broken_prototypes, list) == 0) continue;
      in.opcode = Opcode::Unknown;
      in.operand_count = 0;
    }
  }
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

void Parser::labelled(std::string_view name, Mark where) {
  const Mark after = lex_.mark();
  const std::string_view directive = lex_.directive();
  if (directive == ".callprototype" || directive == ".branchtargets" ||
      directive == ".calltargets") {
    const bool good = directive == ".callprototype"   ? call_prototype(name)
                      : directive == ".branchtargets" ? branch_targets(name, where)
                                                      : call_targets(name);
    if (!good) problem(where, fmt::format("{} is malformed", directive));
    lex_.skip_statement();
    return;
  }
  lex_.rewind(after);
  Function& function = current();
  const auto id = static_cast<LabelId>(function.labels.size());
  if (!body_->scopes.back().labels.try_emplace(name, id).second) {
    problem(where, fmt::format("label '{}' stands twice", name));
    return;
  }
  function.labels.push_back(
      {std::string(name), static_cast<std::uint32_t>(function.instructions.size())});
}

bool Parser::call_prototype(std::string_view name) {
  std::vector<Formal> returns;
  std::vector<Formal> parameters;
  const std::size_t before = result_.diagnostics.size();
  bool good = !lex_.accept('(') || formals(returns);
  good = good && !lex_.identifier().empty();
  good = good && (!lex_.accept('(') || formals(parameters));
  result_.diagnostics.resize(before);
  if (!good) return false;
  Prototype prototype;
  prototype.name = name;
  for (Formal& formal : returns) prototype.returns.push_back(std::move(formal.variable));
  for (Formal& formal : parameters) prototype.parameters.push_back(std::move(formal.variable));
  const auto id = static_cast<std::uint32_t>(current().prototypes.size());
  current().prototypes.push_back(std::move(prototype));
  return symbols_.declare(name, {Symbol::Kind::Prototype, Type::None, id});
}

bool Parser::branch_targets(std::string_view name, Mark where) {
  const auto id = static_cast<std::uint32_t>(current().prototypes.size());
  std::vector<LabelUse>& uses = body_->scopes.back().uses;
  const std::size_t before = uses.size();
  std::uint32_t count = 0;
  do {
    const std::string_view label = lex_.identifier();
    if (label.empty()) {
      uses.resize(before);
      return false;
    }
    uses.push_back({LabelUse::Where::BranchTarget, label, id, count++, 0, where, {}});
  } while (lex_.accept(','));
  Prototype prototype;
  prototype.name = name;
  prototype.branch_targets.assign(count, kNoId);
  current().prototypes.push_back(std::move(prototype));
  return symbols_.declare(name, {Symbol::Kind::Prototype, Type::None, id});
}

bool Parser::call_targets(std::string_view name) {
  Prototype prototype;
  prototype.name = name;
  do {
    const std::string_view target = lex_.identifier();
    const Symbol* symbol = target.empty() ? nullptr : symbols_.find(target);
    if (symbol == nullptr || symbol->kind != Symbol::Kind::Function) return false;
    prototype.call_targets.push_back(symbol->id);
  } while (lex_.accept(','));
  const auto id = static_cast<std::uint32_t>(current().prototypes.size());
  current().prototypes.push_back(std::move(prototype));
  return symbols_.declare(name, {Symbol::Kind::Prototype, Type::None, id});
}

void Parser::close_scope() {
  Body::Scope scope = std::move(body_->scopes.back());
  body_->scopes.pop_back();
  resolve_labels(scope);
  symbols_.close_scope();
}

/// Uses of labels that this scope does not have go to the scope around it.
void Parser::resolve_labels(Body::Scope& scope) {
  Function& function = current();
  for (LabelUse& use : scope.uses) {
    const auto found = scope.labels.find(use.name);
    if (found == scope.labels.end()) {
      if (body_->scopes.empty()) {
        break_label_use(use);
      } else {
        body_->scopes.back().uses.push_back(use);
      }
    } else if (use.where == LabelUse::Where::Operand) {
      function.operands[use.index].label = found->second;
    } else {
      function.prototypes[use.index].branch_targets[use.position] = found->second;
    }
  }
}

void Parser::break_label_use(const LabelUse& use) {
  problem(use.start, fmt::format("there is no label '{}'", use.name));
  if (use.where == LabelUse::Where::BranchTarget) {
    body_->broken_prototypes.push_back(use.index);
    return;
  }
  Instruction& in = current().instructions[use.instruction];
  in.opcode = Opcode::Unknown;
  in.mod = {};
  in.operand_count = 0;
  in.text = statement_text(use.statement);
}

}  // namespace ptx
