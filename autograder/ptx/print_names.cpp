// SPDX-License-Identifier: MIT
#include "ptx/print_names.h"

#include <fmt/format.h>

namespace ptx {

std::string UniqueNames::take(std::string_view name) {
  std::string base(name.empty() || name == "_" ? "unnamed" : name);
  if (taken_.insert(base).second) return base;
  for (unsigned& number = last_[base];;) {
    std::string candidate = fmt::format("{}${}", base, ++number);
    if (taken_.insert(candidate).second) return candidate;
  }
}

ModuleNames::ModuleNames(const Module& module) {
  for (const Function& function : module.functions) functions.push_back(taken.take(function.name));
  for (const Variable& variable : module.variables) variables.push_back(taken.take(variable.name));
}

FunctionNames::FunctionNames(const ModuleNames& module, const Function& function) {
  UniqueNames taken = module.taken;
  for (const Variable& variable : function.variables) {
    variables.push_back(taken.take(variable.name));
  }
  for (const Register& reg : function.registers) registers.push_back(taken.take(reg.name));
  for (const Prototype& prototype : function.prototypes) {
    prototypes.push_back(taken.take(prototype.name));
  }
  for (const Label& label : function.labels) labels.push_back(taken.take(label.name));
}

}  // namespace ptx
