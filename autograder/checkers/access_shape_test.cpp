// SPDX-License-Identifier: MIT
#include "checkers/access_shape.h"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "checkers/event_builder.h"

namespace {

using namespace checkers;
using test::at;
using test::strided;

struct Shape {
  const char* what;
  std::uint8_t element, elements;
  test::Offsets offsets;
  vgpu::Mask mask;
  std::uint32_t expected;
};

test::Offsets rows_of(unsigned width, std::uint64_t row_bytes) {
  return [=](unsigned lane) { return lane / width * row_bytes + lane % width * 4; };
}

constexpr vgpu::Mask kAll = vgpu::kFullMask;

}  // namespace

TEST_CASE("sectors are the different 32-byte blocks of a request", "[checkers][access_shape]") {
  const Shape shape = GENERATE(values<Shape>({
      {"contiguous floats", 4, 1, strided(0, 4), kAll, 4},
      {"contiguous floats, off by one", 4, 1, strided(4, 4), kAll, 5},
      {"stride 2", 4, 1, strided(0, 8), kAll, 8},
      {"stride 8", 4, 1, strided(0, 32), kAll, 32},
      {"stride 32", 4, 1, strided(0, 128), kAll, 32},
      {"one address", 4, 1, at(20), kAll, 1},
      {"float4", 4, 4, strided(0, 16), kAll, 16},
      {"float2", 4, 2, strided(0, 8), kAll, 8},
      {"doubles", 8, 1, strided(0, 8), kAll, 8},
      {"bytes", 1, 1, strided(0, 1), kAll, 1},
      {"bytes across a sector", 1, 1, strided(16, 1), kAll, 2},
      {"half warp", 4, 1, strided(0, 4), 0xFFFF, 2},
      {"every other lane", 4, 1, strided(0, 4), 0x55555555, 4},
      {"first and last lane", 4, 1, strided(0, 4), 0x80000001, 2},
      {"two rows of 16", 4, 1, rows_of(16, 400), kAll, 5},
      {"backwards", 4, 1, [](unsigned lane) { return 124 - lane * 4; }, kAll, 4},
      {"column of float4", 4, 4, strided(0, 64), kAll, 32},
  }));
  CAPTURE(shape.what);
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 8192);
  test::Access access = test::load(1, a, shape.offsets);
  access.bytes(shape.element, shape.elements).mask(shape.mask);
  CHECK(count_sectors(access.event(), shape.mask) == shape.expected);
}

TEST_CASE("bank conflicts are wavefronts beyond the least", "[checkers][access_shape]") {
  const Shape shape = GENERATE(values<Shape>({
      {"stride 1", 4, 1, strided(0, 4), kAll, 0},
      {"stride 2", 4, 1, strided(0, 8), kAll, 1},
      {"stride 32", 4, 1, strided(0, 128), kAll, 31},
      {"stride 33", 4, 1, strided(0, 132), kAll, 0},
      {"one word", 4, 1, at(20), kAll, 0},
      {"pairs share a word", 4, 1, [](unsigned lane) { return lane / 2 * 4; }, kAll, 0},
      {"stride 32, one lane", 4, 1, strided(0, 128), 8, 0},
      {"stride 32, three lanes", 4, 1, strided(0, 128), 7, 2},
      {"doubles", 8, 1, strided(0, 8), kAll, 0},
      {"doubles, index 2t", 8, 1, strided(0, 16), kAll, 2},
      {"doubles, index 2t, half warp", 8, 1, strided(0, 16), 0xFFFF, 1},
      {"float4", 4, 4, strided(0, 16), kAll, 0},
      {"float4, index 2t", 4, 4, strided(0, 32), kAll, 4},
      {"parts of float4", 4, 1, strided(0, 16), kAll, 3},
      {"bytes", 1, 1, strided(0, 1), kAll, 0},
      {"bytes, one a word in one bank", 1, 1, strided(0, 128), kAll, 31},
  }));
  CAPTURE(shape.what);
  test::Scene scene;
  vgpu::Segment& s = scene.shared("s", 8192);
  test::Access access = test::load(1, s, shape.offsets);
  access.bytes(shape.element, shape.elements).mask(shape.mask);
  CHECK(count_bank_conflicts(access.event()) == shape.expected);
}

TEST_CASE("a vector load fetches what is used of it as the assembler does",
          "[checkers][access_shape]") {
  struct Load {
    const char* what;
    std::uint32_t bytes, elements, used;
    std::vector<std::pair<int, int>> fetches;  // first element and how many; none: whole
  };
  const Load load = GENERATE(values<Load>({
      {"float4.x", 4, 4, 0b0001, {{0, 1}}},
      {"float4.w", 4, 4, 0b1000, {{3, 1}}},
      {"float4.xy", 4, 4, 0b0011, {{0, 2}}},
      {"float4.zw", 4, 4, 0b1100, {{2, 2}}},
      {"float4.yz", 4, 4, 0b0110, {{1, 1}, {2, 1}}},
      {"float4.xz", 4, 4, 0b0101, {{0, 1}, {2, 1}}},
      {"float4.xw", 4, 4, 0b1001, {{0, 1}, {3, 1}}},
      {"float4.xyz", 4, 4, 0b0111, {}},
      {"float4.xyw", 4, 4, 0b1011, {}},
      {"float4", 4, 4, 0b1111, {}},
      {"float2.y", 4, 2, 0b10, {{1, 1}}},
      {"float2", 4, 2, 0b11, {}},
      {"double2.y", 8, 2, 0b10, {{1, 1}}},
      {"ushort4.z", 2, 4, 0b0100, {{2, 1}}},
      {"ushort4.zw", 2, 4, 0b1100, {{2, 2}}},
      {"ushort4.xz", 2, 4, 0b0101, {}},
      {"uchar4.x", 1, 4, 0b0001, {}},
      {"nothing", 4, 4, 0, {}},
      {"a scalar", 4, 1, 1, {}},
  }));
  CAPTURE(load.what);
  const Fetches fetches = fetches_of(load.bytes, load.elements, ~load.used);
  std::vector<std::pair<int, int>> got;
  for (std::uint8_t i = 0; i < fetches.count; ++i) {
    got.emplace_back(fetches.parts[i].first, fetches.parts[i].elements);
  }
  CHECK(got == load.fetches);
}
