// SPDX-License-Identifier: MIT
/// \file
/// The one way to a kernel: limits, policy, run, record. Tested by session_test.cpp.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "device/backend.h"
#include "device/case_report.h"
#include "device/copy_rules.h"
#include "protocol/launch_limits.h"

namespace device {

/// How a launch ended for the caller.
struct LaunchEnd {
  std::uint32_t error = 0;      ///< CUDA error number
  bool spoils_context = false;  ///< the kernel itself failed; nothing more can run
  std::string message;          ///< why it could not start; empty when it ran
};

/// Starts kernels of one case.
class Launcher {
 public:
  /// All three outlive it.
  Launcher(Backend& backend, CopyRules& rules, CaseReport& report)
      : backend_(backend), rules_(rules), report_(report) {}

  /// Checks and runs; `info` is the kernel's.
  LaunchEnd launch(const LaunchRequest& request, const protocol::KernelInfo& info);

  /// Allows more dynamic shared memory; the CUDA error number.
  std::uint32_t allow_dynamic_shared(ModuleId module, const std::string& kernel,
                                     const protocol::KernelInfo& info, std::uint64_t bytes);

 private:
  LaunchEnd refuse(const LaunchRequest& request, std::uint32_t error, protocol::Finding finding);

  Backend& backend_;
  CopyRules& rules_;
  CaseReport& report_;
  std::map<std::pair<ModuleId, std::string>, std::uint64_t> dynamic_shared_;
};

}  // namespace device
