// SPDX-License-Identifier: MIT
/// \file
/// Compiles staged sources into a shared object, in the sandbox, and keeps it by content.
///
/// What the compiler says about a submission is the student's; a sandbox that does not start is
/// ours. Tested with real compilers by autograder/tests.
#pragma once

#include <chrono>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "grader/cache.h"
#include "grader/headers.h"
#include "grader/link_command.h"
#include "grader/shared_objects.h"
#include "toolchain/compiler.h"

namespace grader {

/// A file of a build, below its stage.
struct StagedFile {
  std::filesystem::path path;  ///< relative: "assignments/map/map.cu"
  std::string content;
};

/// Everything that decides what comes out of a build.
struct BuildInput {
  std::vector<StagedFile> files;
  std::filesystem::path source;  ///< which of them is compiled
  std::string appended;          ///< generated text compiled after it
  int architecture = 0;          ///< compute capability times ten; 0: the compiler's usual one
  /// Where files of the program can be built by themselves, as they are when they are graded: their
  /// builds. Then an edit of one rebuilds that one alone.
  std::vector<BuildInput> libraries;
  /// What stands in the place of these files while the rest is built: files of the same path that
  /// declare what the libraries define.
  std::vector<StagedFile> declarations;
};

/// What came out.
struct BuildOutput {
  bool built = false;
  SharedObjects objects;                 ///< when it was
  std::string text;                      ///< what the compiler printed, without our paths
  std::vector<base::Diagnostic> errors;  ///< read from it
  std::string hash;                      ///< of the input: equal inputs, equal hash
};

/// Builds with one compiler.
class Builder {
 public:
  /// The cache outlives it. `time` is what a compiler may use of a processor.
  Builder(toolchain::Compiler compiler, const Cache& cache, std::chrono::seconds time);

  /// Builds, or takes what an equal build gave before or is giving at this moment. A program with
  /// libraries is built as a whole where they and the declarations do not make one (a student may
  /// use more of another file than it promises). Throws GraderFault or sandbox::SandboxError when
  /// the fault is ours.
  BuildOutput build(const BuildInput& input) const;

  /// The hash that build() would give.
  std::string hash(const BuildInput& input) const;

  /// The compiler in use.
  const toolchain::Compiler& compiler() const { return compiler_; }

 private:
  BuildOutput compile(const BuildInput& input) const;
  BuildOutput build_kept(const BuildInput& input, const std::string& key) const;
  BuildOutput build_one(const BuildInput& input) const;
  std::optional<BuildOutput> build_in_parts(const BuildInput& input) const;

  toolchain::Compiler compiler_;
  std::string fingerprint_;
  const Cache& cache_;
  std::chrono::seconds time_;
  Headers headers_;
  LinkCommand link_command_;
  mutable std::mutex starting_;
  /// Builds that run, by hash: who wants the same one waits for it.
  mutable std::map<std::string, std::shared_future<BuildOutput>> running_;
};

}  // namespace grader
