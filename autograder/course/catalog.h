// SPDX-License-Identifier: MIT
/// \file
/// All exercises of a course folder, in order, and the layout of a submission.
/// Tested by catalog_test.cpp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "course/exercise.h"

namespace course {

/// The exercises below a root folder and what is wrong with those that could not be read.
struct Course {
  std::filesystem::path root;              ///< the course folder
  std::vector<Exercise> lessons;           ///< by name
  std::vector<Exercise> assignments;       ///< by `order`, then name
  std::vector<std::string> planned;        ///< names of lessons that are not written yet
  std::vector<base::Diagnostic> problems;  ///< with file and line

  /// Lessons, then assignments.
  std::vector<const Exercise*> all() const;
  /// The exercise of this name ("a01_map", "map") or path ("lessons/a01_map"), or nullptr.
  const Exercise* find(std::string_view name) const;
  /// find(), also by the path of its file, in capitals, or by the beginning of one name only; or a
  /// diagnostic with a suggestion.
  base::Result<const Exercise*> require(std::string_view name) const;
};

/// Reads every exercise below `root`/lessons and `root`/assignments, with the hidden cases below
/// `root`/reference where they are. Exercises with problems are left out and their problems listed,
/// those between exercises too (needs, order, doubled titles).
Course load_course(const std::filesystem::path& root);

/// `root/path/source`: the skeleton that students edit.
std::filesystem::path skeleton_file(const std::filesystem::path& root, const Exercise& exercise);
/// `root/reference/path/source`.
std::filesystem::path reference_file(const std::filesystem::path& root, const Exercise& exercise);

/// The file for an exercise in a submission folder: `path/source` as in the repository, or
/// else `name/source`, or `source` at the top. Only regular files (no links). Nothing where none
/// is.
std::optional<std::filesystem::path> submitted_file(const std::filesystem::path& submission,
                                                    const Exercise& exercise);

/// Why submitted_file() finds nothing, in words: what stands in the file's place, or that nothing
/// does.
std::string why_no_file(const std::filesystem::path& submission, const Exercise& exercise);

/// Is there anything, usable or not, in the place of any exercise's file?
bool holds_answers(const std::filesystem::path& submission, const Course& course);

/// The first lesson that is not in `solved` and all of whose needs are; else the first unsolved
/// one; nullptr when all are solved.
const Exercise* next_lesson(const Course& course, const std::vector<std::string>& solved);

}  // namespace course
