// SPDX-License-Identifier: MIT
/// \file
/// Grading: from a submission folder to finished results.
///
/// Exercises are graded side by side; each is built, run case by case and judged; what was graded
/// before with equal content is taken from the cache. Tested by autograder/tests.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "course/catalog.h"
#include "grader/result.h"
#include "grader/session.h"
#include "toolchain/compiler.h"

namespace grader {

/// With what to grade.
struct Setup {
  toolchain::Compiler compiler;
  Tools tools;
  std::filesystem::path cache_folder;  ///< empty: nothing is kept
  std::string salt;                    ///< of the term
  std::string version;                 ///< of this program
  std::string device = "virtual";
  unsigned jobs = 2;  ///< exercises side by side
};

/// Grades exercises of one course with one set-up. Its methods may be called from several threads.
class Grader {
 public:
  /// The course outlives it.
  Grader(const course::Course& course, Setup setup);
  ~Grader();

  /// One exercise. Our own faults become the verdict grader_error, never an exception.
  ExerciseResult grade(const course::Exercise& exercise, const std::filesystem::path& submission);

  /// Several, side by side, in the order given. `done` (may be empty) is told of each as it ends.
  std::vector<ExerciseResult> grade(const std::vector<const course::Exercise*>& exercises,
                                    const std::filesystem::path& submission,
                                    const std::function<void(const ExerciseResult&)>& done = {});

  /// The result that the cache has for the submission as it is now; nothing where it was not
  /// graded.
  std::optional<ExerciseResult> graded_before(const course::Exercise& exercise,
                                              const std::filesystem::path& submission);

  /// How many lessons were solved, by what was graded before.
  LessonProgress progress(const std::filesystem::path& submission);

  /// A result with everything but exercises filled in.
  GradeResult header() const;

  /// What `author check` runs: the skeleton compiles and is not attempted, the reference has full
  /// marks and no finding. Everything that is wrong.
  std::vector<base::Diagnostic> check_exercise(const course::Exercise& exercise);

 private:
  class Machinery;
  std::unique_ptr<Machinery> machinery_;
};

}  // namespace grader
