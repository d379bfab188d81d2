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

/// The thread, and the warp, of a snapshot that several made together.
constexpr std::uint32_t kSeveral = ~std::uint32_t{0};

/// What threads of one block knew at a fence.
struct Order::Snapshot {
  std::uint64_t block = 0;
  Clock floor = 0;
  std::uint32_t warp = 0;
  Clock warp_floor = 0;
  std::uint32_t thread = 0;  ///< or kSeveral
  Clock own = 0;             ///< lower clocks of `thread`
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

/// What the releases of a log cover together, whatever their scope: a log that covers nothing of a
/// thread need not be gone through.
class Order::Reach {
 public:
  bool covers(std::uint32_t who, Clock clock) const {
    return clock < floor_ || (who < threads_.size() && clock < threads_[who]) ||
           (who / kLanes < warps_.size() && clock < warps_[who / kLanes]);
  }

  void add(const Snapshot& what) {
    floor_ = std::max(floor_, what.floor);
    if (what.thread != kSeveral) {
      raise(threads_, what.thread, what.own);
      raise(warps_, what.warp, what.warp_floor);
    }
    if (what.known == nullptr || what.known == joined_) return;
    joined_ = what.known;
    const std::vector<Clock>& local = joined_->local;
    if (threads_.size() < local.size()) threads_.resize(local.size(), 0);
    for (std::size_t i = 0; i < local.size(); ++i) threads_[i] = std::max(threads_[i], local[i]);
  }

 private:
  static void raise(std::vector<Clock>& clocks, std::size_t index, Clock to) {
    if (clocks.size() <= index) clocks.resize(index + 1, 0);
    clocks[index] = std::max(clocks[index], to);
  }

  Clock floor_ = 0;
  std::vector<Clock> threads_, warps_;
  KnowledgePtr joined_;  ///< the latest whose clocks are in
};

/// The releases of one block at one location.
class Order::ReleaseLog {
 public:
  /// False: what this thread (or kSeveral, of the block's own mark) released last was just this.
  bool add(std::uint32_t position, std::uint32_t thread, const SnapshotPtr& what, Scope scope) {
    const std::uint64_t key = std::uint64_t{thread} * kScopes + static_cast<std::size_t>(scope);
    const Snapshot*& last = last_[key];
    if (last == what.get()) return false;
    last = what.get();
    if (releases_.size() == kMostReleases) thin_out();
    releases_.push_back({position, scope, key, what});
    if (releases_.size() == kReleasesForReach) {
      for (const Release& release : releases_) reach_.add(*release.what);
    } else if (releases_.size() > kReleasesForReach) {
      reach_.add(*what);
    }
    return true;
  }

  /// Does one of the releases before position `length` cover the access?
  bool covers(const Stamp& past, std::uint32_t length, bool same_block, bool device_wide) const {
    if (releases_.size() >= kReleasesForReach && !reach_.covers(past.thread, past.clock)) {
      return false;
    }
    const auto end = std::ranges::lower_bound(releases_, length, {}, &Release::position);
    for (auto at = std::make_reverse_iterator(end); at != releases_.rend(); ++at) {
      if (!same_block && (at->scope != Scope::Device || !device_wide)) continue;
      if (at->what->covers(past.thread, past.clock)) return true;
    }
    return false;
  }

 private:
  struct Release {
    std::uint32_t position;
    Scope scope;
    std::uint64_t key;  ///< whose it is, and how far it reaches
    SnapshotPtr what;
  };
  static constexpr std::size_t kReleasesForReach = 16;
  /// More than four times what all threads of a block can have last.
  static constexpr std::size_t kMostReleases = 16'384;

  /// Of the older half, each thread's releases become one: its last, at the place of its first.
  /// What a thread releases holds all that it released before, so nothing is forgotten; who
  /// acquired in between is taken to know some thousand releases more.
  void thin_out() {
    std::unordered_map<std::uint64_t, std::size_t> places;
    std::vector<Release> kept;
    const std::size_t half = releases_.size() / 2;
    for (std::size_t i = 0; i < releases_.size(); ++i) {
      Release& release = releases_[i];
      const auto [place, first] =
          i < half ? places.try_emplace(release.key, kept.size()) : std::pair{places.end(), true};
      if (first) {
        kept.push_back(std::move(release));
      } else {
        kept[place->second].what = std::move(release.what);
      }
    }
    releases_ = std::move(kept);
  }

