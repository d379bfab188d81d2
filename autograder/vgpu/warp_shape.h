// SPDX-License-Identifier: MIT
/// \file
/// How the lanes of one memory instruction lie relative to each other, worked out once and used
/// again for as long as the instruction keeps it.
///
/// A loop moves its addresses along, but their distances from lane to lane stay. So an instruction
/// remembers the last few shapes it had; seeing that the lanes have one of them again takes a
/// handful of vector instructions, and all that follows from the shape (bounds, pieces to copy,
/// different bytes, and what clients derive) is there already. See docs/design/speed.md. Tested by
/// warp_shape_test.cpp.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "vgpu/events.h"
#include "vgpu/lanes.h"

namespace vgpu {

struct ResolvedAccess;

/// The distances of a warp access, and what follows from them.
struct WarpShape {
  /// Different bytes that follow each other. Either each lane's bytes once, lanes ascending, or
  /// bytes that several lanes share.
  struct Range {
    std::int64_t delta = 0;   ///< of its first byte
    std::uint32_t bytes = 0;  ///< length
    std::uint8_t lane = 0;    ///< of the first bytes
    bool several = false;     ///< each byte belongs to several lanes
  };
  static constexpr std::size_t kMostPieces = 8;

  std::uint32_t serial = 0;  ///< never the same for two shapes of one host thread; not 0
  Mask mask = 0;             ///< active lanes, not 0
  std::uint32_t bytes = 0;   ///< per lane; all deltas are multiples of it
  Pattern pattern = Pattern::Scattered;
  std::uint64_t below = 0;       ///< how far the lowest lane lies below the first one
  std::uint64_t span = 0;        ///< from the lowest byte to the end of the highest lane
  std::uint8_t piece_count = 0;  ///< 0: more than kMostPieces
  std::uint8_t range_count = 0;
  std::array<LanePiece, kMostPieces> pieces;                   ///< by lane
  std::array<Range, kWarpSize> ranges;                         ///< by delta
  alignas(64) std::array<std::uint64_t, kWarpSize> delta{};    ///< from the first active lane
  alignas(64) std::array<std::uint64_t, kWarpSize> on{};       ///< all ones for active lanes
  alignas(64) std::array<std::uint32_t, kWarpSize> delta32{};  ///< the same for 32-bit addresses
  alignas(64) std::array<std::uint32_t, kWarpSize> on32{};

  unsigned first() const { return static_cast<unsigned>(std::countr_zero(mask)); }

  /// Works out the shape of aligned offsets. \param offsets per lane; those outside the mask do
  /// not count
  void build(const std::uint64_t* offsets, Mask lanes, std::uint32_t bytes_per_lane);
};

/// What one memory instruction remembers.
struct MemorySite {
  static constexpr std::size_t kShapes = 4;
  std::array<std::unique_ptr<WarpShape>, kShapes> shapes;  ///< the last one used comes first
  Segment* segment = nullptr;  ///< where its lanes were last, all of them
  Address origin = 0;          ///< address of the segment's first byte as the instruction names it
  std::uint64_t run = 0;       ///< the straight run in which shapes[0] was last used
  WarpAccess event;            ///< told to clients; all but warp, lanes and offsets stays as it is
  std::uint32_t wasted = 0;    ///< rises with shapes that were not seen again

  /// A shape to build into: the first place is its; the oldest one is given up.
  WarpShape& renew();
};

/// The memory of all instructions, for one host thread.
class ShapeMemory {
 public:
  explicit ShapeMemory(std::size_t sites) : sites_(sites) {}
  MemorySite& operator[](SiteId site) { return sites_[site]; }

  /// Called when `block` (any object of its own for each block in flight) starts or goes on. Shared
  /// arrays that were remembered for another one are forgotten.
  void enter(const void* block);

  /// A number for a run of instructions during which registers that are not written keep still.
  std::uint64_t new_run() { return ++runs_; }

  /// Remembers an access that was resolved the long way: all lanes of `mask` valid, in one segment
  /// of global or shared memory. Nothing comes of it for an instruction that never repeats itself.
  void learn(MemorySite& site, const ResolvedAccess& access, std::uint32_t bytes, Address origin);

 private:
  static constexpr std::uint32_t kPatience =
      24;                                      ///< wasted shapes before an instruction is dropped
  static constexpr std::uint32_t kPause = 64;  ///< accesses until it is tried again

  std::vector<MemorySite> sites_;
  const void* block_ = nullptr;
  std::uint32_t serial_ = 0;
  std::uint64_t runs_ = 0;
};

}  // namespace vgpu
