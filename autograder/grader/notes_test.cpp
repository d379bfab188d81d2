// SPDX-License-Identifier: MIT
#include "grader/notes.h"

#include <catch2/catch.hpp>

TEST_CASE("where nothing has run no hint is chosen by cases", "[grader][notes]") {
  course::Exercise exercise;
  exercise.hints = {{.when = {.case_key = "small"}, .tiers = {"by its case"}},
                    {.tiers = {"general"}}};
  grader::ExerciseResult result;
  result.verdict = grader::Verdict::NotAttempted;
  grader::CaseResult one;
  one.name = "small";
  one.verdict = result.verdict;
  result.cases = {one};
  const course::Hint* hint = grader::fitting_hint(exercise, result);
  REQUIRE(hint != nullptr);
  CHECK(hint->tiers.front() == "general");
}

TEST_CASE("of a file that does not compile only hints for that are given", "[grader][notes]") {
  course::Exercise exercise;
  exercise.hints = {{.tiers = {"general"}}};
  grader::ExerciseResult result;
  result.verdict = grader::Verdict::BuildError;
  CHECK(grader::fitting_hint(exercise, result) == nullptr);
  exercise.hints.push_back({.when = {.verdict = "build_error"}, .tiers = {"all must compile"}});
  const course::Hint* hint = grader::fitting_hint(exercise, result);
  REQUIRE(hint != nullptr);
  CHECK(hint->tiers.front() == "all must compile");
}

TEST_CASE("who has no file needs no hint", "[grader][notes]") {
  course::Exercise exercise;
  exercise.hints = {{.tiers = {"general"}}};
  grader::ExerciseResult result;
  result.message = "there is no assignments/map/map.cu in the submission";
  CHECK(grader::fitting_hint(exercise, result) == nullptr);
}

TEST_CASE("after the tiers of the fitting hint come those of the general one", "[grader][notes]") {
  course::Exercise exercise;
  exercise.hints = {{.when = {.verdict = "wrong_result"}, .tiers = {"by its verdict"}},
                    {.tiers = {"general", "deeper"}}};
  grader::ExerciseResult result;
  result.verdict = grader::Verdict::WrongResult;
  result.cases.resize(1);
  result.cases[0].verdict = result.verdict;
  CHECK(grader::deepening_hint(exercise, result)->tiers ==
        std::vector<std::string>{"by its verdict", "in general: general", "in general: deeper"});
  exercise.hints[0].when.verdict = "crashed";
  CHECK(grader::deepening_hint(exercise, result)->tiers ==
        std::vector<std::string>{"general", "deeper"});
}

TEST_CASE("how the task is solved is no hint for who has solved it at too high a cost",
          "[grader][notes]") {
  course::Exercise exercise;
  exercise.hints = {{.when = {.verdict = "over_budget"}, .tiers = {"read once"}},
                    {.tiers = {"general"}}};
  grader::ExerciseResult result;
  result.verdict = grader::Verdict::OverBudget;
  result.cases.resize(1);
  result.cases[0].verdict = result.verdict;
  CHECK(grader::deepening_hint(exercise, result)->tiers == std::vector<std::string>{"read once"});
  result.verdict = grader::Verdict::FullMarks;
  CHECK_FALSE(grader::deepening_hint(exercise, result));
}
