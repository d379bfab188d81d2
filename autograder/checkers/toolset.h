// SPDX-License-Identifier: MIT
/// \file
/// The clients of one launch put together at compile time: counters, the chosen checks, problems of
/// execution.
///
/// The interpreter is compiled once per instantiation, so there are few: with_toolset() takes the
/// smallest that covers what is wanted, and the rest is dropped from the report. Tested by
/// toolset_test.cpp.
#pragma once

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/symbol_name.h"
#include "checkers/checks.h"
#include "checkers/counters.h"
#include "checkers/describe.h"
#include "checkers/execution.h"
#include "checkers/initcheck.h"
#include "checkers/memcheck.h"
#include "checkers/race_screen.h"
#include "checkers/racecheck.h"
#include "checkers/synccheck.h"
#include "protocol/run_result.h"
#include "vgpu/events.h"

namespace checkers {

/// What the clients of one launch say.
struct LaunchReport {
  protocol::Launch launch;  ///< all but `error`
  std::vector<protocol::Finding> findings;
  std::vector<protocol::NotModelled> not_modelled;
};

/// A check that is left out; `Which` only makes the types different.
template <unsigned Which>
class NoCheck : public vgpu::NullTools {
 public:
  using NullTools::NullTools;
  void merge(NoCheck&&) {}                                      ///< nothing to merge
  std::vector<protocol::Finding> finish() const { return {}; }  ///< nothing found
};

/// All clients. `Checks` is a mask of Check. With `Screening` the race screen takes the place of
/// racecheck, and the results stand only where its verdict is clear (race_screen.h).
template <unsigned Checks, bool Screening = false>
class Toolset : public vgpu::NullTools {
 public:
  /// The mask.
  static constexpr unsigned kChecks = Checks;
  static constexpr bool kScreens = Screening;                                 ///< see NullTools
  using Screen = std::conditional_t<Screening, void, Toolset<Checks, true>>;  ///< see NullTools
  static constexpr bool kLooksForRaces =
      !Screening && (Checks & kRacecheck) != 0;               ///< see NullTools
  static constexpr bool kWantsStoredValues = kLooksForRaces;  ///< see NullTools

  /// `launch` outlives the tools.
  explicit Toolset(const vgpu::LaunchInfo& launch)
      : NullTools(launch),
        launch_(&launch),
        counting_(launch),
        execution_(launch),
        memcheck_(launch),
        initcheck_(launch),
        racecheck_(launch),
        synccheck_(launch) {}

  /// \name Hooks of vgpu::NullTools
  /// @{
  void begin_block(const vgpu::BlockInfo& block) {
    each([&](auto& client) { client.begin_block(block); });
  }
  void end_block() {
    each([](auto& client) { client.end_block(); });
  }
  void pause_block() {
    each([](auto& client) { client.pause_block(); });
  }
  void resume_block(const vgpu::BlockInfo& block) {
    each([&](auto& client) { client.resume_block(block); });
  }
  void access(const vgpu::WarpAccess& access) {
    counting_.access(access);
    racecheck_.access(access);
    initcheck_.access(access);
  }
  void invalid(const vgpu::InvalidAccess& access) { memcheck_.invalid(access); }
  void barrier(const vgpu::BarrierEvent& event) {
    counting_.barrier(event);
    initcheck_.barrier(event);
    racecheck_.barrier(event);
    synccheck_.barrier(event);
  }
  void arrive(const vgpu::ArriveEvent& event) {
    counting_.arrive(event);
    racecheck_.arrive(event);
  }
  void warp_sync(const vgpu::WarpSyncEvent& event) {
    racecheck_.warp_sync(event);
    synccheck_.warp_sync(event);
  }
  void fence(const vgpu::FenceEvent& event) { racecheck_.fence(event); }
  void async(const vgpu::AsyncEvent& event) { racecheck_.async(event); }
  void problem(const vgpu::ProblemEvent& event) {
    each([&](auto& client) { client.problem(event); });
  }
  void divergent_branch(vgpu::SiteId site) { counting_.divergent_branch(site); }
  void executed(std::span<const std::uint64_t> issues, std::span<const std::uint64_t> lanes) {
    counting_.executed(issues, lanes);
  }
  void merge(Toolset&& other) {
    counting_.merge(std::move(other.counting_));
    execution_.merge(std::move(other.execution_));
    memcheck_.merge(std::move(other.memcheck_));
    initcheck_.merge(std::move(other.initcheck_));
    racecheck_.merge(std::move(other.racecheck_));
    synccheck_.merge(std::move(other.synccheck_));
  }
  vgpu::ScreenVerdict verdict() const { return racecheck_.verdict(); }
  void guess_nothing() { racecheck_.guess_nothing(); }
  void give_up() { racecheck_.give_up(); }
  /// @}

