// SPDX-License-Identifier: MIT
/// \file
/// The sixteen barriers of a block (PTX ISA, "bar, barrier"): who has arrived, and when a barrier
/// is complete.
///
/// Threads are counted one by one, as since Volta; a warp whose live lanes all arrive counts as 32
/// towards an explicit thread count. Tested by barriers_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "vgpu/events.h"
#include "vgpu/lanes.h"
#include "vgpu/program.h"

namespace vgpu {

inline constexpr std::uint32_t kBarrierCount = 16;

/// State of one barrier.
struct BarrierState {
  std::vector<Mask> arrived;       ///< per warp
  std::vector<Mask> arrived_only;  ///< per warp: those that do not wait
  std::vector<Mask> predicate;     ///< per warp: lanes whose bar.red predicate was true
  std::vector<SiteId> sites;       ///< per warp: the last place where lanes arrived
  std::uint64_t threads = 0;       ///< arrived so far, warps with all live lanes counted as 32
  std::uint32_t needed = 0;        ///< explicit thread count; 0: all live threads of the block
  SiteId first_site = kNoSite;
  SiteId other_site =
      kNoSite;  ///< a second, different place where threads of the same barrier arrived
  bool busy() const { return first_site != kNoSite; }
};

/// All barriers of a block.
class Barriers {
 public:
  void start(std::uint32_t warps);

  /// Lanes arrive. `live` are all live lanes of the warp; `true_lanes` those with a true predicate
  /// (bar.red).
  void arrive(std::uint32_t id, std::uint32_t warp, Mask lanes, Mask live, Mask true_lanes,
              std::uint32_t needed, BarrierForm form, SiteId site);

  /// Is it complete, given the live lanes of each warp?
  bool complete(std::uint32_t id, std::span<const Mask> live) const;

  const BarrierState& state(std::uint32_t id) const { return states_[id]; }
  void reset(std::uint32_t id);

 private:
  std::array<BarrierState, kBarrierCount> states_;
};

}  // namespace vgpu
