// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/context.h"
#include "cli/picture.h"
#include "report/draw_svg.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct FiguresCommand {
  CommonOptions common;
  std::vector<std::string> names;
  bool check = false;
};

/// Counts of what was done, and what was wrong.
struct Outcome {
  std::size_t figures = 0;
  std::size_t written = 0;
  std::vector<base::Diagnostic> problems;
};

/// Pictures in the folder that the page does not show.
void find_orphans(const fs::path& root, const fs::path& folder,
                  const std::vector<std::string>& names, Outcome& outcome) {
  std::error_code error;
  std::vector<std::string> strays;
  for (const auto& entry : fs::directory_iterator(root / folder, error)) {
    const std::string stem = entry.path().stem().string();
    const bool known =
        entry.path().extension() == ".svg" && std::ranges::find(names, stem) != names.end();
    if (!known) strays.push_back((folder / entry.path().filename()).string());
  }
  std::ranges::sort(strays);
  for (const std::string& stray : strays) {
    outcome.problems.push_back({{stray}, "the page shows no such figure", "remove the file"});
  }
}

void figures_of(const course::Course& course, const grader::Setup& setup,
                const course::Exercise& exercise, bool check, Outcome& outcome) {
  const auto page = base::read_file(course.root / exercise.path / "README.md");
  if (!page.ok()) return;
  const fs::path folder = fs::path(exercise.path) / "figures";
  const std::vector<std::string> names = figures_of_page(*page);
  for (const std::string& name : names) {
    ++outcome.figures;
    const fs::path file = folder / (name + ".svg");
    const auto scene = make_figure(course, setup, exercise, name);
    if (!scene.ok()) {
      for (base::Diagnostic problem : scene.errors()) {
        problem.message = file.string() + ": " + problem.message;
        outcome.problems.push_back(std::move(problem));
      }
      continue;
    }
    for (const std::string& flaw : problems_of(*scene)) {
      outcome.problems.push_back({{file.string()}, "the picture cannot be read: " + flaw, ""});
    }
    const std::string svg = report::draw::to_svg(*scene);
    const auto present = base::read_file(course.root / file);
    if (present.ok() && *present == svg) continue;
    if (check) {
      outcome.problems.push_back(
          {{file.string()},
           present.ok() ? "the figure is not up to date" : "the figure is missing",
           "autograder author figures writes it"});
      continue;
    }
    fs::create_directories(course.root / folder);
    base::write_file(course.root / file, svg);
    std::cout << "wrote " << file.string() << "\n";
    ++outcome.written;
  }
  find_orphans(course.root, folder, names, outcome);
}

int run_figures(const FiguresCommand& command) {
  const auto opened = open_course(command.common);
  if (!opened.ok()) return report_problems(opened.errors());
  const course::Course& course = *opened;
  std::vector<const course::Exercise*> exercises = course.all();
  if (!command.names.empty()) {
    exercises.clear();
    for (const std::string& name : command.names) {
      const auto exercise = find_exercise(course, name);
      if (!exercise.ok()) return report_problems(exercise.errors());
      exercises.push_back(*exercise);
    }
  }
  const auto setup = make_setup(command.common, course.root);
  if (!setup.ok()) return report_problems(setup.errors());
  Outcome outcome;
  for (const course::Exercise* exercise : exercises) {
    figures_of(course, *setup, *exercise, command.check, outcome);
  }
  if (!outcome.problems.empty()) {
    report_problems(outcome.problems);
    return kNotReached;
  }
  if (outcome.written == 0) {
    std::cout << fmt::format("{} figures, all up to date\n", outcome.figures);
  }
  return kGood;
}

}  // namespace

void add_author_figures(CLI::App& author, int& exit_code) {
  const auto options = std::make_shared<FiguresCommand>();
  // Every copy of the course has the same figures, whatever compilers its machine has.
  options->common.compiler = "clang";
  CLI::App* command = author.add_subcommand("figures", "draw the pages' figures anew");
  options->common.add_to(*command, true);
  command->add_option("NAME", options->names, "lessons or assignments; all if none");
  command->add_flag("--check", options->check, "write nothing, say what is not up to date");
  command->callback([options, &exit_code] { exit_code = run_figures(*options); });
}

}  // namespace cli
