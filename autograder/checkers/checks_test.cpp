// SPDX-License-Identifier: MIT
#include "checkers/checks.h"

#include <catch2/catch.hpp>

#include "checkers/event_builder.h"
#include "checkers/toolset.h"

using namespace checkers;

TEST_CASE("lists of checks are read and written", "[checkers][checks]") {
  const auto [text, mask] = GENERATE(table<std::string, unsigned>({
      {"all", kAllChecks},
      {"none", kNoChecks},
      {"memcheck", kMemcheck},
      {"initcheck,racecheck", kInitcheck | kRacecheck},
      {"memcheck,initcheck,synccheck", kMemcheck | kInitcheck | kSynccheck},
  }));
  const auto read = parse_checks(text);
  REQUIRE(read.ok());
  CHECK(*read == mask);
  CHECK(checks_text(mask) == text);
}

TEST_CASE("a misspelt check is a diagnostic with a suggestion", "[checkers][checks]") {
  const auto read = parse_checks("memcheck,racechek");
  REQUIRE(!read.ok());
  CHECK_THAT(read.errors()[0].message, Catch::Contains("racechek"));
  CHECK_THAT(read.errors()[0].hint, Catch::Contains("racecheck"));
  CHECK(!parse_checks("").ok());
}

TEST_CASE("a read that comes too early is a race, not a read of unwritten memory",
          "[checkers][toolset]") {
  test::Scene scene;
  vgpu::Segment& s = scene.shared("s", 256);
  FullTools tools(scene.info);
  tools.begin_block(scene.block(0));
  tools.access(test::load(5, s, test::strided(0, 4)));
  tools.access(test::store(4, s, test::strided(0, 4)).warp(1).values([](unsigned i) { return i; }));
  tools.access(test::load(6, s, test::strided(128, 4)));  // nobody ever writes these
  tools.end_block();
  const auto findings = tools.finish().findings;
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].kind == "uninitialized_read");
  CHECK(findings[0].line == 6);
  CHECK(findings[1].kind == "shared_race");
}

TEST_CASE("a toolset reports what its checks find and no more", "[checkers][toolset]") {
  const auto [wanted, findings] = GENERATE(table<unsigned, std::size_t>({
      {kNoChecks, 0},
      {kMemcheck, 0},
      {kInitcheck, 1},
      {kRacecheck, 1},
      {kInitcheck | kRacecheck, 2},
      {kAllChecks, 2},
  }));
  CAPTURE(checks_text(wanted));
  test::Scene scene;
  vgpu::Segment& s = scene.shared("s", 256);
  const LaunchReport report = with_toolset(wanted, [&, checks = wanted]<class Tools>() {
    Tools tools(scene.info);
    tools.begin_block(scene.block(0));
    tools.access(test::store(3, s, test::strided(0, 4)).values([](unsigned lane) { return lane; }));
    tools.access(test::load(4, s, test::strided(128, 4)));                // never written
    tools.access(test::load(5, s, test::strided(0, 4)).warp(1).mask(1));  // races with line 3
    tools.end_block();
    return tools.finish(checks);
  });
  CHECK(report.findings.size() == findings);
  CHECK(report.launch.name == "k");
  CHECK(report.launch.kernel == "k(float*)");
  CHECK(report.launch.counters.shared_loads == 33);
}
