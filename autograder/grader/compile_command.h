// SPDX-License-Identifier: MIT
/// \file
/// A step of a build plan as a command in the sandbox.
#pragma once

#include <chrono>

#include "sandbox/process.h"
#include "toolchain/plan.h"

namespace grader {

/// What a compiler may make at most, in bytes.
inline constexpr std::uint64_t kLargestObject = std::uint64_t{64} << 20;

/// A compile of hostile text: templates and constexpr can eat any amount of time and memory.
/// \param time of a processor
sandbox::Command compile_command(const toolchain::BuildPlan& plan, const toolchain::BuildStep& step,
                                 const sandbox::Identity& user, std::chrono::seconds time);

}  // namespace grader
