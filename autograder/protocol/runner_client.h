// SPDX-License-Identifier: MIT
/// \file
/// The grader's view of a host runner: a zygote that forks one process a case.
///
/// Whatever the case's process says is said by the student's code, so a Failure here is the
/// student's (crashed, timed_out), and its answers decide nothing but what is shown. When a case
/// fails, ask the worker as well: if that one died, the fault is ours. Tested by
/// cudart/runner_test.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/channel.h"
#include "protocol/control_messages.h"

namespace protocol {

/// How a case's process ended.
struct CaseEnd {
  int exit_code = 0;    ///< when no signal ended it
  int signal = 0;       ///< 0 = none
  bool killed = false;  ///< we killed it at the time limit

  /// "SIGSEGV" or empty.
  std::string signal_name() const;
  /// "called exit(3) before returning", "was ended by SIGABRT", "was stopped at the time limit".
  std::string describe() const;
};

/// Where a case's output goes; both -1 = where the zygote's goes, one -1 = where the other goes.
/// The descriptors stay the caller's.
struct CaseOutput {
  int standard_output = -1;  ///< descriptor, or -1
  int standard_error = -1;   ///< descriptor, or -1
};

/// One case's process. Its methods fail with PeerDied when the process ends before it answers; then
/// RunnerClient::end_case says how.
class RunnerCase {
 public:
  /// Made by RunnerClient::start_case.
  RunnerCase(std::uint32_t id, FileDescriptor socket) : id_(id), channel_(std::move(socket)) {}

  /// Opens a program; Refused with the loader's reason when that fails.
  Status open_program(const OpenProgram& program, Deadline deadline);
  /// Calls autograder_call_<name>. The result has one entry for each argument, empty unless the
  /// argument was to come back. Refused when there is no such function.
  Outcome<std::vector<Bytes>> call(std::string_view name, std::vector<Argument> arguments,
                                   Deadline deadline);
  /// Calls main(argc, argv) and returns its value; afterwards the process leaves by exit(value).
  Outcome<int> run_main(std::vector<std::string> arguments, Deadline deadline);

  /// Number of the case in its zygote.
  std::uint32_t id() const { return id_; }
  /// Closes the case's socket: a process that waits for a call leaves with 0.
  void close() { channel_.close(); }

 private:
  std::uint32_t id_;
  Channel channel_;
};

/// One zygote.
class RunnerClient {
 public:
  /// Takes over the socket whose other end the zygote has as its control socket.
  explicit RunnerClient(FileDescriptor socket) : channel_(std::move(socket)) {}

  /// Forks a case. `device_socket` (from WorkerClient::attach_runner) may be none for functions
  /// that make no CUDA calls. SIGXCPU ends it once it has used `processor_seconds`; 0: no bound.
  Outcome<RunnerCase> start_case(FileDescriptor device_socket, CaseOutput output, Deadline deadline,
                                 std::uint32_t processor_seconds = 0);
  /// Waits for the process's end, at most `wait`, then kills it and whatever it has left running.
  Outcome<CaseEnd> end_case(RunnerCase& running, std::chrono::milliseconds wait, Deadline deadline);

 private:
  Channel channel_;
};

}  // namespace protocol