  std::vector<Release> releases_;                            ///< by position
  std::unordered_map<std::uint64_t, const Snapshot*> last_;  ///< by key; all are in releases_
  Reach reach_;                                              ///< once there are kReleasesForReach
};

/// A location at which something was released.
struct Order::Variable {
  std::uint32_t length = 0;  ///< releases so far
  std::unordered_map<std::uint64_t, ReleaseLog> by_block;
  Knowledge indirect;  ///< what the releasing threads had acquired elsewhere

  bool covers(const Stamp& past, std::uint32_t taken, bool same_block, bool device_wide) const {
    const auto log = by_block.find(past.block);
    return log != by_block.end() && log->second.covers(past, taken, same_block, device_wide);
  }
};

Order::Order() = default;
Order::~Order() = default;
Order::Order(Order&&) noexcept = default;
Order& Order::operator=(Order&&) noexcept = default;

Order::Run::Run() = default;
Order::Run::~Run() = default;
Order::Run::Run(Run&&) noexcept = default;
Order::Run& Order::Run::operator=(Run&&) noexcept = default;

void Order::begin_block(std::uint64_t block, std::uint32_t threads) {
  if (!run_.shared.empty() && !global_.empty()) retired_.push_back(std::move(run_.shared));
  run_ = Run();
  run_.block = block;
  run_.threads = threads;
  const std::uint32_t warps = (threads + kLanes - 1) / kLanes;
  run_.clocks.assign(warps * kLanes, 1);
  run_.warp_floor.assign(warps, 1);
  run_.uniform.assign(warps, 1);
  run_.known.resize(warps * kLanes);
}

void Order::pause_block() {
  paused_.insert_or_assign(run_.block, std::move(run_));
  run_ = Run();
}

void Order::resume_block(std::uint64_t block) {
  if (!run_.shared.empty() && !global_.empty()) retired_.push_back(std::move(run_.shared));
  const auto found = paused_.find(block);
  run_ = std::move(found->second);
  paused_.erase(found);
}

Mask Order::existing_lanes(std::uint32_t warp) const {
  const std::uint32_t left = run_.threads - warp * kLanes;
  return left >= kLanes ? ~Mask{0} : (Mask{1} << left) - 1;
}

bool Order::before_by_knowledge(const Stamp& past, std::uint32_t thread) const {
  const bool same_block = past.block == run_.block;
  for (const Knowledge* known : {run_.known[thread].get(), run_.block_known.get()}) {
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
  if (knowledge.local.size() < run_.clocks.size()) knowledge.local.resize(run_.clocks.size(), 0);
  const std::uint32_t first = warp * kLanes;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    Clock& known = knowledge.local[first + lane];
    known = std::max(known, run_.warp_floor[warp]);
  }
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t thread = first + static_cast<std::uint32_t>(std::countr_zero(rest));
    knowledge.local[thread] = std::max(knowledge.local[thread], run_.clocks[thread] + 1);
    if (run_.known[thread]) knowledge.join(*run_.known[thread]);
  }
  for (std::size_t scope = 0; scope < kScopes && run_.marks_in_use; ++scope) {
    meeting.marks[scope] = fold_marks(warp, lanes, scope, meeting.marks[scope]);
  }
}

/// Gives these lanes what the meeting gathered, and a new clock.
void Order::leave(std::uint32_t warp, Mask lanes, const Meeting& meeting, Clock now) {
  run_.knowledge_in_use = true;
  const auto knowledge = std::make_shared<const Knowledge>(meeting.knowledge);
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t thread = warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(rest));
    run_.known[thread] = knowledge;
    run_.clocks[thread] = now;
    for (std::size_t scope = 0; scope < kScopes && run_.marks_in_use; ++scope) {
      if (meeting.marks[scope]) run_.marks[scope][thread] = meeting.marks[scope];
    }
  }
  check_uniform(warp);
}

