// SPDX-License-Identifier: MIT
#include "checkers/counters.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "checkers/access_shape.h"
#include "checkers/describe.h"
#include "vgpu/warp_shape.h"

namespace checkers {

namespace {

using vgpu::AccessKind;
using vgpu::Mask;
using vgpu::Pattern;
using vgpu::Role;
using vgpu::WarpAccess;

/// Elements per lane. An asynchronous copy names bytes only: its elements are words, so that it
/// hides no reads.
std::uint32_t elements_per_lane(const WarpAccess& access) {
  return access.asynchronous ? std::max<std::uint32_t>(access.bytes() / 4, 1) : access.elements;
}

std::uint64_t elements_of(const WarpAccess& access, Mask lanes) {
  const int count = lanes == vgpu::kFullMask ? 32 : std::popcount(lanes);
  return static_cast<std::uint64_t>(count) * elements_per_lane(access);
}

/// Adds one request over `lanes`. Atomics are no load or store requests: the hardware counts them
/// apart.
void add_global(protocol::Counters& counters, const WarpAccess& access, Mask lanes,
                std::uint32_t sectors) {
  const std::uint64_t elements = elements_of(access, lanes);
  switch (access.kind) {
    case AccessKind::Load:
      counters.global_loads += elements;
      counters.global_load_requests += 1;
      counters.global_load_sectors += sectors;
      break;
    case AccessKind::Store:
      counters.global_stores += elements;
      counters.global_store_requests += 1;
      counters.global_store_sectors += sectors;
      break;
    case AccessKind::Atomic:
      counters.global_atomics += elements;
      break;
  }
}

/// Adds `amount` for each lane of `lanes` to a warp's part of a tally.
void add_lanes(std::uint32_t* per_lane, Mask lanes, std::uint32_t amount) {
  for (unsigned lane = 0; lane < vgpu::kWarpSize; ++lane) {
    per_lane[lane] += (lanes >> lane & 1) != 0 ? amount : 0;
  }
}

std::uint32_t largest(const std::vector<std::uint32_t>& values) {
  return values.empty() ? 0 : *std::ranges::max_element(values);
}

std::size_t whole_warps(std::uint32_t threads) {
  return (threads + vgpu::kWarpSize - 1) / vgpu::kWarpSize * vgpu::kWarpSize;
}

}  // namespace

void Counting::ThreadTally::start(std::uint32_t threads) {
  const std::size_t lanes = whole_warps(threads);
  loads.assign(lanes, 0);
  stores.assign(lanes, 0);
  warp_loads.assign(lanes / vgpu::kWarpSize, 0);
  warp_stores.assign(lanes / vgpu::kWarpSize, 0);
}

void Counting::ThreadTally::spread() {
  for (std::size_t i = 0; i < loads.size(); ++i) {
    loads[i] += warp_loads[i / vgpu::kWarpSize];
    stores[i] += warp_stores[i / vgpu::kWarpSize];
  }
}

Counting::Counting(const vgpu::LaunchInfo& launch)
    : NullTools(launch),
      launch_(&launch),
      sites_(launch.site_count()),
      known_(launch.site_count()) {}

void Counting::begin_block(const vgpu::BlockInfo& block) {
  block_ = block.number;
  threads_ = block.threads;
}

void Counting::pause_block() {
  auto& tallies = paused_[block_];
  for (Buffer& buffer : buffers_) {
    if (!buffer.touched) continue;
    buffer.touched = false;
    tallies.emplace_back(&buffer, std::move(buffer.threads));
  }
}

void Counting::resume_block(const vgpu::BlockInfo& block) {
  begin_block(block);
  for (auto& [buffer, tally] : paused_[block.number]) {
    buffer->touched = true;
    buffer->threads = std::move(tally);
  }
  paused_.erase(block.number);
}

void Counting::end_block() {
  std::vector<std::uint32_t> loads(whole_warps(threads_), 0), stores(loads);
  for (Buffer& buffer : buffers_) {
    if (!buffer.touched) continue;
    buffer.touched = false;
    buffer.threads.spread();
    protocol::Counters& counters = buffer.counters;
    counters.max_global_loads_per_thread = std::max<std::uint64_t>(
        counters.max_global_loads_per_thread, largest(buffer.threads.loads));
    counters.max_global_stores_per_thread = std::max<std::uint64_t>(
        counters.max_global_stores_per_thread, largest(buffer.threads.stores));
    if (buffer.segment->role == Role::Metadata) continue;
    for (std::size_t i = 0; i < loads.size(); ++i) {
      loads[i] += buffer.threads.loads[i];
      stores[i] += buffer.threads.stores[i];
    }
  }
  max_loads_ = std::max<std::uint64_t>(max_loads_, largest(loads));
  max_stores_ = std::max<std::uint64_t>(max_stores_, largest(stores));
}

Counting::Buffer& Counting::buffer_of(vgpu::SiteId site, const vgpu::Segment* segment) {
  Buffer* buffer = known_[site].buffer;
  if (buffer == nullptr || buffer->segment != segment) {
    Buffer*& known = by_segment_[segment];
    if (known == nullptr) {
      known = &buffers_.emplace_back();
      known->segment = segment;
    }
    buffer = known_[site].buffer = known;
  }
  if (!buffer->touched) {
    buffer->touched = true;
    buffer->threads.start(threads_);
  }
  return *buffer;
}

void Counting::access(const WarpAccess& access) {
  if (access.elements > 1 && access.kind == AccessKind::Load &&
      access.semantics == ptx::Semantics::Weak && !launch_->flows.empty()) {
    const std::uint32_t unused = launch_->flows[access.site].unused;
    if (unused != 0) return count_fetches(access, unused);
  }
  count(access);
}

void Counting::count_fetches(const WarpAccess& access, std::uint32_t unused) {
  const Fetches fetches = fetches_of(access.element_bytes, access.elements, unused);
  if (fetches.count == 0) return count(access);
  for (std::uint8_t i = 0; i < fetches.count; ++i) {
    const Fetch& fetch = fetches.parts[i];
    std::array<std::uint64_t, vgpu::kWarpSize> offsets;
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      offsets[lane] = access.offsets[lane] + std::uint64_t{fetch.first} * access.element_bytes;
    }
    WarpAccess part = access;
    part.offsets = offsets.data();
    part.elements = fetch.elements;
    part.shape = nullptr;  // it is the whole load's
    if (part.pattern == Pattern::Contiguous) part.pattern = Pattern::Scattered;
    count(part);
  }
}

