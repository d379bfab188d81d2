// SPDX-License-Identifier: MIT
/// \file
/// What the engine tells its clients while a kernel runs: warp-level events, never per lane.
///
/// A client ("tools" below) is a class chosen at compile time; the interpreter (interpreter.h) is a
/// template over it, so that an unused check costs nothing. Clients see events only, no registers.
/// One tools object serves one host thread, which runs whole blocks one after the other; at the end
/// the objects are merged into one. What a client reports must not depend on which thread ran which
/// block.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/types.h"
#include "vgpu/lanes.h"
#include "vgpu/memory.h"
#include "vgpu/value_flow.h"

namespace vgpu {

/// Three extents or indices, x fastest.
struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint64_t volume() const { return std::uint64_t{x} * y * z; }
  friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// The index with that linear number within `extent`.
constexpr Dim3 unflatten(std::uint64_t linear, const Dim3& extent) {
  return {static_cast<std::uint32_t>(linear % extent.x),
          static_cast<std::uint32_t>(linear / extent.x % extent.y),
          static_cast<std::uint32_t>(linear / extent.x / extent.y)};
}

/// A source line of the student, as far as known ("" and 0 where not).
struct CodeLine {
  std::string file;
  std::uint32_t line = 0;
  friend bool operator==(const CodeLine&, const CodeLine&) = default;
};

/// An instruction of the loaded module: index into Program::sites (program.h), unique over all its
/// functions.
using SiteId = std::uint32_t;
inline constexpr SiteId kNoSite = 0xFFFFFFFF;

/// What clients may know of the launch they watch. Outlives the tools.
struct LaunchInfo {
  std::string kernel;  ///< mangled name
  Dim3 grid, block;
  std::uint64_t dynamic_shared_bytes = 0;
  std::span<const CodeLine> lines;            ///< by SiteId: the student's line
  std::span<const std::string> instructions;  ///< by SiteId: the PTX opcode, for messages
  std::span<const std::uint8_t> flops;  ///< by SiteId: floating-point operations per active lane
  std::span<const ValueFlow> flows;     ///< by SiteId: where loaded values go; may be empty
  const GlobalMemory* memory = nullptr;
  std::size_t site_count() const { return lines.size(); }
};

/// The block whose events follow.
struct BlockInfo {
  std::uint64_t number = 0;  ///< linear index in the grid
  Dim3 index;
  std::uint32_t threads = 0;
  std::uint32_t warps = 0;
  std::span<Segment> shared;  ///< its shared arrays, fresh
};

enum class AccessKind : std::uint8_t { Load, Store, Atomic };

/// How the lanes' offsets lie: all the same; lane i at first + i * bytes; anything else.
enum class Pattern : std::uint8_t { Uniform, Contiguous, Scattered };

struct WarpShape;

/// One memory instruction of one warp, restricted to the lanes whose access is inside its segment
/// and aligned.
struct WarpAccess {
  ptx::Space space = ptx::Space::Global;  ///< Global, Shared, Local or Const; generic accesses are
                                          ///< already resolved
  AccessKind kind = AccessKind::Load;
  Pattern pattern = Pattern::Scattered;
  ptx::Semantics semantics = ptx::Semantics::Weak;
  ptx::Scope scope = ptx::Scope::None;
  bool returns_value = true;  ///< atomics: false for `red` and for `atom` with a dropped result
  bool asynchronous = false;  ///< part of a cp.async: the data arrives only at the matching wait
  std::uint8_t element_bytes = 4;  ///< 1, 2, 4, 8, 16
  std::uint8_t elements = 1;       ///< vector width
  SiteId site = kNoSite;
  std::uint32_t warp = 0;  ///< number within the block; lane i is thread warp * 32 + i
  Mask mask = 0;           ///< never 0
  const std::uint64_t* offsets =
      nullptr;  ///< per lane: byte offset within its segment (within local memory: address)
  const WarpShape* shape = nullptr;    ///< the lanes' distances when they are known (warp_shape.h)
  Segment* segment = nullptr;          ///< the segment of all lanes, or null when they differ ...
  Segment* const* segments = nullptr;  ///< ... then per lane. For local memory both are null
  ByteSet* local_initialized =
      nullptr;  ///< local memory: per lane set of initialised bytes (array of 32)
  std::span<const std::uint64_t>
      stored;  ///< stores of up to 8 bytes: the value per lane (for equal-value writes); else empty

