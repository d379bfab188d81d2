// SPDX-License-Identifier: MIT
#include "tests/support/run_plan.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <system_error>

#include "base/files.h"

namespace test_support {
namespace {

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

PlanOutcome run_command(const std::vector<std::string>& command,
                        const std::vector<std::string>& environment,
                        const std::filesystem::path& folder) {
  const base::TemporaryFolder scratch("run-plan");
  const std::filesystem::path log = scratch.path() / "log";
  std::vector<std::string> words = command;
  std::vector<std::string> variables = environment;

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  pid_t child = 0;
  const int error = posix_spawn(&child, words[0].c_str(), &actions, nullptr, pointers(words).data(),
                                pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::system_error(error, std::generic_category(), words[0]);

  int status = 0;
  if (waitpid(child, &status, 0) != child) {
    throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0, base::read_file(log).value(), status};
}

PlanOutcome run_plan(const toolchain::BuildPlan& plan) {
  for (const toolchain::GeneratedFile& file : plan.files) base::write_file(file.path, file.content);
  PlanOutcome all{true, {}};
  for (const toolchain::BuildStep& step : plan.steps) {
    const PlanOutcome one = run_command(step.command, plan.environment, plan.working_folder);
    all.output += one.output;
    if (!one.succeeded) {
      all.succeeded = false;
      break;
    }
  }
  return all;
}

}  // namespace test_support
