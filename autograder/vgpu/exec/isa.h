// SPDX-License-Identifier: MIT
/// \file
/// Names for the instruction sets of the host, for whoever runs the same thing with each of them.
/// Tested by exec/exec_test.cpp.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "vgpu/exec/select.h"

namespace vgpu {

/// "baseline", "avx2", "avx512".
std::string_view to_string(Isa isa);

/// The instruction set of that name; nothing for another name.
std::optional<Isa> isa_of(std::string_view name);

/// Those that this processor has and this build contains, the narrowest first.
std::vector<Isa> usable_isas();

}  // namespace vgpu
