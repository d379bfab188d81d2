// SPDX-License-Identifier: MIT
#include "report/html.h"

#include <fmt/format.h>

#include "base/text.h"
#include "report/words.h"

namespace report {
namespace {

using grader::CaseResult;
using grader::ExerciseResult;

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Score report</title>
<style>
:root { color-scheme: light dark; --line: #8884; --good: #1a7f37; --warn: #9a6700; --bad: #cf222e; }
@media (prefers-color-scheme: dark) { :root { --good: #3fb950; --warn: #d29922; --bad: #ff7b72; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
td.number, th.number { text-align: right; white-space: nowrap; }
.full_marks { color: var(--good); } .over_budget { color: var(--warn); }
.wrong_result, .finding, .crashed, .timed_out, .build_error, .launch_error { color: var(--bad); }
.about { opacity: .75; }
pre { overflow-x: auto; border: 1px solid var(--line); padding: .6rem; }
</style>
</head>
<body>
<h1>Score report</h1>
)";

std::string verdict_cell(grader::Verdict verdict) {
  std::string words(to_string(verdict));
  const std::string name = words;
  for (char& c : words) {
    if (c == '_') c = ' ';
  }
  return fmt::format("<td class=\"{}\">{}</td>", name, words);
}

std::string summary_row(const ExerciseResult& exercise) {
  std::string notes;
  for (const std::string& line : explanations(exercise)) {
    notes += (notes.empty() ? "" : "<br>") + escaped(line);
  }
  return fmt::format(
      "<tr><td>{}</td>{}<td class=\"number\">{}/{}</td><td class=\"number\">{}</td>"
      "<td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td></tr>\n",
      escaped(exercise.name), verdict_cell(exercise.verdict), exercise.passed(),
      exercise.cases.size(), base::with_thousands(exercise.total_counters().global_loads),
      base::with_thousands(exercise.total_reference().global_loads), points_text(exercise), notes);
}

std::string case_row(const CaseResult& one) {
  return fmt::format(
      "<tr><td>{}</td>{}<td class=\"number\">{} / {}</td><td class=\"number\">{}</td>"
      "<td class=\"number\">{}</td><td>{}</td></tr>\n",
      escaped(one.hidden ? "hidden case" : one.say), verdict_cell(one.verdict),
      points_text(one.points), points_text(one.max),
      one.ran ? base::with_thousands(one.counters.global_loads) : "-",
      one.ran ? base::with_thousands(one.reference.global_loads) : "-",
      escaped(shown_message(one)));
}

std::string section(const ExerciseResult& exercise) {
  std::string text = fmt::format("<h2>{}</h2>\n", escaped(exercise.title));
  if (!exercise.hint.empty()) text += fmt::format("<p>Hint: {}</p>\n", escaped(exercise.hint));
  if (!exercise.cases.empty()) {
    text +=
        "<table>\n<tr><th>case</th><th>verdict</th><th class=\"number\">points</th>"
        "<th class=\"number\">reads</th><th class=\"number\">reference</th><th>why</th></tr>\n";
    for (const CaseResult& one : exercise.cases) text += case_row(one);
    text += "</table>\n";
  }
  if (!exercise.build_output.empty()) {
    text += fmt::format("<pre>{}</pre>\n", escaped(exercise.build_output));
  }
  return text;
}

}  // namespace

std::string write_html(const grader::GradeResult& result, const Style&) {
  std::string text = kHead;
  text +=
      fmt::format("<p>{} of {} points", points_text(result.points), points_text(result.max, true));
  if (result.withheld > 0) {
    text += fmt::format(", {} withheld: not graded, by no fault of yours",
                        points_text(result.withheld, true));
  }
  text +=
      "</p>\n<table>\n<tr><th>assignment</th><th>verdict</th><th class=\"number\">cases</th>"
      "<th class=\"number\">reads</th><th class=\"number\">reference</th>"
      "<th class=\"number\">points</th><th>why</th></tr>\n";
  for (const ExerciseResult& exercise : result.exercises) text += summary_row(exercise);
  text += "</table>\n";
  for (const ExerciseResult& exercise : result.exercises) text += section(exercise);
  text += fmt::format("<p class=\"about\">{}, device {}, version {}, seed {}, sandbox {}</p>\n",
                      escaped(result.compiler), escaped(result.device), escaped(result.version),
                      escaped(result.seed), escaped(result.sandbox));
  return text + "</body>\n</html>\n";
}

}  // namespace report
