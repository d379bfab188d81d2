// SPDX-License-Identifier: MIT
/// \file
/// From what was observed of one case to its verdict, points and message.
///
/// Pure: no process, no file, no clock. Tested by judge_test.cpp with made-up observations.
#pragma once

#include <string>
#include <vector>

#include "course/exercise.h"
#include "course/realise.h"
#include "grader/compare.h"
#include "grader/result.h"
#include "protocol/run_result.h"

namespace grader {

/// How the run of a case ended.
enum class RunEnd {
  Completed,  ///< the call returned, the device reported
  NotLoaded,  ///< the shared object could not be opened
  Refused,    ///< the device refused a launch or a call
  Crashed,    ///< the student's process ended before it was through
  TimedOut,   ///< it did not come back
};

/// Everything observed of one case, of a submission or of the reference.
struct CaseRun {
  RunEnd end = RunEnd::Completed;
  std::string message;               ///< why it did not complete
  bool slow = false;                 ///< did it use up its time?
  protocol::RunResult device;        ///< launches, findings, notes
  std::vector<BufferAfter> buffers;  ///< one for each parameter; empty for values
  std::string output;                ///< what host and device code printed, its first 16 KB
  std::uint64_t printed_bytes = 0;   ///< all that host code printed
  int exit_code = 0;                 ///< of a program
};

/// What a case is held against.
struct Expectation {
  std::vector<std::vector<std::byte>>
      buffers;                    ///< one for each parameter, as the specification left it
  protocol::RunResult reference;  ///< the reference's run of the same case
  bool has_reference = true;      ///< without one, budgets that compare with it are not held
};

/// The case's result; `max` is what it is worth.
CaseResult judge(const course::Exercise& exercise, const course::Case& the_case,
                 const course::RealCase& real, const CaseRun& run, const Expectation& expected,
                 double max);

/// Is there no element that the case wants written? Whoever does nothing is right there.
bool asks_for_nothing(const course::RealCase& real);

/// Takes the points of cases that ask for nothing (`empty`, one for each case) where no other case
/// is right, or where one broke the copy policy: doing nothing is no skill.
void settle_empty_cases(const std::vector<bool>& empty, std::vector<CaseResult>& cases);

/// Counters summed over all launches of a run.
protocol::Counters total(const protocol::RunResult& run);

/// The same for one buffer.
protocol::Counters total(const protocol::RunResult& run, const std::string& buffer);

/// The findings with the exercise's severities; those switched off are left out.
std::vector<protocol::Finding> with_severities(const course::Exercise& exercise,
                                               std::vector<protocol::Finding> findings);

}  // namespace grader
