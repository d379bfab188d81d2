// SPDX-License-Identifier: MIT
#include "checkers/race_rule.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace checkers::race {

/// What a thread has acquired from a location: the first `length` releases there.
struct Acquired {
  const void* variable = nullptr;
  std::uint32_t length = 0;
  bool device_wide = false;
};

/// What a thread knows beyond the floors. Never changed once shared.
struct Order::Knowledge {
  std::vector<Clock> local;  ///< by thread of the block: lower clocks are known; may be empty
  std::vector<Acquired> acquired;

  bool covers_local(std::uint32_t thread, Clock clock) const {
    return thread < local.size() && clock < local[thread];
  }
  void join_local(const std::vector<Clock>& other) {
    if (local.size() < other.size()) local.resize(other.size(), 0);
    for (std::size_t i = 0; i < other.size(); ++i) local[i] = std::max(local[i], other[i]);
  }
  void join_acquired(const std::vector<Acquired>& other) {
    for (const Acquired& theirs : other) {
      const auto mine = std::ranges::find_if(acquired, [&](const Acquired& a) {
        return a.variable == theirs.variable && a.device_wide == theirs.device_wide;
      });
      if (mine == acquired.end()) {
        acquired.push_back(theirs);
      } else {
        mine->length = std::max(mine->length, theirs.length);
      }
    }
  }
  void join(const Knowledge& other) {
    join_local(other.local);
    join_acquired(other.acquired);
  }
};

/// What threads of one block knew at a fence.
struct Order::Snapshot {
  std::uint64_t block = 0;
  Clock floor = 0;
  std::uint32_t warp = 0;
  Clock warp_floor = 0;
  std::uint32_t thread = 0;
  Clock own = 0;  ///< lower clocks of `thread`
  KnowledgePtr known, block_known;

  bool covers(std::uint32_t who, Clock clock) const {
    return clock < floor || (who == thread && clock < own) ||
           (who / kLanes == warp && clock < warp_floor) ||
           (known != nullptr && known->covers_local(who, clock));
  }
};

/// Threads that come together: what they know, each of the others learns.
struct Order::Meeting {
  Knowledge knowledge;
  std::array<SnapshotPtr, kScopes> marks;
};

/// A location at which something was released.
struct Order::Variable {
  struct Release {
    SnapshotPtr what;
    Scope scope;
  };
  std::vector<Release> log;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_block;
  Knowledge indirect;  ///< what the releasing threads had acquired elsewhere

  bool covers(const Stamp& past, std::uint32_t length, bool same_block, bool device_wide) const {
    const auto releases = by_block.find(past.block);
    if (releases == by_block.end()) return false;
    for (auto at = releases->second.rbegin(); at != releases->second.rend(); ++at) {
      if (*at >= length) continue;
      const Release& release = log[*at];
      if (!same_block && (release.scope != Scope::Device || !device_wide)) continue;
      if (release.what->covers(past.thread, past.clock)) return true;
    }
    return false;
  }
};

Order::Order() = default;
Order::~Order() = default;
Order::Order(Order&&) noexcept = default;
Order& Order::operator=(Order&&) noexcept = default;

void Order::begin_block(std::uint64_t block, std::uint32_t threads) {
  block_ = block;
  threads_ = threads;
  now_ = floor_ = 1;
  const std::uint32_t warps = (threads + kLanes - 1) / kLanes;
  clocks_.assign(warps * kLanes, 1);
  warp_floor_.assign(warps, 1);
  uniform_.assign(warps, 1);
  if (knowledge_in_use_) known_.clear();
  known_.resize(warps * kLanes);
  block_known_ = nullptr;
  knowledge_in_use_ = false;
  if (marks_in_use_) {
    for (std::size_t scope = 0; scope < kScopes; ++scope) {
      marks_[scope].clear();
      block_mark_[scope] = nullptr;
    }
  }
  marks_in_use_ = false;
  for (auto& meeting : arrivals_) meeting = nullptr;
  if (!shared_.empty() && !global_.empty()) retired_.push_back(std::move(shared_));
  shared_.clear();
}

Mask Order::existing_lanes(std::uint32_t warp) const {
  const std::uint32_t left = threads_ - warp * kLanes;
  return left >= kLanes ? ~Mask{0} : (Mask{1} << left) - 1;
}

bool Order::before_by_knowledge(const Stamp& past, std::uint32_t thread) const {
  const bool same_block = past.block == block_;
  for (const Knowledge* known : {known_[thread].get(), block_known_.get()}) {
    if (known == nullptr) continue;
    if (same_block && known->covers_local(past.thread, past.clock)) return true;
    for (const Acquired& acquired : known->acquired) {
      const auto* variable = static_cast<const Variable*>(acquired.variable);
      if (variable->covers(past, acquired.length, same_block, acquired.device_wide)) return true;
    }
  }
  return false;
}

