// SPDX-License-Identifier: MIT
/// \file
/// From the addresses that the lanes of a warp computed to segments and offsets, with bounds and
/// alignment checked.
///
/// The common case, all lanes inside one live segment, is decided for the whole warp at once; only
/// lanes that fail it are looked at one by one. Tested by address_resolution_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "vgpu/events.h"
#include "vgpu/memory.h"
#include "vgpu/program.h"
#include "vgpu/warp.h"

namespace vgpu {

/// Where the lanes of one memory instruction go.
struct ResolvedAccess {
  alignas(64) std::array<std::uint64_t, kWarpSize> addresses{};  ///< as computed
  alignas(64) std::array<std::uint64_t,
                         kWarpSize> offsets{};  ///< within the lane's segment or local memory
  std::array<Segment*, kWarpSize> segments{};   ///< per lane; for invalid lanes the nearest or null
  ptx::Space space =
      ptx::Space::Global;  ///< resolved; for mixed generic accesses that of the first valid lane
  Mask valid = 0;
  Mask mixed = 0;  ///< valid lanes that lie in another space than `space`: done in a second round
  Segment* segment = nullptr;  ///< the segment of all valid lanes, or null
  Frame* frame = nullptr;      ///< local memory: whose
  Pattern pattern = Pattern::Scattered;
  std::array<Mask, 5> invalid{};  ///< by InvalidReason
  Mask any_invalid = 0;
};

/// What a resolution needs to know of the block.
struct AddressSpaces {
  const GlobalMemory* global = nullptr;
  std::span<Segment> shared;
  Segment* parameters = nullptr;
};

/// Fills `access` for the lanes of `mask`; `access.addresses` holds what the lanes computed,
/// relative to the space that the instruction names. \param bytes per lane; also the alignment
void resolve(const AddressSpaces& spaces, ptx::Space space, AccessKind kind, std::uint32_t bytes,
             Mask mask, Frame* frame, ResolvedAccess& access);

/// Are all offsets of the valid lanes the same, or do lanes follow each other without gaps?
Pattern find_pattern(const ResolvedAccess& access, std::uint32_t bytes);

/// Offset of byte `at` of a lane in a frame's interleaved local memory.
constexpr std::uint64_t local_position(unsigned lane, std::uint64_t at) {
  return (at / 8 * kWarpSize + lane) * 8 + at % 8;
}

}  // namespace vgpu
