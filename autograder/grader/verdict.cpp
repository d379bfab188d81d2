// SPDX-License-Identifier: MIT
#include "grader/verdict.h"

#include <algorithm>
#include <array>

namespace grader {
namespace {

constexpr auto kNames = std::to_array<std::string_view>(
    {"not_attempted", "build_error", "launch_error", "crashed", "timed_out", "finding",
     "wrong_result", "over_budget", "full_marks", "grader_error"});

}  // namespace

std::string_view to_string(Verdict verdict) {
  return kNames[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> verdict_from(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Verdict>(found - kNames.begin());
}

Verdict worse(Verdict one, Verdict other) {
  if (one == Verdict::GraderError || other == Verdict::GraderError) return Verdict::GraderError;
  return std::min(one, other);
}

}  // namespace grader
