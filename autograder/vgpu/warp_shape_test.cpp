// SPDX-License-Identifier: MIT
#include "vgpu/warp_shape.h"

#include <catch2/catch.hpp>
#include <functional>

#include "vgpu/address_resolution.h"

namespace vgpu {
namespace {

std::array<std::uint64_t, kWarpSize> offsets(const std::function<std::uint64_t(unsigned)>& at) {
  std::array<std::uint64_t, kWarpSize> all{};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) all[lane] = at(lane);
  return all;
}

WarpShape shape_of(const std::array<std::uint64_t, kWarpSize>& at, Mask mask = kFullMask,
                   std::uint32_t bytes = 4) {
  WarpShape shape;
  shape.build(at.data(), mask, bytes);
  return shape;
}

}  // namespace

TEST_CASE("contiguous lanes are one piece and one range") {
  const WarpShape shape = shape_of(offsets([](unsigned lane) { return 400 + lane * 4; }));
  CHECK(shape.below == 0);
  CHECK(shape.span == 128);
  REQUIRE(shape.piece_count == 1);
  CHECK(shape.pieces[0].count == 32);
  CHECK_FALSE(shape.pieces[0].uniform);
  REQUIRE(shape.range_count == 1);
  CHECK(shape.ranges[0].bytes == 128);
  CHECK_FALSE(shape.ranges[0].several);
}

TEST_CASE("lanes that want one word are one piece, and its bytes belong to several") {
  const WarpShape shape = shape_of(offsets([](unsigned) { return 8; }));
  REQUIRE(shape.piece_count == 1);
  CHECK(shape.pieces[0].uniform);
  REQUIRE(shape.range_count == 1);
  CHECK(shape.ranges[0].bytes == 4);
  CHECK(shape.ranges[0].several);
}

TEST_CASE("the rows of a 16 by 16 block are two pieces") {
  SECTION("both read one row: its words belong to several lanes") {
    const WarpShape shape = shape_of(offsets([](unsigned lane) { return lane % 16 * 4; }));
    CHECK(shape.piece_count == 2);
    REQUIRE(shape.range_count == 1);
    CHECK(shape.ranges[0].bytes == 64);
    CHECK(shape.ranges[0].several);
  }
  SECTION("each reads its own, the second one below the first") {
    const WarpShape shape =
        shape_of(offsets([](unsigned lane) { return 4096 - lane / 16 * 1024 + lane % 16 * 4; }));
    CHECK(shape.below == 1024);
    CHECK(shape.span == 1024 + 64);
    REQUIRE(shape.range_count == 2);
    CHECK(shape.ranges[0].lane == 16);
    CHECK(shape.ranges[0].delta == -1024);
    CHECK(shape.ranges[1].lane == 0);
  }
}

TEST_CASE("lanes in reverse order are a range each: a range names lanes that ascend") {
  const WarpShape shape = shape_of(offsets([](unsigned lane) { return (31 - lane) * 4; }));
  CHECK(shape.range_count == 32);
  CHECK(shape.piece_count == 0);
  CHECK(shape.below == 124);
}

TEST_CASE("lanes that are off do not count") {
  auto at = offsets([](unsigned lane) { return lane * 8; });
  at[5] = 0xDEAD'BEEF'0000;
  const WarpShape shape = shape_of(at, kFullMask & ~(Mask{1} << 5), 8);
  CHECK(shape.span == 256);
  REQUIRE(shape.piece_count == 2);
  CHECK(shape.pieces[0].count == 5);
  CHECK(shape.pieces[1].lane == 6);
  CHECK(shape.range_count == 2);
}

TEST_CASE("an instruction remembers four shapes and gives up the oldest") {
  ShapeMemory memory(1);
  Segment segment;
  ResolvedAccess access;
  access.segment = &segment;
  access.valid = kFullMask;
  for (std::uint64_t stride = 1; stride <= 5; ++stride) {
    access.offsets = offsets([&](unsigned lane) { return lane * 4 * stride; });
    memory.learn(memory[0], access, 4, 0);
  }
  CHECK(memory[0].shapes[0]->delta[1] == 20);
  CHECK(memory[0].shapes[3]->delta[1] == 8);
  CHECK(memory[0].shapes[0]->serial > memory[0].shapes[3]->serial);
}

TEST_CASE("an instruction that never repeats itself is left alone") {
  ShapeMemory memory(1);
  Segment segment;
  ResolvedAccess access;
  access.segment = &segment;
  access.valid = kFullMask;
  std::uint32_t built = 0;
  for (std::uint64_t stride = 1; stride <= 200; ++stride) {
    access.offsets = offsets([&](unsigned lane) { return lane * 4 * stride; });
    memory.learn(memory[0], access, 4, 0);
    built = memory[0].shapes[0]->serial;
  }
  CHECK(built < 60);
  CHECK(built > 20);
}

}  // namespace vgpu
