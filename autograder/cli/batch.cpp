// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>

#include "base/files.h"
#include "cli/archive.h"
#include "cli/commands.h"
#include "cli/context.h"
#include "grader/result_json.h"
#include "report/report.h"
#include "sandbox/confine.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct BatchOptions {
  CommonOptions common;
  std::string folder;
  std::string output;
  bool resume = false;
  bool no_sandbox = false;
};

/// One student's line of the class.
struct Student {
  std::string name;
  fs::path source;  ///< folder or archive
  std::string status;
  std::optional<grader::GradeResult> result;
};

std::string name_of(const fs::path& path) {
  std::string name = path.filename().string();
  for (const char* ending : {".tar.gz", ".tar.xz", ".tar.bz2", ".tgz", ".tar", ".zip"}) {
    if (is_archive(path) && name.ends_with(ending)) {
      return name.substr(0, name.size() - std::string(ending).size());
    }
  }
  return name;
}

std::vector<Student> students_in(const fs::path& folder) {
  std::vector<Student> students;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_symlink()) continue;
    if (!entry.is_directory() && !is_archive(entry.path())) continue;
    students.push_back({name_of(entry.path()), entry.path(), "", std::nullopt});
  }
  std::sort(students.begin(), students.end(),
            [](const Student& one, const Student& other) { return one.name < other.name; });
  return students;
}

/// Where in an unpacked upload the submission begins: people pack the folder that holds it as often
/// as its contents.
fs::path submission_in(fs::path folder) {
  for (int depth = 0; depth < 4; ++depth) {
    if (fs::exists(folder / "assignments") || fs::exists(folder / "lessons")) return folder;
    std::vector<fs::path> folders;
    std::size_t files = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.is_symlink()) continue;
      if (entry.is_directory() && entry.path().filename() != "__MACOSX") {
        folders.push_back(entry.path());
      } else if (entry.path().extension() == ".cu") {
        ++files;
      }
    }
    if (files > 0 || folders.size() != 1) return folder;
    folder = folders.front();
  }
  return folder;
}

void keep(const Student& student, const fs::path& output) {
  const fs::path folder = output / "students" / student.name;
  base::write_file(folder / "result.json", to_json(*student.result));
  base::write_file(folder / "report.txt",
                   report::find_format("table")->write(*student.result, report::Style{}));
  for (const grader::ExerciseResult& exercise : student.result->exercises) {
    if (exercise.build_output.empty()) continue;
    base::write_file(folder / (exercise.name + ".compiler.txt"), exercise.build_output);
  }
}

/// The result of an earlier batch, if it was made with the same set-up.
std::optional<grader::GradeResult> kept(const Student& student, const fs::path& output,
                                        const grader::GradeResult& header) {
  const auto text = base::read_file(output / "students" / student.name / "result.json");
  if (!text.ok()) return std::nullopt;
  auto result = grader::grade_result_from_json(*text);
  if (!result.ok() || result->compiler != header.compiler || result->version != header.version ||
      result->seed != header.seed || result->has_grader_error()) {
    return std::nullopt;
  }
  return std::move(*result);
}

void grade_student(Student& student, grader::Grader& grader,
                   const std::vector<const course::Exercise*>& exercises) {
  const base::TemporaryFolder unpacked("course-upload");
  fs::path folder = student.source;
  if (!fs::is_directory(student.source)) {
    folder = unpacked.path();
    const auto count = unpack(student.source, folder);
    if (!count.ok()) {
      student.status = count.errors().front().message;
      return;
    }
  }
  grader::GradeResult result = grader.header();
  result.exercises = grader.grade(exercises, submission_in(folder));
  grader::add_up(result);
  student.status = result.has_grader_error() ? "grader_error" : "graded";
  student.result = std::move(result);
}

std::string csv_field(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == ',' || c == '"' || c == '\n' || c == '\r' ? ' ' : c;
  const bool formula = !safe.empty() && std::string("=+-@").find(safe[0]) != std::string::npos;
  return formula ? "'" + safe : safe;
}

std::string class_csv(const std::vector<Student>& students,
                      const std::vector<const course::Exercise*>& exercises) {
  std::string text = "student,status,points,max";
  for (const course::Exercise* exercise : exercises) {
    text += fmt::format(",{},{}_verdict", exercise->name, exercise->name);
  }
  text += "\n";
  for (const Student& student : students) {
    text += csv_field(student.name) + "," + csv_field(student.status);
    if (!student.result) {
      text += std::string(2 + 2 * exercises.size(), ',') + "\n";
      continue;
    }
    text += fmt::format(",{:.2f},{:g}", student.result->points, student.result->max);
    for (const grader::ExerciseResult& exercise : student.result->exercises) {
      text += fmt::format(",{},{}", exercise.withheld ? "" : fmt::format("{:.2f}", exercise.points),
                          to_string(exercise.verdict));
    }
    text += "\n";
  }
  return text;
}

base::Result<bool> sandbox_is_enough(const BatchOptions& options) {
  if (sandbox::probe().rung != sandbox::Rung::LimitsOnly || options.no_sandbox) return true;
  return base::Diagnostic{{},
                          "programs of strangers can read every file here: neither bubblewrap nor "
                          "Landlock works",
                          "'autograder doctor' says why; --no-sandbox goes on all the same"};
}

int run_batch(const BatchOptions& options) {
  std::error_code error;
  if (!fs::is_directory(options.folder, error)) {
    return report_problems({{{options.folder}, "no such folder", ""}});
  }
  const auto enough = sandbox_is_enough(options);
  if (!enough.ok()) return report_problems(enough.errors());
  const auto root = find_root(options.common.root);
  if (!root.ok()) return report_problems(root.errors());
  const course::Course course = course::load_course(*root);
  if (!course.problems.empty()) {
    report_problems(course.problems);
    return kGraderError;
  }
  auto setup = make_setup(options.common, *root);
  if (!setup.ok()) return report_problems(setup.errors());
  grader::Grader grader(course, std::move(*setup));
  std::vector<const course::Exercise*> exercises;
  for (const course::Exercise& assignment : course.assignments) exercises.push_back(&assignment);

  std::vector<Student> students = students_in(options.folder);
  bool faults = false;
  for (std::size_t i = 0; i < students.size(); ++i) {
    Student& student = students[i];
    if (options.resume) student.result = kept(student, options.output, grader.header());
    if (student.result) {
      student.status = "graded";
    } else {
      grade_student(student, grader, exercises);
      if (student.result) keep(student, options.output);
    }
    faults = faults || (student.result && student.result->has_grader_error());
    std::cerr << fmt::format(
        "[{}/{}] {}: {}\n", i + 1, students.size(), student.name,
        student.result ? fmt::format("{:.1f}", student.result->points) : student.status);
    base::write_file(fs::path(options.output) / "grades.csv", class_csv(students, exercises));
  }
  std::cout << fmt::format("{} submissions, {}\n", students.size(),
                           (fs::path(options.output) / "grades.csv").string());
  return faults ? kGraderError : kGood;
}

}  // namespace

void add_batch(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<BatchOptions>();
  CLI::App* command = app.add_subcommand("batch", "grade a whole class");
  options->common.add_to(*command, true);
  command->add_option("DIR", options->folder, "a folder or an archive for each student")
      ->required();
  command->add_option("--out", options->output, "where grades.csv and the evidence go")->required();
  command->add_flag("--resume", options->resume, "keep what an earlier batch has graded");
  command->add_flag("--no-sandbox", options->no_sandbox,
                    "go on where programs of strangers cannot be confined");
  command->callback([options, &exit_code] { exit_code = run_batch(*options); });
}

}  // namespace cli
