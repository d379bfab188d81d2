// SPDX-License-Identifier: MIT
#include "checkers/initcheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/text.h"
#include "checkers/describe.h"
#include "vgpu/warp_shape.h"

namespace checkers {

namespace {

using vgpu::AccessKind;
using vgpu::ByteSet;
using vgpu::kWarpSize;
using vgpu::Mask;
using vgpu::Pattern;
using vgpu::WarpAccess;

/// The set that holds a lane's bytes.
ByteSet& bytes_of(const WarpAccess& access, unsigned lane) {
  return access.local_initialized != nullptr ? access.local_initialized[lane]
                                             : access.segment_of(lane)->initialized;
}

/// The bytes of the whole warp when they are one unbroken range of one segment.
struct Range {
  std::uint64_t first = 0, count = 0;
};

Range whole_range(const WarpAccess& access) {
  if (access.segment == nullptr || access.pattern == Pattern::Scattered) return {};
  const int lowest = std::countr_zero(access.mask);
  if (access.pattern == Pattern::Uniform) return {access.offsets[lowest], access.bytes()};
  const Mask shifted = access.mask >> lowest;
  if ((shifted & (shifted + 1)) != 0) return {};
  return {access.offsets[lowest],
          static_cast<std::uint64_t>(std::popcount(shifted)) * access.bytes()};
}

/// Global memory may be marked by several host threads, each with its own blocks.
void insert(const WarpAccess& access, ByteSet& set, std::uint64_t first, std::uint64_t count) {
  if (access.space == ptx::Space::Global) {
    set.insert_concurrently(first, count);
  } else {
    set.insert(first, count);
  }
}

/// Calls visit(first, count) for each run of different bytes that an access with a shape touches,
/// while it answers true.
template <class Visit>
bool each_range(const WarpAccess& access, Visit visit) {
  const std::uint64_t base = access.offsets[access.shape->first()];
  for (unsigned i = 0; i < access.shape->range_count; ++i) {
    const vgpu::WarpShape::Range& range = access.shape->ranges[i];
    if (!visit(base + static_cast<std::uint64_t>(range.delta), range.bytes)) return false;
  }
  return true;
}

}  // namespace

Mask Initcheck::lanes_with_unwritten_bytes(const WarpAccess& access) const {
  if (access.shape != nullptr) {
    if (each_range(access, [&](std::uint64_t first, std::uint64_t count) {
          return access.segment->initialized.contains(first, count);
        })) {
      return 0;
    }
  } else if (const Range range = whole_range(access); range.count != 0) {
    if (access.segment->initialized.contains(range.first, range.count)) return 0;
  }
  Mask lanes = 0;
  for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (!bytes_of(access, lane).contains(access.offsets[lane], access.bytes())) {
      lanes |= Mask{1} << lane;
    }
  }
  return lanes;
}

void Initcheck::mark(const WarpAccess& access) const {
  if (!copies_.empty() && access.kind == AccessKind::Store) return mark_but_gaps(access);
  if (access.shape != nullptr) {
    each_range(access, [&](std::uint64_t first, std::uint64_t count) {
      insert(access, access.segment->initialized, first, count);
      return true;
    });
    return;
  }
  if (const Range range = whole_range(access); range.count != 0) {
    insert(access, access.segment->initialized, range.first, range.count);
    return;
  }
  for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    insert(access, bytes_of(access, lane), access.offsets[lane], access.bytes());
  }
}

void Initcheck::mark_but_gaps(const WarpAccess& access) const {
  for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint32_t missing = gaps(access, lane);
    ByteSet& written = bytes_of(access, lane);
    if (missing == 0) {
      insert(access, written, access.offsets[lane], access.bytes());
      continue;
    }
    for (std::uint32_t byte = 0; byte < access.bytes(); ++byte) {
      if ((missing >> byte & 1) == 0) insert(access, written, access.offsets[lane] + byte, 1);
    }
  }
}

/// Shared arrays are mostly filled before the first barrier: known to be full, they cost nothing
/// after it.
void Initcheck::barrier(const vgpu::BarrierEvent&) {
  for (vgpu::Segment& segment : shared_) segment.initialized.is_full();
}

