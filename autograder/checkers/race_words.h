// SPDX-License-Identifier: MIT
/// \file
/// The words of a race: what met, where, which two accesses, and what to do. Tested by
/// racecheck_test.cpp.
#pragma once

#include <cstdint>

#include "checkers/findings.h"
#include "checkers/race_rule.h"
#include "vgpu/events.h"

namespace checkers::race {

/// One of the two accesses.
struct Party {
  Witness who;                                     ///< thread and block
  vgpu::AccessKind kind = vgpu::AccessKind::Load;  ///< what it does
  Effect effect;                                   ///< as the rule sees it
  vgpu::SiteId site = vgpu::kNoSite;               ///< instruction
};

/// Two accesses that nothing orders.
struct Meeting {
  Party earlier, later;  ///< in the program
  bool shared = false;
  bool equal_values = false;  ///< both write the same
  bool in_flight = false;     ///< the earlier is an asynchronous copy nobody waited for
  const vgpu::Segment* segment = nullptr;
  std::int64_t offset = 0;  ///< in the segment
  std::uint32_t bytes = 4;  ///< of one element
};

/// Message, hazard and help.
Description describe(const vgpu::LaunchInfo& launch, const Meeting& meeting);

}  // namespace checkers::race
