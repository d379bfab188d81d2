// SPDX-License-Identifier: MIT
#include "vgpu/control_flow.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace vgpu {

namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;

using Graph = std::vector<std::vector<std::uint32_t>>;

std::vector<std::uint32_t> post_order(const Graph& successors, std::uint32_t root) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(successors.size(), false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root, 0}};
  seen[root] = true;
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    if (next == successors[node].size()) {
      order.push_back(node);
      stack.pop_back();
      continue;
    }
    const std::uint32_t child = successors[node][next++];
    if (!seen[child]) {
      seen[child] = true;
      stack.emplace_back(child, 0);
    }
  }
  return order;
}

/// Immediate dominators of a graph from its root; kNone for what the root does not reach, the root
/// for itself.
std::vector<std::uint32_t> immediate_dominators(const Graph& successors, std::uint32_t root) {
  const std::vector<std::uint32_t> order = post_order(successors, root);
  std::vector<std::uint32_t> number(successors.size(), kNone);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  Graph predecessors(successors.size());
  for (const std::uint32_t node : order) {
    for (const std::uint32_t child : successors[node]) predecessors[child].push_back(node);
  }
  std::vector<std::uint32_t> dominator(successors.size(), kNone);
  dominator[root] = root;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = order.size(); i-- > 0;) {
      const std::uint32_t node = order[i];
      if (node == root) continue;
      std::uint32_t meet = kNone;
      for (std::uint32_t other : predecessors[node]) {
        if (dominator[other] == kNone) continue;
        if (meet == kNone) {
          meet = other;
          continue;
        }
        while (meet != other) {
          while (number[meet] < number[other]) meet = dominator[meet];
          while (number[other] < number[meet]) other = dominator[other];
        }
      }
      if (dominator[node] != meet) {
        dominator[node] = meet;
        changed = true;
      }
    }
  }
  return dominator;
}

}  // namespace

ControlFlow::ControlFlow(const std::vector<FlowStep>& steps) {
  build_blocks(steps);
  find_loops();
  find_points(steps);
}

void ControlFlow::build_blocks(const std::vector<FlowStep>& steps) {
  const auto count = static_cast<std::uint32_t>(steps.size());
  std::vector<bool> leader(count + 1, false);
  leader[0] = true;
  for (std::uint32_t pc = 0; pc < count; ++pc) {
    if (steps[pc].kind == FlowStep::Kind::Next) continue;
    leader[pc + 1] = true;
    for (const std::uint32_t target : steps[pc].targets) leader[std::min(target, count)] = true;
  }
  block_of_.resize(count + 1);
  for (std::uint32_t pc = 0; pc < count; ++pc) {
    if (leader[pc]) blocks_.push_back(Block{pc, pc, {}, {}, false});
    blocks_.back().last = pc;
    block_of_[pc] = static_cast<std::uint32_t>(blocks_.size() - 1);
  }
  if (count == 0) blocks_.push_back(Block{});
  block_of_[count] = 0;
  for (Block& block : blocks_) {
    if (count == 0) break;
    const FlowStep& end = steps[block.last];
    const auto add = [&](std::uint32_t pc) {
      if (pc >= count) {
        block.leaves = true;
        return;
      }
      const std::uint32_t successor = block_of_[pc];
      if (std::find(block.successors.begin(), block.successors.end(), successor) ==
          block.successors.end()) {
        block.successors.push_back(successor);
      }
    };
    if (end.kind == FlowStep::Kind::Leave) block.leaves = true;
    for (const std::uint32_t target : end.targets) add(target);
    if (end.kind == FlowStep::Kind::Next || end.conditional) add(block.last + 1);
  }
  for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
    for (const std::uint32_t successor : blocks_[i].successors)
      blocks_[successor].predecessors.push_back(i);
  }
}

void ControlFlow::find_loops() {
  block_loop_.assign(blocks_.size(), kNoLoop);
  Graph successors;
  for (const Block& block : blocks_) successors.push_back(block.successors);
  const std::vector<std::uint32_t> dominator = immediate_dominators(successors, 0);
  const auto dominates = [&](std::uint32_t a, std::uint32_t b) {
    while (b != a && b != 0 && dominator[b] != kNone) b = dominator[b];
    return b == a;
  };
  // Bodies by header: all back edges to one header make one loop.
  std::vector<std::pair<std::uint32_t, std::vector<bool>>> bodies;
  for (std::uint32_t header = 0; header < blocks_.size(); ++header) {
    std::vector<std::uint32_t> work;
    for (const std::uint32_t latch : blocks_[header].predecessors) {
      if (dominator[latch] != kNone && dominates(header, latch)) work.push_back(latch);
    }
    if (work.empty()) continue;
    std::vector<bool> body(blocks_.size(), false);
    body[header] = true;
    while (!work.empty()) {
      const std::uint32_t block = work.back();
      work.pop_back();
      if (body[block]) continue;
      body[block] = true;
      for (const std::uint32_t before : blocks_[block].predecessors) {
        if (dominator[before] != kNone) work.push_back(before);
      }
    }
    bodies.emplace_back(header, std::move(body));
  }
  // Larger bodies first, so that an inner loop overwrites the outer one's mark and finds its parent
  // there.
  std::stable_sort(bodies.begin(), bodies.end(), [](const auto& a, const auto& b) {
    return std::count(a.second.begin(), a.second.end(), true) >
           std::count(b.second.begin(), b.second.end(), true);
  });
  for (const auto& [header, body] : bodies) {
    const auto loop = static_cast<std::int32_t>(loops_.size());
    loops_.push_back(Loop{blocks_[header].first, block_loop_[header]});
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
      if (body[block]) block_loop_[block] = loop;
    }
  }
}

