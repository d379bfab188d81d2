// SPDX-License-Identifier: MIT
/// \file
/// Races in shared and global memory, judged by the race rule (race_rule.h) over a compact shadow
/// (race_shadow.h).
///
/// What is found does not depend on the sequence in which warps run: a pair is named by where its
/// accesses stand in the program. See docs/design/race_rule.md. Tested by racecheck_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "checkers/findings.h"
#include "checkers/race_rule.h"
#include "checkers/race_shadow.h"
#include "vgpu/events.h"

namespace checkers {

/// The client behind `--checks racecheck`.
class Racecheck : public vgpu::NullTools {
 public:
  /// `launch` outlives the client.
  explicit Racecheck(const vgpu::LaunchInfo& launch);

  /// \name Hooks of vgpu::NullTools
  /// @{
  void begin_block(const vgpu::BlockInfo& block);
  void pause_block();
  void resume_block(const vgpu::BlockInfo& block);
  void access(const vgpu::WarpAccess& access);
  void barrier(const vgpu::BarrierEvent& event);
  void arrive(const vgpu::ArriveEvent& event);
  void warp_sync(const vgpu::WarpSyncEvent& event);
  void fence(const vgpu::FenceEvent& event);
  void async(const vgpu::AsyncEvent& event);
  void merge(Racecheck&&) = delete;  ///< it sees the blocks in order, on one thread
  /// @}

  /// Does the instruction take part in a race?
  bool mentions(vgpu::SiteId site) const { return findings_.mentions(site); }

  /// What was found.
  std::vector<protocol::Finding> finish() const { return findings_.finish(); }

 private:
  /// Accesses to one kind of memory.
  struct Side {
    race::Shadow shadow;
    race::AccessTable table;
    /// Rows from here to interval_first are of this block and before its latest barrier.
    std::uint32_t block_first = 1;
    std::uint32_t interval_first = 1;
    std::vector<std::uint32_t> last_row;  ///< by site
    void forget(std::size_t sites);
  };
  /// The access that is being entered.
  struct Now {
    const vgpu::WarpAccess* access = nullptr;
    Side* side = nullptr;
    std::uint32_t row = 0;
    race::Effect effect;
    unsigned lane = 0;
    std::uint64_t offset = 0;  ///< of the lane
    std::uint32_t thread() const { return access->warp * vgpu::kWarpSize + lane; }
    race::Accessor accessor() const { return race::accessor(row, lane); }
  };
  /// A cp.async whose data has not arrived.
  struct Pending {
    std::uint32_t row = 0;
    vgpu::Mask lanes = 0;
    std::uint32_t group = 0;
  };

  std::uint32_t enter_row(Side& side, const vgpu::WarpAccess& access, const race::Effect& effect,
                          race::Clock clock);
  void enter(Now& now, vgpu::Mask lanes);
  void enter_lane(Now& now);
  void enter_cell(Now& now, race::Shadow::Page& page, std::uint64_t index);
  void plain_read(Now& now, race::Cell& cell);
  void plain_write(Now& now, race::Cell& cell);
  void strong(Now& now, race::Cell& cell);
  bool before(const Now& now, race::Accessor past) const;
  void check(const Now& now, race::Accessor past);
  void check_strong(const Now& now, const race::Shadow::StrongPair& strong);
  bool keep(const Now& now, std::array<race::Accessor, 2>& slots) const;
  void report(const Now& now, race::Accessor past);
  bool writes_equal(const Now& now, race::Accessor past) const;
  Description describe(const Now& now, race::Accessor past, bool now_is_later, bool equal) const;
  void hand_off(const vgpu::WarpAccess& access, const race::Effect& effect);

  /// The block that runs.
  struct Run {
    Side shared;
    std::uint32_t interval = 0;                 ///< whole-block barriers so far
    std::vector<std::uint32_t> sequence;        ///< by warp: accesses since the last of them
    std::vector<std::vector<Pending>> pending;  ///< by warp
    std::vector<std::uint32_t> groups;          ///< by warp: groups committed
    bool any_pending = false;
  };

  const vgpu::LaunchInfo* launch_;
  FindingSet findings_;
  race::Order order_;
  Side global_;
  std::uint32_t block_ = 0;
  Run run_;
  std::map<std::uint32_t, Run> paused_;
  bool full_ = false;  ///< the access table is full: the rest of the launch is not judged
};

}  // namespace checkers
