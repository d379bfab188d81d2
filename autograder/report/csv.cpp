// SPDX-License-Identifier: MIT
#include "report/csv.h"

#include <fmt/format.h>

#include "report/words.h"

namespace report {
namespace {

// Spreadsheets take a field that begins with = + - @ for a formula; texts may come from students.
std::string field(std::string text) {
  if (!text.empty() && std::string("=+-@").find(text[0]) != std::string::npos) text = "'" + text;
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c == '\n' || c == '\r' ? ' ' : c;
  }
  return quoted + "\"";
}

}  // namespace

std::string write_csv(const grader::GradeResult& result, const Style&) {
  std::string text =
      "assignment,verdict,points,max,cases_passed,cases,global_loads,global_loads_reference,"
      "global_stores,global_stores_reference,findings,note\n";
  for (const grader::ExerciseResult& exercise : result.exercises) {
    const protocol::Counters yours = exercise.total_counters();
    const protocol::Counters reference = exercise.total_reference();
    const std::vector<std::string> notes = explanations(exercise);
    const std::string findings = findings_text(exercise);
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{}\n", field(exercise.name), to_string(exercise.verdict),
        exercise.withheld ? "" : fmt::format("{:.2f}", exercise.points),
        points_text(exercise.max, true), exercise.passed(), exercise.cases.size(),
        yours.global_loads, reference.global_loads, yours.global_stores, reference.global_stores,
        findings == "-" ? "" : field(findings), notes.empty() ? "" : field(notes.front()));
  }
  return text;
}

}  // namespace report
