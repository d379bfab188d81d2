// SPDX-License-Identifier: MIT
/// \file
/// Every form of lane and warp instruction that the handlers promise to do, for the tests.
#pragma once

#include <vector>

#include "vgpu/exec/probe.h"

namespace vgpu::testing {

/// Forms in groups of like opcodes; each row of ptx/opcodes.def with unit Lane or Warp has at least
/// one.
std::vector<Form> all_forms();

}  // namespace vgpu::testing
