// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <iostream>

#include "cli/commands.h"
#include "cli/context.h"
#include "cli/progress.h"
#include "course/index_pages.h"

namespace cli {
namespace {

struct ListOptions {
  CommonOptions common;
  std::string submission;
};

/// Marks what the cache knows of the files as they are, so that a copy without its state file, or
/// somebody else's folder, shows its progress too.
void look_into_cache(const ListOptions& options, const course::Course& course,
                     const std::filesystem::path& submission, Progress& progress) {
  auto setup = make_setup(options.common, course.root);
  if (!setup.ok()) return;  // without a compiler there is nothing that could have been graded
  grader::Grader grader(course, std::move(*setup));
  for (const course::Exercise* exercise : course.all()) {
    const auto before = grader.graded_before(*exercise, submission);
    if (!before) continue;
    note_progress(*before, progress);
  }
}

std::string bar(int done, int all) {
  constexpr int kWidth = 30;
  const int filled = all == 0 ? 0 : done * kWidth / all;
  return "[" + std::string(static_cast<std::size_t>(filled), '#') +
         std::string(static_cast<std::size_t>(kWidth - filled), '.') + "]";
}

struct Sum {
  int solved = 0;
  int lessons = 0;
  int minutes_solved = 0;
  int minutes = 0;

  void add(const course::Exercise& lesson, bool done) {
    lessons += 1;
    minutes += lesson.minutes;
    solved += done ? 1 : 0;
    minutes_solved += done ? lesson.minutes : 0;
  }
};

class Listing {
 public:
  Listing(const course::Course& course, const Progress& progress, bool colour)
      : course_(course), progress_(progress), colour_(colour) {}

  void print() const {
    Sum all;
    for (const course::Exercise& lesson : course_.lessons)
      all.add(lesson, progress_.is_solved(lesson.name));
    std::cout << fmt::format("{} {} of {} lessons solved, {} of {} minutes\n",
                             bar(all.solved, all.lessons), all.solved, all.lessons,
                             all.minutes_solved, all.minutes);
    const course::Exercise* next = next_lesson(course_, progress_.all_solved());
    char part = '\0';
    for (const course::Exercise& lesson : course_.lessons) {
      if (lesson.part() != part) heading(part = lesson.part());
      row(lesson, fmt::format("{:>3} min", lesson.minutes), &lesson == next);
    }
    std::cout << "\nassignments\n";
    for (const course::Exercise& assignment : course_.assignments)
      row(assignment, fmt::format("{:>3g} pts", assignment.points), false);
    if (next != nullptr)
      std::cout << fmt::format("\nnext: {0}, {1}/README.md\n", next->name, next->path);
  }

 private:
  void heading(char part) const {
    Sum sum;
    for (const course::Exercise& lesson : course_.lessons)
      if (lesson.part() == part) sum.add(lesson, progress_.is_solved(lesson.name));
    std::cout << fmt::format("\npart {}: {} ({} of {})\n", static_cast<char>(std::toupper(part)),
                             course::part_title(part), sum.solved, sum.lessons);
  }

  void row(const course::Exercise& exercise, const std::string& size, bool next) const {
    const bool solved = progress_.is_solved(exercise.name);
    const char* mark = solved ? "solved" : progress_.is_tried(exercise.name) ? "tried" : "";
    const char* tint = !colour_ ? "" : solved ? "\033[32m" : next ? "\033[1m" : "";
    std::cout << fmt::format("{}{} {:<6}  {:<16} {}  {}{}\n", tint, next ? '>' : ' ', mark,
                             exercise.name, size, exercise.title, *tint != '\0' ? "\033[0m" : "");
  }

  const course::Course& course_;
  const Progress& progress_;
  bool colour_;
};

int run_list(const ListOptions& options) {
  const auto opened = open_course(options.common);
  if (!opened.ok()) return report_problems(opened.errors());
  const course::Course& course = *opened;
  const auto submission = find_submission(options.submission, course.root);
  if (!submission.ok()) return report_problems(submission.errors());
  Progress progress = Progress::of(*submission);
  look_into_cache(options, course, *submission, progress);
  Listing(course, progress, shows_colour(STDOUT_FILENO)).print();
  report_problems(course.problems);
  return course.problems.empty() ? kGood : kGraderError;
}

}  // namespace

void add_list(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<ListOptions>();
  CLI::App* command = app.add_subcommand("list", "lessons and assignments, and which are solved");
  options->common.add_to(*command, true);
  command->add_option("--submission", options->submission, "whose progress; yours if left out");
  command->callback([options, &exit_code] { exit_code = run_list(*options); });
}

}  // namespace cli
