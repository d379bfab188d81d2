// SPDX-License-Identifier: MIT
#include "course/author.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/bundle.h"
#include "cli/commands.h"
#include "cli/context.h"

namespace cli {
namespace {

struct AuthorOptions {
  CommonOptions common;
  std::vector<std::string> names;
  std::string kind;
  std::string name;
  bool no_run = false;
  std::string output;
};

int run_new(const AuthorOptions& options) {
  const auto root = find_root(options.common.root);
  if (!root.ok()) return report_problems(root.errors());
  const auto kind =
      options.kind == "lesson" ? course::ExerciseKind::Lesson : course::ExerciseKind::Assignment;
  const auto made = course::new_exercise(*root, kind, options.name);
  if (!made.ok()) return report_problems(made.errors());
  for (const auto& file : *made) std::cout << "wrote " << file.string() << "\n";
  return kGood;
}

int run_sync(const AuthorOptions& options) {
  const auto opened = open_course(options.common);
  if (!opened.ok()) return report_problems(opened.errors());
  const course::Course& course = *opened;
  const auto written = course::sync(course);
  if (!written.ok()) return report_problems(written.errors());
  for (const auto& file : *written) std::cout << "wrote " << file.string() << "\n";
  if (written->empty()) std::cout << "everything is up to date\n";
  if (!course.problems.empty()) return report_problems(course.problems);
  return kGood;
}

/// The compilers to check with: the one asked for, or all that are there.
base::Result<std::vector<toolchain::Compiler>> compilers(const CommonOptions& options) {
  if (options.compiler != "auto") {
    auto one = find_compiler(options.compiler);
    if (!one.ok()) return one.errors();
    return std::vector{std::move(*one)};
  }
  const toolchain::Found found =
      toolchain::find_compilers(toolchain::SearchPlaces::of_environment());
  std::vector<toolchain::Compiler> best;
  for (const toolchain::Compiler& compiler : found.usable) {
    const bool known = std::any_of(best.begin(), best.end(), [&](const toolchain::Compiler& one) {
      return one.kind == compiler.kind;
    });
    if (!known) best.push_back(compiler);
  }
  return best;
}

using Graders = std::vector<std::unique_ptr<grader::Grader>>;

/// One grader for each compiler; kGood, or the exit code after the problem was printed.
int make_graders(const CommonOptions& options, const std::vector<toolchain::Compiler>& compilers,
                 const course::Course& course, Graders& graders) {
  for (const toolchain::Compiler& compiler : compilers) {
    CommonOptions common = options;
    common.compiler = compiler.kind == toolchain::CompilerKind::Nvcc ? "nvcc" : "clang";
    auto setup = make_setup(common, course.root);
    if (!setup.ok()) return report_problems(setup.errors());
    graders.push_back(std::make_unique<grader::Grader>(course, std::move(*setup)));
  }
  return kGood;
}

int run_bundle(const AuthorOptions& options) {
  const auto opened = open_course(options.common);
  if (!opened.ok()) return report_problems(opened.errors());
  const course::Course& course = *opened;
  if (!course.problems.empty()) return report_problems(course.problems);
  const auto with = compilers(options.common);
  if (!with.ok()) return report_problems(with.errors());
  CommonOptions common = options.common;
  // A students' copy has the course's usual salt; the term's own stays with the instructor.
  if (common.salt.empty()) common.salt = kUsualSalt;
  Graders graders;
  if (const int problem = make_graders(common, *with, course, graders); problem != kGood) {
    return problem;
  }
  const auto made = make_bundle(course, graders, options.output);
  if (!made.ok()) return report_problems(made.errors());
  std::cout << "wrote " << options.output << " (" << *made << " files)\n";
  return kGood;
}

int run_check(const AuthorOptions& options) {
  const auto opened = open_course(options.common);
  if (!opened.ok()) return report_problems(opened.errors());
  const course::Course& course = *opened;
  const auto with = compilers(options.common);
  if (!with.ok()) return report_problems(with.errors());
  Graders graders;
  if (!options.no_run) {
    if (const int problem = make_graders(options.common, *with, course, graders);
        problem != kGood) {
      return problem;
    }
  }
  const auto run = [&graders](const course::Exercise& exercise) {
    std::vector<base::Diagnostic> problems;
    for (const auto& grader : graders) {
      for (base::Diagnostic& problem : grader->check_exercise(exercise)) {
        problem.message += " (" + grader->header().compiler + ")";
        problems.push_back(std::move(problem));
      }
    }
    return problems;
  };
  const std::vector<base::Diagnostic> problems = course::check(course, options.names, run);
  if (problems.empty()) {
    for (const auto& grader : graders)
      std::cout << "checked with " << grader->header().compiler << "\n";
    std::cout << "no problems\n";
    return kGood;
  }
  report_problems(problems);
  return kNotReached;
}

}  // namespace

void add_author(CLI::App& app, int& exit_code) {
  CLI::App* author = app.add_subcommand("author", "make and check lessons and assignments");
  author->require_subcommand(1);
  const auto options = std::make_shared<AuthorOptions>();
  CLI::App* make =
      author->add_subcommand("new", "write a new lesson or assignment from a template");
  options->common.add_to(*make, false);
  make->add_option("KIND", options->kind, "lesson or assignment")
      ->required()
      ->check(CLI::IsMember({"lesson", "assignment"}));
  make->add_option("NAME", options->name, "its folder, c09_shuffles for example")->required();
  make->callback([options, &exit_code] { exit_code = run_new(*options); });

  CLI::App* bundle = author->add_subcommand(
      "bundle", "the students' copy: everything but solutions and hidden cases");
  options->common.add_to(*bundle, true);
  bundle->add_option("--out", options->output, "a new folder, or a file ending in .tar.gz")
      ->required();
  bundle->callback([options, &exit_code] { exit_code = run_bundle(*options); });

  CLI::App* sync = author->add_subcommand("sync", "write skeletons and index pages anew");
  options->common.add_to(*sync, false);
  sync->callback([options, &exit_code] { exit_code = run_sync(*options); });

  add_author_figures(*author, exit_code);

  CLI::App* check = author->add_subcommand(
      "check", "texts, markers, skeletons, and that the reference gets full marks");
  options->common.add_to(*check, true);
  check->add_option("NAME", options->names, "lessons or assignments; all if none");
  check->add_flag("--no-run", options->no_run, "only what needs no compiler");
  check->callback([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace cli
