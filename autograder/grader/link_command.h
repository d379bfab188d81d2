// SPDX-License-Identifier: MIT
/// \file
/// How clang links: asked when a build first wants to know, kept in the cache. Tested by
/// link_command_test.cpp.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "grader/cache.h"
#include "toolchain/compiler.h"

namespace grader {

/// The link command of one compiler. May be used by several threads.
class LinkCommand {
 public:
  /// \param fingerprint of the compiler. The cache outlives this.
  LinkCommand(toolchain::Compiler compiler, std::string fingerprint, const Cache& cache,
              std::chrono::seconds time)
      : compiler_(std::move(compiler)),
        fingerprint_(std::move(fingerprint)),
        cache_(cache),
        time_(time) {}

  /// For BuildRequest::link_command. Empty for nvcc, and where clang does not say.
  const std::vector<std::string>& words() const;

 private:
  std::vector<std::string> ask() const;

  toolchain::Compiler compiler_;
  std::string fingerprint_;
  const Cache& cache_;
  std::chrono::seconds time_;
  mutable std::mutex asking_;
  mutable std::optional<std::vector<std::string>> words_;
};

}  // namespace grader
