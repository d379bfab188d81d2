// SPDX-License-Identifier: MIT
/// \file
/// Reads of bytes that nobody wrote, in global, shared and local memory, reported where they are
/// read.
///
/// Keeps Segment::initialized up to date: a store inserts its bytes, a load wants them, an atomic
/// does both. Memory known to be full costs one test. See docs/design/memory_checks.md. Tested by
/// initcheck_test.cpp.
#pragma once

#include <cstdint>
#include <span>
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
  void access(const vgpu::WarpAccess& access) {
    if (access.segment == nullptr || !access.segment->initialized.known_full()) look(access);
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
  void report(const vgpu::WarpAccess& access, vgpu::Mask lanes);

  const vgpu::LaunchInfo* launch_;
  FindingSet findings_;
  std::uint64_t block_ = 0;
  std::span<vgpu::Segment> shared_;  ///< of the running block
};

}  // namespace checkers
