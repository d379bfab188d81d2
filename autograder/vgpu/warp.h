// SPDX-License-Identifier: MIT
/// \file
/// A warp in flight: its frames, its paths (lanes that are together at one place) and the joins
/// where paths meet.
///
/// The mechanism is explained in docs/design/divergence.md: a branch that splits a path makes a
/// join at each of its reconvergence points; a path that gets to the place of its innermost join
/// waits there until all lanes that the join expects have come, left the join's loop, or exited.
/// Tested by warp_test.cpp and the kernel cases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "vgpu/byte_set.h"
#include "vgpu/lanes.h"
#include "vgpu/program.h"

namespace vgpu {

/// The registers and the local memory of one call.
struct Frame {
  const FunctionCode* function = nullptr;
  Frame* parent = nullptr;
  std::byte* registers = nullptr;          ///< 64-byte aligned
  std::uint32_t local_base = 0;            ///< address of its local memory, within the local window
  std::vector<std::byte> local;            ///< granules of 8 bytes, each for 32 lanes
  std::vector<ByteSet> local_initialized;  ///< per lane; empty when there is no local memory
  std::uint32_t depth = 0;
  std::size_t capacity = 0;  ///< bytes behind `registers`
  std::unique_ptr<std::byte[]> storage;
};

/// A place where lanes meet.
struct Join {
  std::uint32_t pc = 0;
  std::int32_t loop = kNoLoop;  ///< lanes that leave this loop do not come
  Frame* frame = nullptr;       ///< the frame in which they meet
  Frame* callee = nullptr;      ///< set: they meet by returning from this frame
  const CallOp* call = nullptr;
  Join* parent = nullptr;
  Mask expected = 0;
  Mask arrived = 0;
};

enum class Wait : std::uint8_t { None, Collective, Barrier };

/// Lanes that execute together.
struct Path {
  std::uint32_t pc = 0;
  Mask mask = 0;
  Join* join = nullptr;
  Frame* frame = nullptr;
  Wait wait = Wait::None;
  Mask members = 0;           ///< Collective: the lanes that its mask names
  std::uint32_t barrier = 0;  ///< Barrier: which one
};

/// One warp. Paths form a stack: the last one that is ready runs.
class Warp {
 public:
  /// Starts `threads` lanes (1 … 32) at the kernel's first instruction.
  void start(std::uint32_t number, const FunctionCode& kernel, Mask lanes);

  std::uint32_t number() const { return number_; }
  Mask live() const { return live_; }  ///< lanes that have not exited
  Mask exited() const { return started_ & ~live_; }
  bool finished() const { return paths_.empty(); }
  std::vector<Path>& paths() { return paths_; }
  std::byte* specials() { return reinterpret_cast<std::byte*>(specials_); }

  /// Index of the path to run next, or -1 when none is ready.
  int ready_path() const;
  /// Are there at least two paths that could run?
  bool several_ready() const;
  /// Lets the other ready paths go first.
  void rotate(std::size_t path);

  /// Splits path `index` at the branch at its pc: lanes of groups[i] go on at targets[i]. The path
  /// itself disappears.
  struct Group {
    std::uint32_t target;
    Mask mask;
  };
  static constexpr std::uint32_t kAtReconvergence = 0xFFFFFFFF;
  void split(std::size_t index, const std::vector<Group>& groups,
             std::uint32_t meet_at = kAtReconvergence);

  /// Path `index` moves to `target` by an edge that may leave loops.
  void leave_loops(std::size_t index, std::uint32_t target);

  /// If path `index` stands where its innermost join meets: joins it. False when the path is gone
  /// (it waits there).
  bool meet(std::size_t index);

  /// Path `index` spins, perhaps on a lock that lanes hold which wait for it at a join: the
  /// innermost join of its chain where lanes wait lets them go on alone. False when none waits.
  bool release_waiting(std::size_t index);

  /// The lanes of `mask`, on path `index`, exit. False when nothing is left of the path.
  bool exit_lanes(std::size_t index, Mask mask);

  /// The lanes of `mask`, on path `index`, return to their caller. False when nothing is left of
  /// the path.
  bool return_lanes(std::size_t index, Mask mask);

  /// Path `index` (all its lanes `mask`) calls a function: a path in a new frame takes its place.
  /// The rest of the path's lanes go on at pc + 1 by themselves. Null when the stack limit is
  /// reached.
  Frame* call(std::size_t index, Mask mask, const CallOp& call, const FunctionCode& callee);

  /// Takes the lanes of `mask` out of path `index` as a path of their own, with the same join; its
  /// index.
  std::size_t detach_lanes(std::size_t index, Mask mask);

 private:
  Frame* new_frame(const FunctionCode& function, Frame* parent);
  void free_frame(Frame* frame);
  Join* new_join();
  void free_join(Join* join);
  void drop_lanes(Join* join, Mask mask);
  void release_if_complete(Join* join);
  void remove_path(std::size_t index);
  void add_join(Path& path, const ReconvergencePoint& point);

  static constexpr std::size_t kSpecialWords = 32 * kWarpSize;
  alignas(64) std::uint32_t specials_[kSpecialWords] = {};
  std::uint32_t number_ = 0;
  Mask live_ = 0;
  Mask started_ = 0;
  std::vector<Path> paths_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::vector<Frame*> free_frames_;
  std::vector<std::unique_ptr<Join>> joins_;
  std::vector<Join*> free_joins_;
};

/// Do the sizes of what an indirect call passes and wants back fit the function it reached?
bool passes_what_it_takes(const CallOp& call, const FunctionCode& callee);

/// Copies a parameter or return value between frames for the lanes of the mask.
void copy_area(const FrameArea& from, const std::byte* from_registers, const FrameArea& to,
               std::byte* to_registers, Mask mask);

/// Local memory of a thread, all frames together; more is a stack overflow. (CUDA's default limit
/// is 1 KiB, which the hardware raises to what the kernel needs; unbounded recursion ends at the
/// device's limit of 512 KiB.)
inline constexpr std::uint32_t kLocalLimitBytes = 512U << 10;
inline constexpr std::uint32_t kMaxCallDepth = 2048;

}  // namespace vgpu
