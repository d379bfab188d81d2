// SPDX-License-Identifier: MIT
/// \file
/// Runs a build plan directly, without a sandbox: for tests of the plans only.
#pragma once

#include <string>

#include "toolchain/plan.h"

namespace test_support {

/// How a plan went.
struct PlanOutcome {
  bool succeeded = false;
  std::string output;  ///< of all steps, stdout and stderr together
  int status = 0;      ///< of a single command, as waitpid() gives it
};

/// Writes the generated files and runs the steps in order until one fails. Throws on a fault of the
/// machine.
PlanOutcome run_plan(const toolchain::BuildPlan& plan);

/// Runs one command in a folder: its output, whether it exited with 0, and its status.
PlanOutcome run_command(const std::vector<std::string>& command,
                        const std::vector<std::string>& environment,
                        const std::filesystem::path& folder);

}  // namespace test_support
