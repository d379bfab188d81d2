// SPDX-License-Identifier: MIT
#include "checkers/trace.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "checkers/describe.h"

namespace checkers {

namespace {

using protocol::TracedAccess;
using protocol::TraceKind;
using protocol::TraceSpace;
using vgpu::Mask;
using vgpu::Segment;

/// Accesses that miss by more than this belong to no array that could be drawn.
constexpr std::int64_t kFarthest = std::int64_t{1} << 40;
constexpr std::uint32_t kBankBytes = 128;

TraceKind kind_of(vgpu::AccessKind kind) {
  switch (kind) {
    case vgpu::AccessKind::Load:
      return TraceKind::Read;
    case vgpu::AccessKind::Store:
      return TraceKind::Write;
    case vgpu::AccessKind::Atomic:
      return TraceKind::Atomic;
  }
  return TraceKind::Read;
}

bool is_drawn(ptx::Space space) {
  return space == ptx::Space::Global || space == ptx::Space::Shared;
}

/// Calls `take(segment, lanes)` for each segment among the lanes that have one.
template <class SegmentOf, class Take>
void by_segment(Mask mask, SegmentOf segment_of, Take take) {
  while (mask != 0) {
    const Segment* segment = segment_of(static_cast<unsigned>(std::countr_zero(mask)));
    Mask lanes = 0;
    for (Mask rest = mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      if (segment_of(lane) == segment) lanes |= Mask{1} << lane;
    }
    mask &= ~lanes;
    if (segment != nullptr) take(*segment, lanes);
  }
}

std::int64_t offset_of(vgpu::Address address, const Segment& segment) {
  if (segment.space == ptx::Space::Shared && vgpu::address_map::is_shared(address)) {
    address -= vgpu::address_map::kSharedFirst;
  }
  return static_cast<std::int64_t>(address - segment.base);
}

}  // namespace

Tracing::Tracing(const vgpu::LaunchInfo& launch, const protocol::TraceRequest& request)
    : NullTools(launch),
      launch_(&launch),
      all_blocks_(launch.grid.volume() <= request.all_blocks_threads &&
                  launch.grid.volume() * launch.block.volume() <= request.all_blocks_threads),
      watches_(!request.watched.empty()),
      request_(request) {
  const std::uint64_t warps = (launch.block.volume() + vgpu::kWarpSize - 1) / vgpu::kWarpSize *
                              (all_blocks_ ? launch.grid.volume() : 1);
  most_by_warp_ =
      std::max<std::size_t>(request.max_accesses / std::max<std::uint64_t>(warps, 1), 1);
}

bool Tracing::chosen(const vgpu::BlockInfo& block) const {
  const vgpu::Dim3 wanted{request_.block[0], request_.block[1], request_.block[2]};
  return all_blocks_ || watches_ || block.index == wanted;
}

bool Tracing::leaves_out(const TracedAccess& access, const Segment& segment) const {
  return watches_ && (access.kind == TraceKind::Read || access.outside ||
                      segment.space != ptx::Space::Global || segment.name != request_.watched);
}

// Blocks end in the order of their numbers or in any other: the highest number counts as the last.
void Tracing::keep_last_writer() {
  const auto mine = blocks_.find(number_);
  const bool wrote = std::ranges::any_of(
      mine->second.warps, [](const WarpRecord& warp) { return !warp.accesses.empty(); });
  if (!wrote || (last_ && *last_ > number_)) {
    blocks_.erase(mine);
    return;
  }
  if (last_) blocks_.erase(*last_);
  last_ = number_;
}

void Tracing::end_block() {
  if (watches_ && running_ != nullptr) keep_last_writer();
  running_ = nullptr;
}

Tracing::BlockRecord* Tracing::find(std::uint64_t number) {
  const auto found = blocks_.find(number);
  return found == blocks_.end() ? nullptr : &found->second;
}

void Tracing::begin_block(const vgpu::BlockInfo& block) {
  running_ = nullptr;
  if (!chosen(block)) return;
  running_ = &blocks_[block.number];
  number_ = block.number;
  running_->index = block.index;
  running_->warps.resize(block.warps);
}

template <class Offset>
void Tracing::record(std::uint32_t warp, TracedAccess access, const Segment& segment,
                     std::uint32_t element_bytes, Mask lanes, Offset offset) {
  if (leaves_out(access, segment)) return;
  WarpRecord& mine = running_->warps[warp];
  if (!watches_ && mine.accesses.size() >= most_by_warp_) {
    ++mine.dropped;
    return;
  }
  const auto byte = static_cast<std::int64_t>(request_.watched_byte);
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::int64_t at = offset(lane);
    if (at < -kFarthest || at > kFarthest) continue;
    if (watches_ && (byte < at || byte >= at + access.bytes)) continue;
    access.lanes |= Mask{1} << lane;
    access.offsets.push_back(at);
  }
  if (access.lanes == 0) return;
  if (watches_) mine.accesses.clear();
  access.warp = warp;
  access.phase = mine.phase;
  const bool shared = segment.space == ptx::Space::Shared;
  const ArrayKey key{shared ? TraceSpace::Shared : TraceSpace::Global, segment.id};
  const auto [found, fresh] = arrays_.try_emplace(key);
  protocol::TracedArray& array = found->second;
  if (fresh) {
    array.space = key.first;
    array.name = variable_name(segment.name);
    array.role = to_string(buffer_role(segment.role));
    array.bytes = segment.size;
    array.start = static_cast<std::uint32_t>(segment.base % kBankBytes);
    array.element_bytes = segment.element_bytes > 1 ? segment.element_bytes : element_bytes;
  } else if (segment.element_bytes <= 1) {
    array.element_bytes = std::min(array.element_bytes, element_bytes);
  }
  mine.accesses.emplace_back(key, std::move(access));
}

