// SPDX-License-Identifier: MIT
/// \file
/// A class in figures: grades.csv, the summary, and how far a batch is.
///
/// Pure: text from finished results. Tested by class_report_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "course/exercise.h"
#include "grader/result.h"

namespace cli {

/// One student's line.
struct ClassRow {
  std::string id;
  std::string name;
  std::string status = "pending";  ///< pending, graded, empty, unreadable, grader_error
  bool late = false;
  std::vector<std::string> notes;
  std::optional<grader::GradeResult> result;
};

/// grades.csv: student, status, points, max, two columns for each exercise, late, name, note.
std::string class_csv(const std::vector<ClassRow>& rows,
                      const std::vector<const course::Exercise*>& exercises);

/// How many have which status; for each exercise mean, median, verdicts and the commonest losses.
/// `left_aside` names what lay in the folder and is nobody's submission.
std::string class_summary(const std::vector<ClassRow>& rows,
                          const std::vector<const course::Exercise*>& exercises,
                          const std::vector<std::string>& left_aside = {});

/// A name that others gave, fit for a line of text: controls become blanks, bytes that are no UTF-8
/// are spelled out in hexadecimal digits.
std::string printable(const std::string& name);

/// "about 3 min left": from what was done in how many seconds. Empty while nobody can say.
std::string estimate(std::size_t done, std::size_t left, double seconds);

/// "[#####-----] 30/60 about 3 min left".
std::string progress_bar(std::size_t done, std::size_t all, const std::string& estimate);

}  // namespace cli