void Counting::count(const WarpAccess& access) {
  if (access.space == ptx::Space::Global) {
    count_global(access);
  } else if (access.space == ptx::Space::Shared) {
    count_shared(access);
  }
}

/// The costs that are known for the access's shape; null for one without.
std::uint8_t* Counting::cost_of(const WarpAccess& access, std::uint64_t unit) {
  if (access.shape == nullptr) return nullptr;
  Known& known = known_[access.site];
  if (known.serial != access.shape->serial) {
    known.serial = access.shape->serial;
    known.costs.fill(Known::kUnknown);
  }
  const std::uint64_t at = access.segment->base + access.offsets[access.shape->first()];
  return &known.costs[at % unit];
}

std::uint32_t Counting::sectors_of(const WarpAccess& access) {
  std::uint8_t* known = cost_of(access, kSectorBytes);
  if (known == nullptr) return count_sectors(access, access.mask);
  if (*known == Known::kUnknown) {
    *known = static_cast<std::uint8_t>(count_sectors(access, access.mask));
  }
  return *known;
}

/// All banks are alike: moving the lanes along by whole words changes nothing.
std::uint32_t Counting::bank_conflicts_of(const WarpAccess& access) {
  std::uint8_t* known = cost_of(access, 4);
  if (known == nullptr) return count_bank_conflicts(access);
  if (*known == Known::kUnknown) {
    *known = static_cast<std::uint8_t>(count_bank_conflicts(access));
  }
  return *known;
}

void Counting::count_buffer(const WarpAccess& access, Buffer& buffer, Mask lanes) {
  if (access.kind == AccessKind::Atomic) return;
  const bool load = access.kind == AccessKind::Load;
  const std::uint32_t amount = elements_per_lane(access);
  if (lanes == vgpu::kFullMask) {
    (load ? buffer.threads.warp_loads : buffer.threads.warp_stores)[access.warp] += amount;
    return;
  }
  std::uint32_t* tally = (load ? buffer.threads.loads : buffer.threads.stores).data();
  add_lanes(tally + access.warp * vgpu::kWarpSize, lanes, amount);
}

