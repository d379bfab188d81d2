// SPDX-License-Identifier: MIT
/// \file
/// Where the lanes of a warp come together again after a branch that splits them.
///
/// A split reconverges at the branch's immediate post-dominator. Inside a loop that is not enough:
/// a loop with two ways out has its post-dominator behind the loop, and lanes that took different
/// ways through one iteration would run the rest of the loop apart. So each enclosing loop adds a
/// point of its own: the post-dominator within the loop's body, exits left out and all back edges
/// led through one virtual latch. Lanes that leave the loop give up the points inside it and meet
/// the others at the outer one. (Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm",
/// 2001, for the dominators.) Explained in docs/design/divergence.md; tested by
/// control_flow_test.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vgpu {

/// What control flow needs to know of one instruction.
struct FlowStep {
  enum class Kind : std::uint8_t {
    Next,     ///< goes on with the next instruction
    Branch,   ///< to targets[0]; when `conditional`, some lanes may go on with the next one
    Indexed,  ///< to one of `targets`; when `conditional`, some lanes may go on with the next one
    Leave,    ///< ret, exit, trap; when `conditional`, some lanes may go on with the next one
  };
  Kind kind = Kind::Next;
  bool conditional = false;
  std::vector<std::uint32_t> targets;
};

inline constexpr std::int32_t kNoLoop = -1;

/// A place where lanes wait for each other.
struct ReconvergencePoint {
  std::uint32_t pc = 0;
  std::int32_t loop = kNoLoop;  ///< lanes that leave this loop no longer belong here
  friend bool operator==(const ReconvergencePoint&, const ReconvergencePoint&) = default;
};

/// A natural loop.
struct Loop {
  std::uint32_t header = 0;       ///< its first instruction
  std::int32_t parent = kNoLoop;  ///< the loop around it
};

/// The result of the analysis of one function.
class ControlFlow {
 public:
  explicit ControlFlow(const std::vector<FlowStep>& steps);

  /// Where the lanes that this instruction splits meet again, outermost point first. Empty: never
  /// (they exit apart).
  std::span<const ReconvergencePoint> reconvergence(std::uint32_t pc) const;

  /// Is the instruction the `pc` of some reconvergence point?
  bool is_meeting_point(std::uint32_t pc) const { return meeting_point_[pc]; }

  /// Does the loop contain the instruction?
  bool contains(std::int32_t loop, std::uint32_t pc) const;

  /// The innermost loop around the instruction, or kNoLoop.
  std::int32_t innermost_loop(std::uint32_t pc) const { return block_loop_[block_of_[pc]]; }

  const std::vector<Loop>& loops() const { return loops_; }

 private:
  struct Block {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::vector<std::uint32_t> successors;
    std::vector<std::uint32_t> predecessors;
    bool leaves = false;  ///< some lanes may leave the function at its end
  };

  void build_blocks(const std::vector<FlowStep>& steps);
  void find_loops();
  void find_points(const std::vector<FlowStep>& steps);
  std::uint32_t post_dominator(std::uint32_t block, std::int32_t loop,
                               std::vector<std::vector<std::uint32_t>>& cache) const;
  std::vector<std::uint32_t> post_dominators(std::int32_t level) const;
  std::uint32_t representative(std::uint32_t block, std::int32_t level) const;
  bool block_in_loop(std::uint32_t block, std::int32_t loop) const;

  std::vector<Block> blocks_;
  std::vector<std::uint32_t> block_of_;
  std::vector<std::int32_t> block_loop_;
  std::vector<Loop> loops_;
  std::vector<bool> meeting_point_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      ranges_;  ///< by pc: first and count in points_
  std::vector<ReconvergencePoint> points_;
};

}  // namespace vgpu
