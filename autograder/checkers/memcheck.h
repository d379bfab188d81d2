// SPDX-License-Identifier: MIT
/// \file
/// Accesses outside of memory, misaligned ones, and uses of freed memory: says which buffer and how
/// far off. See docs/design/memory_checks.md. Tested by memcheck_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "checkers/findings.h"
#include "vgpu/events.h"

namespace checkers {

/// The client behind `--checks memcheck`.
class Memcheck : public vgpu::NullTools {
 public:
  /// `launch` outlives the client.
  explicit Memcheck(const vgpu::LaunchInfo& launch)
      : NullTools(launch), launch_(&launch), findings_(launch) {}

  /// \name Hooks of vgpu::NullTools
  /// @{
  void begin_block(const vgpu::BlockInfo& block) { block_ = block.number; }
  void resume_block(const vgpu::BlockInfo& block) { block_ = block.number; }
  void invalid(const vgpu::InvalidAccess& access);
  void problem(const vgpu::ProblemEvent& event);
  void merge(Memcheck&& other) { findings_.merge(std::move(other.findings_)); }
  /// @}

  /// What was found.
  std::vector<protocol::Finding> finish() const { return findings_.finish(); }

 private:
  Description describe(const vgpu::InvalidAccess& access, unsigned lane) const;

  const vgpu::LaunchInfo* launch_;
  FindingSet findings_;
  std::uint64_t block_ = 0;
};

}  // namespace checkers