/// Puts what these lanes know into the meeting.
void Order::meet(std::uint32_t warp, Mask lanes, Meeting& meeting) const {
  Knowledge& knowledge = meeting.knowledge;
  if (knowledge.local.size() < clocks_.size()) knowledge.local.resize(clocks_.size(), 0);
  const std::uint32_t first = warp * kLanes;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    Clock& known = knowledge.local[first + lane];
    known = std::max(known, warp_floor_[warp]);
  }
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t thread = first + static_cast<std::uint32_t>(std::countr_zero(rest));
    knowledge.local[thread] = std::max(knowledge.local[thread], clocks_[thread] + 1);
    if (known_[thread]) knowledge.join(*known_[thread]);
  }
  for (std::size_t scope = 0; scope < kScopes && marks_in_use_; ++scope) {
    meeting.marks[scope] = fold_marks(warp, lanes, scope, meeting.marks[scope]);
  }
}

/// Gives these lanes what the meeting gathered, and a new clock.
void Order::leave(std::uint32_t warp, Mask lanes, const Meeting& meeting, Clock now) {
  knowledge_in_use_ = true;
  const auto knowledge = std::make_shared<const Knowledge>(meeting.knowledge);
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t thread = warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(rest));
    known_[thread] = knowledge;
    clocks_[thread] = now;
    for (std::size_t scope = 0; scope < kScopes && marks_in_use_; ++scope) {
      if (meeting.marks[scope]) marks_[scope][thread] = meeting.marks[scope];
    }
  }
  check_uniform(warp);
}

void Order::check_uniform(std::uint32_t warp) {
  const auto first = clocks_.begin() + warp * kLanes;
  const auto lanes = static_cast<std::uint32_t>(std::popcount(existing_lanes(warp)));
  uniform_[warp] = std::all_of(first, first + lanes, [&](Clock c) { return c == *first; }) ? 1 : 0;
}

void Order::whole_barrier() {
  if (marks_in_use_) {
    for (std::size_t scope = 0; scope < kScopes; ++scope) {
      SnapshotPtr folded = block_mark_[scope];
      for (std::uint32_t warp = 0; warp < warp_floor_.size(); ++warp) {
        folded = fold_marks(warp, existing_lanes(warp), scope, folded);
      }
      block_mark_[scope] = folded;
      std::ranges::fill(marks_[scope], nullptr);
    }
  }
  if (knowledge_in_use_) {
    auto joint = std::make_shared<Knowledge>();
    if (block_known_) joint->join_acquired(block_known_->acquired);
    const Knowledge* last = nullptr;
    for (KnowledgePtr& known : known_) {
      if (known && known.get() != last) joint->join_acquired(known->acquired);
      last = known.get();
    }
    std::ranges::fill(known_, nullptr);
    knowledge_in_use_ = !joint->acquired.empty();
    block_known_ = knowledge_in_use_ ? std::move(joint) : nullptr;
  }
  floor_ = ++now_;
  std::ranges::fill(clocks_, floor_);
  std::ranges::fill(warp_floor_, floor_);
  std::ranges::fill(uniform_, std::uint8_t{1});
}

void Order::barrier(std::uint32_t id, std::span<const Mask> waited, bool whole_block) {
  std::unique_ptr<Meeting> meeting = std::move(arrivals_[id % kBarriers]);
  if (whole_block && meeting == nullptr) {
    whole_barrier();
    return;
  }
  if (meeting == nullptr) meeting = std::make_unique<Meeting>();
  for (std::uint32_t warp = 0; warp < waited.size(); ++warp) {
    if (waited[warp] != 0) meet(warp, waited[warp], *meeting);
  }
  const Clock now = ++now_;
  for (std::uint32_t warp = 0; warp < waited.size(); ++warp) {
    if (waited[warp] != 0) leave(warp, waited[warp], *meeting, now);
  }
}

void Order::arrive(std::uint32_t id, std::uint32_t warp, Mask lanes) {
  std::unique_ptr<Meeting>& meeting = arrivals_[id % kBarriers];
  if (meeting == nullptr) meeting = std::make_unique<Meeting>();
  meet(warp, lanes, *meeting);
  const Clock now = ++now_;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    clocks_[warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(rest))] = now;
  }
  check_uniform(warp);
}

void Order::warp_sync(std::uint32_t warp, Mask lanes) {
  const std::uint32_t first = warp * kLanes;
  const Mask all = existing_lanes(warp);
  bool plain = (lanes & all) == all;
  for (std::uint32_t lane = 0; lane < kLanes && plain && knowledge_in_use_; ++lane) {
    plain = known_[first + lane] == known_[first];
  }
  if (plain && !marks_in_use_) {
    const Clock now = ++now_;
    warp_floor_[warp] = now;
    std::fill_n(clocks_.begin() + first, kLanes, now);
    uniform_[warp] = 1;
    return;
  }
  Meeting meeting;
  meet(warp, lanes & all, meeting);
  leave(warp, lanes & all, meeting, ++now_);
}

