// SPDX-License-Identifier: MIT
#include "course/random.h"

#include <catch2/catch.hpp>

TEST_CASE("the generator gives the published sequence of xoshiro256** after splitmix64",
          "[course][random]") {
  // Computed with a separate implementation of both published algorithms, seed 0.
  course::Random random(0);
  CHECK(random.bits() == 0x99ec5f36cb75f2b4U);
  CHECK(random.bits() == 0xbf6e1f784956452aU);
  CHECK(random.bits() == 0x1a5f849d4933e6e0U);
}

TEST_CASE("numbers stay below their bound and reach all of it", "[course][random]") {
  course::Random random(7);
  bool seen[5] = {};
  for (int i = 0; i < 1000; ++i) {
    const auto number = random.below(5);
    REQUIRE(number < 5);
    seen[number] = true;
    const double unit = random.unit();
    REQUIRE((unit >= 0 && unit < 1));
  }
  for (const bool one : seen) CHECK(one);
  CHECK(random.below(0) == 0);
  CHECK(random.below(1) == 0);
}

TEST_CASE("normal numbers have mean 0 and deviation 1", "[course][random]") {
  course::Random random(11);
  double sum = 0;
  double squares = 0;
  constexpr int kCount = 100000;
  for (int i = 0; i < kCount; ++i) {
    const double number = random.normal();
    sum += number;
    squares += number * number;
  }
  CHECK(sum / kCount == Approx(0).margin(0.02));
  CHECK(squares / kCount == Approx(1).margin(0.02));
}