void Tracing::access(const vgpu::WarpAccess& event) {
  if (running_ == nullptr || !is_drawn(event.space)) return;
  TracedAccess access;
  access.kind = kind_of(event.kind);
  access.bytes = event.bytes();
  access.place = event.site;
  const std::uint32_t element = event.asynchronous ? 4U : event.element_bytes;
  by_segment(
      event.mask, [&](unsigned lane) { return event.segment_of(lane); },
      [&](const Segment& segment, Mask lanes) {
        record(event.warp, access, segment, element, lanes,
               [&](unsigned lane) { return static_cast<std::int64_t>(event.offsets[lane]); });
      });
}

void Tracing::invalid(const vgpu::InvalidAccess& event) {
  if (running_ == nullptr || !is_drawn(event.space)) return;
  TracedAccess access;
  access.kind = kind_of(event.kind);
  access.bytes = event.bytes;
  access.place = event.site;
  access.outside = true;
  by_segment(
      event.mask, [&](unsigned lane) { return event.segments[lane]; },
      [&](const Segment& segment, Mask lanes) {
        if (segment.space != event.space) return;
        record(event.warp, access, segment, event.bytes, lanes,
               [&](unsigned lane) { return offset_of(event.addresses[lane], segment); });
      });
}

void Tracing::barrier(const vgpu::BarrierEvent& event) {
  if (running_ == nullptr) return;
  for (std::size_t warp = 0; warp < event.participants.size(); ++warp) {
    if (event.participants[warp] == 0 || warp >= running_->warps.size()) continue;
    const std::uint32_t phase = running_->warps[warp].phase++;
    if (phase == running_->barriers.size()) running_->barriers.push_back(event.sites[warp]);
  }
}

void Tracing::merge(Tracing&& other) {
  blocks_.merge(other.blocks_);
  if (watches_ && other.last_) {
    const std::uint64_t later = std::max(*other.last_, last_.value_or(0));
    if (last_) blocks_.erase(std::min(*other.last_, *last_));
    last_ = later;
  }
  for (const auto& [key, array] : other.arrays_) {
    const auto [found, fresh] = arrays_.emplace(key, array);
    if (!fresh) {
      found->second.element_bytes = std::min(found->second.element_bytes, array.element_bytes);
    }
  }
}

protocol::Trace Tracing::finish() const {
  protocol::Trace trace;
  std::map<ArrayKey, std::uint32_t> array_index;
  for (const auto& [key, array] : arrays_) {
    array_index[key] = static_cast<std::uint32_t>(trace.arrays.size());
    trace.arrays.push_back(array);
  }
  const auto place_of = [&](vgpu::SiteId site) {
    if (site >= launch_->lines.size()) return protocol::TracedPlace{};
    return protocol::TracedPlace{launch_->lines[site].file, launch_->lines[site].line};
  };
  const auto before = [](const protocol::TracedPlace& a, const protocol::TracedPlace& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  };
  for (const auto& [number, block] : blocks_) {
    for (const WarpRecord& warp : block.warps) {
      for (const auto& [key, access] : warp.accesses)
        trace.places.push_back(place_of(access.place));
      trace.dropped += warp.dropped;
    }
    if (trace.barriers.size() < block.barriers.size()) {
      for (std::size_t phase = trace.barriers.size(); phase < block.barriers.size(); ++phase) {
        trace.barriers.push_back(place_of(block.barriers[phase]));
      }
    }
  }
  std::ranges::sort(trace.places, before);
  // Not the algorithm of std::ranges: clang 14, which builds the fuzz targets, cannot read its
  // result.
  trace.places.erase(std::unique(trace.places.begin(), trace.places.end()), trace.places.end());
  for (const auto& [number, block] : blocks_) {
    const std::size_t first = trace.accesses.size();
    for (const WarpRecord& warp : block.warps) {
      for (const auto& [key, access] : warp.accesses) {
        protocol::TracedAccess& taken = trace.accesses.emplace_back(access);
        taken.block = static_cast<std::uint32_t>(trace.blocks.size());
        taken.array = array_index.at(key);
        const auto place = std::ranges::lower_bound(trace.places, place_of(access.place), before);
        taken.place = static_cast<std::uint32_t>(place - trace.places.begin());
      }
    }
    const auto begin = trace.accesses.begin() + static_cast<std::ptrdiff_t>(first);
    std::stable_sort(begin, trace.accesses.end(), [](const TracedAccess& a, const TracedAccess& b) {
      return std::tie(a.phase, a.warp) < std::tie(b.phase, b.warp);
    });
    trace.blocks.push_back({block.index.x, block.index.y, block.index.z});
  }
  return trace;
}

}  // namespace checkers
