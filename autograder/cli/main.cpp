// SPDX-License-Identifier: MIT
// autograder: the command of the course. One file a subcommand; this one only brings them together.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <iostream>

#include "base/files.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/context.h"

namespace {

/// Seconds after which a temporary folder of a process that is gone may be removed.
constexpr std::time_t kAbandonedAfter = 3600;

/// What stands behind the first "--" of `run`, taken off the command line: words there are the
/// program's arguments, whatever they look like.
std::vector<std::string> take_after_dashes(std::vector<std::string>& words) {
  if (words.empty() || words.front() != "run") return {};
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (dashes == words.end()) return {};
  std::vector<std::string> after(dashes + 1, words.end());
  words.erase(dashes, words.end());
  return after;
}

/// What a first word that is no subcommand may have been meant for.
std::string meant(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with('-')) return "";
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), words.front()) != names.end()) return "";
  return base::did_you_mean(words.front(), names);
}

}  // namespace

int main(int argc, char** argv) {
  // A socket whose other end is gone is an error of that call, not the end of the grader.
  std::signal(SIGPIPE, SIG_IGN);
  std::error_code no_place;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(no_place);
  if (!no_place) base::remove_abandoned_folders(temporary, std::time(nullptr) - kAbandonedAfter);
  CLI::App app("Checks CUDA programs without a GPU, and grades them.");
  app.require_subcommand(1);
  app.set_version_flag("--version", COURSE_VERSION);
  int exit_code = cli::kGood;
  cli::add_grade(app, exit_code);
  cli::add_check(app, exit_code);
  cli::add_watch(app, exit_code);
  cli::add_hint(app, exit_code);
  cli::add_quiz(app, exit_code);
  cli::add_solution(app, exit_code);
  cli::add_reset(app, exit_code);
  std::vector<std::string> words(argv + 1, argv + argc);
  cli::add_run(app, exit_code, take_after_dashes(words));
  cli::add_draw(app, exit_code);
  cli::add_list(app, exit_code);
  cli::add_batch(app, exit_code);
  cli::add_author(app, exit_code);
  cli::add_doctor(app, exit_code);
  app.name(argv[0]);
  if (words.empty()) {
    std::cout << app.help();
    return cli::kBadUsage;
  }
  try {
    // CLI11 takes them off the end.
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    const std::string help = code == 0 ? "" : meant(app, words);
    if (!help.empty()) std::cerr << "  help: " << help << "\n";
    return code == 0 ? cli::kGood : cli::kBadUsage;
  } catch (const std::exception& error) {
    std::cerr << "autograder: " << error.what() << "\n";
    return cli::kGraderError;
  }
  // What was printed may have met a full disk; a script must not take that for success.
  if (!std::cout.flush()) {
    std::cerr << "autograder: standard output could not be written\n";
    return cli::kGraderError;
  }
  return exit_code;
}
