// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/context.h"
#include "cli/desk.h"
#include "grader/golden.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct ResetOptions {
  CommonOptions common;
  std::string name;
  bool yes = false;
};

/// Where the file goes that is replaced: the first free name below .course/before_reset.
fs::path kept_path(const fs::path& root, const course::Exercise& exercise) {
  const fs::path folder = root / ".course" / "before_reset" / exercise.name;
  for (int number = 1;; ++number) {
    const fs::path file = folder / fmt::format("{}.{}", exercise.source, number);
    if (!fs::exists(file)) return file;
  }
}

int run_reset(const ResetOptions& options) {
  const auto opened = open_course(options.common);
  if (!opened.ok()) return report_problems(opened.errors());
  const course::Course& course = *opened;
  const auto exercise = find_exercise(course, options.name);
  if (!exercise.ok()) return report_problems(exercise.errors());
  const auto handed_out = grader::handed_out(course.root, **exercise);
  if (!handed_out) {
    return report_problems({{{(*exercise)->path + "/" + (*exercise)->source},
                             "this copy of the course has nothing to make the skeleton from",
                             "take the file from the copy that you were given"}});
  }
  const base::Result<std::string>& skeleton = *handed_out;
  if (!skeleton.ok()) return report_problems(skeleton.errors());
  const fs::path file = course::skeleton_file(course.root, **exercise);
  const auto present = base::read_file(file);
  if (present.ok() && *present == *skeleton) {
    std::cout << (*exercise)->name << " is as it was handed out\n";
    return kGood;
  }
  if (!options.yes && !confirm("Put " + (*exercise)->name + " back to how it was handed out?")) {
    return kNotReached;
  }
  if (present.ok()) {
    const fs::path kept = kept_path(course.root, **exercise);
    fs::create_directories(kept.parent_path());
    base::write_file(kept, *present);
    std::cout << "your file is kept as " << kept.lexically_relative(course.root).string() << "\n";
  }
  base::write_file(file, *skeleton);
  std::cout << (*exercise)->name << " is as it was handed out\n";
  return kGood;
}

}  // namespace

void add_reset(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<ResetOptions>();
  CLI::App* command = app.add_subcommand(
      "reset", "put a lesson's file back to how it was handed out, after asking");
  options->common.add_to(*command, false);
  command->add_option("LESSON", options->name, "a lesson or an assignment")->required();
  command->add_flag("--yes", options->yes, "do not ask");
  command->callback([options, &exit_code] { exit_code = run_reset(*options); });
}

}  // namespace cli
