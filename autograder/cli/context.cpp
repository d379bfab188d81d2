// SPDX-License-Identifier: MIT
#include "cli/context.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <thread>

#include "base/files.h"
#include "base/text.h"
#include "grader/cache.h"
#include "sandbox/confine.h"

namespace cli {

namespace fs = std::filesystem;

namespace {

fs::path own_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

bool is_course(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(folder / "assignments", error) &&
         fs::is_directory(folder / "lessons", error);
}

/// The folder or the first one around it of which `fits` is true; "" where there is none.
template <class Fits>
fs::path enclosing(fs::path folder, Fits fits) {
  while (!fits(folder)) {
    if (folder == folder.parent_path()) return {};
    folder = folder.parent_path();
  }
  return folder;
}

/// A copy of the whole course, and not only answers in the course's layout.
bool is_whole_course(const fs::path& folder) {
  std::error_code error;
  return is_course(folder) && fs::is_directory(folder / "autograder", error);
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

void CommonOptions::add_to(CLI::App& app, bool grading) {
  app.add_option("--root", root, "the course's folder (found by itself where left out)");
  if (!grading) return;
  app.add_option("--compiler", compiler, "auto, nvcc or clang")->capture_default_str();
  add_device_option(app, device);
  app.add_option("--salt", salt, "text that decides the random inputs, one for each term");
  app.add_option("--sandbox", sandbox, "strictest means to use: auto, bubblewrap, landlock, limits")
      ->check(CLI::IsMember({"auto", "bubblewrap", "landlock", "limits"}))
      ->capture_default_str();
  app.add_option("--jobs", jobs, "exercises side by side; 0: one for each processor")
      ->check(not_negative);
  app.add_flag("--no-cache", no_cache, "grade everything afresh");
}

base::Result<fs::path> find_root(const std::string& wanted) {
  if (!wanted.empty()) {
    if (is_course(wanted)) return fs::canonical(wanted);
    return base::Diagnostic{{wanted}, "is no course folder", "it holds lessons/ and assignments/"};
  }
  // A copied folder holds a program that was built for the folder it was copied from.
  if (const fs::path here = enclosing(fs::current_path(), is_whole_course); !here.empty()) {
    return here;
  }
  if (is_course(COURSE_ROOT)) return fs::path(COURSE_ROOT);
  if (const fs::path here = enclosing(fs::current_path(), is_course); !here.empty()) return here;
  return base::Diagnostic{{}, "no course folder found", "say where it is with --root"};
}

std::future<void> probe_ahead() {
  // What keeps it from working is reported where the sandbox is first used.
  return std::async(std::launch::async, [] { sandbox::probe(); });
}

base::Result<course::Course> open_course(const CommonOptions& options) {
  const auto root = find_root(options.root);
  if (!root.ok()) return root.errors();
  return course::load_course(*root);
}

base::Result<const course::Exercise*> find_exercise(const course::Course& course,
                                                    const std::string& name) {
  const auto exercise = course.require(name);
  if (exercise.ok()) return *exercise;
  std::vector<base::Diagnostic> problems = course.problems;
  problems.insert(problems.end(), exercise.errors().begin(), exercise.errors().end());
  return problems;
}

grader::Tools find_tools() {
  const fs::path bin = own_folder();
  return {bin / "vgpu-worker", bin / "host-runner",
          bin.parent_path() / "lib" / "libcourse_cudart.so"};
}

base::Result<toolchain::Compiler> find_compiler(const std::string& choice) {
  const auto wanted = toolchain::parse_choice(choice);
  if (!wanted.ok()) return wanted.errors();
  return toolchain::choose(*wanted,
                           toolchain::find_compilers(toolchain::SearchPlaces::of_environment()));
}

base::Result<grader::Setup> make_setup(const CommonOptions& options, const fs::path& root) {
  auto compiler = find_compiler(options.compiler);
  if (!compiler.ok()) return compiler.errors();
  if (options.sandbox == "landlock") sandbox::use_at_most(sandbox::Rung::Landlock);
  if (options.sandbox == "limits") sandbox::use_at_most(sandbox::Rung::LimitsOnly);
  grader::Setup setup;
  setup.compiler = std::move(*compiler);
  setup.tools = find_tools();
  for (const fs::path& tool : {setup.tools.worker, setup.tools.runner, setup.tools.library}) {
    if (!fs::exists(tool)) {
      return base::Diagnostic{{tool.string()}, "is not there", "build the project: make build"};
    }
  }
  if (!options.no_cache) {
    const std::string cache = variable("XDG_CACHE_HOME");
    setup.cache_folder = grader::cache_folder(cache.c_str(), own_folder().parent_path());
  }
  setup.salt = options.salt;
  if (setup.salt.empty()) {
    const auto kept = base::read_file(root / "reference" / "salt.txt");
    setup.salt = kept.ok() ? std::string(base::trim(*kept)) : kUsualSalt;
  }
  setup.version = COURSE_VERSION;
  setup.device = options.device;
  setup.jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  return setup;
}

base::Result<fs::path> find_submission(const std::string& wanted, const fs::path& root) {
  if (wanted.empty()) return root;
  std::error_code error;
  if (fs::is_directory(wanted, error)) return fs::canonical(wanted);
  if (fs::is_directory(root / wanted, error)) return fs::canonical(root / wanted);
  return base::Diagnostic{{wanted}, "no such folder", "a submission is laid out like the course"};
}

base::Result<bool> require_answers(const fs::path& submission, const course::Course& course) {
  if (course::holds_answers(submission, course)) return true;
  return base::Diagnostic{{submission.string()},
                          "holds no file of any exercise",
                          "a submission is laid out like the course: assignments/map/map.cu"};
}

void add_device_option(CLI::App& app, std::string& device) {
  app.add_option("--device", device, "virtual or gpu")
      ->check(CLI::IsMember({"virtual", "gpu"}))
      ->capture_default_str();
}

std::string not_negative(const std::string& text) {
  return text.starts_with('-') ? text + " is below 0" : "";
}

bool shows_colour(int descriptor) {
  return isatty(descriptor) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

int report_problems(const std::vector<base::Diagnostic>& problems) {
  std::cerr << to_string(problems);
  return kBadUsage;
}

}  // namespace cli
