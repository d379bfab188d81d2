// SPDX-License-Identifier: MIT
/// \file
/// The virtual GPU: device memory, loaded programs, launches.
///
/// Entry point of the engine. A launch runs every block of the grid, tells the client ("tools",
/// events.h) what happens, and gives the same results on every machine. Tested by gpu_test.cpp and
/// the kernel cases.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
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
  /// The memory in which the blocks of a cooperative launch count arrivals at the grid's barrier,
  /// zeroed. (The driver's is 8 bytes: its size and the count, see cooperative_groups'
  /// driver_abi.h.) 0 when memory is spent.
  Address fresh_grid_workspace();

  GlobalMemory memory_;
  DeviceLimits limits_;
  Segment* grid_workspace_ = nullptr;
  const LaneTable& lanes_;
  std::vector<std::unique_ptr<Program>> programs_;
};

namespace detail {

/// Blocks that may be in flight at once on one host thread, when they wait for each other (grid
/// barriers, spin locks).
inline constexpr std::size_t kResidentBlocks = 64;
/// Turns that a block has before others get theirs.
inline constexpr std::uint64_t kBlockTurns = 64;

/// Gives out block numbers to host threads; stops giving when a block stopped the launch.
class BlockSource {
 public:
  explicit BlockSource(std::uint64_t count) : count_(count) {}
  /// The next number, or nothing.
  std::optional<std::uint64_t> next() {
    const std::uint64_t number = next_.fetch_add(1, std::memory_order_relaxed);
    if (number >= count_ || stopped_.load(std::memory_order_relaxed)) return std::nullopt;
    return number;
  }
  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

 private:
  std::uint64_t count_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stopped_{false};
};

/// What the blocks of one host thread gave: the first status that is not Ok, and printed text by
/// block.
struct BlockResults {
  std::pair<std::uint64_t, LaunchStatus> status{~std::uint64_t{0}, LaunchStatus::Ok};
  std::vector<std::pair<std::uint64_t, std::string>> outputs;

  void add(std::uint64_t number, LaunchStatus ended, std::string text) {
    if (ended != LaunchStatus::Ok && number < status.first) status = {number, ended};
    if (!text.empty()) outputs.emplace_back(number, std::move(text));
  }
};

/// Runs blocks on this thread until the source has no more. A block that does not end within its
/// turns is set aside while others run, so that blocks which wait for each other make progress.
template <class Tools>
BlockResults run_blocks(LaunchContext& context, Tools& tools, BlockSource& source) {
  BlockResults results;
  std::vector<std::unique_ptr<Block<Tools>>> idle;
  std::deque<std::unique_ptr<Block<Tools>>> paused;
  while (!source.stopped()) {
    std::unique_ptr<Block<Tools>> block;
    const bool room = context.config.cooperative || paused.size() < kResidentBlocks;
    const auto number = room ? source.next() : std::nullopt;
    if (number) {
      if (idle.empty()) idle.push_back(std::make_unique<Block<Tools>>(context, tools));
      block = std::move(idle.back());
      idle.pop_back();
      block->start_block(*number);
    } else if (!paused.empty()) {
      block = std::move(paused.front());
      paused.pop_front();
      block->resume_block();
    } else {
      break;
    }
    const BlockProgress progress = block->run(kBlockTurns);
    if (progress == BlockProgress::Paused) {
      tools.pause_block();
      paused.push_back(std::move(block));
      continue;
    }
    results.add(block->info().number, block->status(), std::exchange(block->output(), {}));
    if (progress == BlockProgress::Stopped) source.stop();
    idle.push_back(std::move(block));
  }
  for (auto& block : idle) block->report_executed();
  for (auto& block : paused) block->report_executed();
  return results;
}

/// The status of the lowest block, and what all blocks printed, in their order.
LaunchOutcome combine(std::vector<BlockResults> parts);

/// A copy of all live global memory, to undo a launch.
class MemorySnapshot {
 public:
  explicit MemorySnapshot(const GlobalMemory& memory);
  void restore() const;

 private:
  struct Copy {
    Segment* segment;
    std::vector<std::byte> data;
    ByteSet initialized;
  };
  std::vector<Copy> copies_;
};

/// Memory above this is not worth copying: such a launch runs on one thread.
inline constexpr std::uint64_t kSnapshotLimitBytes = std::uint64_t{256} << 20;

/// May the blocks of this launch run side by side at first, with the outcome checked afterwards?
template <class Tools>
bool may_run_side_by_side(const LaunchContext& context) {
  return Tools::kBlocksMayRunSideBySide && context.config.threads > 1 &&
         context.config.grid.volume() > 1 && !context.program->order_visible(*context.kernel) &&
         context.memory->used_bytes() <= kSnapshotLimitBytes;
}

/// All blocks in order on one thread.
template <class Tools, class MakeTools>
LaunchOutcome run_in_order(LaunchContext& context, MakeTools& make_tools,
                           std::optional<Tools>& tools) {
  BlockSource source(context.config.grid.volume());
  tools.emplace(make_tools(context.info));
  std::vector<BlockResults> results;
  results.push_back(run_blocks(context, *tools, source));
  return combine(std::move(results));
}

/// Blocks on several threads. Nothing when that was wrong: blocks touched common bytes with a write
/// among them, or one stopped the launch; memory is as before then.
template <class Tools, class MakeTools>
std::optional<LaunchOutcome> run_side_by_side(LaunchContext& context, MakeTools& make_tools,
                                              std::optional<Tools>& tools) {
  const MemorySnapshot before(*context.memory);
  BlockSource source(context.config.grid.volume());
  std::vector<std::unique_ptr<Tools>> clients;
  std::vector<BlockResults> results(context.config.threads);
  for (unsigned i = 0; i < context.config.threads; ++i) {
    clients.push_back(std::make_unique<Tools>(make_tools(context.info)));
  }
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < context.config.threads; ++i) {
      threads.emplace_back([&, i] { results[i] = run_blocks(context, *clients[i], source); });
    }
  }
  for (unsigned i = 1; i < context.config.threads; ++i) clients[0]->merge(std::move(*clients[i]));
  if (source.stopped() || clients[0]->blocks_conflict()) {
    before.restore();
    return std::nullopt;
  }
  tools.emplace(std::move(*clients[0]));
  return combine(std::move(results));
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
  if (config.cooperative) context.grid_workspace = fresh_grid_workspace();
  std::optional<Tools> tools;
  std::optional<LaunchOutcome> outcome;
  if (detail::may_run_side_by_side<Tools>(context)) {
    outcome = detail::run_side_by_side(context, make_tools, tools);
  }
  if (!outcome) outcome = detail::run_in_order(context, make_tools, tools);
  done(std::move(*tools));
  return *outcome;
}

}  // namespace vgpu
