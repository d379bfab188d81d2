// SPDX-License-Identifier: MIT
/// \file
/// How much traffic one warp access makes: sectors of global memory, wavefronts of shared memory.
///
/// The rules are those that an H200's counters confirmed (docs/design/memory_checks.md). Tested by
/// access_shape_test.cpp.
#pragma once

#include <cstdint>

#include "vgpu/events.h"

namespace checkers {

/// Bytes of a sector, the unit in which the caches move global memory.
inline constexpr std::uint64_t kSectorBytes = 32;

/// Different 32-byte sectors that the lanes of `lanes` (a part of the access's mask) touch.
std::uint32_t count_sectors(const vgpu::WarpAccess& access, vgpu::Mask lanes);

/// Wavefronts of a shared access beyond the least possible. 32 banks of 4-byte words; lanes that
/// want the same word share it; 8-byte accesses go by half warps, 16-byte ones by quarter warps.
std::uint32_t count_bank_conflicts(const vgpu::WarpAccess& access);

}  // namespace checkers
