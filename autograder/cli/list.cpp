// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/commands.h"
#include "cli/context.h"

namespace cli {
namespace {

struct ListOptions {
  CommonOptions common;
  std::string submission;
};

std::string state_of(grader::Grader* grader, const course::Exercise& exercise,
                     const std::filesystem::path& submission) {
  if (grader == nullptr) return "";
  const auto before = grader->graded_before(exercise, submission);
  if (!before) return "";
  return before->verdict == grader::Verdict::FullMarks ? "solved" : "tried";
}

int run_list(const ListOptions& options) {
  const auto root = find_root(options.common.root);
  if (!root.ok()) return report_problems(root.errors());
  const course::Course course = course::load_course(*root);
  const auto submission = find_submission(options.submission, *root);
  if (!submission.ok()) return report_problems(submission.errors());
  // Without a compiler there is nothing that could have been graded.
  auto setup = make_setup(options.common, *root);
  std::unique_ptr<grader::Grader> grader;
  if (setup.ok()) grader = std::make_unique<grader::Grader>(course, std::move(*setup));
  char part = '\0';
  for (const course::Exercise& lesson : course.lessons) {
    if (lesson.part() != part) std::cout << fmt::format("part {}\n", part = lesson.part());
    std::cout << fmt::format("  {:<7} {:<22} {:>3} min  {}\n",
                             state_of(grader.get(), lesson, *submission), lesson.name,
                             lesson.minutes, lesson.title);
  }
  std::cout << "assignments\n";
  for (const course::Exercise& assignment : course.assignments) {
    std::cout << fmt::format("  {:<7} {:<22} {:>3} points  {}\n",
                             state_of(grader.get(), assignment, *submission), assignment.name,
                             assignment.points, assignment.title);
  }
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
