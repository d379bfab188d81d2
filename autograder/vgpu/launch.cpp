// SPDX-License-Identifier: MIT
#include "vgpu/launch.h"

#include <fmt/format.h>

#include <algorithm>

namespace vgpu {

namespace {

std::string extent(const Dim3& size) {
  return fmt::format("({}, {}, {})", size.x, size.y, size.z);
}

bool within(const Dim3& size, const Dim3& limit) {
  return size.volume() > 0 && size.x <= limit.x && size.y <= limit.y && size.z <= limit.z;
}

/// Empty, or why the launch cannot be.
std::string reject(const FunctionCode& kernel, const DeviceLimits& limits,
                   const LaunchConfig& config, std::uint64_t static_shared,
                   std::size_t parameter_bytes) {
  if (!kernel.has_body) return "the kernel is declared in this module, but it has no body";
  if (!within(config.grid, limits.max_grid)) {
    return fmt::format(
        "a grid of {} blocks is not allowed: each extent is at least 1 and at most {}",
        extent(config.grid), extent(limits.max_grid));
  }
  const std::uint32_t most = kernel.max_threads == 0
                                 ? limits.max_threads_per_block
                                 : std::min(kernel.max_threads, limits.max_threads_per_block);
  if (!within(config.block, limits.max_block) || config.block.volume() > most) {
    return fmt::format("a block of {} = {} threads is not allowed: at most {} threads",
                       extent(config.block), config.block.volume(), most);
  }
  if (static_shared > limits.static_shared_bytes) {
    return fmt::format("the kernel's shared arrays take {} bytes: at most {} are allowed",
                       static_shared, limits.static_shared_bytes);
  }
  if (config.dynamic_shared_bytes + static_shared > limits.shared_bytes) {
    return fmt::format("{} bytes of shared memory were asked for: a block has {}",
                       config.dynamic_shared_bytes + static_shared, limits.shared_bytes);
  }
  if (parameter_bytes != kernel.entry_parameter_bytes) {
    return fmt::format("the launch passes {} bytes of arguments, the kernel takes {}",
                       parameter_bytes, kernel.entry_parameter_bytes);
  }
  return {};
}

}  // namespace

LaunchOutcome prepare_launch(const Program& program, const FunctionCode& kernel,
                             GlobalMemory& memory, const DeviceLimits& limits,
                             const LaunchConfig& config, std::span<const std::byte> parameters,
                             LaunchContext& context) {
  context.program = &program;
  context.kernel = &kernel;
  context.memory = &memory;
  context.config = config;
  context.shared_used = program.shared_used_by(kernel);
  context.order_visible = program.order_visible(kernel);
  context.allocates = program.allocates(kernel);
  std::uint64_t static_shared = 0;
  for (const std::uint32_t index : context.shared_used) {
    const SharedVariable& shared = program.shared[index];
    static_shared =
        (static_shared + shared.alignment - 1) / shared.alignment * shared.alignment + shared.size;
  }
  LaunchOutcome outcome;
  outcome.message = reject(kernel, limits, config, static_shared, parameters.size());
  if (!outcome.message.empty()) outcome.status = LaunchStatus::InvalidConfiguration;
  context.parameter_bytes.assign(parameters.begin(), parameters.end());
  context.parameter_bytes.resize(parameters.size() + 64);  // slack behind the last parameter
  Segment& segment = context.parameters;
  segment.space = ptx::Space::Param;
  segment.base = address_map::kParamFirst;
  segment.size = parameters.size();
  segment.data = context.parameter_bytes.data();
  segment.initialized = ByteSet(segment.size);
  segment.initialized.insert_all();
  segment.name = "kernel parameters";
  segment.read_only = true;
  context.info.kernel = kernel.name;
  context.info.grid = config.grid;
  context.info.block = config.block;
  context.info.dynamic_shared_bytes = config.dynamic_shared_bytes;
  context.info.lines = program.lines;
  context.info.instructions = program.instructions;
  context.info.flops = program.flops;
  context.info.flows = program.flows;
  context.info.memory = &memory;
  for (const auto& buffer : memory.segments()) {
    if (buffer->live) buffer->initialized.is_full();  // asked once, answered at once from then on
  }
  return outcome;
}

}  // namespace vgpu
