// SPDX-License-Identifier: MIT
#include "checkers/synccheck.h"

#include <catch2/catch.hpp>

#include "checkers/event_builder.h"
#include "checkers/execution.h"

namespace {

using namespace checkers;
using vgpu::ExecutionProblem;

template <class Client>
std::vector<protocol::Finding> found(ExecutionProblem problem, vgpu::SiteId site,
                                     vgpu::SiteId other = vgpu::kNoSite, std::uint32_t detail = 0) {
  test::Scene scene;
  Client client(scene.info);
  client.begin_block(scene.block(1));
  vgpu::ProblemEvent event;
  event.problem = problem;
  event.site = site;
  event.other_site = other;
  event.warp = 1;
  event.mask = 0xFFFF;
  event.detail = detail;
  event.text = "k.cu:7: i < n";
  client.problem(event);
  return client.finish();
}

}  // namespace

TEST_CASE("a barrier that exited threads missed is a warning", "[checkers][synccheck]") {
  test::Scene scene;
  Synccheck client(scene.info);
  client.begin_block(scene.block(0));
  barrier(client, scene, 10);
  CHECK(client.finish().empty());
  barrier(client, scene, 10, {0, 0xFFFF0000});
  const auto findings = client.finish();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == "barrier_exited_threads");
  CHECK(findings[0].severity == protocol::Severity::Warning);
  CHECK(findings[0].line == 10);
  CHECK(findings[0].count == 16);
  CHECK(findings[0].thread == protocol::Dim3{48, 0, 0});
}

TEST_CASE("a named barrier of some warps misses nobody", "[checkers][synccheck]") {
  test::Scene scene;
  Synccheck client(scene.info);
  client.begin_block(scene.block(0));
  const std::vector<vgpu::Mask> participants{~0U, 0}, exited{0, ~0U};
  const std::vector<vgpu::SiteId> sites{10, vgpu::kNoSite};
  client.barrier({1, participants, sites, exited, false, {}});
  CHECK(client.finish().empty());
}

TEST_CASE("two barriers are named lower line first", "[checkers][synccheck]") {
  const auto [site, other] = GENERATE(table<vgpu::SiteId, vgpu::SiteId>({{10, 13}, {13, 10}}));
  const auto findings = found<Synccheck>(ExecutionProblem::BarrierDivergence, site, other);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == "barrier_divergence");
  CHECK(findings[0].line == 10);
  CHECK(findings[0].other_line == 13);
  CHECK_THAT(findings[0].message,
             Catch::Contains("some wait at k.cu:10\n  others wait at k.cu:13"));
}

TEST_CASE("a barrier that cannot complete needs no second place", "[checkers][synccheck]") {
  const auto findings = found<Synccheck>(ExecutionProblem::BarrierDivergence, 10);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].other_line == 0);
  CHECK_THAT(findings[0].message, Catch::Contains("can never complete"));
}

TEST_CASE("a wrong mask says how many lanes are absent", "[checkers][synccheck]") {
  const auto findings =
      found<Synccheck>(ExecutionProblem::InvalidMask, 4, vgpu::kNoSite, 0xFFFFFFFF);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == "invalid_mask");
  CHECK_THAT(findings[0].message, Catch::Contains("16 lanes that it names are not there"));
  CHECK_THAT(found<Synccheck>(ExecutionProblem::InvalidMask, 4, vgpu::kNoSite, 0xFF)[0].message,
             Catch::Contains("leaves out a lane that calls"));
}

TEST_CASE("a mask that names lanes which have ended is a warning", "[checkers][synccheck]") {
  const vgpu::Mask ended = GENERATE(0u, 0xFFFF0000u);
  test::Scene scene;
  Synccheck client(scene.info);
  client.begin_block(scene.block(0));
  client.warp_sync({5, 0, 0xFFFF, false, 0xFFFFFFFF, ended});
  const auto findings = client.finish();
  REQUIRE(findings.size() == (ended == 0 ? 0U : 1U));
  if (ended == 0) return;
  CHECK(findings[0].kind == "invalid_mask");
  CHECK(findings[0].severity == protocol::Severity::Warning);
  CHECK(findings[0].line == 5);
  CHECK_THAT(findings[0].message, Catch::Contains("16 lanes that had ended"));
}

TEST_CASE("each way to end badly has its kind", "[checkers][execution]") {
  const auto [problem, kind] = GENERATE(table<ExecutionProblem, std::string>({
      {ExecutionProblem::InstructionLimit, "instruction_limit"},
      {ExecutionProblem::Deadlock, "deadlock"},
      {ExecutionProblem::StackOverflow, "stack_overflow"},
      {ExecutionProblem::Trap, "trap"},
      {ExecutionProblem::Assertion, "assertion"},
      {ExecutionProblem::HeapExhausted, "heap_exhausted"},
  }));
  const auto findings = found<Execution>(problem, 6);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].kind == kind);
  CHECK(findings[0].line == 6);
  CHECK(found<Synccheck>(problem, 6).empty());
}

TEST_CASE("what is not modelled is no finding", "[checkers][execution]") {
  test::Scene scene;
  Execution client(scene.info);
  client.begin_block(scene.block(0));
  vgpu::ProblemEvent event;
  event.problem = ExecutionProblem::NotModelled;
  event.site = 6;
  event.text = "tex.2d";
  client.problem(event);
  client.problem(event);
  CHECK(client.finish().empty());
  REQUIRE(client.not_modelled().size() == 1);
  CHECK(client.not_modelled()[0].what == "tex.2d");
  CHECK(client.not_modelled()[0].line == 6);
}