  std::uint32_t bytes() const { return std::uint32_t{element_bytes} * elements; }  ///< per lane
  Segment* segment_of(unsigned lane) const { return segment != nullptr ? segment : segments[lane]; }
};

enum class InvalidReason : std::uint8_t {
  OutOfBounds,  ///< in the slot of a segment, but outside it
  Unmapped,     ///< in no slot: null, host pointer, garbage
  Freed,
  Misaligned,
  ReadOnly,  ///< a write to constant memory
};

/// Lanes of a memory instruction whose access was not done: loads gave poison, stores were dropped.
struct InvalidAccess {
  InvalidReason reason = InvalidReason::OutOfBounds;
  ptx::Space space = ptx::Space::Global;
  AccessKind kind = AccessKind::Load;
  std::uint32_t bytes = 4;  ///< per lane
  SiteId site = kNoSite;
  std::uint32_t warp = 0;
  Mask mask = 0;
  const Address* addresses =
      nullptr;  ///< per lane: generic, shared or local address as the program computed it
  Segment* const* segments = nullptr;  ///< per lane: nearest segment, or null
};

/// A barrier (bar.sync, bar.red, or the later half of bar.arrive/bar.sync) that completed. All
/// accesses of the participating threads before it are ordered before all those after it.
struct BarrierEvent {
  std::uint32_t id = 0;  ///< barrier resource 0 … 15
  std::span<const Mask>
      participants;  ///< per warp: threads that arrived (and, for arrive, do not wait)
  std::span<const SiteId>
      sites;                     ///< per warp: the instruction where they arrived; kNoSite for none
  std::span<const Mask> exited;  ///< per warp: threads that had exited without arriving
  bool whole_block = true;       ///< every thread that has not exited took part
  std::span<const Mask> arrived_only;  ///< per warp: participants that came with bar.arrive and did
                                       ///< not wait (they were told by arrive()); empty when none
};

/// Lanes that executed bar.arrive: their accesses up to here are ordered by the barrier when it
/// completes, the later ones are not.
struct ArriveEvent {
  std::uint32_t id = 0;  ///< barrier resource 0 … 15
  SiteId site = kNoSite;
  std::uint32_t warp = 0;
  Mask mask = 0;
};

/// Lanes of a warp that synchronised (bar.warp.sync, and the .sync form of shuffles, votes,
/// matches, redux).
struct WarpSyncEvent {
  SiteId site = kNoSite;
  std::uint32_t warp = 0;
  Mask mask = 0;
  bool orders_memory = true;  ///< bar.warp.sync orders memory; a shuffle or vote does not
  Mask members = 0;           ///< the member mask given
  Mask ended = 0;             ///< of these, lanes that have exited: nobody waits for them
};

/// fence / membar by the lanes of a warp.
struct FenceEvent {
  SiteId site = kNoSite;
  std::uint32_t warp = 0;
  Mask mask = 0;
  ptx::Scope scope = ptx::Scope::Gpu;
  ptx::Semantics semantics = ptx::Semantics::AcqRel;
};

enum class AsyncStep : std::uint8_t { Commit, WaitGroup, WaitAll };

/// cp.async.commit_group / wait_group / wait_all by the lanes of a warp.
struct AsyncEvent {
  AsyncStep step = AsyncStep::Commit;
  std::uint32_t pending = 0;  ///< WaitGroup: groups that may still be under way
  SiteId site = kNoSite;
  std::uint32_t warp = 0;
  Mask mask = 0;
};

/// Why a block (or the whole launch) could not go on, or something about its execution that is
/// wrong.
enum class ExecutionProblem : std::uint8_t {
  InstructionLimit,
  Deadlock,
  StackOverflow,
  Trap,
  Assertion,          ///< text: "file:line: expression"
  BarrierDivergence,  ///< threads of one barrier wait at different instructions, or it can never
                      ///< complete
  InvalidMask,  ///< a member mask names lanes that are not there (or leaves out the executing one)
  NotModelled,  ///< text: the instruction
  InvalidFree,
  DoubleFree,
  HeapExhausted,
};

struct ProblemEvent {
  ExecutionProblem problem{};
  SiteId site = kNoSite;
  SiteId other_site = kNoSite;  ///< barrier divergence: where the others wait
  std::uint32_t warp = 0;
  Mask mask = 0;             ///< the lanes concerned
  std::uint32_t detail = 0;  ///< InvalidMask: the mask given; InvalidFree: 0
  std::string text;
};

/// What a screen says of the run so far.
enum class ScreenVerdict : std::uint8_t {
  Clear,    ///< nothing that depends on the order of threads or blocks: the results stand
  Unsure,   ///< a guess of the screen's was wrong: another run, without guesses, may be clear
  Suspect,  ///< two threads may have met: the full client has to look at it
};

/// A client that does nothing; the base of others, which hide the hooks they want (no virtual
/// calls).
class NullTools {
 public:
  explicit NullTools(const LaunchInfo&) {}
  static constexpr bool kWantsStoredValues = false;  ///< fill WarpAccess::stored
  /// The client that watches a first, optimistic run of the launch for this one; void for none. It
  /// gives the same results wherever its verdict() is Clear; see gpu.h.
  using Screen = void;
  static constexpr bool kScreens = false;        ///< is this such a client?
  static constexpr bool kLooksForRaces = false;  ///< does its screen spare work?
  void begin_block(const BlockInfo&) {}
  void end_block() {}
  /// The block is set aside before its end (it may be waiting for others): events of other blocks
  /// follow, until resume_block() names it again. What the client knows of the block must be kept.
  void pause_block() {}
  void resume_block(const BlockInfo&) {}
  /// Called before a store or an atomic changes memory: `segment->data` still holds the old bytes.
  void access(const WarpAccess&) {}
  void invalid(const InvalidAccess&) {}
  void barrier(const BarrierEvent&) {}
  /// bar.arrive only; a thread that waits is first heard of when its barrier completes.
  void arrive(const ArriveEvent&) {}
  void warp_sync(const WarpSyncEvent&) {}
  void fence(const FenceEvent&) {}
  void async(const AsyncEvent&) {}
  void problem(const ProblemEvent&) {}
  /// A conditional branch (or indirect one) where the active lanes went different ways.
  void divergent_branch(SiteId) {}
  /// How often each instruction was issued and for how many lanes, over all blocks; called at the
  /// end; by SiteId.
  void executed(std::span<const std::uint64_t> /*issues*/,
                std::span<const std::uint64_t> /*lanes*/) {}
  /// Takes over what another host thread's tools collected. Order of merging must not matter.
  void merge(NullTools&&) {}
  /// May what this client saw be the result of the launch? Asked of screens only.
  ScreenVerdict verdict() const { return ScreenVerdict::Clear; }
  /// A screen that is told this watches everything; otherwise it may rest on guesses.
  void guess_nothing() {}
  /// A screen is told that the run cannot be finished, so that its verdict is no longer Clear.
  void give_up() {}
};

}  // namespace vgpu
