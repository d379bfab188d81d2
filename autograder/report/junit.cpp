// SPDX-License-Identifier: MIT
#include "report/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/words.h"

namespace report {
namespace {

using grader::CaseResult;
using grader::ExerciseResult;
using grader::Verdict;

std::string element_of(Verdict verdict, const std::string& message) {
  if (verdict == Verdict::FullMarks) return "";
  if (verdict == Verdict::NotAttempted) return "<skipped message=\"not attempted\"/>";
  const char* tag = verdict == Verdict::GraderError ? "error" : "failure";
  return fmt::format("<{} type=\"{}\" message=\"{}\"/>", tag, to_string(verdict), escaped(message));
}

std::string case_line(const ExerciseResult& exercise, const std::string& name, Verdict verdict,
                      const std::string& message) {
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\">{}</testcase>\n",
                     escaped(exercise.name), escaped(name), element_of(verdict, message));
}

std::string suite(const ExerciseResult& exercise) {
  std::string lines;
  std::size_t failures = 0, errors = 0, skipped = 0;
  const auto add = [&](const std::string& name, Verdict verdict, const std::string& message) {
    lines += case_line(exercise, name, verdict, message);
    errors += verdict == Verdict::GraderError;
    skipped += verdict == Verdict::NotAttempted;
    failures += verdict != Verdict::FullMarks && verdict != Verdict::GraderError &&
                verdict != Verdict::NotAttempted;
  };
  for (const CaseResult& one : exercise.cases) add(one.name, one.verdict, shown_message(one));
  if (exercise.cases.empty()) add(exercise.name, exercise.verdict, exercise.message);
  return fmt::format(
             "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
             "skipped=\"{}\">\n",
             escaped(exercise.name), std::max<std::size_t>(1, exercise.cases.size()), failures,
             errors, skipped) +
         lines + "  </testsuite>\n";
}

}  // namespace

std::string write_junit(const grader::GradeResult& result, const Style&) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"autograder\">\n";
  for (const ExerciseResult& exercise : result.exercises) text += suite(exercise);
  return text + "</testsuites>\n";
}

}  // namespace report
