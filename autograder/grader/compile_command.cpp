// SPDX-License-Identifier: MIT
#include "grader/compile_command.h"

namespace grader {

sandbox::Command compile_command(const toolchain::BuildPlan& plan, const toolchain::BuildStep& step,
                                 const sandbox::Identity& user, std::chrono::seconds time) {
  sandbox::Command command;
  command.argv = step.command;
  command.environment = plan.environment;
  command.working_folder = plan.working_folder;
  command.limits.memory_bytes = std::uint64_t{3} << 30;
  command.limits.cpu = time;
  command.limits.wall = 5 * time;
  command.limits.processes = 64;
  command.limits.file_bytes = kLargestObject;
  command.view.emplace();
  command.view->read_only = plan.readable;
  command.view->writable = plan.writable;
  command.identity = user;
  return command;
}

}  // namespace grader
