// SPDX-License-Identifier: MIT
/// \file
/// Our headers for clang, precompiled: made when a build first wants them, kept in the cache.
///
/// A small file spends three quarters of its compile on them. Tested by headers_test.cpp.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/files.h"
#include "grader/cache.h"
#include "toolchain/plan.h"

namespace grader {

/// The headers of one compiler, for builds with little_host_work. May be used by several threads.
class Headers {
 public:
  /// \param fingerprint of the compiler. The cache outlives this.
  Headers(toolchain::Compiler compiler, std::string fingerprint, const Cache& cache,
          std::chrono::seconds time)
      : compiler_(std::move(compiler)),
        fingerprint_(std::move(fingerprint)),
        cache_(cache),
        time_(time) {}

  /// Files that every user may read, there as long as this is. None for nvcc, and none where they
  /// could not be made: a build then reads the text, and says what is wrong with it.
  toolchain::PrecompiledHeaders get(int architecture) const;

 private:
  toolchain::PrecompiledHeaders make(int architecture) const;

  toolchain::Compiler compiler_;
  std::string fingerprint_;
  const Cache& cache_;
  std::chrono::seconds time_;
  mutable std::mutex making_;
  mutable std::optional<base::TemporaryFolder> folder_;
  mutable std::map<int, toolchain::PrecompiledHeaders> made_;  ///< by architecture
};

}  // namespace grader
