// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "ptx/names.h"
#include "ptx/print_instruction.h"
#include "ptx/print_names.h"
#include "ptx/printer.h"
#include "ptx/type_size.h"

namespace ptx {
namespace {

/// Writes a whole module.
class ModulePrinter {
 public:
  explicit ModulePrinter(const Module& module) : module_(module), names_(module) {}

  std::string print() {
    write(".version {}.{}\n.target {}\n.address_size 64\n", module_.version_major,
          module_.version_minor, module_.target);
    for (std::size_t i = 0; i < module_.files.size(); ++i) {
      if (!module_.files[i].empty()) write(".file {} \"{}\"\n", i, module_.files[i]);
    }
    std::size_t next = 0;
    for (; next < module_.functions.size() && !module_.functions[next].is_entry; ++next) {
      header(next, false);
    }
    for (std::size_t i = 0; i < module_.variables.size(); ++i) module_variable(i);
    for (; next < module_.functions.size(); ++next) {
      const bool entry = module_.functions[next].is_entry && module_.functions[next].has_body;
      header(next, entry);
      if (entry) body(next);
    }
    for (std::size_t i = 0; i < module_.functions.size(); ++i) {
      if (module_.functions[i].is_entry || !module_.functions[i].has_body) continue;
      header(i, true);
      body(i);
    }
    strings();
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  // ".align 8 .b8 name[24]"
  void declaration(const Variable& variable, std::string_view name) {
    const std::uint64_t natural = bytes(variable.type);
    if (variable.managed) text_ += ".attribute(.managed) ";
    if (variable.alignment != natural) write(".align {} ", variable.alignment);
    write(".{} {}", to_string(variable.type), name);
    if (variable.unsized) {
      text_ += "[]";
    } else if (variable.size != natural) {
      write("[{}]", variable.size / natural);
    }
  }

  void module_variable(std::size_t id) {
    const Variable& variable = module_.variables[id];
    if (variable.is_extern) text_ += ".extern ";
    write(".{} ", to_string(variable.space));
    declaration(variable, names_.variables[id]);
    if (variable.has_initializer && variable.space != Space::Texture) initializer(variable);
    text_ += ";\n";
  }

  void initializer(const Variable& variable) {
    const std::uint64_t element = bytes(variable.type);
    const bool braces = variable.size != element || variable.initial.size() != element;
    text_ += braces ? " = {" : " = ";
    auto relocation = variable.relocations.begin();
    for (std::uint64_t at = 0; at < variable.initial.size(); at += element) {
      if (at > 0) text_ += ", ";
      while (relocation != variable.relocations.end() &&
             relocation->offset + relocation->width <= at) {
        ++relocation;
      }
      if (relocation != variable.relocations.end() && relocation->offset <= at) {
        address(*relocation, at, element);
      } else {
        constant(variable, at, element);
      }
    }
    if (braces) text_ += '}';
  }

  void address(const Variable::Relocation& relocation, std::uint64_t at, std::uint64_t element) {
    const bool masked = element == 1;
    if (masked) {
      write("0x{:X}(", std::uint64_t{0xFF} << 8 * (relocation.shift + at - relocation.offset));
    }
    const std::string_view name = relocation.is_function ? names_.functions[relocation.symbol]
                                                         : names_.variables[relocation.symbol];
    text_ += relocation.generic ? fmt::format("generic({})", name) : std::string(name);
    if (relocation.addend != 0) write("+{}", relocation.addend);
    if (masked) text_ += ')';
  }

  void constant(const Variable& variable, std::uint64_t at, std::uint64_t element) {
    std::uint64_t value = 0;
    for (std::uint64_t i = 0; i < element && i < 8; ++i) {
      value |= std::to_integer<std::uint64_t>(variable.initial[at + i]) << (8 * i);
    }
    if (variable.type == Type::F32) {
      write("0f{:08X}", value);
    } else if (variable.type == Type::F64) {
      write("0d{:016X}", value);
    } else {
      write("{}", value);
    }
  }

  void formal(const Function& function, const FunctionNames& names, VariableId variable,
              RegisterId reg) {
    if (variable != kNoId) {
      text_ += ".param ";
      declaration(function.variables[variable], names.variables[variable]);
    } else {
      write(".reg .{} {}", to_string(function.registers[reg].type), names.registers[reg]);
    }
  }

  void formals(const Function& function, const FunctionNames& names,
               const std::vector<VariableId>& variables, const std::vector<RegisterId>& registers) {
    text_ += '(';
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (i > 0) text_ += ", ";
      formal(function, names, variables[i], registers.empty() ? kNoId : registers[i]);
    }
    text_ += ')';
  }

  void header(std::size_t id, bool body_follows) {
    const Function& function = module_.functions[id];
    const FunctionNames names(names_, function);
    if (function.is_extern) text_ += ".extern ";
    if (function.is_weak) text_ += ".weak ";
    if (function.is_entry) text_ += ".visible ";
    text_ += function.is_entry ? ".entry " : ".func ";
    if (!function.returns.empty()) {
      formals(function, names, function.returns, function.register_returns);
      text_ += ' ';
    }
    text_ += names_.functions[id];
    formals(function, names, function.parameters, function.register_parameters);
    threads(".maxntid", function.max_threads);
    threads(".reqntid", function.required_threads);
    text_ += body_follows ? "\n{\n" : ";\n";
  }

