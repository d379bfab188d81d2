// SPDX-License-Identifier: MIT
/// \file
/// The parser's state and its parts; included only by the files that make it up: parser.cpp
/// (module), parse_variable.cpp and parse_initializer.cpp (declarations), parse_function.cpp
/// (headers and bodies), parse_label.cpp (labels and lists of targets), parse_instruction.cpp,
/// parse_call.cpp and parse_operand.cpp (instructions). Tested through parser.h.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/lexer.h"
#include "ptx/line_table.h"
#include "ptx/modifiers.h"
#include "ptx/module.h"
#include "ptx/operand_check.h"
#include "ptx/parser.h"
#include "ptx/symbols.h"

namespace ptx {

inline constexpr std::size_t kMaxOperands = 255;  // of one instruction
inline constexpr std::uint64_t kMaxVariableBytes = 1ULL << 40;

/// a * b, or something above kMaxVariableBytes.
constexpr std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > kMaxVariableBytes / a) return kMaxVariableBytes + 1;
  return a * b;
}

/// Words before a declaration.
struct Linkage {
  bool is_extern = false;
  bool is_weak = false;
};

/// One formal parameter: a variable, or a register of the old style.
struct Formal {
  std::string_view name;  ///< in the text, which outlives the parser
  Variable variable;
  bool in_register = false;
};

/// A use of a label that may stand further on.
struct LabelUse {
  enum class Where : std::uint8_t { Operand, BranchTarget };
  Where where = Where::Operand;
  std::string_view name;
  std::uint32_t index = 0;        ///< operand, or prototype
  std::uint32_t position = 0;     ///< BranchTarget: which one
  std::uint32_t instruction = 0;  ///< Operand: whose it is
  Mark start;
  std::string_view statement;
};

/// State while one function body is read.
struct Body {
  FunctionId function = kNoId;
  std::uint32_t line = kNoId;  ///< current `.loc`
  RegisterId carry = kNoId;    ///< %cc, once it is used
  std::vector<Formal> formals;
  struct Scope {
    std::unordered_map<std::string_view, LabelId> labels;
    std::vector<LabelUse> uses;
  };
  std::vector<Scope> scopes;
  std::vector<std::uint32_t> broken_prototypes;
};

/// Recursive-descent parser of one text.
class Parser {
 public:
  Parser(std::string_view text, std::string_view file_name)
      : lex_(text), file_name_(file_name), lines_(result_.module) {}

  ParseResult run();

 private:
  // parser.cpp
  void module_item();
  void directive_item(std::string_view directive, const Linkage& linkage);
  void version();
  void target();
  void section();
  void alias();
  void resolve_aliases();
  bool report(Mark where, std::string message, std::string hint = {});
  base::Diagnostic diagnostic(Mark where, std::string message, std::string hint) const;
  Module& module() { return result_.module; }

  // parse_variable.cpp
  struct Specifiers {
    Type type = Type::None;
    std::uint64_t vector = 1;
    std::uint64_t alignment = 0;
    bool managed = false;
    bool opaque = false;  ///< .texref, .surfref, .samplerref
  };
  struct Pending {  ///< an address in an initialiser whose symbol may be declared further on
    VariableId variable = 0;
    std::size_t relocation = 0;
    std::string_view name;
    Mark where;
  };
  struct Initializer {
    Variable& variable;
    VariableId id;
    std::uint64_t element;
    std::vector<std::uint64_t> strides;  ///< bytes of one item at each depth of braces
  };
  std::optional<Specifiers> specifiers(bool parameter);
  bool module_variable(Space space, const Linkage& linkage);
  bool local_variable(Space space);
  bool register_declaration();
  bool declare_register(std::string_view name, const Specifiers& spec);
  bool declarator(const Specifiers& spec, Variable& variable, std::vector<std::uint64_t>& dims);
  bool sizes(const Specifiers& spec, Variable& variable, std::vector<std::uint64_t>& dims);
  bool formals(std::vector<Formal>& list);

  // parse_initializer.cpp
  bool initializer(VariableId id, const std::vector<std::uint64_t>& dims);
  bool initializer_list(Initializer& init, std::size_t depth, std::uint64_t& offset);
  bool initializer_item(Initializer& init, std::uint64_t offset);
  bool address_item(Initializer& init, std::uint64_t offset, std::uint64_t mask);
  bool put(Initializer& init, std::uint64_t offset, std::uint64_t value);
  bool reserve(Initializer& init, std::uint64_t end);
  void resolve_addresses();

