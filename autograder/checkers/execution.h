// SPDX-License-Identifier: MIT
/// \file
/// How a kernel ended badly: budget spent, deadlock, trap, assertion; and what is not modelled.
/// Always on. Tested by execution_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "checkers/findings.h"
#include "vgpu/events.h"

namespace checkers {

/// The client that reports problems of execution.
class Execution : public vgpu::NullTools {
 public:
  /// `launch` outlives the client.
  explicit Execution(const vgpu::LaunchInfo& launch)
      : NullTools(launch), launch_(&launch), findings_(launch) {}

  /// \name Hooks of vgpu::NullTools
  /// @{
  void begin_block(const vgpu::BlockInfo& block) { block_ = block.number; }
  void resume_block(const vgpu::BlockInfo& block) { block_ = block.number; }
  void problem(const vgpu::ProblemEvent& event);
  void merge(Execution&& other);
  /// @}

  /// Forgets that the budget of instructions was spent: something else explains it.
  void drop_limit() { findings_.drop_kind(FindingKind::InstructionLimit); }

  /// What was found.
  std::vector<protocol::Finding> finish() const { return findings_.finish(); }
  /// What the engine could not do, by instruction.
  std::vector<protocol::NotModelled> not_modelled() const;

 private:
  const vgpu::LaunchInfo* launch_;
  FindingSet findings_;
  std::map<vgpu::SiteId, std::string> not_modelled_;
  std::uint64_t block_ = 0;
};

}  // namespace checkers
