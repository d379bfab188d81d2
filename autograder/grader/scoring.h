// SPDX-License-Identifier: MIT
/// \file
/// The formula: from what was observed to points. docs/formats/exercise_toml.md states it for
/// students; nothing else computes points. Tested by scoring_test.cpp.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "course/exercise.h"
#include "grader/result.h"

namespace grader {

/// The share of the access points for one counter: 1 up to `full` times the allowed count, falling
/// with the logarithm to 0 at `zero` times. Where nothing is allowed, nothing may be observed.
double access_share(std::uint64_t observed, std::uint64_t allowed, double full, double zero);

/// The correct share of a case: 1 when the output is right and no error was found, the exercise's
/// finding share when it is right in spite of errors, else 0.
double correct_share(bool output_right, bool has_errors, const course::Grading& grading);

/// Points of a case out of `max`: access counts only where everything is correct.
double case_points(double max, double correct, double access, const course::Grading& grading);

/// What each case is worth when an exercise's points are spread over the cases present by weight.
std::vector<double> case_maxima(double exercise_points, const std::vector<double>& weights);

/// The count that a budget looks at. Atomic operations read and write, so they count with both:
/// data that is fetched by them is not hidden from a budget of loads.
std::uint64_t budget_count(const protocol::Counters& counters, std::string_view counter);

}  // namespace grader
