// SPDX-License-Identifier: MIT
#include "grader/result_json.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace {

grader::GradeResult example() {
  grader::GradeResult result;
  result.compiler = "nvcc 13.0";
  result.seed = "s";
  grader::ExerciseResult exercise;
  exercise.name = "matmul";
  exercise.max = 30;
  exercise.points = 21.25;
  exercise.verdict = grader::Verdict::OverBudget;
  grader::CaseResult one;
  one.name = "tile";
  one.verdict = grader::Verdict::OverBudget;
  one.points = 1.4;
  one.max = 2;
  one.ran = true;
  one.counters.global_loads = 10;
  one.budgets.push_back({"global_loads", "total", 10, 5, true, 0.5, "matmul.cu", 3, "d03"});
  one.first_mismatch =
      grader::Mismatch{"out", {1, 2}, "0", "1", grader::Writer{{1, 0, 0}, {2, 3, 4}, "m.cu", 9}};
  one.program_output = "text";
  protocol::Finding finding;
  finding.kind = "shared_race";
  finding.hazard = "RAW";
  one.findings = {finding};
  exercise.cases = {one};
  exercise.notes = {"note"};
  result.exercises = {exercise};
  grader::ExerciseResult lesson;
  lesson.name = "a01_map";
  lesson.lesson = true;
  lesson.withheld = true;
  lesson.verdict = grader::Verdict::GraderError;
  result.exercises.push_back(lesson);
  result.lessons = grader::LessonProgress{1, 2, "a02_zip"};
  grader::add_up(result);
  return result;
}

}  // namespace

TEST_CASE("a result survives its JSON form", "[grader][json]") {
  const auto back = grader::grade_result_from_json(grader::to_json(example()));
  REQUIRE(back.ok());
  CHECK(*back == example());
  const auto exercise = grader::exercise_result_from_json(to_json(example().exercises[0]));
  REQUIRE(exercise.ok());
  CHECK(*exercise == example().exercises[0]);
}

TEST_CASE("the keys that scripts rely on are there", "[grader][json]") {
  const auto json = nlohmann::json::parse(grader::to_json(example()));
  CHECK(json["compiler"] == "nvcc 13.0");
  CHECK(json["points"] == 21.25);
  CHECK(json["max"] == 30);
  CHECK(json["assignments"][0]["name"] == "matmul");
  CHECK(json["assignments"][0]["verdict"] == "over_budget");
  CHECK(json["assignments"][0]["cases"][0]["counters"]["global_loads"] == 10);
  CHECK(json["assignments"][0]["cases"][0]["reference"].is_object());
  CHECK(json["assignments"][0]["findings"].is_array());
  CHECK(json["lessons"][0]["points"].is_null());
}

TEST_CASE("damaged JSON is a diagnostic", "[grader][json]") {
  CHECK_FALSE(grader::exercise_result_from_json("{").ok());
  CHECK_FALSE(grader::exercise_result_from_json("{\"name\": 3}").ok());
  CHECK_FALSE(grader::grade_result_from_json("[]").ok());
}

TEST_CASE("text that is not UTF-8 does not stop the report", "[grader][json]") {
  grader::GradeResult result = example();
  result.exercises[0].cases[0].program_output = "\xff\xfe";
  CHECK_NOTHROW(grader::to_json(result));
}
