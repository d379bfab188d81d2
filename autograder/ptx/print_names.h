// SPDX-License-Identifier: MIT
/// \file
/// The names under which the printer writes things: those of the module, made unique where scopes
/// of the original text used one twice. Tested by printer_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ptx/module.h"

namespace ptx {

/// Gives out names, each once.
class UniqueNames {
 public:
  /// The name itself the first time, then with a number.
  std::string take(std::string_view name);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, unsigned> last_;
};

/// Names of what a module declares.
struct ModuleNames {
  explicit ModuleNames(const Module& module);

  std::vector<std::string> variables;
  std::vector<std::string> functions;
  UniqueNames taken;
};

/// Names of what a function declares.
struct FunctionNames {
  FunctionNames(const ModuleNames& module, const Function& function);

  std::vector<std::string> registers;
  std::vector<std::string> variables;
  std::vector<std::string> labels;
  std::vector<std::string> prototypes;
};

}  // namespace ptx
