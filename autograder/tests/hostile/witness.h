// SPDX-License-Identifier: MIT
/// \file
/// What a hostile submission could get at or leave behind, and whether it did.
///
/// Used by main.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"

namespace hostile {

/// A folder with a secret, a folder that everybody may write, a listener, and our own state: all
/// looked at before and after.
class Witness {
 public:
  /// Sets TMPDIR to a folder of its own and becomes the parent of all orphans.
  Witness();
  ~Witness();
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;

  /// `text` with @SECRET@, @OTHER@, @OUTSIDE@, @PORT@, @GRADER@, @ROOT@, @LEAKED@, @LIBC@ and the
  /// names of messages filled in.
  std::string fill_in(std::string text, const std::filesystem::path& root) const;

  /// What got out or was left since the last call, one line each. `said` is everything that was
  /// reported about the submission; `known` are texts that it must not hold.
  std::vector<std::string> traces(const std::string& said);

  /// A folder for submissions.
  std::filesystem::path submissions() const { return folder_.path() / "submissions"; }
  /// A folder that the grader may keep things in.
  std::filesystem::path cache() const { return folder_.path() / "cache"; }

 private:
  std::filesystem::path outside() const { return folder_.path() / "outside"; }
  std::filesystem::path temporary() const { return folder_.path() / "tmp"; }

  base::TemporaryFolder folder_{"course-hostile"};
  std::string token_;
  int listener_ = -1;
  int port_ = 0;
};

}  // namespace hostile
