// SPDX-License-Identifier: MIT
#include "vgpu/control_flow.h"

#include <catch2/catch.hpp>

namespace {

using vgpu::ControlFlow;
using vgpu::FlowStep;
using vgpu::kNoLoop;
using Points = std::vector<vgpu::ReconvergencePoint>;

FlowStep next() {
  return {};
}
FlowStep jump(std::uint32_t target) {
  return {FlowStep::Kind::Branch, false, {target}};
}
FlowStep branch(std::uint32_t target) {
  return {FlowStep::Kind::Branch, true, {target}};
}
FlowStep leave() {
  return {FlowStep::Kind::Leave, false, {}};
}
FlowStep leave_if() {
  return {FlowStep::Kind::Leave, true, {}};
}

void check(const std::vector<FlowStep>& steps, std::uint32_t pc, const Points& expected) {
  const ControlFlow flow(steps);
  const auto points = flow.reconvergence(pc);
  CHECK(Points(points.begin(), points.end()) == expected);
  for (const auto& point : expected) CHECK(flow.is_meeting_point(point.pc));
}

}  // namespace

TEST_CASE("both sides of an if meet behind it", "[vgpu][control_flow]") {
  check({branch(3), next(), jump(4), next(), next(), leave()}, 0, {{4, kNoLoop}});
}

TEST_CASE("an if without else meets where the skipped part ends", "[vgpu][control_flow]") {
  check({branch(2), next(), next(), leave()}, 0, {{2, kNoLoop}});
}

TEST_CASE("a loop's exit test meets behind the loop", "[vgpu][control_flow]") {
  check({next(), next(), branch(1), next(), leave()}, 2, {{3, kNoLoop}});
}

TEST_CASE("skipping to the end of the function meets nobody there", "[vgpu][control_flow]") {
  check({branch(2), next(), leave()}, 0, {});
}

TEST_CASE("an early return meets nowhere", "[vgpu][control_flow]") {
  check({leave_if(), next(), leave()}, 0, {});
  check({branch(3), next(), leave(), leave()}, 0, {});
}

TEST_CASE("a branch with two ways out of its loop also meets at the loop's latch",
          "[vgpu][control_flow]") {
  // 1: if (c) { 2: again or out } else { 4: again or out }; both ways out lead to 6.
  const std::vector<FlowStep> steps = {next(), branch(4), next(), branch(1),
                                       next(), branch(1), leave()};
  // Falling out of 3 leads to 4 here, so make it leave the loop by a jump instead.
  const std::vector<FlowStep> two_exits = {next(), branch(5), next(), branch(1), jump(7),
                                           next(), branch(1), next(), leave()};
  check(two_exits, 1, {{7, kNoLoop}, {1, 0}});
  CHECK(ControlFlow(steps).loops().size() == 1);
}

TEST_CASE("a break does not keep the others from meeting inside the loop", "[vgpu][control_flow]") {
  // 1: header; 2: if (a) skip 3; 4: if (b) break to 7; 5: next; 6: jump 1; 7: leave
  const std::vector<FlowStep> steps = {next(), next(),  branch(4), next(), branch(7),
                                       next(), jump(1), next(),    leave()};
  check(steps, 2, {{7, kNoLoop}, {4, 0}});
  check(steps, 4, {{7, kNoLoop}});
  const ControlFlow flow(steps);
  CHECK(flow.contains(0, 5));
  CHECK_FALSE(flow.contains(0, 7));
  CHECK(flow.innermost_loop(0) == kNoLoop);
}

TEST_CASE("a break inside one branch leaves the meeting point of the loop's body",
          "[vgpu][control_flow]") {
  // 1: if (a) goto 4; 2: if (b) break to 6; 3: (falls into 4); 4: next; 5: jump 1; 6: leave
  const std::vector<FlowStep> steps = {next(), branch(4), branch(6), next(),
                                       next(), jump(1),   next(),    leave()};
  check(steps, 1, {{6, kNoLoop}, {4, 0}});
}

TEST_CASE("inner loops know the loop around them", "[vgpu][control_flow]") {
  // 1: outer header, 2: inner header, 3: again inner, 4: again outer
  const ControlFlow flow({next(), next(), next(), branch(2), branch(1), leave()});
  REQUIRE(flow.loops().size() == 2);
  const auto inner = flow.innermost_loop(3);
  CHECK(flow.loops()[static_cast<std::size_t>(inner)].parent == flow.innermost_loop(4));
  CHECK(flow.contains(flow.innermost_loop(4), 3));
  CHECK_FALSE(flow.contains(inner, 4));
}

TEST_CASE("an endless loop still meets at its own latch", "[vgpu][control_flow]") {
  // 1: if (c) skip 2; 3: jump 1
  check({next(), branch(3), next(), jump(1)}, 1, {{3, 0}});
}

TEST_CASE("code that nothing reaches is harmless", "[vgpu][control_flow]") {
  check({leave(), branch(0), leave()}, 1, {});
  check({}, 0, {});
}
