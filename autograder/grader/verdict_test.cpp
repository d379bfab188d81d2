// SPDX-License-Identifier: MIT
#include "grader/verdict.h"

#include <catch2/catch.hpp>

using grader::Verdict;

TEST_CASE("every verdict has a name that leads back to it", "[grader][verdict]") {
  for (int rung = 0; rung <= static_cast<int>(Verdict::GraderError); ++rung) {
    const auto verdict = static_cast<Verdict>(rung);
    CHECK(grader::verdict_from(grader::to_string(verdict)) == verdict);
  }
  CHECK_FALSE(grader::verdict_from("passed").has_value());
}

TEST_CASE("the whole has the verdict of its worst part, and our faults come first",
          "[grader][verdict]") {
  CHECK(worse(Verdict::FullMarks, Verdict::WrongResult) == Verdict::WrongResult);
  CHECK(worse(Verdict::Crashed, Verdict::Finding) == Verdict::Crashed);
  CHECK(worse(Verdict::GraderError, Verdict::NotAttempted) == Verdict::GraderError);
  CHECK(worse(Verdict::BuildError, Verdict::GraderError) == Verdict::GraderError);
}
