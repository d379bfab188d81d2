// SPDX-License-Identifier: MIT
/// \file
/// The virtual GPU: device memory, loaded programs, launches.
///
/// Entry point of the engine. A launch runs every block of the grid, tells the client ("tools",
/// events.h) what happens, and gives the same results on every machine. Tested by gpu_test.cpp and
/// the kernel cases.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "vgpu/block.h"
#include "vgpu/exec/select.h"
#include "vgpu/launch.h"
#include "vgpu/memory.h"
#include "vgpu/program.h"

namespace vgpu {

/// One virtual device.
class VirtualGpu {
 public:
  explicit VirtualGpu(std::uint64_t memory_bytes = std::uint64_t{4} << 30, Isa isa = best_isa())
      : memory_(memory_bytes), lanes_(lane_table(isa)) {}

  GlobalMemory& memory() { return memory_; }
  const DeviceLimits& limits() const { return limits_; }

  /// Parses and decodes PTX text. What single functions contain that is not understood is no error
  /// here: it counts when such a function is launched. The program lives as long as the device.
  /// \param name what diagnostics call the text
  base::Result<Program*> load(std::string_view ptx, const std::string& name,
                              const FileNamer& namer);

  /// Runs a kernel. `make_tools(const LaunchInfo&)` makes the client; it is handed to
  /// `done(Tools&&)` at the end, also when the launch stopped early, but not for
  /// InvalidConfiguration.
  template <class Tools, class MakeTools, class Done>
  LaunchOutcome launch(const Program& program, const FunctionCode& kernel,
                       const LaunchConfig& config, std::span<const std::byte> parameters,
                       MakeTools make_tools, Done done);

 private:
  GlobalMemory memory_;
  DeviceLimits limits_;
  const LaneTable& lanes_;
  std::vector<std::unique_ptr<Program>> programs_;
};

namespace detail {

/// Blocks that may be in flight at once on one host thread, when they wait for each other (grid
/// barriers, spin locks).
inline constexpr std::size_t kResidentBlocks = 64;
/// Turns that a block has before others get theirs.
inline constexpr std::uint64_t kBlockTurns = 64;

/// Runs blocks [0, count) in order on this thread. A block that does not end within its turns is
/// set aside while others run, so that blocks which wait for each other make progress.
template <class Tools>
LaunchOutcome run_blocks(LaunchContext& context, Tools& tools) {
  LaunchOutcome outcome;
  const std::uint64_t count = context.config.grid.volume();
  std::vector<std::unique_ptr<Block<Tools>>> idle;
  std::deque<std::unique_ptr<Block<Tools>>> paused;
  std::vector<std::pair<std::uint64_t, std::string>> outputs;
  std::uint64_t next = 0;
  while (next < count || !paused.empty()) {
    std::unique_ptr<Block<Tools>> block;
    const bool fresh = next < count && paused.size() < kResidentBlocks;
    if (fresh) {
      if (idle.empty()) idle.push_back(std::make_unique<Block<Tools>>(context, tools));
      block = std::move(idle.back());
      idle.pop_back();
      block->start_block(next++);
    } else {
      block = std::move(paused.front());
      paused.pop_front();
      block->resume_block();
    }
    const BlockProgress progress = block->run(kBlockTurns);
    if (progress == BlockProgress::Paused) {
      tools.pause_block();
      paused.push_back(std::move(block));
      continue;
    }
    if (!block->output().empty()) {
      outputs.emplace_back(block->info().number, std::exchange(block->output(), {}));
    }
    if (outcome.status == LaunchStatus::Ok) outcome.status = block->status();
    const bool stopped = progress == BlockProgress::Stopped;
    idle.push_back(std::move(block));
    if (stopped) break;
  }
  for (auto& block : idle) block->report_executed();
  for (auto& block : paused) block->report_executed();
  std::sort(outputs.begin(), outputs.end());
  for (auto& [number, text] : outputs) outcome.output += text;
  return outcome;
}

}  // namespace detail

template <class Tools, class MakeTools, class Done>
LaunchOutcome VirtualGpu::launch(const Program& program, const FunctionCode& kernel,
                                 const LaunchConfig& config, std::span<const std::byte> parameters,
                                 MakeTools make_tools, Done done) {
  LaunchContext context;
  LaunchOutcome prepared =
      prepare_launch(program, kernel, memory_, limits_, config, parameters, context);
  if (prepared.status != LaunchStatus::Ok) return prepared;
  Tools tools = make_tools(context.info);
  LaunchOutcome outcome = detail::run_blocks<Tools>(context, tools);
  done(std::move(tools));
  return outcome;
}

}  // namespace vgpu
