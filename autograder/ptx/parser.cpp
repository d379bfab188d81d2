// SPDX-License-Identifier: MIT
#include "ptx/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "ptx/parser_impl.h"

namespace ptx {
namespace {

constexpr std::size_t kMaxTextBytes = 512U << 20;
constexpr std::size_t kMaxDiagnostics = 200;

bool is_linkage(std::string_view directive) {
  return directive == ".visible" || directive == ".extern" || directive == ".weak" ||
         directive == ".common";
}

bool is_declaration(std::string_view directive) {
  return directive == ".entry" || directive == ".func" || directive == ".global" ||
         directive == ".const" || directive == ".shared" || directive == ".tex";
}

}  // namespace

ParseResult parse_module(std::string_view text, std::string_view file_name) {
  return Parser(text.substr(0, kMaxTextBytes), file_name).run();
}

ParseResult Parser::run() {
  module().files.emplace_back();
  const Mark start = lex_.mark();
  if (lex_.directive() != ".version") {
    report(start, "this is not PTX: it does not begin with .version");
    result_.fatal = true;
    return std::move(result_);
  }
  version();
  while (!lex_.at_end()) module_item();
  if (module().target.empty()) report(lex_.mark(), "there is no .target");
  resolve_addresses();
  resolve_aliases();
  lines_.finish();
  return std::move(result_);
}

base::Diagnostic Parser::diagnostic(Mark where, std::string message, std::string hint) const {
  return {{file_name_, static_cast<int>(where.line),
           static_cast<int>(where.offset - where.line_start + 1)},
          std::move(message),
          std::move(hint)};
}

bool Parser::report(Mark where, std::string message, std::string hint) {
  if (result_.diagnostics.size() < kMaxDiagnostics) {
    result_.diagnostics.push_back(diagnostic(where, std::move(message), std::move(hint)));
  }
  return false;
}

void Parser::version() {
  const Mark where = lex_.mark();
  const auto literal = lex_.number();
  if (!literal || literal->kind != Literal::Kind::Float64) {
    report(where, ".version needs a number such as 7.2");
    return;
  }
  const double value = std::bit_cast<double>(literal->bits);
  if (!(value >= 1 && value < 1000)) {
    report(where, "no PTX has that version");
    return;
  }
  module().version_major = static_cast<int>(value);
  module().version_minor = static_cast<int>((value - module().version_major) * 10 + 0.5);
}

void Parser::target() {
  const Mark where = lex_.mark();
  module().target = lex_.identifier();
  if (module().target.empty()) report(where, ".target needs a name such as sm_75");
  while (lex_.accept(',')) lex_.identifier();
}

void Parser::section() {
  const Mark where = lex_.mark();
  std::string_view name = lex_.directive();
  if (name.empty()) name = lex_.identifier();
  if (!lex_.accept('{')) {
    report(where, ".section needs a name and a block");
    return;
  }
  if (name == ".debug_str") {
    lines_.read_strings(lex_);
  } else {
    lex_.skip_block();
  }
}

void Parser::module_item() {
  const Mark where = lex_.mark();
  Linkage linkage;
  std::string_view directive = lex_.directive();
  while (is_linkage(directive)) {
    linkage.is_extern |= directive == ".extern";
    linkage.is_weak |= directive == ".weak";
    directive = lex_.directive();
    if (!is_linkage(directive) && !is_declaration(directive)) {
      report(where, "a declaration was expected after the linkage");
    }
  }
  if (!directive.empty()) {
    garbage_ = false;
    directive_item(directive, linkage);
    return;
  }
  if (lex_.accept(';')) return;
  if (lex_.accept('@')) return lex_.skip_line();  // @@DWARF lines of old compilers
  if (!lex_.at_end() && !garbage_) {
    report(where, "a directive was expected here");
    garbage_ = true;
  }
  lex_.skip_word();
}

void Parser::directive_item(std::string_view directive, const Linkage& linkage) {
  const Mark where = lex_.mark();
  if (directive == ".func" || directive == ".entry") {
    function(directive == ".entry", linkage);
  } else if (directive == ".global" || directive == ".const" || directive == ".shared" ||
             directive == ".tex") {
    const Space space = directive == ".global"   ? Space::Global
                        : directive == ".const"  ? Space::Const
                        : directive == ".shared" ? Space::Shared
                                                 : Space::Texture;
    if (!module_variable(space, linkage)) lex_.skip_statement();
  } else if (directive == ".loc") {
    lines_.read_loc(lex_);
  } else if (directive == ".file") {
    if (!lines_.read_file(lex_)) report(where, ".file needs a number and a path");
  } else if (directive == ".section") {
    section();
  } else if (directive == ".target") {
    target();
  } else if (directive == ".address_size") {
    const auto size = lex_.number();
    if (!size || size->bits != 64) report(where, "only 64-bit addresses are supported");
  } else if (directive == ".version") {
    version();
  } else if (directive == ".alias") {
    alias();
  } else if (directive == ".pragma") {
    lex_.skip_statement();
  } else {
    // A directive of a later PTX: its line, and its block where it has one.
    lex_.skip_line();
    if (lex_.accept('{')) lex_.skip_block();
  }
}

void Parser::alias() {
  const Mark where = lex_.mark();
  const Symbol* name = symbols_.find(lex_.identifier());
  const std::uint32_t from =
      name != nullptr && name->kind == Symbol::Kind::Function ? name->id : kNoId;
  lex_.accept(',');
  const Symbol* target = symbols_.find(lex_.identifier());
  const std::uint32_t to =
      target != nullptr && target->kind == Symbol::Kind::Function ? target->id : kNoId;
  if (from == kNoId || to == kNoId || from == to || aliases_.contains(to)) {
    report(where, ".alias needs two declared functions");
  } else {
    aliases_[from] = to;
  }
  lex_.skip_statement();
}

void Parser::resolve_aliases() {
  if (aliases_.empty()) return;
  const auto replace = [&](std::uint32_t& id) {
    if (const auto found = aliases_.find(id); found != aliases_.end()) id = found->second;
  };
  for (Function& function : module().functions) {
    for (Operand& operand : function.operands) replace(operand.function);
    for (Prototype& prototype : function.prototypes) {
      for (FunctionId& id : prototype.call_targets) replace(id);
    }
  }
  for (Variable& variable : module().variables) {
    for (Variable::Relocation& relocation : variable.relocations) {
      if (relocation.is_function) replace(relocation.symbol);
    }
  }
}

const Function* Module::find_function(std::string_view name) const {
  const auto found = std::ranges::find(functions, name, &Function::name);
  return found == functions.end() ? nullptr : &*found;
}

const Variable* Module::find_variable(std::string_view name) const {
  const auto found = std::ranges::find(variables, name, &Variable::name);
  return found == variables.end() ? nullptr : &*found;
}

}  // namespace ptx
