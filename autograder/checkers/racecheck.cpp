// SPDX-License-Identifier: MIT
#include "checkers/racecheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <tuple>

#include "base/text.h"
#include "checkers/describe.h"
#include "checkers/race_words.h"

namespace checkers {

namespace {

using race::Accessor;
using race::AccessRow;
using race::Cell;
using race::Effect;
using race::Scope;
using vgpu::AccessKind;
using vgpu::kWarpSize;
using vgpu::Mask;
using vgpu::Pattern;
using vgpu::WarpAccess;

/// Rows of shared accesses that are kept at most before old ones are dropped at a barrier.
constexpr std::uint32_t kSharedRows = 1U << 20;

/// Volatile is plain in shared memory and relaxed in global memory.
Effect effect_of(const WarpAccess& access) {
  Effect effect;
  // An atomic whose result is dropped tells its thread nothing.
  effect.reads = access.kind == AccessKind::Load ||
                 (access.kind == AccessKind::Atomic && access.returns_value);
  effect.writes = access.kind != AccessKind::Load;
  const bool is_volatile = access.semantics == ptx::Semantics::Volatile;
  effect.strong =
      access.kind == AccessKind::Atomic ||
      (is_volatile ? access.space == ptx::Space::Global : access.semantics != ptx::Semantics::Weak);
  effect.scope = access.scope == ptx::Scope::Cta ? Scope::Block : Scope::Device;
  return effect;
}

bool is_release(const WarpAccess& access) {
  return access.semantics == ptx::Semantics::Release ||
         access.semantics == ptx::Semantics::AcqRel || access.semantics == ptx::Semantics::Sc;
}

std::uint32_t place_in_run(std::uint32_t interval, std::uint32_t sequence) {
  constexpr std::uint32_t kMostIntervals = (1U << 12) - 1, kMostAccesses = (1U << 20) - 1;
  return std::min(interval, kMostIntervals) << 20 | std::min(sequence, kMostAccesses);
}

}  // namespace

Racecheck::Racecheck(const vgpu::LaunchInfo& launch)
    : NullTools(launch), launch_(&launch), findings_(launch) {
  global_.last_row.assign(launch.site_count(), 0);
}

void Racecheck::begin_block(const vgpu::BlockInfo& block) {
  block_ = static_cast<std::uint32_t>(block.number);
  order_.begin_block(block.number, block.threads);
  run_.shared.forget(launch_->site_count());
  global_.block_first = global_.interval_first = global_.table.next();
  run_.interval = 0;
  run_.sequence.assign(block.warps, 0);
  run_.groups.assign(block.warps, 0);
  run_.pending.assign(block.warps, {});
  run_.any_pending = false;
}

void Racecheck::pause_block() {
  order_.pause_block();
  paused_.insert_or_assign(block_, std::move(run_));
  run_ = Run();
}

void Racecheck::resume_block(const vgpu::BlockInfo& block) {
  block_ = static_cast<std::uint32_t>(block.number);
  order_.resume_block(block.number);
  const auto found = paused_.find(block_);
  run_ = std::move(found->second);
  paused_.erase(found);
  // Rows of other blocks lie between this block's own: let before() look at each.
  global_.block_first = global_.interval_first = global_.table.next();
}

void Racecheck::Side::forget(std::size_t sites) {
  if (table.next() > 1 || last_row.size() != sites) {
    shadow.clear();
    table.clear();
    last_row.assign(sites, 0);
  }
  block_first = interval_first = 1;
}

void Racecheck::barrier(const vgpu::BarrierEvent& event) {
  std::vector<Mask> waited(event.participants.begin(), event.participants.end());
  bool all_waited = event.whole_block;
  for (std::size_t warp = 0; warp < event.arrived_only.size(); ++warp) {
    waited[warp] &= ~event.arrived_only[warp];
    all_waited = all_waited && event.arrived_only[warp] == 0;
  }
  order_.barrier(event.id, waited, event.whole_block);
  if (!all_waited) return;
  ++run_.interval;
  std::ranges::fill(run_.sequence, 0);
  if (run_.any_pending) return;
  run_.shared.interval_first = run_.shared.table.next();
  global_.interval_first = global_.table.next();
  if (run_.shared.table.next() > kSharedRows) run_.shared.forget(launch_->site_count());
}

void Racecheck::arrive(const vgpu::ArriveEvent& event) {
  order_.arrive(event.id, event.warp, event.mask);
}

void Racecheck::warp_sync(const vgpu::WarpSyncEvent& event) {
  if (event.orders_memory) order_.warp_sync(event.warp, event.mask);
}

void Racecheck::fence(const vgpu::FenceEvent& event) {
  order_.fence(event.warp, event.mask,
               event.scope == ptx::Scope::Cta ? Scope::Block : Scope::Device);
}

void Racecheck::async(const vgpu::AsyncEvent& event) {
  std::uint32_t& group = run_.groups[event.warp];
  if (event.step == vgpu::AsyncStep::Commit) {
    ++group;
    return;
  }
  const bool all = event.step == vgpu::AsyncStep::WaitAll;
  std::erase_if(run_.pending[event.warp], [&](const Pending& copy) {
    // Groups are numbered from 0; `group` is the one being filled. The last `pending` committed
    // ones may still be under way.
    const bool arrived = all || copy.group + event.pending < group;
    if (!arrived || (copy.lanes & event.mask) == 0) return false;
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(copy.lanes & event.mask));
    run_.shared.table[copy.row].clock = order_.clock(event.warp * kWarpSize + lane);
    return true;
  });
  run_.any_pending =
      std::ranges::any_of(run_.pending, [](const auto& list) { return !list.empty(); });
}

