// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <tuple>

#include "cli/commands.h"
#include "cli/desk.h"
#include "cli/keys.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct WatchOptions {
  CommonOptions common;
  std::string name;
  std::string submission;
};

constexpr int kLookEveryMs = 40;
/// Editors write in several steps: a file that has just changed is left alone for so long.
constexpr int kSettleMs = 30;

/// What Ctrl-D sends.
constexpr char kEndOfInput = 4;

/// What tells one version of a file from another without reading it.
using Stamp = std::tuple<std::int64_t, std::int64_t, std::uint64_t, std::int64_t>;

Stamp stamp_of(const fs::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return {};
  return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ino, status.st_size};
}

enum class Next { Check, Hint, Quit };

/// Waits until the file has changed or a person asks for something.
Next wait_for_change(const fs::path& file, Stamp& seen, Keys& keys) {
  while (true) {
    if (const auto key = keys.pressed_within(kLookEveryMs)) {
      if (*key == 'q' || *key == kEndOfInput) return Next::Quit;
      if (*key == 'h') return Next::Hint;
      if (*key == '\n') return Next::Check;
    }
    Stamp now = stamp_of(file);
    // Between the two steps of a rename there is no file.
    if (now == seen || now == Stamp{}) continue;
    while (true) {
      poll(nullptr, 0, kSettleMs);
      const Stamp later = stamp_of(file);
      if (later == now) break;
      now = later;
    }
    seen = now;
    return Next::Check;
  }
}

void show(Desk& desk, const grader::ExerciseResult& result, bool terminal, const Keys& keys) {
  if (terminal) std::cout << "\033[H\033[2J\033[3J";
  const std::string deeper = keys.present() ? "press h" : hint_command(desk);
  std::cout << checked_text(desk, result, shows_colour(STDOUT_FILENO), deeper);
}

/// Turns to the next lesson; false when there is none.
bool move_on(Desk& desk) {
  const course::Exercise* next = next_lesson(desk.course(), desk.progress().all_solved());
  std::cout << next_text(next) << std::flush;
  if (next == nullptr) return false;
  desk.turn_to(*next);
  return true;
}

int run_watch(const WatchOptions& options) {
  auto opened = Desk::open(options.common, options.name, options.submission);
  if (!opened.ok()) return report_problems(opened.errors());
  Desk& desk = **opened;
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  Keys keys(STDIN_FILENO);
  while (true) {
    Stamp seen = stamp_of(desk.file());
    grader::ExerciseResult result = desk.grade();
    show(desk, result, terminal, keys);
    if (result.verdict == grader::Verdict::FullMarks) {
      if (!move_on(desk)) return kGood;
      seen = stamp_of(desk.file());
    }
    std::cout << fmt::format("\nwatching {}{}\n",
                             desk.file().lexically_proximate(fs::current_path()).string(),
                             keys.present() ? "; h: a hint, q: quit, Enter: again" : "")
              << std::flush;
    Next next = wait_for_change(desk.file(), seen, keys);
    for (; next == Next::Hint; next = wait_for_change(desk.file(), seen, keys)) {
      std::cout << deeper_hint(desk, desk.grade()) << std::flush;
    }
    if (next == Next::Quit) return kGood;
  }
}

}  // namespace

void add_watch(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<WatchOptions>();
  CLI::App* command = app.add_subcommand(
      "watch",
      "check a lesson each time its file is saved, and go on to the next when it is solved");
  options->common.add_to(*command, true);
  command->add_option("LESSON", options->name, "a lesson or an assignment")->required();
  command->add_option("--submission", options->submission, "whose answer; yours if left out");
  command->callback([options, &exit_code] { exit_code = run_watch(*options); });
}

}  // namespace cli
