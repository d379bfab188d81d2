// SPDX-License-Identifier: MIT
#include "vgpu/warp_shape.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "vgpu/address_resolution.h"

namespace vgpu {

namespace {

/// A lane and where it lies.
struct Place {
  std::int64_t delta;
  std::uint8_t lane;
};

void find_pieces(WarpShape& shape) {
  std::size_t count = 0;
  for (Mask left = shape.mask; left != 0;) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    LanePiece piece;
    piece.lane = static_cast<std::uint8_t>(lane);
    piece.delta = static_cast<std::int64_t>(shape.delta[lane]);
    unsigned end = lane + 1;
    const auto follows = [&](std::uint64_t step) {
      return end < kWarpSize && (left >> end & 1) != 0 &&
             shape.delta[end] == shape.delta[end - 1] + step;
    };
    piece.uniform = follows(0);
    while (follows(piece.uniform ? 0 : shape.bytes)) ++end;
    piece.count = static_cast<std::uint8_t>(end - lane);
    left = end == kWarpSize ? 0 : left & ~((Mask{1} << end) - 1);
    if (count == WarpShape::kMostPieces) {
      shape.piece_count = 0;
      return;
    }
    shape.pieces[count++] = piece;
  }
  shape.piece_count = static_cast<std::uint8_t>(count);
}

void find_ranges(WarpShape& shape) {
  std::array<Place, kWarpSize> places;
  std::size_t count = 0;
  for (Mask left = shape.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    places[count++] = {static_cast<std::int64_t>(shape.delta[lane]),
                       static_cast<std::uint8_t>(lane)};
  }
  std::stable_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count),
                   [](const Place& a, const Place& b) { return a.delta < b.delta; });
  std::size_t ranges = 0;
  for (std::size_t i = 0; i < count;) {
    std::size_t same = i + 1;
    while (same < count && places[same].delta == places[i].delta) ++same;
    const bool several = same - i > 1;
    WarpShape::Range* last = ranges == 0 ? nullptr : &shape.ranges[ranges - 1];
    const bool adjoins = last != nullptr && last->several == several &&
                         last->delta + static_cast<std::int64_t>(last->bytes) == places[i].delta &&
                         (several || last->lane + last->bytes / shape.bytes == places[i].lane);
    if (adjoins) {
      last->bytes += shape.bytes;
    } else {
      shape.ranges[ranges++] = {places[i].delta, shape.bytes, places[i].lane, several};
    }
    i = same;
  }
  shape.range_count = static_cast<std::uint8_t>(ranges);
}

}  // namespace

void WarpShape::build(const std::uint64_t* offsets, Mask lanes, std::uint32_t bytes_per_lane) {
  mask = lanes;
  bytes = bytes_per_lane;
  const std::uint64_t base = offsets[first()];
  std::int64_t lowest = 0, highest = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const bool active = (mask >> lane & 1) != 0;
    delta[lane] = active ? offsets[lane] - base : 0;
    on[lane] = active ? ~std::uint64_t{0} : 0;
    delta32[lane] = static_cast<std::uint32_t>(delta[lane]);
    on32[lane] = static_cast<std::uint32_t>(on[lane]);
    lowest = std::min(lowest, static_cast<std::int64_t>(delta[lane]));
    highest = std::max(highest, static_cast<std::int64_t>(delta[lane]));
  }
  below = static_cast<std::uint64_t>(-lowest);
  span = static_cast<std::uint64_t>(highest - lowest) + bytes;
  find_pieces(*this);
  find_ranges(*this);
}

WarpShape& MemorySite::renew() {
  std::rotate(shapes.begin(), shapes.end() - 1, shapes.end());
  if (shapes[0] == nullptr) shapes[0] = std::make_unique<WarpShape>();
  return *shapes[0];
}

void ShapeMemory::enter(const void* block) {
  if (block == block_) return;
  block_ = block;
  for (MemorySite& site : sites_) {
    if (site.segment != nullptr && site.segment->space == ptx::Space::Shared) {
      site.segment = nullptr;
    }
  }
}

void ShapeMemory::learn(MemorySite& site, const ResolvedAccess& access, std::uint32_t bytes,
                        Address origin) {
  if (site.wasted > kPatience && ++site.wasted < kPatience + kPause) return;
  if (site.wasted > kPatience) site.wasted = kPatience - 1;
  ++site.wasted;
  WarpShape& shape = site.renew();
  shape.build(access.offsets.data(), access.valid, bytes);
  shape.pattern = access.pattern;
  shape.serial = ++serial_;
  site.segment = access.segment;
  site.origin = origin;
}

}  // namespace vgpu
