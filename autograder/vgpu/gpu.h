// SPDX-License-Identifier: MIT
/// \file
/// The virtual GPU: device memory, loaded programs, launches.
///
/// Entry point of the engine. A launch runs every block of the grid, tells the client ("tools",
/// events.h) what happens, and gives the same results on every machine. Tested by gpu_test.cpp and
/// the kernel cases.
#pragma once

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"
#include "vgpu/block.h"
#include "vgpu/exec/select.h"
#include "vgpu/launch.h"
#include "vgpu/memory.h"
#include "vgpu/program.h"
#include "vgpu/undo.h"
#include "vgpu/warp_shape.h"

namespace vgpu {

/// One virtual device.
class VirtualGpu {
 public:
  static constexpr std::uint64_t kUsualMemory = std::uint64_t{4} << 30;  ///< bytes

  explicit VirtualGpu(std::uint64_t memory_bytes = kUsualMemory, Isa isa = best_isa())
      : memory_(memory_bytes), lanes_(lane_table(isa)) {}

  GlobalMemory& memory() { return memory_; }
  const DeviceLimits& limits() const { return limits_; }

  /// Parses and decodes PTX text. What single functions contain that is not understood is no error
  /// here: it counts when such a function is launched. The program lives as long as the device.
  /// \param name what diagnostics call the text
  base::Result<Program*> load(std::string_view ptx, const std::string& name,
                              const FileNamer& namer);

  /// Runs a kernel. `make_tools(const LaunchInfo&)` makes the client; it, or its screen
  /// (Tools::Screen), is handed to `done` at the end, also when the launch stopped early, but not
  /// for InvalidConfiguration.
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
  ShapeMemory shapes(context.info.site_count());
  std::vector<std::unique_ptr<Block<Tools>>> idle;
  std::deque<std::unique_ptr<Block<Tools>>> paused;
  // Where no block can see what another did, none waits for another.
  const bool whole_blocks = Tools::kScreens && !context.order_visible;
  const std::uint64_t turns = whole_blocks ? ~std::uint64_t{0} : kBlockTurns;
  while (!source.stopped()) {
    std::unique_ptr<Block<Tools>> block;
    const bool room = context.config.cooperative || paused.size() < kResidentBlocks;
    const auto number = room ? source.next() : std::nullopt;
    if (number) {
      if (idle.empty()) idle.push_back(std::make_unique<Block<Tools>>(context, tools, shapes));
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
    const BlockProgress progress = block->run(turns);
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

/// All blocks in order on one thread.
template <class Tools>
LaunchOutcome run_in_order(LaunchContext& context, Tools& tools) {
  BlockSource source(context.config.grid.volume());
  std::vector<BlockResults> results;
  results.push_back(run_blocks(context, tools, source));
  return combine(std::move(results));
}

/// What a screened run came to.
template <class Screen>
struct ScreenedRun {
  std::unique_ptr<Screen> client;
  LaunchOutcome outcome;
  ScreenVerdict verdict = ScreenVerdict::Clear;
};

/// A run of the launch under a screen, on so many threads; undone unless its verdict is Clear.
template <class Screen>
ScreenedRun<Screen> run_screened(LaunchContext& context, unsigned threads, bool guess) {
  Undo undo(*context.memory);
  context.undo = &undo;
  BlockSource source(context.config.grid.volume());
  std::vector<std::unique_ptr<Screen>> clients;
  std::vector<BlockResults> results(threads);
  for (unsigned i = 0; i < threads; ++i) {
    clients.push_back(std::make_unique<Screen>(context.info));
    if (!guess) clients.back()->guess_nothing();
  }
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads; ++i) {
      others.emplace_back([&, i] { results[i] = run_blocks(context, *clients[i], source); });
    }
    results[0] = run_blocks(context, *clients[0], source);
  }
  ScreenedRun<Screen> run;
  run.client = std::move(clients[0]);
  for (unsigned i = 1; i < threads; ++i) run.client->merge(std::move(*clients[i]));
  run.verdict = run.client->verdict();
  // Which blocks ran before one stopped the launch depends on the threads.
  if (run.verdict == ScreenVerdict::Clear && source.stopped() && threads > 1) {
    run.verdict = ScreenVerdict::Unsure;
  }
  if (run.verdict == ScreenVerdict::Clear) {
    run.outcome = combine(std::move(results));
  } else {
    undo.restore();
  }
  context.undo = nullptr;
  return run;
}

/// The launch under a screen: first with guesses and on all threads, then without. Nothing when the
/// full client has to look at it; memory is as before then.
template <class Screen, class Done>
std::optional<LaunchOutcome> try_screened(LaunchContext& context, Done& done) {
  const auto threads = static_cast<unsigned>(
      context.order_visible
          ? 1
          : std::min<std::uint64_t>(context.config.threads, context.config.grid.volume()));
  ScreenedRun<Screen> run = run_screened<Screen>(context, std::max(1U, threads), true);
  if (run.verdict == ScreenVerdict::Unsure) run = run_screened<Screen>(context, 1, false);
  if (run.verdict != ScreenVerdict::Clear) return std::nullopt;
  done(std::move(*run.client));
  return std::move(run.outcome);
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
  context.lanes = &lanes_;
  if constexpr (!std::is_void_v<typename Tools::Screen>) {
    // What a kernel allocates cannot be undone; and one thread needs no screen but to spare itself
    // a dearer client.
    // Blocks of a cooperative launch wait for each other anyway.
    if (!context.allocates && !config.cooperative &&
        (Tools::kLooksForRaces || config.threads > 1)) {
      auto outcome = detail::try_screened<typename Tools::Screen>(context, done);
      if (outcome) return *std::move(outcome);
    }
  }
  Tools tools = make_tools(context.info);
  LaunchOutcome outcome = detail::run_in_order(context, tools);
  done(std::move(tools));
  return outcome;
}

}  // namespace vgpu
