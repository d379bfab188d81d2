// SPDX-License-Identifier: MIT
/// \file
/// What every subcommand needs of the world: the course's folder, our executables, the compiler,
/// the cache. The only place that reads the environment.
///
/// Tested by autograder/tests/submissions.
#pragma once

#include <filesystem>
#include <future>
#include <string>
#include <string_view>

#include "base/result.h"
#include "course/catalog.h"
#include "grader/grade.h"
#include "toolchain/compiler.h"

namespace CLI {
class App;
}  // namespace CLI

namespace cli {

/// The salt of random inputs where the term has none of its own.
inline constexpr const char* kUsualSalt = "course";

/// Exit codes of section 9 of the design: scripts rely on them.
enum ExitCode : int {
  kGood = 0,
  kNotReached = 1,    ///< under --fail-under, a check that failed
  kBadUsage = 2,      ///< options or input that cannot be used
  kGraderError = 3,   ///< our own fault
  kErrorsFound = 86,  ///< `run`: the program ended well, but has errors among its findings
};

/// Options that most subcommands share.
struct CommonOptions {
  std::string root;               ///< course folder; empty: found
  std::string compiler = "auto";  ///< auto, nvcc, clang
  std::string device = "virtual";
  std::string salt;              ///< of the term; empty: that of the course
  std::string sandbox = "auto";  ///< strictest rung to use: auto, bubblewrap, landlock, limits
  unsigned jobs = 0;             ///< 0: one for each processor
  bool no_cache = false;

  /// Adds --root and, where wanted, the options about grading.
  void add_to(CLI::App& app, bool grading);
};

/// The course folder: the one asked for, else a whole copy of the course around the current folder,
/// else that of this build, else any folder around the current one that is laid out like a course.
base::Result<std::filesystem::path> find_root(const std::string& wanted);

/// Finds out what the sandbox can do here, while other things are read; done when the value is
/// gone.
std::future<void> probe_ahead();

/// The course in that folder. Its own `problems` do not stop it.
base::Result<course::Course> open_course(const CommonOptions& options);

/// The exercise of this name. Diagnostics also say which exercises could not be read: it may be one
/// of them.
base::Result<const course::Exercise*> find_exercise(const course::Course& course,
                                                    const std::string& name);

/// The executables beside this one.
grader::Tools find_tools();

/// The compiler asked for.
base::Result<toolchain::Compiler> find_compiler(const std::string& choice);

/// Everything for grading with these options.
base::Result<grader::Setup> make_setup(const CommonOptions& options,
                                       const std::filesystem::path& root);

/// A submission's folder: as given, or below the course folder; the course itself when empty.
base::Result<std::filesystem::path> find_submission(const std::string& wanted,
                                                    const std::filesystem::path& root);

/// A diagnostic where the folder holds nothing in the place of any exercise's file: a wrong folder.
base::Result<bool> require_answers(const std::filesystem::path& submission,
                                   const course::Course& course);

/// Adds --device, which takes "virtual" or "gpu".
void add_device_option(CLI::App& app, std::string& device);

/// What is wrong with a number that counts something: below 0. Empty where nothing is. For CLI11.
std::string not_negative(const std::string& text);

/// Is the stream a terminal that shows colours (and did nobody set NO_COLOR)?
bool shows_colour(int descriptor);

/// Prints diagnostics to stderr. Returns kBadUsage, so that callers can return it.
int report_problems(const std::vector<base::Diagnostic>& problems);

}  // namespace cli
