// SPDX-License-Identifier: MIT
/// \file
/// Runs one case of an exercise and records who touches what, for `autograder draw`.
///
/// Nothing is judged and nothing is kept. Tested by autograder/tests/draw.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "course/catalog.h"
#include "grader/grade.h"
#include "grader/sources.h"
#include "protocol/run_result.h"
#include "protocol/trace.h"

namespace grader {

/// A case with its arguments, and what its run recorded.
struct TracedCase {
  course::RealCase real;    ///< shapes and names of the arguments
  protocol::RunResult run;  ///< launches with their traces
  std::string ending;       ///< how it ended, when not well
};

/// Runs cases for pictures.
class Tracer {
 public:
  /// The course outlives it.
  Tracer(const course::Course& course, Setup setup, protocol::TraceRequest request);

  /// The student's answer in a submission folder. A missing, untouched or faulty file is a
  /// diagnostic. Throws GraderFault when the fault is ours.
  base::Result<TracedCase> submission(const course::Exercise& exercise,
                                      const course::Case& the_case,
                                      const std::filesystem::path& folder) const;

  /// The course's own answer; a diagnostic in copies without references.
  base::Result<TracedCase> reference(const course::Exercise& exercise,
                                     const course::Case& the_case) const;

 private:
  base::Result<TracedCase> run(const course::Exercise& exercise, const course::Case& the_case,
                               const BuildInput& input) const;

  const course::Course& course_;
  Setup setup_;
  Cache cache_;
  Sources sources_;
  Builder builder_;
  protocol::TraceRequest request_;
};

}  // namespace grader