  void threads(std::string_view directive, const std::uint32_t (&counts)[3]) {
    if (counts[0] != 0) write("\n{} {}, {}, {}", directive, counts[0], counts[1], counts[2]);
  }

  void body(std::size_t id) {
    const Function& function = module_.functions[id];
    const FunctionNames names(names_, function);
    const Naming naming(module_, function, names_, names);
    locals(function, names);
    prototypes(function, names);
    std::vector<std::vector<LabelId>> labels(function.instructions.size() + 1);
    for (LabelId label = 0; label < function.labels.size(); ++label) {
      labels[function.labels[label].instruction].push_back(label);
    }
    std::uint32_t line = kNoId;
    for (std::size_t i = 0; i <= function.instructions.size(); ++i) {
      for (const LabelId label : labels[i]) write("{}:\n", names.labels[label]);
      if (i == function.instructions.size()) break;
      const Instruction& in = function.instructions[i];
      if (in.line != line) location(in.line);
      line = in.line;
      text_ += "\t";
      print_instruction(module_, function, in, naming, text_);
      text_ += ";\n";
    }
    text_ += "}\n";
  }

  void locals(const Function& function, const FunctionNames& names) {
    std::vector<bool> formal_variable(function.variables.size());
    std::vector<bool> formal_register(function.registers.size());
    for (const auto* list : {&function.parameters, &function.returns}) {
      for (const VariableId id : *list) {
        if (id != kNoId) formal_variable[id] = true;
      }
    }
    for (const auto* list : {&function.register_parameters, &function.register_returns}) {
      for (const RegisterId id : *list) {
        if (id != kNoId) formal_register[id] = true;
      }
    }
    for (std::size_t i = 0; i < function.variables.size(); ++i) {
      if (formal_variable[i]) continue;
      write("\t.{} ", to_string(function.variables[i].space));
      declaration(function.variables[i], names.variables[i]);
      text_ += ";\n";
    }
    for (std::size_t i = 0; i < function.registers.size(); ++i) {
      if (formal_register[i]) continue;
      write("\t.reg .{} {};\n", to_string(function.registers[i].type), names.registers[i]);
    }
  }

  void prototype_formals(const std::vector<Variable>& list) {
    text_ += '(';
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) text_ += ", ";
      write(".{} ", to_string(list[i].space));
      declaration(list[i], list[i].name.empty() ? "_" : list[i].name);
    }
    text_ += ')';
  }

  void prototypes(const Function& function, const FunctionNames& names) {
    for (std::size_t i = 0; i < function.prototypes.size(); ++i) {
      const Prototype& prototype = function.prototypes[i];
      write("{}: ", names.prototypes[i]);
      if (!prototype.branch_targets.empty()) {
        text_ += ".branchtargets ";
        for (std::size_t k = 0; k < prototype.branch_targets.size(); ++k) {
          const LabelId label = prototype.branch_targets[k];
          write("{}{}", k > 0 ? ", " : "", label == kNoId ? "_" : names.labels[label]);
        }
      } else if (!prototype.call_targets.empty()) {
        text_ += ".calltargets ";
        for (std::size_t k = 0; k < prototype.call_targets.size(); ++k) {
          write("{}{}", k > 0 ? ", " : "", names_.functions[prototype.call_targets[k]]);
        }
      } else {
        text_ += ".callprototype ";
        if (!prototype.returns.empty()) {
          prototype_formals(prototype.returns);
          text_ += ' ';
        }
        text_ += "_ ";
        prototype_formals(prototype.parameters);
      }
      text_ += ";\n";
    }
  }

  // An inlined line names its call by place, so that call must be the last .loc of that place.
  void location(std::uint32_t id) {
    if (id == kNoId) text_ += "\t.loc 0 0 0\n";  // else it would be taken for the line before
    std::vector<std::uint32_t> chain;
    for (std::uint32_t at = id; at != kNoId; at = module_.lines[at].inlined_at) {
      if (at != id && latest(at) == at) break;
      chain.push_back(at);
    }
    for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
      const SourceLine& line = module_.lines[*at];
      write("\t.loc {} {} {}", line.file, line.line, line.column);
      if (!line.function.empty()) {
        write(", function_name $L__string{}",
              strings_.try_emplace(line.function, strings_.size()).first->second);
      }
      if (line.inlined_at != kNoId) {
        const SourceLine& call = module_.lines[line.inlined_at];
        write(", inlined_at {} {} {}", call.file, call.line, call.column);
      }
      text_ += '\n';
      latest_[{line.file, line.line, line.column}] = *at;
    }
  }

  std::uint32_t latest(std::uint32_t id) const {
    const SourceLine& line = module_.lines[id];
    const auto found = latest_.find({line.file, line.line, line.column});
    return found == latest_.end() ? kNoId : found->second;
  }

  void strings() {
    if (strings_.empty()) return;
    text_ += ".section .debug_str\n{\n";
    for (const auto& [string, number] : strings_) {
      write("$L__string{}:\n.b8 ", number);
      for (const char c : string) write("{},", static_cast<unsigned char>(c));
      text_ += "0\n";
    }
    text_ += "}\n";
  }

  const Module& module_;
  ModuleNames names_;
  std::string text_;
  std::map<std::string, std::size_t> strings_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> latest_;
};

}  // namespace

std::string print_module(const Module& module) {
  return ModulePrinter(module).print();
}

}  // namespace ptx
