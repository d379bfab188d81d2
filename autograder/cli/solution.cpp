// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "base/files.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/desk.h"
#include "cli/side_by_side.h"
#include "course/regions.h"

namespace cli {
namespace {

struct SolutionOptions {
  CommonOptions common;
  std::string name;
  std::string submission;
  bool yes = false;
};

std::size_t terminal_width() {
  winsize size{};
  constexpr std::size_t kUsual = 120;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
  return size.ws_col;
}

/// What stands behind SOLUTION, without the lines that are the skeleton's.
std::string solved_text(const course::Region& region) {
  std::string text;
  bool solution = false;
  for (const std::string& line : base::split_lines(region.text)) {
    const std::string_view words = base::trim(line);
    if (words == "// SOLUTION") {
      solution = true;
    } else if (solution && !words.starts_with("//|")) {
      text += line + "\n";
    }
  }
  return text;
}

int show(const Desk& desk, const std::string& reference) {
  const auto solved = course::parse_regions(reference, "reference");
  if (!solved.ok()) return report_problems(solved.errors());
  const auto skeleton = course::make_skeleton(reference, "reference");
  if (!skeleton.ok()) return report_problems(skeleton.errors());
  const auto own = base::read_file(desk.file());
  const course::StudentRegions yours =
      course::extract_regions(own.ok() ? *own : std::string(), *skeleton, desk.exercise().source);
  const std::size_t width = terminal_width();
  for (const course::Region& region : *solved) {
    const course::Region* mine = yours.find(region.name);
    std::cout << "\n" << side_by_side("yours, region " + region.name, "ours", width);
    std::cout << std::string(width, '-') << "\n";
    std::cout << side_by_side(mine == nullptr ? "" : mine->text, solved_text(region), width);
  }
  return kGood;
}

int run_solution(const SolutionOptions& options) {
  auto desk = Desk::open(options.common, options.name, options.submission);
  if (!desk.ok()) return report_problems(desk.errors());
  const course::Exercise& exercise = (*desk)->exercise();
  const auto reference = base::read_file(course::reference_file((*desk)->course().root, exercise));
  if (!reference.ok()) {
    std::cout
        << "the solutions are not part of this copy of the course; whoever teaches it has them\n";
    return kNotReached;
  }
  const bool solved = (*desk)->progress().is_solved(exercise.name) ||
                      (*desk)->grade().verdict == grader::Verdict::FullMarks;
  if (!solved && !options.yes &&
      !confirm(exercise.name + " is not solved yet. Show the solution all the same?")) {
    return kNotReached;
  }
  return show(**desk, *reference);
}

}  // namespace

void add_solution(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<SolutionOptions>();
  CLI::App* command = app.add_subcommand(
      "solution", "your answer beside ours, once it is solved (or after asking)");
  options->common.add_to(*command, true);
  command->add_option("LESSON", options->name, "a lesson")->required();
  command->add_option("--submission", options->submission, "whose answer; yours if left out");
  command->add_flag("--yes", options->yes, "do not ask");
  command->callback([options, &exit_code] { exit_code = run_solution(*options); });
}

}  // namespace cli
