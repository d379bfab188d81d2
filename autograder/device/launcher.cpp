// SPDX-License-Identifier: MIT
#include "device/launcher.h"

#include "base/symbol_name.h"
#include "protocol/cuda_error.h"

namespace device {

LaunchEnd Launcher::refuse(const LaunchRequest& request, std::uint32_t error,
                           protocol::Finding finding) {
  protocol::Launch record;
  record.kernel = base::demangle(request.kernel);
  record.name = base::bare_name(record.kernel);
  record.grid = request.grid;
  record.block = request.block;
  record.started = false;
  finding.kernel = record.name;
  LaunchEnd end{error, false, finding.message};
  report_.add_refused_launch(std::move(record), error);
  report_.add_finding(std::move(finding));
  return end;
}

LaunchEnd Launcher::launch(const LaunchRequest& request, const protocol::KernelInfo& info) {
  const auto opted_in = dynamic_shared_.find({request.module, request.kernel});
  const protocol::LaunchRefusal refusal = protocol::check_launch(
      backend_.properties(), info, opted_in == dynamic_shared_.end() ? 0 : opted_in->second,
      {request.grid, request.block, request.dynamic_shared_bytes});
  const std::string name = base::bare_name(base::demangle(request.kernel));
  if (refusal.error != 0) {
    protocol::Finding finding;
    finding.kind = "invalid_launch";
    finding.severity = protocol::Severity::Warning;
    finding.message = name + " could not be launched: " + refusal.message;
    finding.help = "the launch does nothing; cudaGetLastError() right after it says so too";
    return refuse(request, refusal.error, std::move(finding));
  }
  if (std::optional<protocol::Finding> forbidden = rules_.may_launch(name, request.block)) {
    return refuse(request, protocol::cudaErrorNotPermitted, std::move(*forbidden));
  }
  LaunchReport report = backend_.launch(request);
  const LaunchEnd end{report.error, report.error != 0, ""};
  report_.add_launch(std::move(report));
  return end;
}

std::uint32_t Launcher::allow_dynamic_shared(ModuleId module, const std::string& kernel,
                                             const protocol::KernelInfo& info,
                                             std::uint64_t bytes) {
  const std::uint64_t most = backend_.properties().shared_bytes_per_block_optin;
  if (info.static_shared_bytes > most || bytes > most - info.static_shared_bytes) {
    return protocol::cudaErrorInvalidValue;
  }
  dynamic_shared_[{module, kernel}] = bytes;
  return protocol::cudaSuccess;
}

}  // namespace device
