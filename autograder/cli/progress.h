// SPDX-License-Identifier: MIT
/// \file
/// What a student has solved, and which hints were shown: a small JSON file in the submission's
/// folder, `.course/progress.json`, which git ignores.
///
/// A file that cannot be read counts as empty, and one that cannot be written is left: progress is
/// a convenience, points never depend on it. Tested by progress_test.cpp.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/result.h"

namespace cli {

/// Progress in one folder; without a folder it lasts as long as the object.
class Progress {
 public:
  /// What the folder's file says.
  static Progress of(const std::filesystem::path& folder);

  /// The lesson was tried.
  void tried(const std::string& name) { tried_.insert(name); }
  /// The lesson was solved. It stays solved whatever happens to its file.
  void solved(const std::string& name);
  /// Was it ever solved?
  bool is_solved(const std::string& name) const { return solved_.contains(name); }
  /// Was it ever tried?
  bool is_tried(const std::string& name) const { return tried_.contains(name); }
  /// Names of all that is solved.
  std::vector<std::string> all_solved() const { return {solved_.begin(), solved_.end()}; }

  /// How many tiers of this hint were shown; a hint is told by its first tier. Showing another one
  /// begins anew.
  std::size_t shown(const std::string& name, const std::string& hint) const;
  /// Notes that so many tiers of the hint were shown.
  void show(const std::string& name, const std::string& hint, std::size_t tiers);

  /// Writes the file when something has changed.
  void save();

 private:
  struct Shown {
    std::string hint;
    std::size_t tiers = 0;
    friend bool operator==(const Shown&, const Shown&) = default;
  };

  std::string text() const;

  std::filesystem::path file_;
  std::string kept_;  ///< the file's text
  std::set<std::string> solved_;
  std::set<std::string> tried_;
  std::map<std::string, Shown> hints_;
};

/// Notes what a result says of its exercise.
void note_progress(const grader::ExerciseResult& result, Progress& progress);

}  // namespace cli
