// SPDX-License-Identifier: MIT
#include "checkers/racecheck.h"

#include <catch2/catch.hpp>
#include <cstring>

#include "checkers/event_builder.h"

namespace {

using namespace checkers;
using protocol::Severity;
using test::Access;
using test::at;
using test::atomic;
using test::load;
using test::store;
using test::strided;

struct Bench : test::ClientBench<Racecheck> {
  void block(std::uint64_t number) { client.begin_block(scene.block(number)); }
  void fence(std::uint32_t warp, vgpu::Mask mask) {
    client.fence({15, warp, mask, ptx::Scope::Gpu, ptx::Semantics::AcqRel});
  }
  std::vector<protocol::Finding> found() const { return client.finish(); }
  protocol::Finding only() const {
    const auto findings = client.finish();
    REQUIRE(findings.size() == 1);
    return findings[0];
  }
};

/// Different values, so that write conflicts are errors.
Access put(vgpu::SiteId site, vgpu::Segment& segment, const test::Offsets& offsets) {
  Access access = store(site, segment, offsets);
  return access.values([](unsigned lane) { return lane + 1; });
}

test::Offsets reversed(std::uint64_t words) {
  return [=](unsigned lane) { return (words - 1 - lane) * 4; };
}

}  // namespace

TEST_CASE("a read of what another warp wrote is a race without a barrier",
          "[checkers][racecheck]") {
  Bench bench;
  bench << put(3, bench.s, strided(0, 4)) << load(4, bench.s, strided(0, 4)).warp(1);
  const auto finding = bench.only();
  CHECK(finding.kind == "shared_race");
  CHECK(finding.severity == Severity::Error);
  CHECK(finding.hazard == "RAW");
  CHECK(finding.line == 4);
  CHECK(finding.other_line == 3);
  CHECK(finding.count == 32);
  CHECK(finding.thread == protocol::Dim3{32, 0, 0});
  CHECK_THAT(finding.message,
             Catch::Contains("read-write conflict in shared memory, 4 bytes at s[0]"));
  CHECK_THAT(finding.message, Catch::Contains("thread (0,0,0) of block (0,0,0) writes at k.cu:3"));
  CHECK_THAT(finding.message, Catch::Contains("thread (32,0,0) of block (0,0,0) reads at k.cu:4"));
  CHECK(std::count(finding.message.begin(), finding.message.end(), '\n') == 2);
}

TEST_CASE("barriers end races", "[checkers][racecheck]") {
  Bench bench;
  bench << put(3, bench.s, strided(0, 4)) << put(3, bench.s, strided(128, 4)).warp(1);
  bench.barrier();
  bench << load(4, bench.s, reversed(64)) << load(4, bench.s, reversed(32)).warp(1);
  bench.barrier();
  bench << put(5, bench.s, strided(128, 4));
  CHECK(bench.found().empty());
}

TEST_CASE("the later line is the later in the program, whichever warp runs first",
          "[checkers][racecheck]") {
  // Each warp reads (line 4) and then overwrites (line 5): write after read.
  const bool first = GENERATE(false, true);
  Bench bench;
  for (const std::uint32_t warp : {first ? 0U : 1U, first ? 1U : 0U}) {
    bench << load(4, bench.s, warp == 0 ? strided(128, 4) : strided(0, 4)).warp(warp);
    bench << put(5, bench.s, warp == 0 ? strided(0, 4) : strided(128, 4)).warp(warp);
  }
  const auto finding = bench.only();
  CHECK(finding.hazard == "WAR");
  CHECK(finding.line == 5);
  CHECK(finding.other_line == 4);
}

TEST_CASE("lanes of a warp race until __syncwarp", "[checkers][racecheck]") {
  const bool synced = GENERATE(false, true);
  Bench bench;
  bench << put(3, bench.s, strided(0, 4));
  if (synced) bench.client.warp_sync({9, 0, vgpu::kFullMask, true});
  bench << load(4, bench.s, reversed(32));
  CHECK(bench.found().size() == (synced ? 0U : 1U));
  if (!synced) CHECK_THAT(bench.only().help, Catch::Contains("__syncwarp()"));
}

TEST_CASE("a shuffle does not order memory", "[checkers][racecheck]") {
  Bench bench;
  bench << put(3, bench.s, strided(0, 4));
  bench.client.warp_sync({9, 0, vgpu::kFullMask, false});
  bench << load(4, bench.s, reversed(32));
  CHECK(bench.found().size() == 1);
}

