// SPDX-License-Identifier: MIT
/// \file
/// Words and numbers that several reports share. Tested by report_test.cpp.
#pragma once

#include <string>
#include <string_view>

#include "grader/result.h"

namespace report {

/// "21.0 / 30", "withheld / 30"; for lessons without points "solved" or "-".
std::string points_text(const grader::ExerciseResult& exercise);

/// A number of points for display: one digit after the point, "30" without one when it is whole and
/// `short_form`.
std::string points_text(double points, bool short_form = false);

/// Kinds of the findings that cost points: "-", "shared_race", "shared_race +1".
std::string findings_text(const grader::ExerciseResult& exercise);

/// An entry of ExerciseResult::edited_outside as people read it: where, and that it is not used.
std::string edit_text(const std::string& edit);

/// All lines that explain an exercise's result: its notes and what was edited outside.
std::vector<std::string> explanations(const grader::ExerciseResult& exercise);

/// The case's help where it may tell something: it is about what the case tries, so neither for a
/// right answer nor for one that only cost too much.
std::string fitting_help(const grader::CaseResult& one);

/// What may be shown of a case to its student: for hidden cases the help only.
std::string shown_message(const grader::CaseResult& one);

/// The text with the characters escaped that mean something in XML and HTML; control characters,
/// which XML does not allow, become question marks.
std::string escaped(std::string_view text);

}  // namespace report
