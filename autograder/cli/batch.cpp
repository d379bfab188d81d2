// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <mutex>
#include <thread>

#include "base/files.h"
#include "base/hash.h"
#include "cli/archive.h"
#include "cli/class_files.h"
#include "cli/class_names.h"
#include "cli/class_report.h"
#include "cli/commands.h"
#include "cli/context.h"
#include "grader/result_json.h"
#include "report/report.h"
#include "sandbox/confine.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
using Exercises = std::vector<const course::Exercise*>;

struct BatchOptions {
  CommonOptions common;
  std::string folder;
  std::string output;
  bool resume = false;
  bool no_sandbox = false;
};

/// A batch at work: several threads take one student after the other.
class Batch {
 public:
  Batch(grader::Grader& grader, const Exercises& exercises, const BatchOptions& options,
        std::vector<std::string> left_aside)
      : grader_(grader),
        exercises_(exercises),
        options_(options),
        left_aside_(std::move(left_aside)),
        output_(options.output),
        on_terminal_(isatty(STDERR_FILENO) == 1) {
    for (const course::Exercise* exercise : exercises) {
      wanted_.push_back({exercise, grader.pristine(*exercise)});
    }
  }

  /// Grades them all. Returns whether there was a fault of ours.
  bool run(std::vector<Student> students, unsigned jobs) {
    students_ = std::move(students);
    rows_.resize(students_.size());
    for (std::size_t i = 0; i < students_.size(); ++i) {
      rows_[i].id = students_[i].id;
      rows_[i].name = students_[i].name;
      rows_[i].late = students_[i].late;
    }
    begin_ = std::chrono::steady_clock::now();
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < students_.size(); i = next++) one(i);
    };
    {
      std::vector<std::jthread> pool;
      const std::size_t threads = std::min<std::size_t>(std::max(1U, jobs), students_.size());
      for (std::size_t i = 1; i < threads; ++i) pool.emplace_back(work);
      work();
    }
    if (on_terminal_) std::cerr << "\n";
    write_class();
    base::write_file(output_ / "summary.txt", summary());
    return std::any_of(rows_.begin(), rows_.end(),
                       [](const ClassRow& row) { return row.status == "grader_error"; });
  }

  std::string summary() const { return class_summary(rows_, exercises_, left_aside_); }

 private:
  /// One bad submission, or one fault of ours, is one student's line.
  void one(std::size_t index) {
    ClassRow row = rows_[index];
    bool kept = false;
    try {
      kept = grade(students_[index], row);
    } catch (const std::exception& error) {
      row.status = "grader_error";
      row.notes.emplace_back(error.what());
    }
    const std::lock_guard lock(mutex_);
    rows_[index] = std::move(row);
    ++done_;
    if (!kept) ++graded_;
    tell(rows_[index]);
    write_class();
  }

  /// True when the result is that of an earlier batch.
  bool grade(const Student& student, ClassRow& row) {
    const base::TemporaryFolder work("course-upload");
    const base::TemporaryFolder stage("course-submission");
    const Collected found = collect(student, wanted_, work.path(), stage.path());
    row.notes = found.notes;
    const fs::path evidence = output_ / "students" / folder_name(student.id);
    if (!found.problem.empty()) {
      row.status = "unreadable";
      fs::remove(evidence / "result.json");
      base::write_file(evidence / "report.txt", found.problem + "\n");
      return false;
    }
    const std::string key = key_of(found);
    if (options_.resume) row.result = earlier(evidence, key);
    const bool kept = row.result.has_value();
    if (!kept) {
      row.result = grade(found, stage.path());
      keep(*row.result, found, evidence, key);
    }
    row.status = row.result->has_grader_error() ? "grader_error"
                 : found.sources.empty()        ? "empty"
                                                : "graded";
    return kept;
  }

  grader::GradeResult grade(const Collected& found, const fs::path& stage) {
    grader::GradeResult result = grader_.header();
    result.exercises = grader_.grade(exercises_, stage);
    for (grader::ExerciseResult& exercise : result.exercises) {
      const auto source = found.sources.find(exercise.name);
      // The staged copy's path is nobody's business, and another one each time.
      if (exercise.verdict == grader::Verdict::BuildError && !exercise.source.empty() &&
          source != found.sources.end() && exercise.message.starts_with(exercise.source)) {
        exercise.message = source->second + exercise.message.substr(exercise.source.size());
      }
      exercise.source = source == found.sources.end() ? "" : source->second;
    }
    grader::add_up(result);
    return result;
  }

  /// What a result hangs on: the submission and with what it was graded.
  std::string key_of(const Collected& found) const {
    const grader::GradeResult with = grader_.header();
    base::HashBuilder hash;
    hash.add("batch 1").add(found.hash).add(with.compiler).add(with.version).add(with.seed);
    hash.add(with.device).add(with.sandbox);
    for (const Wanted& one : wanted_) hash.add(one.exercise->name).add(one.skeleton);
    return hash.hex();
  }

  /// The result of an earlier batch, if submission and set-up are the same.
  static std::optional<grader::GradeResult> earlier(const fs::path& evidence,
                                                    const std::string& key) {
    const auto known = base::read_file(evidence / "key.txt");
    const auto text = base::read_file(evidence / "result.json");
    if (!known.ok() || *known != key + "\n" || !text.ok()) return std::nullopt;
    auto result = grader::grade_result_from_json(*text);
    if (!result.ok() || result->has_grader_error()) return std::nullopt;
    return std::move(*result);
  }

  /// The result comes last and at one stroke: where it is, the rest is there too and belongs to it.
  static void keep(const grader::GradeResult& result, const Collected& found,
                   const fs::path& evidence, const std::string& key) {
    fs::create_directories(evidence);
    for (const fs::directory_entry& old : fs::directory_iterator(evidence)) {
      if (old.is_regular_file()) fs::remove(old.path());
    }
    base::write_file(evidence / "report.txt",
                     report::find_format("table")->write(result, report::Style{}));
    for (const grader::ExerciseResult& exercise : result.exercises) {
      if (exercise.build_output.empty()) continue;
      base::write_file(evidence / (exercise.name + ".compiler.txt"), exercise.build_output);
    }
    std::string notes;
    for (const std::string& note : found.notes) notes += note + "\n";
    if (!notes.empty()) base::write_file(evidence / "notes.txt", notes);
    base::write_file(evidence / "key.txt", key + "\n");
    base::write_file(evidence / "result.json", to_json(result));
  }

  void write_class() const {
    base::write_file(output_ / "grades.csv", class_csv(rows_, exercises_));
  }

  void tell(const ClassRow& row) const {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    const std::string left = estimate(graded_, students_.size() - done_, seconds);
    const std::string what = row.result ? fmt::format("{:.1f}", row.result->points) : row.status;
    if (on_terminal_) {
      std::cerr << "\r\033[K" << progress_bar(done_, students_.size(), left) << "  "
                << folder_name(row.id) << " " << what << std::flush;
    } else {
      std::cerr << fmt::format("[{}/{}] {}: {}{}\n", done_, students_.size(), folder_name(row.id),
                               what, left.empty() ? "" : " (" + left + ")");
    }
  }

  grader::Grader& grader_;
  const Exercises& exercises_;
  const BatchOptions& options_;
  std::vector<std::string> left_aside_;
  fs::path output_;
  bool on_terminal_;
  std::vector<Wanted> wanted_;
  std::vector<Student> students_;
  std::vector<ClassRow> rows_;
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::size_t graded_ = 0;
  std::chrono::steady_clock::time_point begin_;
};