  /// Counters and findings, in an order that depends on the program alone. `wanted` drops the
  /// findings of other checks.
  LaunchReport finish(unsigned wanted = Checks) {
    LaunchReport report;
    report.launch.kernel = base::demangle(launch_->kernel);
    report.launch.name = base::bare_name(report.launch.kernel);
    report.launch.grid = {launch_->grid.x, launch_->grid.y, launch_->grid.z};
    report.launch.block = {launch_->block.x, launch_->block.y, launch_->block.z};
    counting_.finish(report.launch);
    if constexpr (!Screening && (Checks & kInitcheck) != 0 && (Checks & kRacecheck) != 0) {
      initcheck_.leave_to(racecheck_);
    }
    const auto take = [&](std::vector<protocol::Finding> findings) {
      for (protocol::Finding& finding : findings) report.findings.push_back(std::move(finding));
    };
    const std::vector<protocol::Finding> memory = memcheck_.finish();
    // A loop that runs on and on out of bounds, where a GPU would have stopped, is no fault of its
    // own.
    if ((wanted & kMemcheck) != 0 &&
        std::ranges::any_of(memory, [](const auto& f) { return f.count >= kEndlessFaults; })) {
      execution_.drop_limit();
    }
    take(execution_.finish());
    if ((wanted & kMemcheck) != 0) take(memory);
    if ((wanted & kInitcheck) != 0) take(initcheck_.finish());
    if ((wanted & kRacecheck) != 0) take(racecheck_.finish());
    if ((wanted & kSynccheck) != 0) take(synccheck_.finish());
    std::ranges::stable_sort(report.findings, {}, &protocol::Finding::severity);
    report.not_modelled = execution_.not_modelled();
    return report;
  }

 private:
  /// A kernel that has made so many invalid accesses only goes on because they do not stop it here.
  static constexpr std::uint64_t kEndlessFaults = 10000;

  template <unsigned Check, class Client>
  using Chosen = std::conditional_t<(Checks & Check) != 0, Client, NoCheck<Check>>;

  template <class Call>
  void each(Call call) {
    call(counting_);
    call(execution_);
    call(memcheck_);
    call(initcheck_);
    call(racecheck_);
    call(synccheck_);
  }

  const vgpu::LaunchInfo* launch_;
  Counting counting_;
  Execution execution_;
  [[no_unique_address]] Chosen<kMemcheck, Memcheck> memcheck_;
  [[no_unique_address]] Chosen<kInitcheck, Initcheck> initcheck_;
  [[no_unique_address]] std::conditional_t<Screening, RaceScreen, Chosen<kRacecheck, Racecheck>>
      racecheck_;
  [[no_unique_address]] Chosen<kSynccheck, Synccheck> synccheck_;
};

/// Counters, and how a kernel ended.
using CountingTools = Toolset<kNoChecks>;
/// The checks that cost little.
using CheckingTools = Toolset<kMemcheck | kInitcheck | kSynccheck>;
/// Everything.
using FullTools = Toolset<kAllChecks>;

/// Calls `call.template operator()<Tools>()` with the smallest toolset that makes the `wanted`
/// checks.
template <class Call>
decltype(auto) with_toolset(unsigned wanted, Call&& call) {
  if (wanted == kNoChecks) return call.template operator()<CountingTools>();
  if ((wanted & kRacecheck) == 0) return call.template operator()<CheckingTools>();
  return call.template operator()<FullTools>();
}

}  // namespace checkers
