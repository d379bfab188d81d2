// SPDX-License-Identifier: MIT
/// \file
/// The two processes that run student code, each with the client that speaks to it.
///
/// Both end when their object does. Tested by autograder/tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "protocol/control_messages.h"
#include "protocol/runner_client.h"
#include "protocol/worker_client.h"
#include "sandbox/process.h"

namespace grader {

/// The executables that run student code.
struct Tools {
  std::filesystem::path worker;   ///< vgpu-worker
  std::filesystem::path runner;   ///< host-runner
  std::filesystem::path library;  ///< our CUDA runtime; empty: linked into the runner
};

/// Changes whenever one of the executables does.
std::string tools_hash(const Tools& tools);

/// A case may print this much before it is ended.
inline constexpr std::uint64_t kMostPrinted = std::uint64_t{16} << 20;

/// A device worker, always confined: it parses device code that students made.
class DeviceWorker {
 public:
  /// Starts one. Throws sandbox::SandboxError.
  explicit DeviceWorker(const Tools& tools);

  /// Speaks to it.
  protocol::WorkerClient& client() { return *client_; }

  /// Has it ended by itself? It never should.
  bool ended() { return process_->ended(); }

  /// How it ended and what it said, for a report of our own fault. Ends it.
  std::string last_words();

 private:
  std::optional<sandbox::Process> process_;
  std::optional<protocol::WorkerClient> client_;
};

/// A host runner's zygote.
class HostRunner {
 public:
  /// Starts a confined one that can open `program`. Throws sandbox::SandboxError.
  HostRunner(const Tools& tools, const protocol::OpenProgram& program);

  /// Starts one for a person's own program: it has our input and output, our environment and our
  /// rights, as if it had been started by hand.
  /// \param silent it reads nothing, and what it prints is dropped
  static HostRunner unconfined(const Tools& tools, const std::filesystem::path& folder,
                               std::vector<std::string> environment, bool silent = false);

  /// Speaks to it.
  protocol::RunnerClient& client() { return *client_; }

 private:
  HostRunner() = default;

  std::optional<sandbox::Process> process_;
  std::optional<protocol::RunnerClient> client_;
};

}  // namespace grader
