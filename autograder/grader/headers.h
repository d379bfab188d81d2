// SPDX-License-Identifier: MIT
/// \file
/// Our headers for clang, precompiled: made when a build first wants them, kept in the cache.
///
/// A small file spends three quarters of its compile on them. Tested by headers_test.cpp.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

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

  /// Writes them into a folder, which is made. None for nvcc, and none where they could not be
  /// made: a build then reads the text, and says what is wrong with it.
  toolchain::PrecompiledHeaders write_to(const std::filesystem::path& folder,
                                         int architecture) const;

 private:
  /// The files' bytes, both or none.
  struct Bytes {
    std::string device, host;
  };
  const Bytes& get(int architecture) const;
  Bytes make(int architecture) const;

  toolchain::Compiler compiler_;
  std::string fingerprint_;
  const Cache& cache_;
  std::chrono::seconds time_;
  mutable std::mutex making_;
  mutable std::map<int, Bytes> made_;  ///< by architecture
};

}  // namespace grader