  // parse_function.cpp
  struct Signature {
    std::vector<FormalSize> returns;
    std::vector<FormalSize> parameters;
    friend bool operator==(const Signature&, const Signature&) = default;
  };
  static Signature signature(const Function& function);
  static Signature signature(const Prototype& prototype);
  void function(bool entry, const Linkage& linkage);
  bool function_header(Function& function, std::string_view& name,
                       std::vector<Formal>& formals_read);
  bool agrees(const Function& known, const Function& fresh, bool definition, Mark where);
  void function_directives(Function& function);
  void threads(std::uint32_t (&counts)[3]);
  FunctionId declare_function(std::string_view name, Mark where);
  void add_formals(Function& function, const std::vector<Formal>& list, bool returns);
  void declare_formals();
  void body();
  bool statement();
  void body_directive();
  void open_scope();
  void close_scope();
  void problem(Mark where, std::string message, std::string hint = {});
  Function& current() { return module().functions[body_->function]; }

  // parse_label.cpp
  void labelled(std::string_view name, Mark where);
  bool call_prototype(std::string_view name);
  bool branch_targets(std::string_view name, Mark where);
  bool call_targets(std::string_view name);
  void resolve_labels(Body::Scope& scope);
  void break_label_use(const LabelUse& use);
  void break_branches();

  // parse_instruction.cpp
  struct Decoded {
    DecodedOpcode opcode;
    std::uint32_t text = 0;
  };
  void instruction();
  bool guarded(Instruction& in);
  std::string_view opcode_text(Mark start);
  const Decoded& decode(std::string_view text);
  std::uint32_t intern_text(std::string_view text);
  bool instruction_after_guard(Instruction& in, std::string_view text, Mark start,
                               std::string& error, std::string& hint);
  bool choose(const Decoded& decoded, Instruction& in, bool joined, std::string& error);
  void narrow_special(Instruction& in);
  void add_carry(Instruction& in);
  void add_unknown(const Instruction& in, Mark start, std::string_view statement, std::string error,
                   std::string hint);
  void not_understood(const Instruction& in, Mark start, std::string error, std::string hint);
  std::uint32_t statement_text(std::string_view statement);

  // parse_call.cpp
  bool call_operands(Instruction& in, std::string& error);
  bool call_list(std::uint8_t& count, std::string& error);
  std::optional<Signature> callee_signature(const Operand& callee, const Operand* prototype,
                                            std::string& error) const;
  bool check_call(const Instruction& in, std::string& error);

  // parse_operand.cpp
  bool operands(bool branch, bool& joined, std::string& error);
  bool operand(bool branch, Operand& out, std::string& error);
  bool named_operand(bool branch, Operand& out, std::string& error);
  bool suffixed_operand(std::string_view name, Symbol& symbol, Operand& out, std::string& error);
  bool vector_operand(Operand& out, std::string& error);
  bool address_operand(Operand& out, std::string& error);
  bool texture_operand(const Operand& first, Operand& out, std::string& error);
  bool constant_operand(Operand& out, std::string& error);
  bool optional_offset(Operand& out, std::string& error);
  RegisterId use_register(std::string_view name, Symbol& symbol);
  RegisterId use_member(std::string_view name, Symbol& symbol, std::size_t member);
  std::optional<Literal> constant(int level = 0, int depth = 0);
  std::optional<Literal> primary(int depth);

  Lexer lex_;
  std::string file_name_;
  ParseResult result_;
  LineTable lines_;
  SymbolTable symbols_;
  Body* body_ = nullptr;
  std::vector<Pending> pending_;
  std::unordered_map<FunctionId, FunctionId> aliases_;
  std::unordered_map<std::string_view, std::uint32_t> opcode_texts_;
  std::unordered_map<std::string_view, Decoded> decoded_;
  std::deque<std::string> owned_texts_;  ///< opcode texts that do not stand so in the text
  std::size_t problems_ = 0;
  std::size_t hints_ = 0;
  std::uint64_t initial_bytes_ = 0;
  bool garbage_ = false;  ///< the last module item was one more word that was not understood
};

}  // namespace ptx
