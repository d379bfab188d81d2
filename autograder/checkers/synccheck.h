// SPDX-License-Identifier: MIT
/// \file
/// Barriers that threads miss, barriers at two places, masks that name absent lanes. Tested by
/// synccheck_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "checkers/findings.h"
#include "vgpu/events.h"

namespace checkers {

/// The client behind `--checks synccheck`.
class Synccheck : public vgpu::NullTools {
 public:
  /// `launch` outlives the client.
  explicit Synccheck(const vgpu::LaunchInfo& launch)
      : NullTools(launch), launch_(&launch), findings_(launch) {}

  /// \name Hooks of vgpu::NullTools
  /// @{
  void begin_block(const vgpu::BlockInfo& block) { block_ = block.number; }
  void resume_block(const vgpu::BlockInfo& block) { block_ = block.number; }
  void barrier(const vgpu::BarrierEvent& event);
  void warp_sync(const vgpu::WarpSyncEvent& event);
  void problem(const vgpu::ProblemEvent& event);
  void merge(Synccheck&& other) { findings_.merge(std::move(other.findings_)); }
  /// @}

  /// What was found.
  std::vector<protocol::Finding> finish() const { return findings_.finish(); }

 private:
  void barrier_divergence(const vgpu::ProblemEvent& event);
  void invalid_mask(const vgpu::ProblemEvent& event);

  const vgpu::LaunchInfo* launch_;
  FindingSet findings_;
  std::uint64_t block_ = 0;
};

}  // namespace checkers