void Order::check_uniform(std::uint32_t warp) {
  const auto first = run_.clocks.begin() + warp * kLanes;
  const auto lanes = static_cast<std::uint32_t>(std::popcount(existing_lanes(warp)));
  run_.uniform[warp] =
      std::all_of(first, first + lanes, [&](Clock c) { return c == *first; }) ? 1 : 0;
}

void Order::whole_barrier() {
  if (run_.marks_in_use) {
    for (std::size_t scope = 0; scope < kScopes; ++scope) {
      SnapshotPtr folded = run_.block_mark[scope];
      for (std::uint32_t warp = 0; warp < run_.warp_floor.size(); ++warp) {
        folded = fold_marks(warp, existing_lanes(warp), scope, folded);
      }
      run_.block_mark[scope] = folded;
      std::ranges::fill(run_.marks[scope], nullptr);
    }
  }
  if (run_.knowledge_in_use) {
    auto joint = std::make_shared<Knowledge>();
    if (run_.block_known) joint->join_acquired(run_.block_known->acquired);
    const Knowledge* last = nullptr;
    for (KnowledgePtr& known : run_.known) {
      if (known && known.get() != last) joint->join_acquired(known->acquired);
      last = known.get();
    }
    std::ranges::fill(run_.known, nullptr);
    run_.knowledge_in_use = !joint->acquired.empty();
    run_.block_known = run_.knowledge_in_use ? std::move(joint) : nullptr;
  }
  run_.floor = ++run_.now;
  std::ranges::fill(run_.clocks, run_.floor);
  std::ranges::fill(run_.warp_floor, run_.floor);
  std::ranges::fill(run_.uniform, std::uint8_t{1});
}

void Order::barrier(std::uint32_t id, std::span<const Mask> waited, bool whole_block) {
  std::unique_ptr<Meeting> meeting = std::move(run_.arrivals[id % kBarriers]);
  if (whole_block && meeting == nullptr) {
    whole_barrier();
    return;
  }
  if (meeting == nullptr) meeting = std::make_unique<Meeting>();
  for (std::uint32_t warp = 0; warp < waited.size(); ++warp) {
    if (waited[warp] != 0) meet(warp, waited[warp], *meeting);
  }
  const Clock now = ++run_.now;
  for (std::uint32_t warp = 0; warp < waited.size(); ++warp) {
    if (waited[warp] != 0) leave(warp, waited[warp], *meeting, now);
  }
}

void Order::arrive(std::uint32_t id, std::uint32_t warp, Mask lanes) {
  std::unique_ptr<Meeting>& meeting = run_.arrivals[id % kBarriers];
  if (meeting == nullptr) meeting = std::make_unique<Meeting>();
  meet(warp, lanes, *meeting);
  const Clock now = ++run_.now;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    run_.clocks[warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(rest))] = now;
  }
  check_uniform(warp);
}

void Order::warp_sync(std::uint32_t warp, Mask lanes) {
  const std::uint32_t first = warp * kLanes;
  const Mask all = existing_lanes(warp);
  bool plain = (lanes & all) == all;
  for (std::uint32_t lane = 0; lane < kLanes && plain && run_.knowledge_in_use; ++lane) {
    plain = run_.known[first + lane] == run_.known[first];
  }
  if (plain && !run_.marks_in_use) {
    const Clock now = ++run_.now;
    run_.warp_floor[warp] = now;
    std::fill_n(run_.clocks.begin() + first, kLanes, now);
    run_.uniform[warp] = 1;
    return;
  }
  Meeting meeting;
  meet(warp, lanes & all, meeting);
  leave(warp, lanes & all, meeting, ++run_.now);
}

