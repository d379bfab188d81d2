// SPDX-License-Identifier: MIT
/// \file
/// What the lines at the top of an answer promise, and the file that a student would hand in.
/// README.md beside this file describes the form. Tested by the answers themselves.
#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grader/result.h"

namespace answers {

/// A verdict, and the kind of finding that has to be there ("" where none has to).
struct Promise {
  std::string verdict;
  std::string kind;
};

/// One answer of the corpus.
struct Answer {
  std::filesystem::path file;
  std::string text;
  std::vector<Promise> promises;  ///< the first of `// expect:`, others of `// also:`
  double least = 0;               ///< points
  double most = std::numeric_limits<double>::infinity();
  std::string hint;                                          ///< part of it, of `// hint:`
  bool edited_outside = false;                               ///< of `// note:`
  std::vector<std::pair<std::string, std::string>> outside;  ///< of `// OUTSIDE old ==> new`
};

/// Reads the lines at the top. Throws std::runtime_error when they are not understood.
Answer read_answer(const std::filesystem::path& file);

/// The skeleton with the answer's regions in it. Throws std::runtime_error when the answer names a
/// region that the skeleton does not have.
std::string student_file(const Answer& answer, std::string_view skeleton);

/// What of the result is not as promised, one line each; empty when all is.
std::vector<std::string> differences(const Answer& answer, const grader::ExerciseResult& result);

}  // namespace answers