Order::SnapshotPtr Order::snapshot(std::uint32_t thread) const {
  auto made = std::make_shared<Snapshot>();
  made->block = block_;
  made->floor = floor_;
  made->warp = thread / kLanes;
  made->warp_floor = warp_floor_[made->warp];
  made->thread = thread;
  made->own = clocks_[thread] + 1;
  made->known = known_[thread];
  made->block_known = block_known_;
  return made;
}

/// One snapshot that covers `with` and the marks of these lanes.
Order::SnapshotPtr Order::fold_marks(std::uint32_t warp, Mask lanes, std::size_t scope,
                                     SnapshotPtr with) const {
  std::vector<const Snapshot*> parts;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const Snapshot* mark =
        marks_[scope][warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(rest))].get();
    if (mark != nullptr && std::ranges::find(parts, mark) == parts.end()) parts.push_back(mark);
  }
  if (parts.empty()) return with;
  if (with) parts.push_back(with.get());
  auto folded = std::make_shared<Snapshot>();
  auto known = std::make_shared<Knowledge>();
  folded->block = block_;
  folded->thread = folded->warp = ~std::uint32_t{0};
  known->local.assign(clocks_.size(), 0);
  for (const Snapshot* part : parts) {
    folded->floor = std::max(folded->floor, part->floor);
    if (part->thread < known->local.size()) {
      Clock& own = known->local[part->thread];
      own = std::max(own, part->own);
      for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        Clock& mate = known->local[part->warp * kLanes + lane];
        mate = std::max(mate, part->warp_floor);
      }
    }
    if (part->known) known->join(*part->known);
    if (part->block_known) known->join_acquired(part->block_known->acquired);
  }
  folded->known = std::move(known);
  return folded;
}

void Order::fence(std::uint32_t warp, Mask lanes, Scope scope) {
  if (!marks_in_use_) {
    marks_in_use_ = true;
    for (auto& marks : marks_) marks.assign(clocks_.size(), nullptr);
  }
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t thread = warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(rest));
    const SnapshotPtr mark = snapshot(thread);
    marks_[static_cast<std::size_t>(Scope::Block)][thread] = mark;
    if (scope == Scope::Device) marks_[static_cast<std::size_t>(Scope::Device)][thread] = mark;
  }
  const Clock now = ++now_;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    clocks_[warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(rest))] = now;
  }
  check_uniform(warp);
}

void Order::strong_access(const Location& location, std::uint32_t thread, const Effect& effect,
                          bool releases) {
  auto& variables = location.shared ? shared_ : global_;
  if (effect.reads && !variables.empty()) {
    const auto found = variables.find(location.address);
    if (found != variables.end()) acquire(*found->second, thread, effect.scope);
  }
  if (!effect.writes) return;
  if (releases) fence(thread / kLanes, Mask{1} << (thread % kLanes), effect.scope);
  if (!marks_in_use_) return;
  const auto block_scope = static_cast<std::size_t>(Scope::Block);
  if (!marks_[block_scope][thread] && !block_mark_[block_scope]) return;
  auto& variable = variables[location.address];
  if (variable == nullptr) variable = std::make_unique<Variable>();
  release(*variable, thread, effect.scope);
}

void Order::acquire(Variable& variable, std::uint32_t thread, Scope scope) {
  const auto length = static_cast<std::uint32_t>(variable.log.size());
  const bool device_wide = scope == Scope::Device;
  Knowledge gained;
  gained.acquired = variable.indirect.acquired;
  gained.join_acquired({{&variable, length, device_wide}});
  KnowledgePtr& known = known_[thread];
  if (known) {
    const auto same = std::ranges::find_if(known->acquired, [&](const Acquired& a) {
      return a.variable == &variable && a.device_wide == device_wide && a.length == length;
    });
    if (same != known->acquired.end()) return;
    gained.join(*known);
  }
  known = std::make_shared<const Knowledge>(std::move(gained));
  knowledge_in_use_ = true;
}

void Order::release(Variable& variable, std::uint32_t thread, Scope scope) {
  const auto add = [&](const SnapshotPtr& what, Scope reach) {
    if (!what) return;
    auto& positions = variable.by_block[block_];
    for (auto at = positions.rbegin(); at != positions.rend() && at - positions.rbegin() < 4;
         ++at) {
      const Variable::Release& old = variable.log[*at];
      if (old.what == what && old.scope == reach) return;
    }
    positions.push_back(static_cast<std::uint32_t>(variable.log.size()));
    variable.log.push_back({what, reach});
    for (const Knowledge* known : {what->known.get(), what->block_known.get()}) {
      if (known == nullptr) continue;
      for (const Acquired& acquired : known->acquired) {
        if (acquired.variable != &variable) variable.indirect.join_acquired({acquired});
      }
    }
  };
  const auto block_scope = static_cast<std::size_t>(Scope::Block);
  const auto device_scope = static_cast<std::size_t>(Scope::Device);
  if (scope == Scope::Device) {
    add(marks_[device_scope][thread], Scope::Device);
    add(block_mark_[device_scope], Scope::Device);
  }
  add(marks_[block_scope][thread], Scope::Block);
  add(block_mark_[block_scope], Scope::Block);
}

}  // namespace checkers::race