/// Held while a batch writes into a folder; a second one would mix its results in.
class OutputLock {
 public:
  explicit OutputLock(const fs::path& folder) {
    fs::create_directories(folder);
    file_ = open((folder / ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
    held_ = file_ >= 0 && flock(file_, LOCK_EX | LOCK_NB) == 0;
  }
  ~OutputLock() {
    if (file_ >= 0) close(file_);
  }
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;
  bool held() const { return held_; }

 private:
  int file_ = -1;
  bool held_ = false;
};

base::Result<bool> sandbox_is_enough(const BatchOptions& options) {
  if (sandbox::rung_in_force() != sandbox::Rung::LimitsOnly || options.no_sandbox) return true;
  return base::Diagnostic{{},
                          "programs of strangers can read every file here: neither bubblewrap nor "
                          "Landlock works",
                          "'autograder doctor' says why; --no-sandbox goes on all the same"};
}

/// The folder of the class; an export that is still packed is unpacked.
base::Result<fs::path> class_folder(const BatchOptions& options, const fs::path& work) {
  std::error_code error;
  if (fs::is_directory(options.folder, error)) return fs::path(options.folder);
  if (!fs::is_regular_file(options.folder, error) || !is_archive(options.folder)) {
    return base::Diagnostic{{options.folder}, "no such folder or archive", ""};
  }
  const auto count =
      unpack(options.folder, work, {.bytes = std::uint64_t{4} << 30, .files = 100'000});
  if (!count.ok()) return count.errors();
  return work;
}

/// Results among submissions would be taken for submissions, by the next batch at the latest.
base::Result<bool> lies_apart(const BatchOptions& options) {
  std::error_code error;
  if (!fs::is_directory(options.folder, error)) return true;
  const auto plain = [](const std::string& path) {
    std::error_code unknown;
    const fs::path whole = fs::weakly_canonical(path, unknown);
    return unknown ? fs::absolute(path).lexically_normal() : whole;
  };
  const fs::path in = plain(options.folder), out = plain(options.output);
  const auto holds = [](const fs::path& outer, const fs::path& inner) {
    const fs::path way = inner.lexically_relative(outer);
    return !way.empty() && *way.begin() != "..";
  };
  if (!holds(in, out) && !holds(out, in)) return true;
  return base::Diagnostic{{options.output},
                          in == out        ? "is the folder of the submissions"
                          : holds(in, out) ? "lies in the folder of the submissions"
                                           : "holds the folder of the submissions",
                          "results need a folder of their own: --out"};
}

int run_batch(const BatchOptions& options) {
  const base::TemporaryFolder work("course-class");
  const auto folder = class_folder(options, work.path());
  if (!folder.ok()) return report_problems(folder.errors());
  const auto apart = lies_apart(options);
  if (!apart.ok()) return report_problems(apart.errors());
  std::vector<std::string> left_aside;
  std::vector<Student> students = students_in(*folder, &left_aside);
  if (students.empty()) {
    const std::string others =
        left_aside.empty() ? "" : "; " + printable(left_aside.front()) + " is none";
    return report_problems({{{options.folder},
                             "holds no submission" + others,
                             "a folder or an archive for each student"}});
  }
  const auto opened = open_course(options.common);
  if (!opened.ok()) return report_problems(opened.errors());
  const course::Course& course = *opened;
  if (!course.problems.empty()) {
    report_problems(course.problems);
    return kGraderError;
  }
  auto setup = make_setup(options.common, course.root);
  if (!setup.ok()) return report_problems(setup.errors());
  const auto enough = sandbox_is_enough(options);
  if (!enough.ok()) return report_problems(enough.errors());
  const OutputLock lock(options.output);
  if (!lock.held()) {
    return report_problems({{{options.output}, "another batch writes there", ""}});
  }
  // Side by side go students; within one, exercises follow each other.
  const unsigned jobs = std::exchange(setup->jobs, 1);
  grader::Grader grader(course, std::move(*setup));
  Exercises exercises;
  for (const course::Exercise& assignment : course.assignments) exercises.push_back(&assignment);
  const std::size_t count = students.size();
  Batch batch(grader, exercises, options, std::move(left_aside));
  const bool faults = batch.run(std::move(students), jobs);
  std::cout << batch.summary()
            << fmt::format("\n{} submissions, {}\n", count,
                           (fs::path(options.output) / "grades.csv").string());
  return faults ? kGraderError : kGood;
}

}  // namespace

void add_batch(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<BatchOptions>();
  CLI::App* command = app.add_subcommand("batch", "grade a whole class");
  options->common.add_to(*command, true);
  command
      ->add_option("DIR", options->folder,
                   "a folder or an archive for each student, as learning systems export them")
      ->required();
  command->add_option("--out", options->output, "where grades.csv and the evidence go")->required();
  command->add_flag("--resume", options->resume, "keep what an earlier batch has graded");
  command->add_flag("--no-sandbox", options->no_sandbox,
                    "go on where programs of strangers cannot be confined");
  command->callback([options, &exit_code] { exit_code = run_batch(*options); });
}

}  // namespace cli
