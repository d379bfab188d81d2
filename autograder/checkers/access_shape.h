// SPDX-License-Identifier: MIT
/// \file
/// How much traffic one warp access makes: sectors of global memory, wavefronts of shared memory.
///
/// The rules are those that an H200's counters confirmed (docs/design/memory_checks.md). Tested by
/// access_shape_test.cpp.
#pragma once

#include <array>
#include <cstdint>

#include "vgpu/events.h"

namespace checkers {

/// Bytes of a sector, the unit in which the caches move global memory.
inline constexpr std::uint64_t kSectorBytes = 32;

/// What the assembler fetches of a vector load.
struct Fetch {
  std::uint8_t first = 0;     ///< element of the vector
  std::uint8_t elements = 0;  ///< this many from there on
};
/// The fetches of one load, each a request of its own; none: the load stays whole.
struct Fetches {
  std::array<Fetch, 2> parts;
  std::uint8_t count = 0;
};

/// The assembler leaves out what nobody uses of a vector load: bits of `unused` are elements. One
/// element is fetched alone, an aligned pair at once, any other two of 4 bytes apart; three stay
/// whole, and so do bytes and two halfwords that are no pair. Read from the machine code that
/// ptxas 13.0 makes for sm_90 of every combination, global and shared.
Fetches fetches_of(std::uint32_t element_bytes, std::uint32_t elements, std::uint32_t unused);

/// Different 32-byte sectors that the lanes of `lanes` (a part of the access's mask) touch.
std::uint32_t count_sectors(const vgpu::WarpAccess& access, vgpu::Mask lanes);

/// Wavefronts of a shared access beyond the least possible. 32 banks of 4-byte words; lanes that
/// want the same word share it; 8-byte accesses go by half warps, 16-byte ones by quarter warps.
std::uint32_t count_bank_conflicts(const vgpu::WarpAccess& access);

}  // namespace checkers
