// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "cli/check_text.h"
#include "cli/commands.h"
#include "cli/desk.h"
#include "grader/notes.h"

namespace cli {
namespace {

struct CheckOptions {
  CommonOptions common;
  std::string name;
  std::string submission;
};

int run_check(const CheckOptions& options) {
  auto desk = Desk::open(options.common, options.name, options.submission);
  if (!desk.ok()) return report_problems(desk.errors());
  const grader::ExerciseResult result = (*desk)->grade();
  std::cout << checked_text(**desk, result, shows_colour(STDOUT_FILENO), hint_command(**desk));
  if (result.verdict == grader::Verdict::GraderError) return kGraderError;
  if (result.verdict != grader::Verdict::FullMarks) return kNotReached;
  // Of somebody else's folder it is not known what was solved before.
  if (options.submission.empty()) {
    std::cout << next_text(next_lesson((*desk)->course(), (*desk)->progress().all_solved()));
  }
  return kGood;
}

}  // namespace

std::string checked_text(Desk& desk, const grader::ExerciseResult& result, bool colour,
                         const std::string& deeper) {
  const std::string& name = desk.exercise().name;
  std::string text = check_text(result, desk.file().parent_path(), TextStyle{colour});
  const std::optional<course::Hint> hint = grader::deepening_hint(desk.exercise(), result);
  if (!hint || hint->tiers.empty()) return text;
  const std::string& first = hint->tiers.front();
  desk.progress().show(name, first, std::max<std::size_t>(1, desk.progress().shown(name, first)));
  desk.progress().save();
  if (hint->tiers.size() > 1) text += "more: " + deeper + "\n";
  return text;
}

void add_check(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "check one lesson and say what to look at");
  options->common.add_to(*command, true);
  command->add_option("LESSON", options->name, "a lesson or an assignment")->required();
  command->add_option("--submission", options->submission, "whose answer; yours if left out");
  command->callback([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace cli
