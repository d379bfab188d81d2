// SPDX-License-Identifier: MIT
#include "grader/notes.h"

#include <catch2/catch.hpp>

TEST_CASE("where nothing has run no hint is chosen by cases", "[grader][notes]") {
  course::Exercise exercise;
  exercise.hints = {{.when = {.case_key = "small"}, .tiers = {"by its case"}},
                    {.tiers = {"general"}}};
  grader::ExerciseResult result;
  result.verdict = GENERATE(grader::Verdict::NotAttempted, grader::Verdict::BuildError);
  grader::CaseResult one;
  one.name = "small";
  one.verdict = result.verdict;
  result.cases = {one};
  const course::Hint* hint = grader::fitting_hint(exercise, result);
  REQUIRE(hint != nullptr);
  CHECK(hint->tiers.front() == "general");
}

TEST_CASE("who has no file needs no hint", "[grader][notes]") {
  course::Exercise exercise;
  exercise.hints = {{.tiers = {"general"}}};
  grader::ExerciseResult result;
  result.message = "there is no assignments/map/map.cu in the submission";
  CHECK(grader::fitting_hint(exercise, result) == nullptr);
}
