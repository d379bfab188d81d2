// SPDX-License-Identifier: MIT
/// \file
/// Builds and runs one CUDA program with its own main, as `autograder run` does.
///
/// The program is a person's own: it is compiled and run with that person's rights, and talks to
/// their terminal. The device worker is confined as always. Tested by autograder/tests.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "grader/processes.h"
#include "protocol/run_result.h"
#include "toolchain/compiler.h"

namespace grader {

/// A program and how to run it.
struct Program {
  std::filesystem::path source;                     ///< absolute
  std::vector<std::filesystem::path> more_sources;  ///< absolute
  std::vector<std::string> flags;                   ///< for the compiler, as they stand
  std::vector<std::string> arguments;
  std::vector<std::string> checks = {"all"};
  std::uint64_t instruction_limit = 0;  ///< warp instructions of a launch; 0: the default
  unsigned threads = 1;                 ///< of the worker
  /// Run once more, silently, for every number of threads up to 3 with every instruction set of
  /// this processor.
  bool everywhere = false;
  std::string backend = "virtual";
  /// Compute capability times ten; 0: the compiler's usual one, or a newer one when the program
  /// names what only that has.
  int architecture = 0;
  std::vector<std::filesystem::path> include_folders;        ///< absolute
  std::vector<std::pair<std::string, std::string>> defines;  ///< name, value (may be empty)
  std::filesystem::path folder;                              ///< where it runs
  std::vector<std::string> environment;                      ///< of compiler and program
  protocol::TraceRequest trace;                              ///< for pictures
};

/// What came of it.
struct ProgramRun {
  bool built = false;
  std::string compiler_output;
  protocol::RunResult result;  ///< when it was built
  std::string ending;          ///< how it ended, when that was not by returning or exiting
  /// Where it was run everywhere: which of those runs gave another result, and the first line in
  /// which the JSON differs. Ours to mend, unless the program asks for the time or the like.
  std::vector<std::string> differences;
};

/// Builds and runs. Throws GraderFault or sandbox::SandboxError when the fault is ours.
ProgramRun run_program(const toolchain::Compiler& compiler, const Tools& tools,
                       const Program& program);

}  // namespace grader