TEST_CASE("one instruction that writes one place is a race; equal values only warn",
          "[checkers][racecheck]") {
  const bool equal = GENERATE(false, true);
  const bool shared = GENERATE(false, true);
  Bench bench;
  vgpu::Segment& segment = shared ? bench.s : bench.g;
  bench << store(3, segment, at(8)).values([&](unsigned lane) { return equal ? 5 : lane; });
  const auto finding = bench.only();
  CHECK(finding.kind == (shared ? "shared_race" : "global_race"));
  CHECK(finding.hazard == "WAW");
  CHECK(finding.severity == (equal ? Severity::Warning : Severity::Error));
  CHECK(finding.count == 31);
}

TEST_CASE("equal values of another warp are seen in memory", "[checkers][racecheck]") {
  const std::uint32_t second = GENERATE(5U, 6U);
  Bench bench;
  bench << store(3, bench.s, at(8)).lane(0).values([](unsigned) { return 5; });
  const std::uint32_t first = 5;
  std::memcpy(bench.s.data + 8, &first, sizeof first);
  bench << store(3, bench.s, at(8)).warp(1).lane(0).values([&](unsigned) { return second; });
  CHECK(bench.only().severity == (second == 5 ? Severity::Warning : Severity::Error));
}

TEST_CASE("equal values by different instructions stay an error", "[checkers][racecheck]") {
  Bench bench;
  bench << store(3, bench.s, at(8)).lane(0).values([](unsigned) { return 0; });
  bench << store(4, bench.s, at(8)).warp(1).lane(0).values([](unsigned) { return 0; });
  CHECK(bench.only().severity == Severity::Error);
}

TEST_CASE("blocks are concurrent, barriers or not", "[checkers][racecheck]") {
  Bench bench;
  bench << load(7, bench.g, at(0)).lane(0) << put(7, bench.g, at(0)).lane(0);
  bench.barrier();
  bench.block(1);
  bench.barrier();
  CHECK(bench.found().empty());
  bench << load(7, bench.g, at(0)).lane(0);
  const auto finding = bench.only();
  CHECK(finding.kind == "global_race");
  CHECK(finding.line == 7);
  CHECK(finding.other_line == 7);
  CHECK_THAT(finding.help, Catch::Contains("one block only"));
}

TEST_CASE("a write races with readers of earlier blocks", "[checkers][racecheck]") {
  Bench bench;
  for (std::uint64_t block = 0; block < 3; ++block) {
    bench.block(block);
    bench << load(3, bench.g, strided(0, 4)) << load(3, bench.g, strided(0, 4)).warp(1);
  }
  CHECK(bench.found().empty());
  bench << put(4, bench.g, strided(0, 4));
  CHECK(bench.only().hazard == "WAR");
}

TEST_CASE("each block may use shared memory and its own part of global memory",
          "[checkers][racecheck]") {
  Bench bench;
  for (std::uint64_t block = 0; block < 3; ++block) {
    bench.block(block);
    bench << put(3, bench.s, strided(0, 4)) << put(4, bench.g, strided(block * 128, 4));
    bench << load(5, bench.g, strided(block * 128, 4));
  }
  CHECK(bench.found().empty());
}

TEST_CASE("atomics race with plain accesses only", "[checkers][racecheck]") {
  Bench bench;
  bench << atomic(3, bench.s, at(0)).no_result() << atomic(3, bench.s, at(0)).warp(1).no_result();
  CHECK(bench.found().empty());
  SECTION("read of a thread that made the last atomic") {
    bench << load(4, bench.s, at(0)).warp(1).lane(31);
    CHECK(bench.only().hazard == "RAW");
    CHECK_THAT(bench.only().help, Catch::Contains("atomic"));
  }
  SECTION("write") {
    bench << put(4, bench.s, at(0)).lane(0);
    CHECK(bench.only().hazard == "WAW");
  }
  SECTION("after a barrier") {
    bench.barrier();
    bench << load(4, bench.s, at(0)).warp(1).lane(31) << load(4, bench.s, at(0));
    CHECK(bench.found().empty());
  }
}

TEST_CASE("the last to count may reset the counter without a barrier", "[checkers][racecheck]") {
  Bench bench;
  bench << atomic(3, bench.g, at(0)).lane(0);
  bench.block(1);
  bench << atomic(3, bench.g, at(0)).lane(0);
  SECTION("reset by the last one, and read") {
    bench << load(4, bench.g, at(0)).lane(0) << put(5, bench.g, at(0)).lane(0);
    CHECK(bench.found().empty());
  }
  SECTION("reset by another thread of its block") {
    bench << put(4, bench.g, at(0)).lane(1);
    CHECK(bench.found().size() == 1);
  }
  SECTION("reset by another thread of its block, behind a barrier") {
    bench.barrier();
    bench << put(4, bench.g, at(0)).lane(1);
    CHECK(bench.found().empty());
  }
  SECTION("one more counts after the reset") {
    bench << put(4, bench.g, at(0)).lane(0);
    bench.block(2);
    bench << atomic(3, bench.g, at(0)).lane(0);
    CHECK(bench.found().size() == 1);
  }
  SECTION("the last one does not look at what it got") {
    bench << atomic(6, bench.g, at(0)).lane(3).no_result() << put(4, bench.g, at(0)).lane(3);
    CHECK(bench.found().size() == 1);
  }
}

