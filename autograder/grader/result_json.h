// SPDX-License-Identifier: MIT
/// \file
/// Results as JSON: the contract of `grade --json` and the form that the cache keeps.
///
/// Format: docs/formats/grade_result.md. Tested by result_json_test.cpp.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "grader/result.h"

namespace grader {

/// The whole, as `grade --json` writes it; ends with a newline. Points are not rounded.
std::string to_json(const GradeResult& result);

/// Reads what to_json wrote. Unknown keys are passed over, wrong types are diagnostics.
base::Result<GradeResult> grade_result_from_json(std::string_view text);

/// One exercise alone, for the cache.
std::string to_json(const ExerciseResult& result);

/// Reads it back.
base::Result<ExerciseResult> exercise_result_from_json(std::string_view text);

}  // namespace grader
