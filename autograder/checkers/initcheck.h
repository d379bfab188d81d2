// SPDX-License-Identifier: MIT
/// \file
/// Reads of bytes that nobody wrote, in global, shared and local memory, reported where they are
/// read.
///
/// Keeps Segment::initialized up to date: a store inserts its bytes, a load wants them, an atomic
/// does both. Memory known to be full costs one test. See docs/design/memory_checks.md. Tested by
/// initcheck_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "checkers/findings.h"
#include "vgpu/events.h"

namespace checkers {

/// The client behind `--checks initcheck`.
class Initcheck : public vgpu::NullTools {
 public:
  /// `launch` outlives the client.
  explicit Initcheck(const vgpu::LaunchInfo& launch)
      : NullTools(launch), launch_(&launch), findings_(launch) {}

  /// \name Hooks of vgpu::NullTools
  /// @{
  void begin_block(const vgpu::BlockInfo& block) {
    block_ = block.number;
    shared_ = block.shared;
  }
  void resume_block(const vgpu::BlockInfo& block) { begin_block(block); }
  void end_block();
  void access(const vgpu::WarpAccess& access) {
    if (!copies_.empty() || access.segment == nullptr || !access.segment->initialized.known_full())
      look(access);
  }
  void barrier(const vgpu::BarrierEvent&);
  void merge(Initcheck&& other) { findings_.merge(std::move(other.findings_)); }
  /// @}

  /// Forgets reads by instructions that take part in a race: whether the value was there yet
  /// depends on which thread ran first, so the race is the fault.
  template <class Races>
  void leave_to(const Races& races) {
    findings_.drop_sites([&](vgpu::SiteId site) { return races.mentions(site); });
  }

  /// What was found.
  std::vector<protocol::Finding> finish() const { return findings_.finish(); }

 private:
  void look(const vgpu::WarpAccess& access);
  vgpu::Mask lanes_with_unwritten_bytes(const vgpu::WarpAccess& access) const;
  void mark(const vgpu::WarpAccess& access) const;
  void mark_but_gaps(const vgpu::WarpAccess& access) const;
  vgpu::Mask without_copies(const vgpu::WarpAccess& access, vgpu::Mask lanes);
  void follow_copies(const vgpu::WarpAccess& access);
  std::uint32_t gaps(const vgpu::WarpAccess& access, unsigned lane) const;
  void report(const vgpu::WarpAccess& access, vgpu::Mask lanes);

  const vgpu::LaunchInfo* launch_;
  FindingSet findings_;
  std::uint64_t block_ = 0;
  std::span<vgpu::Segment> shared_;  ///< of the running block
  /// Bytes of the widest load that is followed.
  static constexpr std::uint32_t kCopiedBytes = 16;
  /// How far from a gap the other members of a structure may lie.
  static constexpr std::uint64_t kAround = 32;
  /// By block, warp and load: per lane the bytes that it loaded although nobody had written them.
  std::map<std::tuple<std::uint64_t, std::uint32_t, vgpu::SiteId>,
           std::array<std::uint32_t, vgpu::kWarpSize>>
      copies_;
};

}  // namespace checkers
