// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/context.h"
#include "cli/profile.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
using grader::CaseResult;
using grader::ExerciseResult;
using grader::Verdict;

struct CheckOptions {
  CommonOptions common;
  std::string name;
  std::string submission;
};

std::string words(Verdict verdict) {
  std::string text(to_string(verdict));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string verdict_line(const ExerciseResult& result, bool colour) {
  std::string line = fmt::format("{}: {}", result.name, words(result.verdict));
  if (result.verdict != Verdict::NotAttempted && result.verdict != Verdict::BuildError) {
    line += fmt::format(", {} of {} cases", result.passed(), result.cases.size());
  }
  if (result.max > 0 && !result.withheld)
    line += fmt::format(", {:.1f} of {:g} points", result.points, result.max);
  if (!colour) return line + "\n";
  return (result.verdict == Verdict::FullMarks ? "\033[1;32m" : "\033[1;31m") + line + "\033[0m\n";
}

std::string case_lines(const ExerciseResult& result) {
  std::string text;
  for (const CaseResult& one : result.cases) {
    if (one.verdict == Verdict::FullMarks) continue;
    const std::string message = one.hidden ? "" : one.message;
    text += fmt::format("  {:<24} {}{}\n", one.hidden ? "hidden case" : one.name,
                        words(one.verdict), message.empty() ? "" : ": " + message);
    if (!one.help.empty()) text += fmt::format("  {:<24} {}\n", "", one.help);
  }
  return text.empty() ? "" : "\n" + text;
}

std::string findings(const ExerciseResult& result, const fs::path& folder, bool colour) {
  std::string text;
  for (const protocol::Finding& finding : result.findings) {
    text += "\n" + finding_text(finding, folder, TextStyle{colour});
  }
  return text;
}

/// Yours, the reference's and the goal, of the first case that has budgets: small enough to be
/// counted by hand.
std::string counts(const ExerciseResult& result) {
  const auto first = std::find_if(
      result.cases.begin(), result.cases.end(),
      [](const CaseResult& one) { return one.ran && !one.budgets.empty() && !one.hidden; });
  const auto over = std::find_if(
      result.cases.begin(), result.cases.end(),
      [](const CaseResult& one) { return one.verdict == Verdict::OverBudget && !one.hidden; });
  const auto shown = over != result.cases.end() ? over : first;
  if (shown == result.cases.end()) return "";
  std::string text = fmt::format("\n  {:<40} {:>12} {:>12} {:>12}\n", "counts of " + shown->name,
                                 "yours", "reference", "allowed");
  for (const grader::BudgetResult& budget : shown->budgets) {
    const protocol::CounterInfo* row = protocol::find_counter(budget.counter);
    std::string name = budget.counter;
    if (budget.buffer != "total") name += " of " + budget.buffer;
    const bool whole = budget.buffer == "total" && row != nullptr;
    text +=
        fmt::format("  {:<40} {:>12} {:>12} {:>12}\n", name, base::with_thousands(budget.observed),
                    whole ? base::with_thousands(shown->reference.*row->member) : "",
                    base::with_thousands(budget.allowed));
  }
  return text;
}

std::string printed(const ExerciseResult& result) {
  std::string text;
  for (const CaseResult& one : result.cases) {
    if (one.program_output.empty() || one.hidden) continue;
    text += fmt::format("\nyour program printed (case {}):\n{}", one.name, one.program_output);
    if (text.back() != '\n') text += '\n';
  }
  return text;
}

std::string check_text(const ExerciseResult& result, const fs::path& folder, bool colour) {
  std::string text = verdict_line(result, colour);
  if (!result.message.empty()) text += "\n  " + result.message + "\n";
  if (result.verdict == Verdict::BuildError) text += "\n" + result.build_output;
  if (result.verdict == Verdict::NotAttempted) {
    text += "\n  fill in the regions between FILL-ME-IN and END in " +
            (result.source.empty() ? "its file" : result.source) + "\n";
  } else if (result.message.empty()) {
    text += case_lines(result) + findings(result, folder, colour) + counts(result);
  }
  for (const std::string& edit : result.edited_outside) {
    text += "\nedited outside the regions, not used: " + edit + "\n";
  }
  if (!result.hint.empty()) text += "\nhint: " + result.hint + "\n";
  return text + printed(result);
}

int run_check(const CheckOptions& options) {
  const auto root = find_root(options.common.root);
  if (!root.ok()) return report_problems(root.errors());
  const course::Course course = course::load_course(*root);
  const auto exercise = course.require(options.name);
  if (!exercise.ok()) {
    report_problems(course.problems);
    return report_problems(exercise.errors());
  }
  const auto submission = find_submission(options.submission, *root);
  if (!submission.ok()) return report_problems(submission.errors());
  auto setup = make_setup(options.common, *root);
  if (!setup.ok()) return report_problems(setup.errors());
  grader::Grader grader(course, std::move(*setup));
  const ExerciseResult result = grader.grade(**exercise, *submission);
  const fs::path folder = fs::path(result.source).parent_path();
  std::cout << check_text(result, folder, shows_colour(STDOUT_FILENO));
  if (result.verdict == Verdict::GraderError) return kGraderError;
  return result.verdict == Verdict::FullMarks ? kGood : kNotReached;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "check one lesson and say what to look at");
  options->common.add_to(*command, true);
  command->add_option("LESSON", options->name, "a lesson or an assignment")->required();
  command->add_option("--submission", options->submission, "whose answer; yours if left out");
  command->callback([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace cli
