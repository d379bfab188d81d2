// SPDX-License-Identifier: MIT
/// \file
/// The quick check of a lesson: the questions of exercise.toml as a section of its README, and the
/// judging of answers for `autograder quiz`.
///
/// The section stands between two comment lines in README.md and is written by `author sync`, so
/// that page and quiz ask the same. Tested by quick_check_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "course/exercise.h"

namespace course {

/// The section's text, without the comment lines around it.
std::string quick_check_section(const Exercise& exercise);

/// The page with its section replaced. A page without the two comment lines is given back as it is
/// when the exercise has no questions, else it is a diagnostic.
base::Result<std::string> with_quick_check(const Exercise& exercise, std::string_view page,
                                           const std::string& file);

/// Places of the steps of an `order` question as they are shown: never in the right order, the same
/// every time. shown[0] is the index in `steps` of the step shown first.
std::vector<std::size_t> shown_order(const Question& question);

/// The right answer in words: "3", "B", "C A B", "lines 2 and 4".
std::string right_answer(const Question& question);

/// Is what a person typed an answer of the kind asked for: letters that stand before choices, a
/// number? Else it is asked again and counts for nothing.
bool is_answer(const Question& question, std::string_view typed);

/// Is what a person typed the right answer? Blanks, commas and case do not count.
bool is_right(const Question& question, std::string_view typed);

/// What a person is asked to type: "a letter", "a number", ...
std::string how_to_answer(const Question& question);

}  // namespace course
