// SPDX-License-Identifier: MIT
/// \file
/// The small process between us and every process we start.
///
/// It is forked from a program with several threads, so everything here works without allocating:
/// the plan is made before the fork, and only system calls follow. Tested by process_test.cpp.
#pragma once

#include <linux/filter.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "sandbox/landlock.h"
#include "sandbox/process.h"

namespace sandbox {

/// One bound for setrlimit.
struct ResourceLimit {
  int resource = 0;
  rlim_t value = 0;
};

/// Where the start of a process can fail.
enum class Stage : std::int32_t {
  None,
  Fork,
  Descriptors,
  Folder,
  User,
  Landlock,
  Filter,
  Execute
};

/// Why a process came to its end.
enum class Reason : std::int32_t { Itself, WallTime, Asked };

/// What the supervisor tells us, once, through its pipe.
struct Report {
  Stage failed = Stage::None;
  std::int32_t error = 0;        ///< errno of the failed stage
  std::int32_t wait_status = 0;  ///< as waitpid gives it
  Reason reason = Reason::Itself;
  std::int32_t output_truncated = 0;
  std::int32_t errors_truncated = 0;
  std::int64_t wall_us = 0;
  std::int64_t cpu_us = 0;
  std::int64_t peak_kib = 0;
};

/// One captured stream: the pipe that the process writes to, and the memory file that keeps it.
struct Capture {
  int read_end = -1;
  int file = -1;
  std::uint64_t kept = 0;
  std::int32_t truncated = 0;
};

/// Everything the supervisor needs, made before the fork. Pointers outlive the fork.
struct Plan {
  char* const* argv = nullptr;
  char* const* environment = nullptr;
  const char* folder = "/";
  const PassedDescriptor* descriptors = nullptr;  ///< 0, 1 and 2 included
  std::size_t descriptor_count = 0;
  const int* kept = nullptr;  ///< descriptors that stay open in the supervisor, ascending
  std::size_t kept_count = 0;
  int report = -1;    ///< write end
  int lifeline = -1;  ///< read end; closed at the other end means "end it"
  Capture output;
  Capture errors;
  std::uint64_t output_limit = 0;
  std::int64_t wall_ms = 0;  ///< 0: none
  const ResourceLimit* limits = nullptr;
  std::size_t limit_count = 0;
  bool change_user = false;
  bool drop_capabilities = false;
  Identity identity;
  bool new_namespaces = false;  ///< own process, network and IPC space where that is allowed
  int landlock_version = 0;     ///< 0: none
  const landlock::Rule* rules = nullptr;
  std::size_t rule_count = 0;
  const sock_fprog* filter = nullptr;
};

/// Starts the planned process, watches it to its end, reports, and exits. Called in the child of a
/// fork; never returns.
[[noreturn]] void supervise(Plan& plan);

}  // namespace sandbox