void Initcheck::look(const WarpAccess& access) {
  if (!copies_.empty()) follow_copies(access);
  if (access.segment != nullptr && access.segment->initialized.known_full()) return;
  if (access.segment == nullptr && access.segments == nullptr &&
      access.local_initialized == nullptr) {
    return;
  }
  if (access.kind != AccessKind::Store) {
    Mask lanes = lanes_with_unwritten_bytes(access);
    if (lanes != 0 && access.kind == AccessKind::Load) lanes = without_copies(access, lanes);
    if (lanes != 0) report(access, lanes);
  }
  if (access.kind != AccessKind::Load) mark(access);
}

void Initcheck::end_block() {
  std::erase_if(copies_, [&](const auto& copy) { return std::get<0>(copy.first) == block_; });
}

/// Padding travels when a structure is copied. So lanes that read something and, beside it, bytes
/// that nobody wrote are fine as long as these are not used but only stored elsewhere.
Mask Initcheck::without_copies(const WarpAccess& access, Mask lanes) {
  if (access.site >= launch_->flows.size()) return lanes;
  const vgpu::ValueFlow& flow = launch_->flows[access.site];
  if ((flow.copied | flow.unused) == 0 || access.bytes() > kCopiedBytes) return lanes;
  const std::uint32_t unit = access.element_bytes;
  Mask used = 0;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const ByteSet& written = bytes_of(access, lane);
    const std::uint64_t first = access.offsets[lane];
    const std::uint64_t around = flow.among_others ? kAround : 0;
    const bool something =
        written.first_held(first - std::min(first, around)) < first + access.bytes() + around;
    std::uint32_t missing = 0;
    bool fine = something;
    for (std::uint32_t i = 0; i < access.elements && fine; ++i) {
      if (written.contains(first + i * unit, unit)) continue;
      fine = ((flow.copied | flow.unused) >> i & 1) != 0;
      for (std::uint32_t byte = i * unit; byte < (i + 1) * unit; ++byte) {
        if (!written.contains(first + byte)) missing |= 1U << byte;
      }
    }
    if (!fine) {
      used |= Mask{1} << lane;
    } else if (flow.copied != 0) {
      copies_[{block_, access.warp, access.site}][lane] = missing;
    }
  }
  return used;
}

/// A load that gives whole values ends an earlier copy; a store of a copy leaves its gaps
/// unwritten.
void Initcheck::follow_copies(const WarpAccess& access) {
  if (access.kind == AccessKind::Load) {
    const auto copy = copies_.find({block_, access.warp, access.site});
    if (copy == copies_.end()) return;
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
      copy->second[static_cast<std::size_t>(std::countr_zero(rest))] = 0;
    }
  }
}

/// The bytes that a lane stores without their ever having been written.
std::uint32_t Initcheck::gaps(const WarpAccess& access, unsigned lane) const {
  if (copies_.empty() || access.site >= launch_->flows.size()) return 0;
  const vgpu::ValueFlow& flow = launch_->flows[access.site];
  const std::uint32_t unit = access.element_bytes;
  std::uint32_t missing = 0;
  for (std::uint32_t i = 0; i < access.elements && i < vgpu::ValueFlow::kElements; ++i) {
    if (flow.from[i] == vgpu::ValueFlow::kNone) continue;
    const auto copy = copies_.find({block_, access.warp, flow.from[i]});
    if (copy == copies_.end()) continue;
    const std::uint32_t element = copy->second[lane] >> (flow.element[i] * unit);
    missing |= (element & ((1U << unit) - 1)) << (i * unit);
  }
  return missing;
}

void Initcheck::report(const WarpAccess& access, Mask lanes) {
  const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
  const Witness who{block_, access.warp * kWarpSize + lane};
  findings_.add({FindingKind::UninitializedRead, access.site}, who,
                static_cast<std::uint64_t>(std::popcount(lanes)), [&] {
                  Description words;
                  std::string what = "a local variable of the thread";
                  std::string allocated;
                  if (access.local_initialized == nullptr) {
                    const vgpu::Segment& segment = *access.segment_of(lane);
                    what = element_text(segment, static_cast<std::int64_t>(access.offsets[lane]),
                                        access.element_bytes) +
                           " in " + space_text(access.space);
                    if (!segment.site.empty()) {
                      allocated = fmt::format("\n  {} was allocated at {}", buffer_text(segment),
                                              segment.site);
                    }
                  }
                  words.message = fmt::format(
                      "initcheck: read of {} that nobody wrote: {}\n  {} {} at {}{}",
                      base::counted(access.bytes(), "byte"), what, thread_text(*launch_, who),
                      deed_text(access.kind), place_text(*launch_, access.site), allocated);
                  return words;
                });
}

}  // namespace checkers
