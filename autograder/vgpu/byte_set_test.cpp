// SPDX-License-Identifier: MIT
#include "vgpu/byte_set.h"

#include <catch2/catch.hpp>
#include <set>

TEST_CASE("a byte set agrees with a plain set for ranges of any length and place",
          "[vgpu][byte_set]") {
  const auto [first, count] = GENERATE(table<std::uint64_t, std::uint64_t>({{0, 1},
                                                                            {0, 64},
                                                                            {63, 1},
                                                                            {63, 2},
                                                                            {1, 64},
                                                                            {10, 150},
                                                                            {64, 128},
                                                                            {199, 1},
                                                                            {0, 200},
                                                                            {5, 0}}));
  vgpu::ByteSet bytes(200);
  bytes.insert(first, count);
  std::uint64_t held = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const bool expected = i >= first && i < first + count;
    held += expected ? 1 : 0;
    CHECK(bytes.contains(i) == expected);
  }
  CHECK(bytes.count() == held);
  CHECK(bytes.contains(first, count));
  if (first + count < 200) CHECK_FALSE(bytes.contains(first, count + 1));
  if (first > 0) CHECK_FALSE(bytes.contains(first - 1, count + 1));
  CHECK(bytes.first_held() == (count > 0 ? first : 200));
  CHECK(bytes.first_missing() == (first > 0 || count == 0 ? 0 : count));
  CHECK(bytes.is_full() == (held == 200));
}

TEST_CASE("a set declared full holds everything until it is cleared", "[vgpu][byte_set]") {
  vgpu::ByteSet bytes(70);
  bytes.insert_all();
  CHECK(bytes.contains(0, 70));
  CHECK(bytes.first_missing() == 70);
  CHECK(bytes.count() == 70);
  bytes.clear();
  CHECK(bytes.count() == 0);
  CHECK(bytes.first_held() == 70);
}

TEST_CASE("concurrent insertion adds the same positions as insertion", "[vgpu][byte_set]") {
  const auto [first, count] = GENERATE(table<std::uint64_t, std::uint64_t>(
      {{0, 1}, {63, 1}, {63, 2}, {0, 64}, {10, 128}, {64, 136}, {5, 0}}));
  CAPTURE(first, count);
  vgpu::ByteSet plain(200), concurrent(200);
  plain.insert(first, count);
  concurrent.insert_concurrently(first, count);
  for (std::uint64_t i = 0; i < 200; ++i) CHECK(plain.contains(i) == concurrent.contains(i));
}