std::uint32_t Racecheck::enter_row(Side& side, const WarpAccess& access, const Effect& effect,
                                   race::Clock clock) {
  AccessRow row;
  row.block = block_;
  row.warp = static_cast<std::uint16_t>(access.warp);
  row.kind = access.kind;
  row.effect = effect;
  row.clock = clock;
  row.site = access.site;
  row.order = place_in_run(run_.interval, run_.sequence[access.warp]);
  // A loop without synchronisation need not get a row each time. In shared memory it does at first,
  // so that messages can tell which of two accesses comes later in the program.
  const bool frugal = &side == &global_ || side.table.next() - side.interval_first > kSharedRows;
  if (std::uint32_t& last = side.last_row[access.site]; frugal && clock != race::kInFlight) {
    if (last != 0 && same_moment(side.table[last], row)) return last;
  }
  const std::uint32_t added = side.table.add(row);
  side.last_row[access.site] = added;
  if (added == 0) full_ = true;
  return added;
}

void Racecheck::access(const WarpAccess& access) {
  const bool is_shared = access.space == ptx::Space::Shared;
  if ((!is_shared && access.space != ptx::Space::Global) || full_) return;
  Now now;
  now.access = &access;
  now.side = is_shared ? &run_.shared : &global_;
  now.effect = effect_of(access);
  ++run_.sequence[access.warp];
  const bool in_flight = access.asynchronous && access.kind == AccessKind::Store;
  for (Mask rest = access.mask; rest != 0;) {
    const std::uint32_t first = access.warp * kWarpSize;
    const race::Clock clock =
        order_.clock(first + static_cast<std::uint32_t>(std::countr_zero(rest)));
    Mask lanes = rest;
    if (!order_.uniform(access.warp)) {
      lanes = 0;
      for (Mask others = rest; others != 0; others &= others - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(others));
        if (order_.clock(first + lane) == clock) lanes |= Mask{1} << lane;
      }
    }
    rest &= ~lanes;
    now.row = enter_row(*now.side, access, now.effect, in_flight ? race::kInFlight : clock);
    if (now.row == 0) return;
    if (in_flight) {
      run_.pending[access.warp].push_back({now.row, lanes, run_.groups[access.warp]});
      run_.any_pending = true;
    }
    enter(now, lanes);
  }
  if (now.effect.strong) hand_off(access, now.effect);
}

void Racecheck::hand_off(const WarpAccess& access, const Effect& effect) {
  for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const race::Location location{access.space == ptx::Space::Shared,
                                  access.segment_of(lane)->base + access.offsets[lane]};
    order_.strong_access(location, access.warp * kWarpSize + lane, effect, is_release(access));
  }
}

void Racecheck::enter(Now& now, Mask lanes) {
  const WarpAccess& access = *now.access;
  // Of lanes that read one word alike, the first and the last stand for all.
  if (access.pattern == Pattern::Uniform && !now.effect.writes && !now.effect.strong) {
    lanes = std::bit_floor(lanes) | (lanes & (~lanes + 1));
  }
  for (; lanes != 0; lanes &= lanes - 1) {
    now.lane = static_cast<unsigned>(std::countr_zero(lanes));
    now.offset = access.offsets[now.lane];
    enter_lane(now);
  }
}

