// SPDX-License-Identifier: MIT
/// \file
/// What `autograder author` does: new, sync, check. Authors edit the reference; skeletons and index
/// pages are made from it. Tested by author_test.cpp.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "course/catalog.h"

namespace course {

/// Writes exercise.toml, README.md and the reference of a new exercise from a template, and its
/// skeleton. Fails when the name does not fit or the folder exists. Returns the files, below root.
base::Result<std::vector<std::filesystem::path>> new_exercise(const std::filesystem::path& root,
                                                              ExerciseKind kind,
                                                              std::string_view name);

/// A file that sync() would write.
struct GeneratedFile {
  std::filesystem::path path;  ///< below the root
  std::string content;         ///< its whole text
};

/// All generated files of a course: skeletons, the quick checks in the pages of exercises,
/// lessons/README.md, assignments/README.md.
base::Result<std::vector<GeneratedFile>> generated_files(const Course& course);

/// Writes the generated files that differ. Returns those written, below the root.
base::Result<std::vector<std::filesystem::path>> sync(const Course& course);

/// The part of a check that compiles and runs: the skeleton compiles and does not pass, the
/// reference passes with full points and no finding. Given by the grader.
using RunCheck = std::function<std::vector<base::Diagnostic>(const Exercise&)>;

/// Rules 1 to 6 for the exercises named (all when `names` is empty): markers, generated files up to
/// date, complete texts, no stray files, links, sizes; then `run_check` for each exercise that has
/// no problem so far (an empty function is left out). Returns what is wrong.
std::vector<base::Diagnostic> check(const Course& course, const std::vector<std::string>& names,
                                    const RunCheck& run_check);

}  // namespace course