TEST_CASE("setting to zero needs a barrier before the atomics", "[checkers][racecheck]") {
  const bool ordered = GENERATE(false, true);
  Bench bench;
  bench << put(3, bench.s, at(0)).lane(0);
  if (ordered) bench.barrier();
  bench << atomic(4, bench.s, at(0)) << atomic(4, bench.s, at(0)).warp(1);
  CHECK(bench.found().size() == (ordered ? 0U : 1U));
}

TEST_CASE("volatile is plain in shared memory and relaxed in global memory",
          "[checkers][racecheck]") {
  Bench bench;
  const auto touch = [&](vgpu::Segment& segment) {
    bench << put(3, segment, at(0)).lane(0).semantics(ptx::Semantics::Volatile, ptx::Scope::None);
    bench << load(4, segment, at(0))
                 .warp(1)
                 .lane(0)
                 .semantics(ptx::Semantics::Volatile, ptx::Scope::None);
  };
  touch(bench.g);
  CHECK(bench.found().empty());
  touch(bench.s);
  CHECK(bench.only().kind == "shared_race");
}

TEST_CASE("the last block may add up what the others wrote", "[checkers][racecheck]") {
  const bool fenced = GENERATE(false, true);
  Bench bench;
  for (std::uint64_t block = 0; block < 3; ++block) {
    bench.block(block);
    bench << put(3, bench.g, at(1024 + block * 4)).lane(0);
    if (fenced) bench.fence(0, 1);
    bench << atomic(5, bench.g, at(0)).lane(0);
    bench.barrier();
  }
  bench << load(7, bench.g, strided(1024, 4)).mask(7);
  CHECK(bench.found().size() == (fenced ? 0U : 1U));
}

TEST_CASE("bytes of one word belong to whom they belong", "[checkers][racecheck]") {
  Bench bench;
  bench << put(3, bench.s, strided(0, 1)).bytes(1);
  bench << load(4, bench.s, strided(32, 4)).warp(1);
  CHECK(bench.found().empty());
  bench << load(5, bench.s, at(29)).bytes(1).warp(1).lane(0);
  CHECK(bench.only().count == 1);
}

TEST_CASE("words written before bytes were used keep their writers", "[checkers][racecheck]") {
  Bench bench;
  bench << put(3, bench.s, strided(0, 4)) << load(4, bench.s, at(126)).bytes(1).warp(1).lane(0);
  CHECK_THAT(bench.only().message, Catch::Contains("thread (31,0,0)"));
}

TEST_CASE("vector accesses race on any of their elements", "[checkers][racecheck]") {
  Bench bench;
  bench << load(3, bench.s, strided(0, 16)).bytes(4, 4);
  bench << put(4, bench.s, at(508)).warp(1).lane(0);
  CHECK(bench.only().hazard == "WAR");
}

TEST_CASE("an asynchronous copy is there after its wait and a barrier", "[checkers][racecheck]") {
  Bench bench;
  const auto copy = [&](std::uint64_t first) {
    bench << store(3, bench.s, strided(first, 16)).bytes(16).asynchronous();
    bench.client.async({vgpu::AsyncStep::Commit, 0, 4, 0, vgpu::kFullMask});
  };
  copy(0);
  copy(512);
  bench.client.async({vgpu::AsyncStep::WaitGroup, 1, 5, 0, vgpu::kFullMask});
  bench.barrier();
  bench << load(6, bench.s, strided(0, 16)).bytes(4, 4).warp(1);
  CHECK(bench.found().empty());
  bench << load(7, bench.s, strided(512, 16)).bytes(4, 4).warp(1);
  CHECK_THAT(bench.only().help, Catch::Contains("copy may still be under way"));
}

TEST_CASE("blocks set aside keep their shared memory", "[checkers][racecheck]") {
  Bench bench;
  bench << put(3, bench.s, at(0)).lane(0) << put(3, bench.g, at(0)).lane(0);
  bench.client.pause_block();
  bench.block(1);
  bench << load(4, bench.s, at(0)).lane(1) << put(3, bench.g, at(64)).lane(0);
  bench.client.pause_block();
  bench.client.resume_block(bench.scene.block(0));
  CHECK(bench.found().empty());
  bench << load(5, bench.s, at(0)).lane(1);
  CHECK(bench.found().size() == 1);
  bench << load(6, bench.g, at(64)).lane(0);
  CHECK(bench.found().size() == 2);
}
