// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "cli/context.h"
#include "sandbox/confine.h"
#include "toolchain/compiler.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

void say(const char* topic, const std::string& text) {
  std::cout << topic << std::string(12 - std::string(topic).size(), ' ') << text << "\n";
}

bool say_compilers() {
  const toolchain::Found found =
      toolchain::find_compilers(toolchain::SearchPlaces::of_environment());
  for (const toolchain::Compiler& compiler : found.usable) {
    say("compiler", compiler.label() + " (" + compiler.program.string() + ")");
  }
  for (const base::Diagnostic& faulty : found.faulty) say("compiler", to_string(faulty));
  if (found.usable.empty()) {
    say("compiler", "none: nothing can be built; 'apt install clang' is enough");
  }
  return !found.usable.empty();
}

/// What the rung means for somebody who grades strangers' files.
const char* meaning(sandbox::Rung rung) {
  switch (rung) {
    case sandbox::Rung::Bubblewrap:
      return "student programs have a file tree of their own, no network, and see no other process";
    case sandbox::Rung::Landlock:
      return "student programs can open no file of yours and have no network; that a file exists "
             "they can see";
    case sandbox::Rung::LimitsOnly:
      return "time, memory and processes are bounded, files are not hidden: 'batch' wants "
             "--no-sandbox";
  }
  return "";
}

void say_sandbox() {
  const sandbox::SandboxStatus& status = sandbox::probe();
  say("sandbox", to_string(status.rung) +
                     (status.drops_user ? ", with an unprivileged user for each program" : ""));
  say("", meaning(status.rung));
  if (!status.drops_user && status.rung == sandbox::Rung::LimitsOnly) {
    say("", "they run as you: what you can read, write and end, they can");
  }
  for (const std::string& lack : status.lacks) say("", lack);
}

void say_device() {
  say("device", "virtual GPU, always there");
  const bool gpu = fs::exists("/dev/nvidiactl") || fs::exists("/dev/dxg");
  say("", gpu ? "a GPU is there" : "no GPU found: nothing is timed on hardware, all else works");
}

bool say_tools() {
  const grader::Tools tools = find_tools();
  bool all = true;
  for (const fs::path& tool : {tools.worker, tools.runner, tools.library}) {
    if (fs::exists(tool)) continue;
    all = false;
    say("programs", tool.string() + " is missing: build the project with 'make build'");
  }
  if (all) say("programs", "complete");
  return all;
}

int run_doctor(const CommonOptions& options) {
  bool good = say_compilers();
  say_sandbox();
  say_device();
  good = say_tools() && good;
  const auto root = find_root(options.root);
  if (root.ok()) {
    const course::Course course = course::load_course(*root);
    say("course", root->string() + ": " + std::to_string(course.lessons.size()) + " lessons, " +
                      std::to_string(course.assignments.size()) + " assignments");
    for (const base::Diagnostic& problem : course.problems) say("", to_string(problem));
    good = good && course.problems.empty();
  } else {
    say("course", to_string(root.errors().front()));
    good = false;
  }
  return good ? kGood : kNotReached;
}

}  // namespace

void add_doctor(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<CommonOptions>();
  CLI::App* command = app.add_subcommand("doctor", "what is there, and what each lack means");
  options->add_to(*command, false);
  command->callback([options, &exit_code] { exit_code = run_doctor(*options); });
}

}  // namespace cli
