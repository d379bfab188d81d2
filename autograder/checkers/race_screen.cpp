// SPDX-License-Identifier: MIT
#include "checkers/race_screen.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "vgpu/warp_shape.h"

namespace checkers {

namespace {

using screen::mark;
using screen::Page;
using screen::Who;
using vgpu::AccessKind;
using vgpu::kWarpSize;
using vgpu::Mask;
using vgpu::ScreenVerdict;
using vgpu::WarpAccess;

/// Blocks start below this, so that a block has many moments left.
constexpr screen::Moment kRenumberAt = screen::kMostMoments / 2;

/// Reads of one shared array that are only noted between two barriers.
constexpr std::size_t kMostReads = 4096;

/// Accesses whose order is a matter of its own: copies under way, and strong ones but plain
/// atomics.
bool needs_the_rule(const WarpAccess& access) {
  if (access.asynchronous) return true;
  const bool global = access.space == ptx::Space::Global;
  if (access.kind == AccessKind::Atomic) return global && access.scope == ptx::Scope::Cta;
  if (access.semantics == ptx::Semantics::Weak) return false;
  return global || access.semantics != ptx::Semantics::Volatile;
}

Mask existing_lanes(std::uint32_t threads, std::uint32_t warp) {
  const std::uint32_t left = threads - warp * kWarpSize;
  return left >= kWarpSize ? vgpu::kFullMask : (Mask{1} << left) - 1;
}

}  // namespace

void RaceScreen::begin_block(const vgpu::BlockInfo& block) {
  threads_ = block.threads;
  if (clock_.now > kRenumberAt) renumber();
  ++clock_.now;
  clock_.block_first = clock_.floor = mark(clock_.now, 0);
  clock_.warp_floor = {};
  touched_ = arrivals_ = false;
}

void RaceScreen::end_block() {
  if (!guesses_) return;
  for (Track& track : global_) {
    if (track.only_read || !track.read || track.written) continue;
    track.only_read = true;
    track.pages.clear();
  }
}

/// A new moment, unless nothing was recorded at this one.
void RaceScreen::advance() {
  if (!touched_) return;
  touched_ = false;
  if (++clock_.now == screen::kMostMoments) suspect();
}

/// All moments are past: those of earlier blocks need not be told apart.
void RaceScreen::renumber() {
  for (Track& track : global_) {
    for (auto& page : track.pages) {
      if (page == nullptr) continue;
      for (screen::Mark& past : page->marks) {
        if (screen::moment_of(past) > screen::kLongAgo) {
          past = mark(screen::kLongAgo + 1, screen::who_of(past));
        }
      }
    }
  }
  shared_.clear();
  clock_.now = screen::kLongAgo + 1;
}

void RaceScreen::barrier(const vgpu::BarrierEvent& event) {
  if (!event.whole_block || arrivals_) return;
  advance();
  clock_.floor = mark(clock_.now, 0);
}

void RaceScreen::warp_sync(const vgpu::WarpSyncEvent& event) {
  const Mask all = existing_lanes(threads_, event.warp);
  if (!event.orders_memory || (event.mask & all) != all) return;
  advance();
  clock_.warp_floor[event.warp] = clock_.now;
}

RaceScreen::Track* RaceScreen::track_of(Tracks& tracks, const vgpu::Segment& segment,
                                        AccessKind kind) {
  if (segment.id >= tracks.size()) tracks.resize(segment.id + 1);
  Track& track = tracks[segment.id];
  if (kind == AccessKind::Load) {
    track.read = true;
    return track.only_read ? nullptr : &track;
  }
  track.written = true;
  if (track.only_read) verdict_ = std::max(verdict_, ScreenVerdict::Unsure);
  return &track;
}

/// Calls visit(range) for each run of bytes that belong to one lane each or to several together,
/// while it answers true. All lanes are in one segment.
template <class Visit>
bool RaceScreen::each_range(const WarpAccess& access, Visit visit) const {
  const std::uint32_t first_thread = access.warp * kWarpSize;
  if (access.shape == nullptr) {
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const Read range{access.offsets[lane], access.bytes(), access.bytes(),
                       mark(clock_.now, first_thread + lane)};
      if (!visit(range)) return false;
    }
    return true;
  }
  const vgpu::WarpShape& shape = *access.shape;
  const std::uint64_t base = access.offsets[shape.first()];
  for (unsigned i = 0; i < shape.range_count; ++i) {
    const vgpu::WarpShape::Range& range = shape.ranges[i];
    const Who who = range.several ? screen::kWarps + access.warp : first_thread + range.lane;
    if (!visit(Read{base + static_cast<std::uint64_t>(range.delta), range.bytes, shape.bytes,
                    mark(clock_.now, who)})) {
      return false;
    }
  }
  return true;
}

