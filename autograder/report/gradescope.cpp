// SPDX-License-Identifier: MIT
#include "report/gradescope.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/table.h"
#include "report/words.h"

namespace report {
namespace {

using Json = nlohmann::ordered_json;

Json test_of(const grader::ExerciseResult& exercise, const grader::CaseResult& one) {
  std::string output = shown_message(one);
  const std::string help = fitting_help(one);
  if (!one.hidden && !help.empty()) output += "\n" + help;
  Json test = {
      {"name", fmt::format("{}: {}", exercise.name, one.hidden ? "hidden case" : one.say)}};
  if (!exercise.withheld) test["score"] = one.points;
  test["max_score"] = one.max;
  test["status"] = one.verdict == grader::Verdict::FullMarks ? "passed" : "failed";
  test["output"] = fmt::format("{}: {}", to_string(one.verdict), output);
  test["visibility"] = one.hidden ? "after_published" : "visible";
  return test;
}

// An exercise that never came to its cases still has its line.
Json test_of(const grader::ExerciseResult& exercise) {
  Json test = {{"name", exercise.name}};
  if (!exercise.withheld) test["score"] = exercise.points;
  test["max_score"] = exercise.max;
  test["status"] = exercise.verdict == grader::Verdict::FullMarks ? "passed" : "failed";
  test["output"] = fmt::format("{}: {}\n{}", to_string(exercise.verdict), exercise.message,
                               exercise.build_output);
  test["visibility"] = "visible";
  return test;
}

}  // namespace

std::string write_gradescope(const grader::GradeResult& result, const Style&) {
  Json tests = Json::array();
  for (const grader::ExerciseResult& exercise : result.exercises) {
    if (exercise.cases.empty() || !exercise.message.empty()) {
      tests.push_back(test_of(exercise));
      continue;
    }
    for (const grader::CaseResult& one : exercise.cases) tests.push_back(test_of(exercise, one));
  }
  Json json = Json::object();
  // Without a score of the whole, Gradescope adds up the tests; points that are withheld stay out.
  if (!result.has_grader_error()) json["score"] = result.points;
  json["output_format"] = "text";
  json["output"] = write_table(result, Style{});
  json["tests"] = std::move(tests);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace report