void Counting::count_global(const WarpAccess& access) {
  if (access.segment != nullptr) {
    const std::uint32_t sectors = access.kind == AccessKind::Atomic ? 0 : sectors_of(access);
    Buffer& buffer = buffer_of(access.site, access.segment);
    count_buffer(access, buffer, access.mask);
    add_global(buffer.counters, access, access.mask, sectors);
    if (access.segment->role != Role::Metadata) {
      add_global(sites_[access.site], access, access.mask, sectors);
    }
    return;
  }
  Mask charged = 0;
  for (Mask rest = access.mask; rest != 0;) {
    const vgpu::Segment* segment = access.segments[std::countr_zero(rest)];
    Mask lanes = 0;
    for (Mask others = rest; others != 0; others &= others - 1) {
      const int lane = std::countr_zero(others);
      if (access.segments[lane] == segment) lanes |= Mask{1} << lane;
    }
    rest &= ~lanes;
    Buffer& buffer = buffer_of(access.site, segment);
    count_buffer(access, buffer, lanes);
    add_global(buffer.counters, access, lanes, count_sectors(access, lanes));
    if (segment->role != Role::Metadata) charged |= lanes;
  }
  if (charged != 0) {
    add_global(sites_[access.site], access, charged, count_sectors(access, charged));
  }
}

void Counting::count_shared(const WarpAccess& access) {
  protocol::Counters& counters = sites_[access.site];
  const std::uint64_t elements = elements_of(access, access.mask);
  switch (access.kind) {
    case AccessKind::Load:
      counters.shared_loads += elements;
      counters.shared_load_requests += 1;
      counters.shared_load_bank_conflicts += bank_conflicts_of(access);
      break;
    case AccessKind::Store:
      counters.shared_stores += elements;
      counters.shared_store_requests += 1;
      counters.shared_store_bank_conflicts += bank_conflicts_of(access);
      break;
    case AccessKind::Atomic:
      counters.shared_atomics += elements;
      break;
  }
}

void Counting::barrier(const vgpu::BarrierEvent& event) {
  for (std::size_t warp = 0; warp < event.participants.size(); ++warp) {
    Mask waited = event.participants[warp];
    if (!event.arrived_only.empty()) waited &= ~event.arrived_only[warp];
    if (waited != 0 && event.sites[warp] != vgpu::kNoSite) sites_[event.sites[warp]].barriers += 1;
  }
}

void Counting::arrive(const vgpu::ArriveEvent& event) {
  sites_[event.site].barriers += 1;
}

void Counting::divergent_branch(vgpu::SiteId site) {
  sites_[site].divergent_branches += 1;
}

void Counting::executed(std::span<const std::uint64_t> issues,
                        std::span<const std::uint64_t> lanes) {
  for (std::size_t site = 0; site < issues.size(); ++site) {
    if (issues[site] == 0) continue;
    protocol::Counters& counters = sites_[site];
    counters.warp_instructions += issues[site];
    counters.thread_instructions += lanes[site];
    if (site < launch_->flops.size()) counters.flops += lanes[site] * launch_->flops[site];
  }
}

void Counting::merge(Counting&& other) {
  for (std::size_t site = 0; site < sites_.size(); ++site) sites_[site] += other.sites_[site];
  for (const Buffer& theirs : other.buffers_) {
    Buffer*& mine = by_segment_[theirs.segment];
    if (mine == nullptr) {
      mine = &buffers_.emplace_back();
      mine->segment = theirs.segment;
    }
    mine->counters += theirs.counters;
  }
  max_loads_ = std::max(max_loads_, other.max_loads_);
  max_stores_ = std::max(max_stores_, other.max_stores_);
}

void Counting::finish(protocol::Launch& launch) const {
  std::map<std::pair<std::string, std::uint32_t>, protocol::Counters> by_line;
  launch.counters = {};
  for (std::size_t site = 0; site < sites_.size(); ++site) {
    if (sites_[site] == protocol::Counters{}) continue;
    launch.counters += sites_[site];
    const vgpu::CodeLine& line = launch_->lines[site];
    if (line.line != 0) by_line[{line.file, line.line}] += sites_[site];
  }
  launch.counters.max_global_loads_per_thread = max_loads_;
  launch.counters.max_global_stores_per_thread = max_stores_;
  launch.lines.clear();
  for (const auto& [line, counters] : by_line) {
    launch.lines.push_back({line.first, static_cast<int>(line.second), counters});
  }
  std::vector<const Buffer*> ordered;
  for (const Buffer& buffer : buffers_) ordered.push_back(&buffer);
  std::ranges::sort(ordered, {}, [](const Buffer* b) { return b->segment->id; });
  launch.buffers.clear();
  for (const Buffer* buffer : ordered) {
    launch.buffers.push_back({variable_name(buffer->segment->name),
                              buffer_role(buffer->segment->role), buffer->counters});
  }
}

}  // namespace checkers
