// SPDX-License-Identifier: MIT
/// \file
/// The race rule: which accesses of a launch are ordered, and which pairs conflict. Free of engine
/// types.
///
/// Order comes from program order, barriers (whole or named, arrive/sync), warp synchronisation,
/// and hand-offs: what a thread did before a fence is released by its next strong write, and
/// acquired by every strong read of the same location that comes later. Nothing else orders,
/// least of all the sequence in which an engine happens to run warps and blocks. The rule in words:
/// docs/design/race_rule.md. Tested by race_rule_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace checkers::race {

using Mask = std::uint32_t;   ///< lanes of a warp
using Clock = std::uint32_t;  ///< counts the synchronisations of a block

inline constexpr std::uint32_t kLanes = 32;  ///< lanes of a warp

/// The clock of a copy that is still under way: ordered before nothing, not even its own thread.
inline constexpr Clock kInFlight = 0xFFFFFFFF;

/// How far a strong access or a fence reaches.
enum class Scope : std::uint8_t {
  Block,   ///< threads of the same block
  Device,  ///< all threads
};

/// What an access does, as far as conflicts go.
struct Effect {
  bool reads = false;           ///< wants the bytes
  bool writes = false;          ///< changes the bytes
  bool strong = false;          ///< atomic, relaxed, acquire, release; volatile in global memory
  Scope scope = Scope::Device;  ///< of a strong access
};

/// Would these two, of different threads and on a common byte, be a race if nothing ordered them?
constexpr bool conflict(const Effect& a, const Effect& b, bool same_block) {
  if (!a.writes && !b.writes) return false;
  const bool reach = same_block || (a.scope == Scope::Device && b.scope == Scope::Device);
  return !(a.strong && b.strong && reach);
}

/// Who made an access, and when by the clock of its block.
struct Stamp {
  std::uint64_t block = 0;   ///< number of the block
  std::uint32_t thread = 0;  ///< number within the block
  Clock clock = 0;           ///< Order::clock() at the access, or kInFlight
};

/// Where a hand-off happens: an address in words of the caller.
struct Location {
  bool shared = false;        ///< in the shared memory of the running block
  std::uint64_t address = 0;  ///< unique among the shared, or among the global ones
};

/// Which accesses happened before which. Blocks come one after the other; what a block's threads do
/// comes in an order that agrees with its synchronisation.
class Order {
 public:
  Order();
  ~Order();
  Order(Order&&) noexcept;
  Order& operator=(Order&&) noexcept;

  /// The events that follow belong to this block; earlier blocks stay known for their hand-offs.
  void begin_block(std::uint64_t block, std::uint32_t threads);

  /// Sets the running block aside; begin_block() or resume_block() come next.
  void pause_block();

  /// Goes on with a block that was set aside.
  void resume_block(std::uint64_t block);

  /// The clock that accesses of this thread get now.
  Clock clock(std::uint32_t thread) const { return run_.clocks[thread]; }

  /// Have all lanes of the warp the same clock?
  bool uniform(std::uint32_t warp) const { return run_.uniform[warp] != 0; }

  /// Is everything that carries a lower clock, in this block, before everything from now on?
  Clock block_floor() const { return run_.floor; }

  /// Did the past access happen before whatever `thread` of the running block does now?
  bool before(const Stamp& past, std::uint32_t thread) const {
    if (past.clock == kInFlight) return false;
    if (past.block == run_.block) {
      if (past.clock < run_.floor || past.thread == thread) return true;
      const std::uint32_t warp = thread / kLanes;
      if (past.thread / kLanes == warp && past.clock < run_.warp_floor[warp]) return true;
    }
    return run_.knowledge_in_use && before_by_knowledge(past, thread);
  }

  /// A barrier completed. `waited`: per warp, the threads that waited at it; threads that came with
  /// arrive() are remembered. `whole_block`: nobody else is left.
  void barrier(std::uint32_t id, std::span<const Mask> waited, bool whole_block);

  /// Threads announced themselves at barrier `id` and go on.
  void arrive(std::uint32_t id, std::uint32_t warp, Mask lanes);

  /// Lanes of a warp met in a way that orders memory (__syncwarp).
  void warp_sync(std::uint32_t warp, Mask lanes);

  /// Threads executed a fence.
  void fence(std::uint32_t warp, Mask lanes, Scope scope);

  /// A thread made a strong access: it acquires what was released at the location if it reads, and
  /// releases what it fenced if it writes. `releases`: it is its own fence (st.release).
  void strong_access(const Location& location, std::uint32_t thread, const Effect& effect,
                     bool releases);

 private:
  struct Knowledge;
  struct Snapshot;
  struct Meeting;
  class Reach;
  class ReleaseLog;
  struct Variable;
  using KnowledgePtr = std::shared_ptr<const Knowledge>;
  using SnapshotPtr = std::shared_ptr<const Snapshot>;
  using Variables = std::unordered_map<std::uint64_t, std::unique_ptr<Variable>>;
  static constexpr std::size_t kScopes = 2;
  static constexpr std::size_t kBarriers = 16;

  bool before_by_knowledge(const Stamp& past, std::uint32_t thread) const;
  Mask existing_lanes(std::uint32_t warp) const;
  void meet(std::uint32_t warp, Mask lanes, Meeting& meeting) const;
  void leave(std::uint32_t warp, Mask lanes, const Meeting& meeting, Clock now);
  void whole_barrier();
  void check_uniform(std::uint32_t warp);
  SnapshotPtr snapshot(std::uint32_t thread) const;
  SnapshotPtr fold_marks(std::uint32_t warp, Mask lanes, std::size_t scope, SnapshotPtr with) const;
  void acquire(Variable& variable, std::uint32_t thread, Scope scope);
  void release(Variable& variable, std::uint32_t thread, Scope scope);

  /// The block that runs.
  struct Run {
    std::uint64_t block = 0;
    std::uint32_t threads = 0;
    Clock now = 1;    ///< the latest clock given out
    Clock floor = 1;  ///< all lower clocks of the block are known to all
    bool knowledge_in_use = false;
    bool marks_in_use = false;
    std::vector<Clock> clocks;  ///< by thread
    std::vector<Clock>
        warp_floor;  ///< by warp: lower clocks of the warp are known to all its lanes
    std::vector<std::uint8_t> uniform;  ///< by warp
    std::vector<KnowledgePtr> known;    ///< by thread: what else it knows; mostly null
    KnowledgePtr block_known;           ///< what every thread of the block knows of others
    std::array<std::vector<SnapshotPtr>, kScopes> marks;  ///< by thread: what its fences cover
    std::array<SnapshotPtr, kScopes> block_mark;          ///< what fences before barriers cover
    std::array<std::unique_ptr<Meeting>, kBarriers> arrivals;
    Variables shared;

    Run();
    ~Run();
    Run(Run&&) noexcept;
    Run& operator=(Run&&) noexcept;
  };

  Run run_;
  std::unordered_map<std::uint64_t, Run> paused_;
  Variables global_;
  std::vector<Variables> retired_;  ///< shared ones of earlier blocks that global ones may refer to
};

}  // namespace checkers::race
