// SPDX-License-Identifier: MIT
#include "cli/desk.h"

#include <fmt/format.h>

#include <iostream>

#include "base/text.h"

namespace cli {

namespace fs = std::filesystem;

base::Result<std::unique_ptr<Desk>> Desk::open(const CommonOptions& options,
                                               const std::string& name,
                                               const std::string& submission) {
  const std::future<void> probing = probe_ahead();
  auto course = open_course(options);
  if (!course.ok()) return course.errors();
  auto desk = std::make_unique<Desk>();
  desk->course_ = std::move(*course);
  const auto exercise = find_exercise(desk->course_, name);
  if (!exercise.ok()) return exercise.errors();
  desk->exercise_ = *exercise;
  const auto folder = find_submission(submission, desk->course_.root);
  if (!folder.ok()) return folder.errors();
  const auto answers = require_answers(*folder, desk->course_);
  if (!answers.ok()) return answers.errors();
  desk->submission_ = *folder;
  auto setup = make_setup(options, desk->course_.root);
  if (!setup.ok()) return setup.errors();
  desk->grader_ = std::make_unique<grader::Grader>(desk->course_, std::move(*setup));
  // What belongs to others, a folder that is being looked at, stays as it is.
  if (submission.empty()) desk->progress_ = Progress::of(*folder);
  return desk;
}

fs::path Desk::file() const {
  const auto found = course::submitted_file(submission_, *exercise_);
  return found ? *found : submission_ / exercise_->path / exercise_->source;
}

bool Desk::has_solution() const {
  return fs::is_regular_file(course::reference_file(course_.root, *exercise_));
}

grader::ExerciseResult Desk::grade() {
  grader::ExerciseResult result = grader_->grade(*exercise_, submission_);
  note_progress(result, progress_);
  progress_.save();
  return result;
}

std::string next_text(const course::Exercise* next) {
  if (next == nullptr) return "\nall lessons are solved\n";
  return fmt::format("\nsolved; next lesson: {}, {} ({} minutes), {}/README.md\n", next->name,
                     next->title, next->minutes, next->path);
}

bool confirm(const std::string& question) {
  std::cout << question << " [y/N] " << std::flush;
  std::string answer;
  if (!std::getline(std::cin, answer)) std::cout << "\n";
  return base::trim(answer) == "y" || base::trim(answer) == "Y" || base::trim(answer) == "yes";
}

}  // namespace cli
