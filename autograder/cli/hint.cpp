// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/commands.h"
#include "cli/desk.h"
#include "grader/notes.h"

namespace cli {
namespace {

struct HintOptions {
  CommonOptions common;
  std::string name;
  std::string submission;
};

int run_hint(const HintOptions& options) {
  auto desk = Desk::open(options.common, options.name, options.submission);
  if (!desk.ok()) return report_problems(desk.errors());
  const grader::ExerciseResult result = (*desk)->grade();
  std::cout << deeper_hint(**desk, result);
  return result.verdict == grader::Verdict::GraderError ? kGraderError : kGood;
}

}  // namespace

std::string hint_command(const Desk& desk) {
  return "build/bin/autograder hint " + desk.exercise().name;
}

std::string deeper_hint(Desk& desk, const grader::ExerciseResult& result) {
  const course::Exercise& exercise = desk.exercise();
  if (result.verdict == grader::Verdict::FullMarks) {
    return fmt::format("{} is solved; there is nothing to hint at\n", exercise.name);
  }
  const std::optional<course::Hint> hint = grader::deepening_hint(exercise, result);
  if (!hint || hint->tiers.empty()) {
    return "there is no hint for what was seen; the lesson's page may help\n";
  }
  const std::size_t before = desk.progress().shown(exercise.name, hint->tiers.front());
  const std::size_t tiers = std::min(before + 1, hint->tiers.size());
  desk.progress().show(exercise.name, hint->tiers.front(), tiers);
  desk.progress().save();
  std::string text;
  for (std::size_t i = 0; i < tiers; ++i) {
    text += fmt::format("hint {} of {}: {}\n", i + 1, hint->tiers.size(), hint->tiers[i]);
  }
  if (tiers == hint->tiers.size()) {
    if (!hint->see.empty()) {
      text += fmt::format("read lesson {}\n", exercise.lesson_text(hint->see));
    }
    if (before == tiers) {
      text += desk.has_solution() ? "that is all; 'solution' shows how it is done\n"
                                  : "that is all; ask whoever teaches the course\n";
    }
  }
  return text;
}

void add_hint(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<HintOptions>();
  CLI::App* command =
      app.add_subcommand("hint", "one more hint, fitting what the last check has seen");
  options->common.add_to(*command, true);
  command->add_option("LESSON", options->name, "a lesson or an assignment")->required();
  command->add_option("--submission", options->submission, "whose answer; yours if left out");
  command->callback([options, &exit_code] { exit_code = run_hint(*options); });
}

}  // namespace cli
