// SPDX-License-Identifier: MIT
/// \file
/// The quick look that comes before racecheck: may two threads of this launch have met at all?
///
/// Nearly every launch is free of races, and that can be told from far less than racecheck
/// remembers. Where the verdict is Clear, racecheck would have found nothing, blocks did not see
/// each other, and so the results stand whatever ran first. Where it is not, the launch is undone
/// and racecheck judges a run in block order. So this client may suspect too much (fences, named
/// barriers and partial __syncwarp order nothing here), never too little. It guesses that a buffer
/// which the first block only read is only read: such reads are not recorded. See
/// docs/design/speed.md. Tested by race_screen_test.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "checkers/race_screen_cells.h"
#include "protocol/run_result.h"
#include "vgpu/events.h"

namespace checkers {

/// The client that takes racecheck's place in a screened run.
class RaceScreen : public vgpu::NullTools {
 public:
  /// `launch` outlives the client.
  explicit RaceScreen(const vgpu::LaunchInfo& launch) : NullTools(launch) {}

  /// \name Hooks of vgpu::NullTools
  /// @{
  void begin_block(const vgpu::BlockInfo& block);
  void end_block();
  void pause_block() { suspect(); }
  void access(const vgpu::WarpAccess& access) {
    if (access.space == ptx::Space::Global) {
      // The one test that most accesses come to.
      if (access.segment != nullptr && access.kind == vgpu::AccessKind::Load &&
          access.segment->id < global_.size() && global_[access.segment->id].only_read &&
          access.semantics == ptx::Semantics::Weak) {
        return;
      }
      enter(access, global_, {clock_, false});
    } else if (access.space == ptx::Space::Shared) {
      enter(access, shared_, {clock_, true});
    }
  }
  void barrier(const vgpu::BarrierEvent& event);
  void arrive(const vgpu::ArriveEvent&) { arrivals_ = true; }
  void warp_sync(const vgpu::WarpSyncEvent& event);
  void merge(RaceScreen&& other);
  vgpu::ScreenVerdict verdict() const { return verdict_; }
  void guess_nothing() { guesses_ = false; }
  void give_up() { suspect(); }
  /// @}

  /// Nothing: what a screen suspects is for racecheck to say.
  std::vector<protocol::Finding> finish() const { return {}; }

 private:
  /// Bytes that a warp read.
  struct Read {
    std::uint64_t first = 0;
    std::uint32_t bytes = 0;
    std::uint32_t width = 0;  ///< per lane
    screen::Mark mark = 0;    ///< of the first lane, or of several
  };
  /// What happened to one segment.
  struct Track {
    bool only_read = false;  ///< guessed: reads are not recorded any more
    bool read = false, written = false;
    std::vector<std::unique_ptr<screen::Page>> pages;
    /// Shared memory: reads since the last barrier, as long as nobody wrote since. Most are
    /// forgotten at the next barrier without ever having been looked at.
    std::vector<Read> reads;
    screen::Mark last_write = 0;
  };
  using Tracks = std::vector<Track>;

  void enter(const vgpu::WarpAccess& access, Tracks& tracks, const screen::Steps& steps);
  Track* track_of(Tracks& tracks, const vgpu::Segment& segment, vgpu::AccessKind kind);
  template <class Visit>
  bool each_range(const vgpu::WarpAccess& access, Visit visit) const;
  void enter_lanes(const vgpu::WarpAccess& access, Tracks& tracks, const screen::Steps& steps);
  bool note_reads(const vgpu::WarpAccess& access, Track& track);
  void enter_noted_reads(Track& track);
  bool enter_range(vgpu::AccessKind kind, Track& track, const screen::Steps& steps,
                   const Read& range);
  void advance();
  void suspect() { verdict_ = vgpu::ScreenVerdict::Suspect; }
  void renumber();

  vgpu::ScreenVerdict verdict_ = vgpu::ScreenVerdict::Clear;
  bool guesses_ = true;
  bool touched_ = false;   ///< anything was recorded at this moment
  bool arrivals_ = false;  ///< the block uses bar.arrive: its barriers are not followed
  std::uint32_t threads_ = 0;
  screen::Clock clock_;
  Tracks global_, shared_;  ///< by segment id
};

}  // namespace checkers