void Racecheck::enter_lane(Now& now) {
  using race::Shadow;
  const vgpu::Segment& segment = *now.access->segment_of(now.lane);
  Shadow& shadow = now.side->shadow;
  const std::uint64_t end = now.offset + now.access->bytes();
  for (std::uint64_t at = now.offset; at < end;) {
    const std::uint64_t number = at / Shadow::kPageBytes;
    const std::uint64_t stop = std::min(end, (number + 1) * Shadow::kPageBytes);
    Shadow::Page& page = shadow.page(segment.id, number);
    if (!page.fine && (at % Shadow::kWordBytes != 0 || stop % Shadow::kWordBytes != 0)) {
      shadow.refine(page);
    }
    const std::uint64_t granule = page.fine ? 1 : Shadow::kWordBytes;
    const std::uint64_t base = number * Shadow::kPageBytes;
    for (; at < stop; at += granule) enter_cell(now, page, (at - base) / granule);
  }
}

void Racecheck::enter_cell(Now& now, race::Shadow::Page& page, std::uint64_t index) {
  Cell& cell = page.cells[index];
  if (now.effect.strong) {
    page.settled[index / 32 % 32] &= ~(1U << index % 32);
    strong(now, cell);
  } else if (now.effect.writes) {
    page.settled[index / 32 % 32] &= ~(1U << index % 32);
    plain_write(now, cell);
  } else if (page.fine || (page.settled[index / 32] >> index % 32 & 1) == 0) {
    plain_read(now, cell);
    if (now.side != &global_ || page.fine || (cell.write | cell.strong) != 0) return;
    const auto& [first, second] = cell.reads;
    if (first == 0 || second == 0) return;
    const auto& table = now.side->table;
    if (table[race::row_of(first)].block != table[race::row_of(second)].block) {
      page.settled[index / 32] |= 1U << index % 32;
    }
  }
}

bool Racecheck::before(const Now& now, Accessor past) const {
  const std::uint32_t row = race::row_of(past);
  const Side& side = *now.side;
  if (row >= side.block_first && row < side.interval_first) return true;
  const AccessRow& then = side.table[row];
  if (row == now.row) return race::lane_of(past) == now.lane;
  return order_.before({then.block, then.warp * kWarpSize + race::lane_of(past), then.clock},
                       now.thread());
}

void Racecheck::check(const Now& now, Accessor past) {
  if (past == 0) return;
  const AccessRow& then = now.side->table[race::row_of(past)];
  const bool conflicts = race::conflict(then.effect, now.effect, then.block == block_);
  if (conflicts && !before(now, past)) report(now, past);
}

/// Puts the access into one of two slots, so that they stay as far apart as can be.
bool Racecheck::keep(const Now& now, std::array<Accessor, 2>& slots) const {
  for (Accessor& slot : slots) {
    if (slot == 0 || slot == now.accessor() || before(now, slot)) {
      slot = now.accessor();
      return true;
    }
  }
  const auto& table = now.side->table;
  const AccessRow& a = table[race::row_of(slots[0])];
  const AccessRow& b = table[race::row_of(slots[1])];
  const AccessRow& mine = table[now.row];
  const bool more_writes = mine.effect.writes && !b.effect.writes;
  const bool other_block = a.block == b.block && mine.block != a.block;
  const bool other_warp =
      a.block == b.block && a.warp == b.warp && mine.block == a.block && mine.warp != a.warp;
  if (!more_writes && !other_block && !other_warp) return false;
  slots[1] = now.accessor();
  return true;
}

void Racecheck::plain_read(Now& now, Cell& cell) {
  if (cell.reads[0] == now.accessor()) return;
  check(now, cell.write);
  if (cell.strong != 0) {
    check_strong(now, now.side->shadow.strong_of(std::as_const(cell)));
  }
  keep(now, cell.reads);
}

void Racecheck::plain_write(Now& now, Cell& cell) {
  check(now, cell.write);
  check(now, cell.reads[0]);
  check(now, cell.reads[1]);
  if (cell.strong != 0) {
    auto& strong = now.side->shadow.strong_of(cell);
    check_strong(now, strong);
    strong = {};
  }
  cell.write = now.accessor();
  cell.reads = {};
}

void Racecheck::strong(Now& now, Cell& cell) {
  check(now, cell.write);
  if (now.effect.writes) {
    check(now, cell.reads[0]);
    check(now, cell.reads[1]);
  }
  auto& strong = now.side->shadow.strong_of(cell);
  for (const Accessor past : strong.apart) check(now, past);
  keep(now, strong.apart);
  strong.latest = now.accessor();
}

