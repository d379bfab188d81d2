// SPDX-License-Identifier: MIT
// Exchange within a warp when not all lanes are there: who takes part, what absent lanes deliver.
// Full warps are held against a real GPU by gpu_test.cpp.
#include <catch2/catch.hpp>

#include "vgpu/exec/probe.h"

using namespace vgpu;
using namespace vgpu::testing;

namespace {

constexpr std::uint64_t kBefore = 0xDEAD;

/// Results of a form on the lanes of `mask`.
std::vector<LaneValues> check(const Form& form, const std::vector<LaneValues>& sources, Mask mask) {
  Probe probe(form);
  INFO(form.name());
  REQUIRE(probe.problem() == "");
  const auto results = probe.run(best_isa(), sources, mask, kBefore);
  for (const LaneValues& result : results) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const bool untouched = result[lane] == kBefore || result[lane] == (kBefore & 1);
      if ((mask >> lane & 1) == 0) CHECK(untouched);
    }
  }
  return results;
}

LaneValues lane_numbers(std::uint64_t factor) {
  LaneValues values{};
  for (unsigned i = 0; i < kWarpSize; ++i) values[i] = factor * i;
  return values;
}

}  // namespace

TEST_CASE("shfl delivers by mode, width and clamp, and says what was in range", "[vgpu][warp]") {
  auto [mode, b, c, lane, from, in_range] =
      GENERATE(table<std::string, unsigned, unsigned, unsigned, unsigned, bool>({
          {"up", 1, 0, 0, 0, false},
          {"up", 1, 0, 5, 4, true},
          {"up", 4, 0x1800, 9, 9, false},  // width 8: lane 9 is the second of its segment
          {"down", 1, 31, 31, 31, false},
          {"down", 16, 31, 3, 19, true},
          {"down", 2, 0x181F, 6, 6, false},
          {"bfly", 16, 31, 1, 17, true},
          {"bfly", 31, 31, 0, 31, true},
          {"bfly", 8, 0x1807, 9, 1, true},  // beyond an earlier segment: that counts as in range
          {"idx", 7, 31, 20, 7, true},
          {"idx", 35, 31, 20, 3, true},
          {"idx", 3, 0x181F, 20, 19, true},
      }));
  CAPTURE(mode, b, c, lane);
  const auto results = check({"shfl.sync." + mode + ".b32", "rp=rrr#0xffffffff"},
                             {lane_numbers(10), all_lanes(b), all_lanes(c)}, kFullMask);
  CHECK(results[0][lane] == from * 10);
  CHECK((results[1][lane] != 0) == in_range);
}

TEST_CASE("an absent lane delivers what its register holds", "[vgpu][warp]") {
  const auto results = check({"shfl.sync.idx.b32", "r=rrr#0xffff"},
                             {lane_numbers(3), all_lanes(20), all_lanes(31)}, 0xFFFF);
  CHECK(results[0][4] == 60);
}

TEST_CASE("a vote counts the members that are there", "[vgpu][warp]") {
  LaneValues even{};
  for (unsigned i = 0; i < kWarpSize; i += 2) even[i] = 1;
  CHECK(check({"vote.sync.ballot.b32", "r=p#0xff"}, {even}, 0x3F)[0][1] == 0x15);
  CHECK(check({"vote.sync.ballot.b32", "r=!p#0xff"}, {even}, 0x3F)[0][1] == 0x2A);
  CHECK(check({"vote.sync.all.pred", "p=p#0x55"}, {even}, 0x55)[0][0] == 1);
  CHECK(check({"vote.sync.all.pred", "p=p#0x57"}, {even}, 0x57)[0][0] == 0);
  CHECK(check({"vote.sync.any.pred", "p=p#0x2a"}, {even}, 0x2A)[0][1] == 0);
  CHECK(check({"vote.sync.uni.pred", "p=p#0x2a"}, {even}, 0x2A)[0][1] == 1);
  CHECK(check({"vote.sync.uni.pred", "p=p#0x2b"}, {even}, 0x2B)[0][1] == 0);
}

TEST_CASE("lanes with different member masks form groups of their own", "[vgpu][warp]") {
  LaneValues named{};
  for (unsigned i = 0; i < kWarpSize; ++i) named[i] = i < 16 ? 0xFFFF : 0xFFFF0000;
  const auto sums = check({"redux.sync.add.u32", "r=rr"}, {lane_numbers(1), named}, kFullMask);
  CHECK(sums[0][3] == 120);
  CHECK(sums[0][30] == 376);
  const auto ballots = check({"vote.sync.ballot.b32", "r=pr"}, {all_lanes(1), named}, kFullMask);
  CHECK(ballots[0][0] == 0xFFFF);
  CHECK(ballots[0][31] == 0xFFFF0000);
  const auto elected = check({"elect.sync", "rp=r"}, {named}, kFullMask);
  CHECK(elected[0][20] == 16);
  CHECK(elected[1][16] == 1);
  CHECK(elected[1][17] == 0);
}

TEST_CASE("match compares the members only", "[vgpu][warp]") {
  LaneValues values = lane_numbers(0);
  values[2] = 9;
  values[9] = 9;
  CHECK(check({"match.any.sync.b32", "r=r#0xff"}, {values}, 0xFF)[0][2] == 0x04);
  CHECK(check({"match.any.sync.b32", "r=r#0xff"}, {values}, 0xFF)[0][0] == 0xFB);
  CHECK(check({"match.any.sync.b32", "r=r#0xffffffff"}, {values}, kFullMask)[0][9] == 0x204);
  const auto all = check({"match.all.sync.b32", "rp=r#0xf8"}, {values}, 0xF8);
  CHECK(all[0][3] == 0xF8);
  CHECK(all[1][3] == 1);
  const auto none = check({"match.all.sync.b32", "rp=r#0xff"}, {values}, 0xFF);
  CHECK(none[0][3] == 0);
  CHECK(none[1][3] == 0);
}

TEST_CASE("redux combines by operation and sign", "[vgpu][warp]") {
  auto [operation, expected] = GENERATE(table<std::string, std::uint64_t>({
      {"add.s32", 1},
      {"min.s32", 0xFFFFFFFD},
      {"max.s32", 3},
      {"min.u32", 1},
      {"max.u32", 0xFFFFFFFD},
      {"and.b32", 1},
      {"or.b32", 0xFFFFFFFF},
      {"xor.b32", 0xFFFFFFFF},
  }));
  CAPTURE(operation);
  LaneValues values = all_lanes(77);
  values[0] = 0xFFFFFFFD;
  values[1] = 1;
  values[2] = 3;
  CHECK(check({"redux.sync." + operation, "r=r#0x7"}, {values}, 0x7)[0][1] == expected);
}
