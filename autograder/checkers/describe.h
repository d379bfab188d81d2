// SPDX-License-Identifier: MIT
/// \file
/// Words for threads, places and memory in messages to people; no pointer values. Tested by
/// describe_test.cpp.
#pragma once

#include <cstdint>
#include <string>

#include "checkers/findings.h"
#include "vgpu/events.h"

namespace checkers {

/// The variable's own name: "s" for "_ZZ3sumPfPKfE1s".
std::string variable_name(const std::string& mangled);

/// "thread (3,0,0) of block (0,0,0)".
std::string thread_text(const vgpu::LaunchInfo& launch, const Witness& who);

/// "sum.cu:12", or the PTX instruction where no line is known.
std::string place_text(const vgpu::LaunchInfo& launch, vgpu::SiteId site);

/// "reads", "writes", "changes with an atomic".
std::string verb_text(vgpu::AccessKind kind);

/// "reads it", "writes it", "changes it with an atomic".
std::string deed_text(vgpu::AccessKind kind);

/// Name of a buffer as people know it: "a", "buffer 3", "constant memory".
std::string buffer_text(const vgpu::Segment& segment);

/// What a buffer is for, in the words of the run result.
protocol::BufferRole buffer_role(vgpu::Role role);

/// "a[128]" for an access of `bytes` at byte `offset` (may lie outside); sizes from the buffer
/// where known, else from the access.
std::string element_text(const vgpu::Segment& segment, std::int64_t offset, std::uint32_t bytes);

/// "128 elements of 4 bytes".
std::string extent_text(const vgpu::Segment& segment, std::uint32_t bytes);

/// "shared memory", "global memory", ...
std::string space_text(ptx::Space space);

}  // namespace checkers
