// SPDX-License-Identifier: MIT
/// \file
/// Counts what a kernel does: per launch, per source line and per buffer (protocol/counters.def).
///
/// Buffers of role metadata have their own counts and are in no total. The `max_..._per_thread`
/// counters exist per launch and per buffer, not per line. Tested by counters_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "protocol/run_result.h"
#include "vgpu/events.h"

namespace checkers {

/// The counting client.
class Counting : public vgpu::NullTools {
 public:
  /// `launch` outlives the client.
  explicit Counting(const vgpu::LaunchInfo& launch);

  /// \name Hooks of vgpu::NullTools
  /// @{
  void begin_block(const vgpu::BlockInfo& block);
  void end_block();
  void pause_block();
  void resume_block(const vgpu::BlockInfo& block);
  void access(const vgpu::WarpAccess& access);
  void barrier(const vgpu::BarrierEvent& event);
  void arrive(const vgpu::ArriveEvent& event);
  void divergent_branch(vgpu::SiteId site);
  void executed(std::span<const std::uint64_t> issues, std::span<const std::uint64_t> lanes);
  void merge(Counting&& other);
  /// @}

  /// Fills counters, lines and buffers of `launch`.
  void finish(protocol::Launch& launch) const;

 private:
  /// Elements that each thread of the running block read and wrote.
  struct ThreadTally {
    std::vector<std::uint32_t> loads, stores;            ///< by thread, accesses of part of a warp
    std::vector<std::uint32_t> warp_loads, warp_stores;  ///< by warp, what all its lanes did
    void start(std::uint32_t threads);
    /// Adds what the warps did to each of their threads.
    void spread();
  };
  /// One global buffer.
  struct Buffer {
    const vgpu::Segment* segment = nullptr;
    protocol::Counters counters;
    ThreadTally threads;
    bool touched = false;  ///< by the running block
  };

  /// What was found out about an instruction's last access, for its next one.
  struct Known {
    static constexpr std::uint8_t kUnknown = 0xFF;
    Buffer* buffer = nullptr;
    std::uint32_t serial = 0;  ///< of its shape; 0: none
    /// Sectors, by the first lane's place in its sector; wavefronts too many, by that in its word.
    std::array<std::uint8_t, 32> costs;
  };

  /// Counts what the assembler fetches for a load of which `unused` elements are never read.
  void count_fetches(const vgpu::WarpAccess& access, std::uint32_t unused);
  void count(const vgpu::WarpAccess& access);
  Buffer& buffer_of(vgpu::SiteId site, const vgpu::Segment* segment);
  void count_global(const vgpu::WarpAccess& access);
  std::uint8_t* cost_of(const vgpu::WarpAccess& access, std::uint64_t unit);
  std::uint32_t sectors_of(const vgpu::WarpAccess& access);
  std::uint32_t bank_conflicts_of(const vgpu::WarpAccess& access);
  void count_buffer(const vgpu::WarpAccess& access, Buffer& buffer, vgpu::Mask lanes);
  void count_shared(const vgpu::WarpAccess& access);

  const vgpu::LaunchInfo* launch_;
  std::vector<protocol::Counters> sites_;  ///< by SiteId
  std::vector<Known> known_;               ///< by SiteId
  std::deque<Buffer> buffers_;             ///< in order of first touch
  std::unordered_map<const vgpu::Segment*, Buffer*> by_segment_;
  std::uint64_t block_ = 0;
  std::uint32_t threads_ = 0;
  /// By block that was set aside: what its threads did so far.
  std::unordered_map<std::uint64_t, std::vector<std::pair<Buffer*, ThreadTally>>> paused_;
  std::uint64_t max_loads_ = 0, max_stores_ = 0;  ///< of one thread, metadata left out
};

}  // namespace checkers