bool ControlFlow::block_in_loop(std::uint32_t block, std::int32_t loop) const {
  if (loop == kNoLoop) return true;
  std::int32_t around = block_loop_[block];
  while (around != kNoLoop && around != loop)
    around = loops_[static_cast<std::size_t>(around)].parent;
  return around == loop;
}

bool ControlFlow::contains(std::int32_t loop, std::uint32_t pc) const {
  return block_in_loop(block_of_[pc], loop);
}

/// The block that stands for `block` at a level: itself, or the header of the loop just below the
/// level around it.
std::uint32_t ControlFlow::representative(std::uint32_t block, std::int32_t level) const {
  std::int32_t loop = block_loop_[block];
  std::int32_t below = kNoLoop;
  while (loop != level) {
    below = loop;
    loop = loops_[static_cast<std::size_t>(loop)].parent;
  }
  return below == kNoLoop ? block : block_of_[loops_[static_cast<std::size_t>(below)].header];
}

/// Immediate post-dominators at one level: the whole function, or the body of a loop with its exits
/// left out and its back edges led to a latch. Loops inside are one node each, so that no point is
/// found by going round them. The sink stands for "leaves the function" or for the latch; its
/// number is blocks_.size().
std::vector<std::uint32_t> ControlFlow::post_dominators(std::int32_t level) const {
  const auto sink = static_cast<std::uint32_t>(blocks_.size());
  const std::uint32_t header =
      level == kNoLoop ? kNone : block_of_[loops_[static_cast<std::size_t>(level)].header];
  Graph reversed(blocks_.size() + 1);
  for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
    if (!block_in_loop(block, level)) continue;
    const std::uint32_t from = representative(block, level);
    for (const std::uint32_t successor : blocks_[block].successors) {
      if (successor == header) {
        reversed[sink].push_back(from);
      } else if (block_in_loop(successor, level)) {
        const std::uint32_t to = representative(successor, level);
        if (to != from) reversed[to].push_back(from);
      }
    }
    if (level == kNoLoop && blocks_[block].leaves) reversed[sink].push_back(from);
  }
  return immediate_dominators(reversed, sink);
}

std::uint32_t ControlFlow::post_dominator(std::uint32_t block, std::int32_t loop,
                                          Graph& cache) const {
  auto& known = cache[static_cast<std::size_t>(loop + 1)];
  if (known.empty()) known = post_dominators(loop);
  const std::uint32_t found = known[representative(block, loop)];
  const auto sink = static_cast<std::uint32_t>(blocks_.size());
  if (found == kNone) return kNone;
  if (found != sink) return blocks_[found].first;
  return loop == kNoLoop ? kNone : loops_[static_cast<std::size_t>(loop)].header;
}

void ControlFlow::find_points(const std::vector<FlowStep>& steps) {
  ranges_.assign(steps.size() + 1, {0, 0});
  meeting_point_.assign(steps.size() + 1, false);
  Graph cache(loops_.size() + 1);
  for (std::uint32_t number = 0; number < blocks_.size(); ++number) {
    const Block& block = blocks_[number];
    const bool splits = block.successors.size() + (block.leaves ? 1 : 0) > 1;
    if (!splits || steps.empty()) continue;
    // The loops around the block, outermost first, after the whole function.
    std::vector<std::int32_t> around;
    for (std::int32_t loop = block_loop_[number]; loop != kNoLoop;
         loop = loops_[static_cast<std::size_t>(loop)].parent) {
      around.push_back(loop);
    }
    around.push_back(kNoLoop);
    std::reverse(around.begin(), around.end());
    const auto first = static_cast<std::uint32_t>(points_.size());
    for (const std::int32_t loop : around) {
      const auto inside =
          std::count_if(block.successors.begin(), block.successors.end(),
                        [&](std::uint32_t next) { return block_in_loop(next, loop); });
      if (loop != kNoLoop && loop == block_loop_[number] && inside < 2) continue;
      const std::uint32_t pc = post_dominator(number, loop, cache);
      // Nobody waits in front of a return only to leave: those who skip a block are gone, as after
      // an early return.
      const bool leaves =
          pc != kNone && steps[pc].kind == FlowStep::Kind::Leave && !steps[pc].conditional;
      if (pc == kNone || leaves) continue;
      const bool known =
          std::any_of(points_.begin() + first, points_.end(),
                      [&](const ReconvergencePoint& point) { return point.pc == pc; });
      if (!known) {
        points_.push_back({pc, loop});
        meeting_point_[pc] = true;
      }
    }
    ranges_[block.last] = {first, static_cast<std::uint32_t>(points_.size()) - first};
  }
}

std::span<const ReconvergencePoint> ControlFlow::reconvergence(std::uint32_t pc) const {
  const auto [first, count] = ranges_[pc];
  return std::span(points_).subspan(first, count);
}

}  // namespace vgpu
