// SPDX-License-Identifier: MIT
/// \file
/// The ladder of verdicts, one everywhere: terminal, JSON, Gradescope.
///
/// The further up, the earlier something went wrong; the first that applies is given. Tested by
/// verdict_test.cpp.
#pragma once

#include <optional>
#include <string_view>

namespace grader {

/// What came of a case or of a whole exercise, in the order of the ladder.
enum class Verdict {
  NotAttempted,  ///< the regions are as in the skeleton
  BuildError,    ///< the compiler or the loader refused
  LaunchError,   ///< a launch or call was refused by the device
  Crashed,       ///< host code ended by a signal or by exit
  TimedOut,      ///< host code did not come back
  Finding,       ///< a checker found a fault of severity error
  WrongResult,   ///< outputs differ from the specification's
  OverBudget,    ///< right, with more accesses than allowed
  FullMarks,     ///< right, within all budgets
  GraderError,   ///< our own fault: points are withheld, never zero
};

/// "not_attempted", "build_error", ...: as JSON has them.
std::string_view to_string(Verdict verdict);

/// The verdict of that name.
std::optional<Verdict> verdict_from(std::string_view name);

/// The verdict of a whole from those of its parts: our own fault first, then the lower rung.
Verdict worse(Verdict one, Verdict other);

}  // namespace grader
