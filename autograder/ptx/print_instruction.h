// SPDX-License-Identifier: MIT
/// \file
/// Writes one instruction; shared by printer.cpp and print_module.cpp. Tested by printer_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ptx/module.h"
#include "ptx/print_names.h"

namespace ptx {

/// Where the printer finds names: as the module has them, or made unique.
class Naming {
 public:
  Naming(const Module& module, const Function& function) : module_(module), function_(function) {}
  Naming(const Module& module, const Function& function, const ModuleNames& module_names,
         const FunctionNames& names)
      : module_(module), function_(function), module_names_(&module_names), names_(&names) {}

  std::string_view reg(RegisterId id) const {
    return names_ != nullptr ? names_->registers[id] : function_.registers[id].name;
  }
  std::string_view label(LabelId id) const {
    return names_ != nullptr ? names_->labels[id] : function_.labels[id].name;
  }
  std::string_view prototype(std::uint64_t id) const {
    return names_ != nullptr ? names_->prototypes[id] : function_.prototypes[id].name;
  }
  std::string_view function(FunctionId id) const {
    return module_names_ != nullptr ? module_names_->functions[id] : module_.functions[id].name;
  }
  std::string_view variable(const Operand& operand) const {
    if (operand.local_variable) {
      return names_ != nullptr ? names_->variables[operand.variable]
                               : function_.variables[operand.variable].name;
    }
    return module_names_ != nullptr ? module_names_->variables[operand.variable]
                                    : module_.variables[operand.variable].name;
  }

 private:
  const Module& module_;
  const Function& function_;
  const ModuleNames* module_names_ = nullptr;
  const FunctionNames* names_ = nullptr;
};

/// Appends the instruction, without the ';' behind it.
void print_instruction(const Module& module, const Function& function, const Instruction& in,
                       const Naming& naming, std::string& text);

}  // namespace ptx
