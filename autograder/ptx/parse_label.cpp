// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ptx/parser_impl.h"

namespace ptx {

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

/// Branches by a list that has an unknown label cannot be run.
void Parser::break_branches() {
  if (body_->broken_prototypes.empty()) return;
  std::ranges::sort(body_->broken_prototypes);
  Function& function = current();
  for (Instruction& in : function.instructions) {
    if (in.opcode != Opcode::BrxIdx) continue;
    const auto list = function.operand(in, 1).bits;
    if (!std::ranges::binary_search(body_->broken_prototypes, list)) continue;
    in.opcode = Opcode::Unknown;
    in.mod = {};
    in.operand_count = 0;
  }
}

}  // namespace ptx
