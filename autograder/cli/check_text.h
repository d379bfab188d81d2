// SPDX-License-Identifier: MIT
/// \file
/// A checked exercise as text for its student: the verdict first, then the cases that failed, the
/// findings with their source lines, counts beside the reference's, one hint, and under its own
/// heading what the program printed.
///
/// Tested by check_text_test.cpp; the blocks in the lessons' pages by autograder/tests/answers.
#pragma once

#include <filesystem>
#include <string>

#include "cli/profile.h"
#include "grader/result.h"

namespace cli {

/// The text. Source lines are read below `folder`.
std::string check_text(const grader::ExerciseResult& result, const std::filesystem::path& folder,
                       const TextStyle& style);

}  // namespace cli
