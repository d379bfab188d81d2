// SPDX-License-Identifier: MIT
/// \file
/// What a students' copy has in the place of the references: pristine skeletons and the references'
/// counters for each compiler, below autograder/golden.
///
/// Tested by golden_test.cpp.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "course/exercise.h"
#include "protocol/run_result.h"

namespace grader {

/// The reference's runs by the key of the case.
using GoldenRuns = std::map<std::string, protocol::RunResult>;

/// Where the pristine skeleton of an exercise is kept.
std::filesystem::path golden_skeleton(const std::filesystem::path& root,
                                      const course::Exercise& exercise);

/// The skeleton as the author meant it: made from the reference, or kept in copies without one.
/// Nothing where the copy has neither; a diagnostic where what it has cannot be read or parsed.
std::optional<base::Result<std::string>> handed_out(const std::filesystem::path& root,
                                                    const course::Exercise& exercise);

/// Where the runs with a compiler ("clang 14") are kept.
std::filesystem::path golden_runs_file(const std::filesystem::path& root,
                                       const course::Exercise& exercise,
                                       const std::string& compiler);

/// The runs as text.
std::string golden_text(const GoldenRuns& runs);

/// The runs kept for the compiler, or else for another version of it; empty where there are none.
/// Throws GraderFault when the file is damaged.
GoldenRuns read_golden(const std::filesystem::path& root, const course::Exercise& exercise,
                       const std::string& compiler);

}  // namespace grader
