// SPDX-License-Identifier: MIT
#include "grader/scoring.h"

#include <catch2/catch.hpp>

using grader::access_share;
using grader::case_points;

TEST_CASE("access is full up to its factor, nothing from the other, a slope between",
          "[grader][scoring]") {
  auto [observed, allowed, full, zero, share] =
      GENERATE(table<std::uint64_t, std::uint64_t, double, double, double>({
          {100, 100, 1.1, 4.0, 1.0},   // as the reference
          {10, 100, 1.1, 4.0, 1.0},    // better than the reference
          {110, 100, 1.1, 4.0, 1.0},   // at the edge
          {400, 100, 1.1, 4.0, 0.0},   // at the other edge
          {5000, 100, 1.1, 4.0, 0.0},  // far beyond
          {200, 100, 1.0, 4.0, 0.5},   // half way by logarithm
          {200, 100, 2.2, 8.0, 1.0},   // a 16-wide tile against a 32-wide one
          {3200, 100, 2.2, 8.0, 0.0},  // naive matrix product
          {0, 0, 1.1, 4.0, 1.0},       // nothing allowed, nothing done
          {1, 0, 1.1, 4.0, 0.0},       // nothing allowed
      }));
  CAPTURE(observed, allowed, full, zero);
  CHECK(access_share(observed, allowed, full, zero) == Approx(share).margin(1e-12));
}

TEST_CASE("access counts only where everything is correct", "[grader][scoring]") {
  const course::Grading grading;
  CHECK(case_points(10, 1, 1, grading) == Approx(10));
  CHECK(case_points(10, 1, 0, grading) == Approx(7));
  CHECK(case_points(10, 1, 0.5, grading) == Approx(8.5));
  CHECK(case_points(10, 0.5, 1, grading) == Approx(3.5));
  CHECK(case_points(10, 0, 1, grading) == Approx(0).margin(1e-12));
}

TEST_CASE("with the policy correctness-only accesses cost nothing", "[grader][scoring]") {
  course::Grading grading;
  grading.correctness_only = true;
  CHECK(case_points(10, 1, 0, grading) == Approx(10));
  CHECK(case_points(10, 0.5, 0, grading) == Approx(5));
}

TEST_CASE("errors found beside a right result cost the finding share", "[grader][scoring]") {
  course::Grading grading;
  CHECK(grader::correct_share(true, false, grading) == 1);
  CHECK(grader::correct_share(true, true, grading) == 0.5);
  CHECK(grader::correct_share(false, false, grading) == 0);
  CHECK(grader::correct_share(false, true, grading) == 0);
  grading.finding_share = 0;
  CHECK(grader::correct_share(true, true, grading) == 0);
}

TEST_CASE("weights are scaled to the cases present", "[grader][scoring]") {
  CHECK(grader::case_maxima(30, {1, 1, 2, 2}) == std::vector<double>{5, 5, 10, 10});
  CHECK(grader::case_maxima(30, {1, 2}) == std::vector<double>{10, 20});
  CHECK(grader::case_maxima(30, {}).empty());
}

TEST_CASE("reads by atomic operations are not hidden from a budget of loads", "[grader][scoring]") {
  protocol::Counters counters;
  counters.global_loads = 100;
  counters.global_stores = 10;
  counters.global_atomics = 5;
  counters.global_load_sectors = 7;
  CHECK(grader::budget_count(counters, "global_loads") == 105);
  CHECK(grader::budget_count(counters, "global_stores") == 15);
  CHECK(grader::budget_count(counters, "global_load_sectors") == 7);
  CHECK_THROWS_AS(grader::budget_count(counters, "no_such"), std::invalid_argument);
}