Order::SnapshotPtr Order::snapshot(std::uint32_t thread) const {
  auto made = std::make_shared<Snapshot>();
  made->block = run_.block;
  made->floor = run_.floor;
  made->warp = thread / kLanes;
  made->warp_floor = run_.warp_floor[made->warp];
  made->thread = thread;
  made->own = run_.clocks[thread] + 1;
  made->known = run_.known[thread];
  made->block_known = run_.block_known;
  return made;
}

/// One snapshot that covers `with` and the marks of these lanes.
Order::SnapshotPtr Order::fold_marks(std::uint32_t warp, Mask lanes, std::size_t scope,
                                     SnapshotPtr with) const {
  std::vector<const Snapshot*> parts;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const Snapshot* mark =
        run_.marks[scope][warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(rest))].get();
    if (mark != nullptr && std::ranges::find(parts, mark) == parts.end()) parts.push_back(mark);
  }
  if (parts.empty()) return with;
  if (with) parts.push_back(with.get());
  auto folded = std::make_shared<Snapshot>();
  auto known = std::make_shared<Knowledge>();
  folded->block = run_.block;
  folded->thread = folded->warp = kSeveral;
  known->local.assign(run_.clocks.size(), 0);
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
  if (!run_.marks_in_use) {
    run_.marks_in_use = true;
    for (auto& marks : run_.marks) marks.assign(run_.clocks.size(), nullptr);
  }
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t thread = warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(rest));
    const SnapshotPtr mark = snapshot(thread);
    run_.marks[static_cast<std::size_t>(Scope::Block)][thread] = mark;
    if (scope == Scope::Device) run_.marks[static_cast<std::size_t>(Scope::Device)][thread] = mark;
  }
  const Clock now = ++run_.now;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    run_.clocks[warp * kLanes + static_cast<std::uint32_t>(std::countr_zero(rest))] = now;
  }
  check_uniform(warp);
}

void Order::strong_access(const Location& location, std::uint32_t thread, const Effect& effect,
                          bool releases) {
  Variables& variables = location.shared ? run_.shared : global_;
  if (effect.reads && !variables.empty()) {
    const auto found = variables.find(location.address);
    if (found != variables.end()) acquire(*found->second, thread, effect.scope);
  }
  if (!effect.writes) return;
  if (releases) fence(thread / kLanes, Mask{1} << (thread % kLanes), effect.scope);
  if (!run_.marks_in_use) return;
  const auto block_scope = static_cast<std::size_t>(Scope::Block);
  if (!run_.marks[block_scope][thread] && !run_.block_mark[block_scope]) return;
  auto& variable = variables[location.address];
  if (variable == nullptr) variable = std::make_unique<Variable>();
  release(*variable, thread, effect.scope);
}

void Order::acquire(Variable& variable, std::uint32_t thread, Scope scope) {
  const std::uint32_t length = variable.length;
  const bool device_wide = scope == Scope::Device;
  KnowledgePtr& known = run_.known[thread];
  if (known) {
    const auto same = std::ranges::find_if(known->acquired, [&](const Acquired& a) {
      return a.variable == &variable && a.device_wide == device_wide && a.length == length;
    });
    if (same != known->acquired.end()) return;  // a lock is asked for again and again
  }
  Knowledge gained;
  gained.acquired = variable.indirect.acquired;
  gained.join_acquired({{&variable, length, device_wide}});
  if (known) gained.join(*known);
  known = std::make_shared<const Knowledge>(std::move(gained));
  run_.knowledge_in_use = true;
}

void Order::release(Variable& variable, std::uint32_t thread, Scope scope) {
  const auto add = [&](std::uint32_t whose, const SnapshotPtr& what, Scope reach) {
    if (!what) return;
    if (!variable.by_block[run_.block].add(variable.length, whose, what, reach)) return;
    ++variable.length;
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
    add(thread, run_.marks[device_scope][thread], Scope::Device);
    add(kSeveral, run_.block_mark[device_scope], Scope::Device);
  }
  add(thread, run_.marks[block_scope][thread], Scope::Block);
  add(kSeveral, run_.block_mark[block_scope], Scope::Block);
}

}  // namespace checkers::race
