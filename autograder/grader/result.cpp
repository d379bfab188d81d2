// SPDX-License-Identifier: MIT
#include "grader/result.h"

#include <algorithm>

namespace grader {

const protocol::Finding* CaseResult::first_error() const {
  const auto error =
      std::ranges::find(findings, protocol::Severity::Error, &protocol::Finding::severity);
  return error == findings.end() ? nullptr : &*error;
}

std::size_t ExerciseResult::passed() const {
  return static_cast<std::size_t>(
      std::count_if(cases.begin(), cases.end(),
                    [](const CaseResult& one) { return one.verdict == Verdict::FullMarks; }));
}

protocol::Counters ExerciseResult::total_counters() const {
  protocol::Counters sum;
  for (const CaseResult& one : cases) {
    if (one.ran) sum += one.counters;
  }
  return sum;
}

protocol::Counters ExerciseResult::total_reference() const {
  protocol::Counters sum;
  for (const CaseResult& one : cases) {
    if (one.ran) sum += one.reference;
  }
  return sum;
}

void add_up(GradeResult& result) {
  result.points = result.max = result.withheld = 0;
  result.failed = false;
  for (const ExerciseResult& exercise : result.exercises) {
    result.max += exercise.max;
    if (exercise.withheld) {
      result.withheld += exercise.max;
      result.failed = true;
    } else {
      result.points += exercise.points;
    }
  }
}

}  // namespace grader
