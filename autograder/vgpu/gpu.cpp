// SPDX-License-Identifier: MIT
#include "vgpu/gpu.h"

#include <algorithm>
#include <cstring>

#include "ptx/parser.h"
#include "vgpu/decode.h"

namespace vgpu {

namespace detail {

LaunchOutcome combine(std::vector<BlockResults> parts) {
  BlockResults all;
  for (BlockResults& part : parts) {
    all.add(part.status.first, part.status.second, {});
    for (auto& output : part.outputs) all.outputs.push_back(std::move(output));
  }
  std::sort(all.outputs.begin(), all.outputs.end());
  LaunchOutcome outcome;
  outcome.status = all.status.second;
  for (const auto& [number, text] : all.outputs) outcome.output += text;
  return outcome;
}

}  // namespace detail

Address VirtualGpu::fresh_grid_workspace() {
  constexpr std::uint64_t kBytes = 64;
  if (grid_workspace_ == nullptr) {
    grid_workspace_ = memory_.allocate(kBytes, "grid barrier", Role::Metadata);
    if (grid_workspace_ == nullptr) return 0;
  }
  std::memset(grid_workspace_->data, 0, kBytes);
  grid_workspace_->initialized.insert_all();
  return grid_workspace_->base;
}

base::Result<Program*> VirtualGpu::load(std::string_view ptx, const std::string& name,
                                        const FileNamer& namer) {
  ptx::ParseResult parsed = ptx::parse_module(ptx, name);
  if (parsed.fatal) return std::move(parsed.diagnostics);
  auto program = decode(std::move(parsed.module), memory_, lanes_, namer);
  if (program == nullptr) {
    return base::Diagnostic{{name}, "the module's variables do not fit into device memory", ""};
  }
  programs_.push_back(std::move(program));
  return programs_.back().get();
}

}  // namespace vgpu