/// A plain access after strong ones. Whoever read the location last by an atomic has seen all
/// atomics before it; what comes after that read comes after them: `if (atomicAdd(&n, 1) == last) n
/// = 0`.
void Racecheck::check_strong(const Now& now, const race::Shadow::StrongPair& strong) {
  const auto& table = now.side->table;
  const AccessRow& latest = table[race::row_of(strong.latest)];
  const bool seen = strong.latest != 0 && latest.kind == AccessKind::Atomic &&
                    latest.effect.reads && before(now, strong.latest);
  for (const Accessor past : strong.apart) {
    const AccessRow& then = table[race::row_of(past)];
    const bool reach = then.block == latest.block ||
                       (then.effect.scope == Scope::Device && latest.effect.scope == Scope::Device);
    if (seen && reach && then.effect.writes) continue;
    check(now, past);
  }
}

/// Do both accesses write the same bytes by the same instruction?
bool Racecheck::writes_equal(const Now& now, Accessor past) const {
  const AccessRow& then = now.side->table[race::row_of(past)];
  const WarpAccess& access = *now.access;
  const bool both_store = then.kind == AccessKind::Store && access.kind == AccessKind::Store;
  if (!both_store || then.site != access.site || access.stored.empty()) return false;
  const std::uint32_t bytes = std::min<std::uint32_t>(access.bytes(), 8);
  const std::uint64_t mine = access.stored[now.lane];
  std::uint64_t theirs = 0;
  const std::uint32_t lane = race::lane_of(past);
  // A lane of this very access, whose bytes are not in memory yet?
  const bool of_now =
      race::row_of(past) == now.row && lane < now.lane && (access.mask >> lane & 1) != 0 &&
      access.segment_of(lane) == access.segment_of(now.lane) && access.offsets[lane] == now.offset;
  if (of_now) {
    theirs = access.stored[lane];
  } else {
    const std::byte* data = access.segment_of(now.lane)->data;
    if (data == nullptr) return false;
    std::memcpy(&theirs, data + now.offset, bytes);
  }
  const std::uint64_t mask = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes * 8) - 1;
  return ((mine ^ theirs) & mask) == 0;
}

void Racecheck::report(const Now& now, Accessor past) {
  const auto& table = now.side->table;
  const AccessRow& then = table[race::row_of(past)];
  const AccessRow& mine = table[now.row];
  // Later in the program, not later in the engine's run.
  const std::uint32_t my_order = place_in_run(run_.interval, run_.sequence[now.access->warp]);
  // Compilers move code about, so source lines decide before instructions do.
  const auto line = [&](vgpu::SiteId site) { return launch_->lines[site].line; };
  const bool now_is_later = std::tuple(my_order, line(mine.site), mine.site) >=
                            std::tuple(then.order, line(then.site), then.site);
  const bool equal = writes_equal(now, past);
  const Witness me{block_, now.thread()};
  const Witness them{then.block, then.warp * kWarpSize + race::lane_of(past)};
  FindingPlace place;
  place.kind = now.side == &run_.shared ? FindingKind::SharedRace : FindingKind::GlobalRace;
  place.site = now_is_later ? mine.site : then.site;
  place.other = now_is_later ? then.site : mine.site;
  // A pair of different blocks or warps tells more than one within a warp.
  const bool same_block = then.block == block_;
  const bool same_warp = same_block && then.warp == now.access->warp;
  const Weight weight{equal ? protocol::Severity::Warning : protocol::Severity::Error,
                      static_cast<std::uint8_t>(same_warp    ? 2
                                                : same_block ? 1
                                                             : 0)};
  findings_.add(place, now_is_later ? me : them, weight, 1,
                [&] { return describe(now, past, now_is_later, equal); });
}

Description Racecheck::describe(const Now& now, Accessor past, bool now_is_later,
                                bool equal) const {
  const AccessRow& then = now.side->table[race::row_of(past)];
  const AccessRow& mine = now.side->table[now.row];
  race::Party me{{block_, now.thread()}, mine.kind, now.effect, mine.site};
  race::Party them{
      {then.block, then.warp * kWarpSize + race::lane_of(past)}, then.kind, then.effect, then.site};
  race::Meeting meeting;
  meeting.earlier = now_is_later ? them : me;
  meeting.later = now_is_later ? me : them;
  meeting.shared = now.side == &run_.shared;
  meeting.equal_values = equal;
  meeting.in_flight = then.clock == race::kInFlight;
  meeting.segment = now.access->segment_of(now.lane);
  meeting.offset = static_cast<std::int64_t>(now.offset);
  meeting.bytes = now.access->element_bytes;
  return race::describe(*launch_, meeting);
}

}  // namespace checkers
