// SPDX-License-Identifier: MIT
#include "vgpu/program.h"

#include <algorithm>
#include <optional>

namespace vgpu {

const std::byte* FunctionCode::constant_bank() const {
  return constants.data();
}

bool FunctionCode::spins_at(std::uint32_t pc) const {
  const std::int32_t loop = flow->innermost_loop(pc);
  return loop != kNoLoop && spinning_loops[static_cast<std::size_t>(loop)];
}

const FunctionCode* Program::find_kernel(std::string_view name) const {
  for (const FunctionCode& function : functions) {
    if (function.is_entry && function.name == name) return &function;
  }
  return nullptr;
}

Segment* Program::find_variable(std::string_view name) const {
  for (std::size_t i = 0; i < source.variables.size(); ++i) {
    if (variables[i] != nullptr && source.variables[i].name == name) return variables[i];
  }
  return nullptr;
}

/// Functions that the kernel can reach by direct calls; all of them once anything is called through
/// a pointer.
std::vector<bool> Program::reachable_from(const FunctionCode& kernel) const {
  std::vector<bool> reached(functions.size(), false);
  std::vector<std::size_t> work{static_cast<std::size_t>(&kernel - functions.data())};
  while (!work.empty()) {
    const std::size_t id = work.back();
    work.pop_back();
    if (reached[id]) continue;
    reached[id] = true;
    for (const std::uint32_t callee : functions[id].callees) work.push_back(callee);
    if (!functions[id].calls_indirectly) continue;
    for (std::size_t other = 0; other < functions.size(); ++other) {
      if (!functions[other].is_entry) work.push_back(other);
    }
  }
  return reached;
}

std::vector<std::uint32_t> Program::shared_used_by(const FunctionCode& kernel) const {
  const std::vector<bool> reached = reachable_from(kernel);
  std::vector<std::uint32_t> used;
  for (std::size_t id = 0; id < functions.size(); ++id) {
    if (reached[id])
      used.insert(used.end(), functions[id].shared.begin(), functions[id].shared.end());
  }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

bool Program::order_visible(const FunctionCode& kernel) const {
  const std::vector<bool> reached = reachable_from(kernel);
  std::optional<CommutingAtomic> kind;
  for (std::size_t id = 0; id < functions.size(); ++id) {
    if (!reached[id]) continue;
    if (functions[id].order_visible) return true;
    for (const CommutingAtomic& atomic : functions[id].commuting_atomics) {
      if (kind && *kind != atomic) return true;
      kind = atomic;
    }
  }
  return false;
}

bool Program::allocates(const FunctionCode& kernel) const {
  const std::vector<bool> reached = reachable_from(kernel);
  for (std::size_t id = 0; id < functions.size(); ++id) {
    const bool heap = functions[id].system == SystemFunction::Malloc ||
                      functions[id].system == SystemFunction::Free;
    if (reached[id] && (heap || functions[id].allocates)) return true;
  }
  return false;
}

}  // namespace vgpu
