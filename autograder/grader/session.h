// SPDX-License-Identifier: MIT
/// \file
/// One program being run: a device worker and, where host code is needed, a host runner, both
/// in the sandbox; one case after the other.
///
/// Everything that a student's code can bring about ends in a CaseRun; GraderFault is thrown for
/// our own faults only. Tested by autograder/tests.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "course/exercise.h"
#include "course/realise.h"
#include "grader/judge.h"
#include "grader/processes.h"
#include "grader/shared_objects.h"

namespace grader {

/// How cases are run.
struct SessionSettings {
  std::string backend = "virtual";
  unsigned threads = 1;  ///< of the worker
  /// Memory of the device: a program that takes all of it must not take the machine's.
  std::uint64_t memory_bytes = std::uint64_t{512} << 20;
  std::vector<std::string> given_files;  ///< sources that are ours: lines of their callers count
  std::string source_root;               ///< taken off the front of file names
  protocol::TraceRequest trace;          ///< for pictures
};

/// One case to run.
struct CaseTask {
  const course::Exercise& exercise;
  const course::Entry& entry;
  const course::RealCase& real;
  std::uint64_t instruction_limit = 0;  ///< warp instructions of a launch; 0: the worker's default
  std::chrono::milliseconds call_time{60'000};    ///< for one call of a student's function
  std::chrono::milliseconds kernel_time{60'000};  ///< for its kernels to end after that
};

/// A worker and a runner for one program.
class Session {
 public:
  /// Starts nothing yet.
  Session(const Tools& tools, SessionSettings settings, SharedObjects objects);
  ~Session();

  /// Runs a case of kind kernel, host or program.
  CaseRun run(const CaseTask& task);

  /// Calls the specification of the case's entry; the buffers as it leaves them, one for each
  /// parameter.
  std::vector<std::vector<std::byte>> specify(const CaseTask& task);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace grader
