// SPDX-License-Identifier: MIT
/// \file
/// What is compiled for an exercise: the student's regions in the pristine skeleton, the reference,
/// the specification.
///
/// Tested by autograder/tests/answers, which fills in regions and edits outside of them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/catalog.h"
#include "course/regions.h"
#include "grader/build.h"

namespace grader {

/// A student's answer to one exercise, ready to be built.
struct Submission {
  bool found = false;   ///< is there a file?
  std::string file;     ///< its path as shown to people
  std::string problem;  ///< why it cannot be used: too large, not text; empty when it can
  bool attempted = false;
  std::vector<std::string> edited_outside;  ///< one line each
  std::vector<base::Diagnostic> lint;       ///< regions that cannot stand in the skeleton
  BuildInput input;
};

/// Sources of a course.
class Sources {
 public:
  /// The course outlives it. Throws GraderFault when files that all exercises share are missing.
  explicit Sources(const course::Course& course);

  /// The student's answer in a submission folder laid out like the course.
  Submission submission(const course::Exercise& exercise,
                        const std::filesystem::path& folder) const;

  /// The reference with its specification; nothing in copies without references.
  std::optional<BuildInput> reference(const course::Exercise& exercise) const;

  /// The pristine file with its specification.
  BuildInput specification(const course::Exercise& exercise) const;

  /// The skeleton as a student gets it, with the calls that a submission gets.
  BuildInput skeleton(const course::Exercise& exercise) const;

  /// The skeleton as the author meant it: made from the reference, or kept beside it in copies
  /// without references. The file in the student's tree may have been edited.
  std::string pristine(const course::Exercise& exercise) const;

  /// Names of the shared files that are the course's own, not the student's.
  std::vector<std::string> given_files() const;

 private:
  std::vector<const course::Exercise*> used_by(const course::Exercise& exercise) const;
  BuildInput with_common(const course::Exercise& exercise) const;
  void add_library(const course::Exercise& used, const std::string& skeleton,
                   const std::string& text, const std::string& shims, BuildInput& input) const;

  const course::Course& course_;
  std::vector<StagedFile> common_;
};

}  // namespace grader