/// Notes a read of shared memory that meets no write since the last barrier. False when it has to
/// be entered.
bool RaceScreen::note_reads(const WarpAccess& access, Track& track) {
  if (track.last_write >= clock_.floor || track.reads.size() >= kMostReads) return false;
  each_range(access, [&](const Read& range) {
    track.reads.push_back(range);
    return true;
  });
  return true;
}

/// The reads that were only noted become marks. No write came since the barrier before them, so
/// none of them meets one.
void RaceScreen::enter_noted_reads(Track& track) {
  screen::Clock then = clock_;
  for (const Read& range : track.reads) {
    if (range.mark < clock_.floor) continue;
    then.now = screen::moment_of(range.mark);
    enter_range(AccessKind::Load, track, {then, true}, range);
  }
  track.reads.clear();
}

void RaceScreen::enter(const WarpAccess& access, Tracks& tracks, const screen::Steps& steps) {
  if (needs_the_rule(access)) return suspect();
  touched_ = true;
  if (access.segment == nullptr) return enter_lanes(access, tracks, steps);
  Track* track = track_of(tracks, *access.segment, access.kind);
  if (track == nullptr) return;
  if (access.space == ptx::Space::Shared) {
    if (!track->reads.empty() && track->reads.front().mark < clock_.floor) track->reads.clear();
    if (access.kind == AccessKind::Load) {
      if (note_reads(access, *track)) return;
    } else {
      track->last_write = mark(clock_.now, 0);
    }
    if (!track->reads.empty()) enter_noted_reads(*track);
  }
  const bool clear = each_range(
      access, [&](const Read& range) { return enter_range(access.kind, *track, steps, range); });
  if (!clear) suspect();
}

/// Lanes in different segments.
void RaceScreen::enter_lanes(const WarpAccess& access, Tracks& tracks, const screen::Steps& steps) {
  for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    Track* track = track_of(tracks, *access.segments[lane], access.kind);
    if (track == nullptr) continue;
    if (access.kind != AccessKind::Load) track->last_write = mark(clock_.now, 0);
    enter_noted_reads(*track);
    const Read range{access.offsets[lane], access.bytes(), access.bytes(),
                     mark(clock_.now, access.warp * kWarpSize + lane)};
    if (!enter_range(access.kind, *track, steps, range)) return suspect();
  }
}

bool RaceScreen::enter_range(AccessKind kind, Track& track, const screen::Steps& steps,
                             const Read& range) {
  const Who who = screen::who_of(range.mark);
  const bool several = who >= screen::kWarps;
  if (several && kind == AccessKind::Store) return false;
  const std::uint64_t end = range.first + range.bytes;
  for (std::uint64_t at = range.first; at < end;) {
    const std::uint64_t number = at / Page::kBytes;
    const std::uint64_t stop = std::min(end, (number + 1) * Page::kBytes);
    if (number >= track.pages.size()) track.pages.resize(number + 1);
    if (track.pages[number] == nullptr) track.pages[number] = std::make_unique<Page>();
    Page& page = *track.pages[number];
    if (range.width < Page::kWord) page.refine();
    const std::uint64_t granule = page.granule();
    const std::uint64_t index = (at - number * Page::kBytes) / granule;
    const auto count = static_cast<std::uint32_t>((stop - at) / granule);
    const unsigned shift =
        several ? 31 : static_cast<unsigned>(std::countr_zero(range.width / granule));
    screen::Mark* writers = page.writers() + index;
    screen::Mark* readers = page.readers() + index;
    const Who begin = several ? who : who + static_cast<Who>((at - range.first) / range.width);
    const bool clear =
        kind == AccessKind::Load    ? steps.read_all(writers, readers, count, begin, shift)
        : kind == AccessKind::Store ? steps.write_all(writers, readers, count, begin, shift)
                                    : steps.atomic_all(writers, readers, count, begin, shift);
    if (!clear) return false;
    at = stop;
  }
  return true;
}

void RaceScreen::merge(RaceScreen&& other) {
  verdict_ = std::max(verdict_, other.verdict_);
  if (global_.size() < other.global_.size()) global_.resize(other.global_.size());
  for (std::size_t id = 0; id < other.global_.size(); ++id) {
    Track& mine = global_[id];
    Track& theirs = other.global_[id];
    if ((mine.only_read && theirs.written) || (theirs.only_read && mine.written)) {
      verdict_ = std::max(verdict_, ScreenVerdict::Unsure);
    }
    mine.only_read = mine.only_read || theirs.only_read;
    mine.read = mine.read || theirs.read;
    mine.written = mine.written || theirs.written;
    if (!mine.written) continue;
    if (mine.pages.size() < theirs.pages.size()) mine.pages.resize(theirs.pages.size());
    for (std::size_t number = 0; number < theirs.pages.size(); ++number) {
      if (theirs.pages[number] == nullptr) continue;
      if (mine.pages[number] == nullptr) {
        mine.pages[number] = std::move(theirs.pages[number]);
      } else if (!join(*mine.pages[number], *theirs.pages[number])) {
        suspect();
        return;
      }
    }
  }
}

}  // namespace checkers
