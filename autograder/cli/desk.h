// SPDX-License-Identifier: MIT
/// \file
/// What the commands of a student's loop share: the course, one exercise, whose answer it is, the
/// grader, and the progress that is kept.
///
/// Tested by autograder/tests/loop.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "cli/context.h"
#include "cli/progress.h"
#include "grader/grade.h"

namespace cli {

/// A student at work on an exercise.
class Desk {
 public:
  /// Opens the course and finds the exercise. Diagnostics say what is missing.
  static base::Result<std::unique_ptr<Desk>> open(const CommonOptions& options,
                                                  const std::string& name,
                                                  const std::string& submission);

  /// The exercise at hand.
  const course::Exercise& exercise() const { return *exercise_; }
  /// Takes another one.
  void turn_to(const course::Exercise& exercise) { exercise_ = &exercise; }
  /// All exercises.
  const course::Course& course() const { return course_; }
  /// The student's own file; it need not exist.
  std::filesystem::path file() const;
  /// Does this copy of the course hold the exercise's solution? Copies for students do not.
  bool has_solution() const;
  /// What was solved and which hints were shown.
  Progress& progress() { return progress_; }

  /// Grades the file as it is now (or takes what the cache has), and keeps progress.
  grader::ExerciseResult grade();

 private:
  course::Course course_;
  std::filesystem::path submission_;
  const course::Exercise* exercise_ = nullptr;
  std::unique_ptr<grader::Grader> grader_;
  Progress progress_;
};

/// The text of the hint that fits the result, one tier deeper than was shown before. Keeps what was
/// shown.
std::string deeper_hint(Desk& desk, const grader::ExerciseResult& result);

/// The result as `check` prints it, and in the words of `deeper` how to get at deeper hints. Keeps
/// that the first tier was shown.
std::string checked_text(Desk& desk, const grader::ExerciseResult& result, bool colour,
                         const std::string& deeper);

/// The call that prints deeper hints.
std::string hint_command(const Desk& desk);

/// Where to go on from a solved exercise: the next lesson; nullptr in `next` when all are solved.
std::string next_text(const course::Exercise* next);

/// Asks a person a yes-or-no question on the terminal. Without a person, or at the end of input:
/// no.
bool confirm(const std::string& question);

}  // namespace cli
