// SPDX-License-Identifier: MIT
/// \file
/// One line for each way in which points were lost, the costliest first, and the hint that fits.
///
/// Tested by judge_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "course/exercise.h"
#include "grader/result.h"

namespace grader {

/// Folds what the cases say: cases that lost points for the same reason share a line. With the
/// exercise each line also names the lesson of the hint that fits it.
std::vector<std::string> make_notes(const ExerciseResult& result,
                                    const course::Exercise* exercise = nullptr);

/// The findings of all cases, alike ones (kind, line, other line) folded into the first.
std::vector<protocol::Finding> fold_findings(const std::vector<CaseResult>& cases);

/// The hint of the exercise that fits what was observed; nullptr when all is solved or none fits.
const course::Hint* fitting_hint(const course::Exercise& exercise, const ExerciseResult& result);

/// All that can be told, a step deeper with each tier: the fitting hint, and where the result is
/// wrong the exercise's general hint after it.
std::optional<course::Hint> deepening_hint(const course::Exercise& exercise,
                                           const ExerciseResult& result);

}  // namespace grader
