// SPDX-License-Identifier: MIT
/// \file
/// The one place that starts processes: compilers, device worker, host runner.
///
/// Every process runs under a small supervisor of its own, which enforces the wall time, keeps a
/// bounded part of the output, and kills everything the process started once it ends, once we ask,
/// or once we ourselves die. Nothing is left behind. Tested by process_test.cpp.
#pragma once

#include <sys/types.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/limits.h"

namespace sandbox {

/// A fault of ours or of the machine: the program is missing, fork failed, the sandbox broke. Never
/// the fault of the program that was to run.
class SandboxError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The unprivileged user that a confined process runs as. Steps that share a writable folder share
/// one identity. Without root it is ourselves.
struct Identity {
  uid_t uid = 0;
  gid_t gid = 0;

  /// A number that no other sandbox of this machine uses at the moment.
  static Identity fresh();
};

/// An open descriptor of ours that the process gets under a number of its choosing.
struct PassedDescriptor {
  int ours = -1;
  int theirs = -1;
};

/// What to start, and how.
struct Command {
  std::vector<std::string> argv;         ///< argv[0] is a path, or a name looked up on our PATH
  std::vector<std::string> environment;  ///< "NAME=value"; nothing of ours is inherited
  std::filesystem::path working_folder;  ///< empty: "/"
  std::string input;                     ///< its stdin
  std::vector<PassedDescriptor> descriptors;  ///< 0, 1 or 2 here replace input and capture
  Limits limits;
  std::optional<View> view;          ///< confined to these files; none: unconfined (our own tools)
  std::optional<Identity> identity;  ///< for confined processes; none: a fresh one
};

/// How a process ended.
enum class End {
  Exited,     ///< by itself; see exit_code
  Signalled,  ///< by a signal; see signal
  TimedOut,   ///< we ended it when its wall time was over
  Killed,     ///< we ended it because we were asked to
};

/// Everything known about a process that has ended.
struct Outcome {
  End end = End::Exited;
  int exit_code = 0;  ///< valid for Exited
  int signal = 0;     ///< valid for Signalled
  std::string output;
  std::string errors;
  bool output_truncated = false;  ///< more than Limits::output_bytes were written to stdout
  bool errors_truncated = false;  ///< the same for stderr
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;  ///< of the largest single process

  /// Did it exit by itself with code 0?
  bool succeeded() const { return end == End::Exited && exit_code == 0; }
};

/// "ended with exit code 3", "was killed by SIGSEGV", "ran longer than 60 s": for messages.
std::string describe(const Outcome& outcome);

/// A running process. Its destructor kills it, and everything it started, and waits for the end.
class Process {
 public:
  /// Starts it. Throws SandboxError when it cannot be started.
  explicit Process(const Command& command);
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;

  /// Waits for its end. May be called again; the second call returns at once.
  const Outcome& wait();

  /// Ends it, with everything it started, and waits until that is done.
  const Outcome& kill();

  /// Has it ended? Never blocks.
  bool ended();

  /// What it has written to stdout so far, from byte `from` on.
  std::string output_so_far(std::uint64_t from = 0) const;

  /// The same for stderr.
  std::string errors_so_far(std::uint64_t from = 0) const;

 private:
  struct State;
  void release() noexcept;
  State* state_ = nullptr;
};

/// Starts, waits, returns.
Outcome run(const Command& command);

/// The absolute path of a program on our PATH, or the path itself when it holds a slash. Nothing
/// when there is no such executable file.
std::optional<std::filesystem::path> find_program(std::string_view name);

}  // namespace sandbox
