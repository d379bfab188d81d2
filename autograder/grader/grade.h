// SPDX-License-Identifier: MIT
/// \file
/// Grading: from a submission folder to finished results.
///
/// Exercises are graded side by side; each is built, run case by case and judged; what was graded
/// before with equal content is taken from the cache. Tested by autograder/tests.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "course/catalog.h"
#include "grader/golden.h"
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
  unsigned jobs = 2;                           ///< exercises side by side
  std::chrono::milliseconds patience{10'000};  ///< for one call of a student's function
  std::chrono::seconds compile_time{40};       ///< processor time of a compiler
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

  /// How many lessons are solved: those that were once, and by what was graded before.
  LessonProgress progress(const std::filesystem::path& submission,
                          const std::vector<std::string>& once_solved);

  /// A result with everything but exercises filled in.
  GradeResult header() const;

  /// The reference's runs of the visible cases, for a copy without references. Throws GraderFault.
  GoldenRuns golden(const course::Exercise& exercise);

  /// Can accesses be held against a reference, or against what a copy without references keeps of
  /// it for this compiler?
  bool compares(const course::Exercise& exercise) const;

  /// The skeleton as the author meant it. Throws GraderFault.
  std::string pristine(const course::Exercise& exercise) const;

  /// What `author check` runs: the skeleton compiles and is not attempted, the reference has full
  /// marks and no finding. Everything that is wrong.
  std::vector<base::Diagnostic> check_exercise(const course::Exercise& exercise);

 private:
  class Machinery;
  std::unique_ptr<Machinery> machinery_;
};

}  // namespace grader
