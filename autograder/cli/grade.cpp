// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/context.h"
#include "cli/progress.h"
#include "report/report.h"
#include "sandbox/confine.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct GradeOptions {
  CommonOptions common;
  std::vector<std::string> names;
  std::string submission;
  bool lessons = false;
  std::string json;
  std::vector<std::string> formats;
  std::string output;
  double fail_under = -1;
};

base::Result<std::vector<const course::Exercise*>> chosen(const course::Course& course,
                                                          const GradeOptions& options) {
  std::vector<const course::Exercise*> exercises;
  // Named twice it still is one exercise.
  const auto add = [&exercises](const course::Exercise* exercise) {
    if (std::find(exercises.begin(), exercises.end(), exercise) == exercises.end()) {
      exercises.push_back(exercise);
    }
  };
  for (const std::string& name : options.names) {
    const auto found = course.require(name);
    if (!found.ok()) return found.errors();
    add(*found);
  }
  if (options.names.empty()) {
    for (const course::Exercise& assignment : course.assignments) add(&assignment);
  }
  if (options.lessons) {
    for (const course::Exercise& lesson : course.lessons) add(&lesson);
  }
  return exercises;
}

/// Takes out the exercises that this compiler cannot build, with a warning each.
void leave_out(const std::string& label, std::vector<const course::Exercise*>& exercises,
               std::vector<std::string>& warnings) {
  std::erase_if(exercises, [&](const course::Exercise* exercise) {
    const auto& able = exercise->requirements.compilers;
    const bool fits = std::any_of(able.begin(), able.end(), [&label](const std::string& name) {
      return label.starts_with(name);
    });
    if (!fits) {
      warnings.push_back(
          fmt::format("{} is left out: it needs {}", exercise->name, fmt::join(able, " or ")));
    }
    return !fits;
  });
}

std::vector<std::string> warnings() {
  const sandbox::Rung rung = sandbox::rung_in_force();
  if (rung == sandbox::Rung::Bubblewrap) return {};
  return {"sandbox: " + to_string(rung) + "; 'autograder doctor' says why nothing better"};
}

base::Result<std::vector<const report::Format*>> formats_of(const GradeOptions& options) {
  std::vector<const report::Format*> formats;
  for (const std::string& name : options.formats) {
    const report::Format* format = report::find_format(name);
    if (format == nullptr) {
      return base::Diagnostic{
          {}, "no format named '" + name + "'", "table, json, csv, gradescope, junit, html"};
    }
    formats.push_back(format);
  }
  if (formats.empty()) formats.push_back(report::find_format("table"));
  return formats;
}

void write(const grader::GradeResult& result, const GradeOptions& options,
           const std::vector<const report::Format*>& formats) {
  if (!options.json.empty()) {
    base::write_file(options.json, report::find_format("json")->write(result, {}));
  }
  for (const report::Format* format : formats) {
    if (options.output.empty()) {
      std::cout << format->write(result, report::Style{shows_colour(STDOUT_FILENO)}) << std::flush;
    } else {
      base::write_file(fs::path(options.output) / std::string(format->file),
                       format->write(result, report::Style{}));
    }
  }
}

int run_grade(const GradeOptions& options) {
  const auto formats = formats_of(options);
  if (!formats.ok()) return report_problems(formats.errors());
  const std::future<void> probing = probe_ahead();
  const auto opened = open_course(options.common);
  if (!opened.ok()) return report_problems(opened.errors());
  const course::Course& course = *opened;
  auto exercises = chosen(course, options);
  if (!exercises.ok()) {
    report_problems(course.problems);
    return report_problems(exercises.errors());
  }
  const auto submission = find_submission(options.submission, course.root);
  if (!submission.ok()) return report_problems(submission.errors());
  auto setup = make_setup(options.common, course.root);
  if (!setup.ok()) return report_problems(setup.errors());

  grader::Grader grader(course, std::move(*setup));
  grader::GradeResult result = grader.header();
  result.warnings = warnings();
  leave_out(result.compiler, *exercises, result.warnings);
  const bool compared =
      std::all_of(exercises->begin(), exercises->end(), [&grader](const course::Exercise* one) {
        return one->budgets.empty() || grader.compares(*one);
      });
  if (!compared) {
    result.warnings.push_back(
        "accesses are not compared: this copy of the course has no counts for " + result.compiler);
  }
  result.exercises = grader.grade(*exercises, *submission);
  grader::add_up(result);
  Progress progress = Progress::of(*submission);
  for (const grader::ExerciseResult& one : result.exercises) note_progress(one, progress);
  // What belongs to others, a folder that is being looked at, stays as it is.
  if (fs::equivalent(*submission, course.root)) progress.save();
  result.lessons = grader.progress(*submission, progress.all_solved());
  write(result, options, *formats);
  // An exercise whose description cannot be read is missing from the table: that is our fault.
  report_problems(course.problems);
  // The result was written all the same: systems that grade uploads show nothing else.
  const auto answers = require_answers(*submission, course);
  if (!answers.ok()) return report_problems(answers.errors());
  if (result.has_grader_error() || !course.problems.empty()) return kGraderError;
  constexpr double kRounding = 1e-6;  // points are sums of many fractions
  return result.points + kRounding < options.fail_under ? kNotReached : kGood;
}

}  // namespace

void add_grade(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<GradeOptions>();
  CLI::App* command = app.add_subcommand("grade", "grade assignments and print the score table");
  options->common.add_to(*command, true);
  command->add_option("NAME", options->names, "assignments or lessons; all assignments if none");
  command->add_option("--submission", options->submission,
                      "folder laid out like the course; the course itself if left out");
  command->add_flag("--lessons", options->lessons, "grade every lesson too");
  command->add_option("--json", options->json, "write everything to this file as JSON");
  command->add_option("--format", options->formats, "table, json, csv, gradescope, junit, html")
      ->delimiter(',');
  command->add_option("--output", options->output, "write the forms to files in this folder");
  command->add_option("--fail-under", options->fail_under, "exit with 1 below this many points");
  command->callback([options, &exit_code] { exit_code = run_grade(*options); });
}

}  // namespace cli
