// SPDX-License-Identifier: MIT
/// \file
/// answers EXERCISE COMPILER [WORD]: grades the answers to one exercise (those with WORD in their
/// names) and holds each result against what its file promises. Exit 77: skipped, with the reason.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <utility>

#include "base/files.h"
#include "cli/check_text.h"
#include "cli/context.h"
#include "course/catalog.h"
#include "course/regions.h"
#include "grader/grade.h"
#include "grader/notes.h"
#include "sandbox/process.h"
#include "tests/answers/expectation.h"
#include "tests/answers/pages.h"

namespace {

namespace fs = std::filesystem;

constexpr int kSkipped = 77;

std::vector<fs::path> files_of(const fs::path& folder, const std::string& word) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cu" &&
        entry.path().stem().string().find(word) != std::string::npos)
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void put(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  base::write_file(file, text);
}

/// A submission with this answer; exercises that it builds on are those of the reference.
void lay_out(const course::Course& course, const course::Exercise& exercise,
             const std::string& text, const fs::path& folder) {
  put(folder / exercise.path / exercise.source, text);
  for (const course::Entry& entry : exercise.entries) {
    for (const std::string& name : entry.uses) {
      const course::Exercise& used = *course.require(name).value();
      put(folder / used.path / used.source,
          base::read_file(reference_file(course.root, used)).value());
    }
  }
}

/// Everything that is compiled for lessons: skeletons and programs, references, answers, shared
/// headers.
std::vector<std::string> compiled_texts(const fs::path& root) {
  std::vector<std::string> texts;
  for (const char* folder :
       {"lessons", "reference/lessons", "autograder/tests/answers", "assignments/common"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const fs::path extension = entry.path().extension();
      if (extension == ".cu" ||
          (extension == ".h" && entry.path().parent_path().filename() == "common"))
        texts.push_back(base::read_file(entry.path()).value());
    }
  }
  return texts;
}

/// What `autograder run` prints, first the program's output, then ours.
std::string output_of_run(const fs::path& program, const std::string& compiler) {
  sandbox::Command command;
  const fs::path own = fs::read_symlink("/proc/self/exe").parent_path() / "autograder";
  command.argv = {own.string(), "run", program.string(), "--compiler", compiler};
  for (const char* name : {"PATH", "HOME", "CUDA_HOME", "CUDA_PATH"})
    if (const char* value = std::getenv(name))
      command.environment.push_back(fmt::format("{}={}", name, value));
  command.limits.wall = std::chrono::minutes(2);
  command.limits.cpu = std::chrono::minutes(2);
  command.limits.memory_bytes = 0;
  const sandbox::Outcome outcome = sandbox::run(command);
  return outcome.output + outcome.errors;
}

/// Programs, files and snippets on the page. (Outputs of answers are looked at as they are graded.)
std::vector<std::string> page_problems(answers::Page& page, const fs::path& root,
                                       const course::Exercise& exercise,
                                       const std::string& compiler) {
  std::vector<std::string> problems;
  const auto hold = [&](const std::string& source, const std::string& output) {
    for (std::string& line : page.differences(source, output)) problems.push_back(std::move(line));
  };
  const fs::path folder = root / exercise.path;
  for (const std::string& name : page.named("run"))
    hold("run " + name, output_of_run(folder / (name + ".cu"), compiler));
  for (const std::string& name : page.named("file"))
    hold("file " + name, base::read_file(folder / name).value());
  for (const std::string& name : page.named("")) {
    if (!fs::exists(root / "autograder/tests/answers" / exercise.name / (name + ".cu")))
      problems.push_back("the page names an answer that is not there: " + name);
  }
  if (exercise.kind == course::ExerciseKind::Lesson)
    for (std::string& line : page.strange_snippets(compiled_texts(root)))
      problems.push_back(std::move(line));
  return problems;
}

int grade_all(const std::string& name, const std::string& compiler, const std::string& word) {
  const fs::path root = cli::find_root("").value();
  const course::Course course = course::load_course(root);
  if (!course.problems.empty()) return cli::report_problems(course.problems);
  const course::Exercise& exercise = *course.require(name).value();
  cli::CommonOptions options;
  options.compiler = compiler;
  options.no_cache = true;
  // A cache of its own: the reference is built and run once for all answers.
  const base::TemporaryFolder kept;
  grader::Setup setup = cli::make_setup(options, root).value();
  setup.cache_folder = kept.path();
  grader::Grader grader(course, std::move(setup));
  const fs::path reference = reference_file(root, exercise);
  const std::string skeleton =
      course::make_skeleton(base::read_file(reference).value(), reference.string()).value();

  int failed = 0;
  answers::Page page(root / exercise.path / "README.md", compiler);
  for (const fs::path& file : files_of(root / "autograder/tests/answers" / name, word)) {
    const answers::Answer answer = answers::read_answer(file);
    const base::TemporaryFolder folder;
    lay_out(course, exercise, answers::student_file(answer, skeleton), folder.path());
    const grader::ExerciseResult result = grader.grade(exercise, folder.path());
    auto lines = answers::differences(answer, result);
    const fs::path own = folder.path() / exercise.path;
    // Pages show what students see, who have no hidden cases.
    grader::ExerciseResult shown = result;
    std::erase_if(shown.cases, [](const grader::CaseResult& one) { return one.hidden; });
    shown.findings = grader::fold_findings(shown.cases);
    const std::string text = cli::check_text(shown, own, cli::TextStyle{});
    for (std::string& line : page.differences(file.stem().string(), text))
      lines.push_back(std::move(line));
    std::cout << fmt::format("{:6} {} {:.2f}/{:.0f} {}\n", lines.empty() ? "ok" : "FAILED",
                             grader::to_string(result.verdict), result.points, result.max,
                             file.filename().string());
    for (const std::string& line : lines) std::cout << "       " << line << "\n";
    std::cout << std::flush;
    failed += lines.empty() ? 0 : 1;
  }
  if (word.empty()) {
    for (const std::string& problem : page_problems(page, root, exercise, compiler)) {
      std::cout << "FAILED " << problem << "\n";
      ++failed;
    }
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    std::cerr << "usage: answers EXERCISE COMPILER [WORD]\n";
    return 2;
  }
  try {
    if (const auto compiler = cli::find_compiler(words[2]); !compiler.ok()) {
      std::cout << "course-skipped: " << base::to_string(compiler.errors());
      return kSkipped;
    }
    return grade_all(words[1], words[2], count > 3 ? words[3] : "");
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << "\n";
    return 1;
  }
}
