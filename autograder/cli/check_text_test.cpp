// SPDX-License-Identifier: MIT
#include "cli/check_text.h"

#include <catch2/catch.hpp>

namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using grader::Verdict;

/// Two cases of which the second one is wrong.
grader::ExerciseResult wrong() {
  grader::ExerciseResult result;
  result.name = "a01_map";
  result.lesson = true;
  result.verdict = Verdict::WrongResult;
  grader::CaseResult good;
  good.name = "four";
  good.verdict = Verdict::FullMarks;
  good.ran = true;
  good.counters.global_loads = 4;
  good.reference.global_loads = 3;
  good.budgets = {{"global_loads", "total", 4, 4, true, 1, "", 0, ""}};
  grader::CaseResult bad = good;
  bad.name = "prime";
  bad.verdict = Verdict::WrongResult;
  bad.message = "out[2]: got 1, want 2 (5 of 97 differ)";
  bad.program_output = "i am thread 3";
  result.cases = {good, bad};
  result.hint = "Who writes out[1]?";
  return result;
}

TEST_CASE("the verdict comes first, then the failed cases, counts, the hint, and what was printed",
          "[cli][check_text]") {
  const std::string text = cli::check_text(wrong(), "", {});
  CHECK_THAT(text, StartsWith("a01_map: wrong result, 1 of 2 cases pass\n"));
  const std::size_t mismatch = text.find("out[2]: got 1, want 2");
  const std::size_t counts = text.find("counts of four");
  const std::size_t hint = text.find("hint: Who writes out[1]?");
  const std::size_t printed = text.find("your program printed (case prime):\ni am thread 3\n");
  CHECK(mismatch < counts);
  CHECK(counts < hint);
  CHECK(hint < printed);
  CHECK(printed != std::string::npos);
}

TEST_CASE("of a wrong answer counts are shown only where they differ", "[cli][check_text]") {
  grader::ExerciseResult result = wrong();
  for (grader::CaseResult& one : result.cases) one.reference.global_loads = 4;
  CHECK_THAT(cli::check_text(result, "", {}), !Contains("counts of"));
  for (grader::CaseResult& one : result.cases) one.budgets[0].observed = 0;
  for (grader::CaseResult& one : result.cases) one.reference.global_loads = 3;
  CHECK_THAT(cli::check_text(result, "", {}), !Contains("counts of"));
  result.cases[1].verdict = Verdict::OverBudget;
  result.cases[1].budgets[0].observed = 5;
  CHECK_THAT(cli::check_text(result, "", {}), Contains("counts of prime"));
  result.verdict = Verdict::FullMarks;
  for (grader::CaseResult& one : result.cases) one.verdict = Verdict::FullMarks;
  CHECK_THAT(cli::check_text(result, "", {}), Contains("counts of four"));
}

TEST_CASE("a wrong value comes with the thread that wrote it, unless the case is hidden",
          "[cli][check_text]") {
  grader::ExerciseResult result = wrong();
  result.cases[1].first_mismatch =
      grader::Mismatch{"out", {2}, "1", "2", grader::Writer{{1, 0, 0}, {2, 0, 0}, "map.cu", 17}};
  const std::string who = "thread (2,0,0) of block (1,0,0) wrote it at map.cu:17";
  CHECK_THAT(cli::check_text(result, "", {}), Contains("differ)\n") && Contains(" " + who + "\n"));
  result.cases[1].hidden = true;
  CHECK_THAT(cli::check_text(result, "", {}), !Contains("wrote it"));
  result = wrong();
  CHECK_THAT(cli::check_text(result, "", {}), !Contains("wrote it"));
}

TEST_CASE("without a terminal there is no colour", "[cli][check_text]") {
  CHECK_THAT(cli::check_text(wrong(), "", {}), !Contains("\033"));
  CHECK_THAT(cli::check_text(wrong(), "", {true}), Contains("\033["));
}

TEST_CASE("nothing of a hidden case but its failure is shown", "[cli][check_text]") {
  grader::ExerciseResult result = wrong();
  result.cases[1].hidden = true;
  const std::string text = cli::check_text(result, "", {});
  CHECK_THAT(text, !Contains("got 1"));
  CHECK_THAT(text, !Contains("prime"));
  CHECK_THAT(text, !Contains("i am thread 3"));
}

TEST_CASE("what is not attempted says where to write", "[cli][check_text]") {
  grader::ExerciseResult result;
  result.name = "a01_map";
  result.source = "lessons/a01_map/map.cu";
  CHECK_THAT(cli::check_text(result, "", {}),
             Contains("between FILL-ME-IN and END in lessons/a01_map/map.cu"));
  result.message = "lessons/a01_map/map.cu is a link, and links are not followed";
  CHECK_THAT(cli::check_text(result, "", {}),
             Contains("map.cu is a link") && !Contains("FILL-ME-IN"));
}

TEST_CASE("a finding is told once, and its cases name it", "[cli][check_text]") {
  grader::ExerciseResult result = wrong();
  protocol::Finding finding;
  finding.kind = "out_of_bounds_read";
  finding.message = "memcheck: a[4] is 1 past the end of a";
  finding.file = "map.cu";
  finding.line = 16;
  result.findings = {finding};
  result.cases[1].verdict = result.verdict = Verdict::Finding;
  result.cases[1].findings = {finding};
  result.cases[1].message = "out_of_bounds_read: memcheck: a[4] is 1 past the end of a (map.cu:16)";
  const std::string text = cli::check_text(result, "", {});
  CHECK_THAT(text, Contains("finding: out_of_bounds_read at map.cu:16\n"));
  CHECK(text.find("1 past the end") == text.rfind("1 past the end"));
}

TEST_CASE("what a hidden case is about is told to who has all visible ones", "[cli][check_text]") {
  grader::ExerciseResult result = wrong();
  grader::CaseResult hidden = result.cases[1];
  hidden.hidden = true;
  hidden.help = "Does it work for every size?";
  result.cases.push_back(hidden);
  CHECK_THAT(cli::check_text(result, "", {}), !Contains("every size"));
  result.cases[1].verdict = Verdict::FullMarks;
  CHECK_THAT(cli::check_text(result, "", {}), Contains("every size"));
}

TEST_CASE("what the compiler says stands there once", "[cli][check_text]") {
  grader::ExerciseResult result;
  result.verdict = Verdict::BuildError;
  result.message = "map.cu:16:22: use of undeclared identifier 'b'";
  CHECK_THAT(cli::check_text(result, "", {}), Contains("identifier 'b'"));
  result.build_output = "map.cu:16:22: error: use of undeclared identifier 'b'\n";
  const std::string text = cli::check_text(result, "", {});
  CHECK(text.find("identifier 'b'") == text.rfind("identifier 'b'"));
}

}  // namespace
