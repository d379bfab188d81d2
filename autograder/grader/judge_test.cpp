// SPDX-License-Identifier: MIT
#include "grader/judge.h"

#include <catch2/catch.hpp>
#include <cstring>

#include "grader/budgets.h"
#include "grader/notes.h"

namespace {

using grader::CaseResult;
using grader::CaseRun;
using grader::RunEnd;
using grader::Verdict;

std::vector<std::byte> bytes_of(const std::vector<float>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

protocol::RunResult run_with(std::uint64_t loads) {
  protocol::RunResult run;
  protocol::Launch launch;
  launch.name = "map";
  launch.counters.global_loads = loads;
  protocol::LineCounters line{"map.cu", 31, {}};
  line.counters.global_loads = loads;
  launch.lines = {{"map.cu", 30, {}}, line};
  protocol::BufferCounters buffer{"a", protocol::BufferRole::Input, {}};
  buffer.counters.global_loads = loads / 2;
  launch.buffers = {buffer};
  run.launches = {launch};
  return run;
}

course::Budget budget(const std::string& counter, const std::string& buffer = "total",
                      const std::string& see = {}) {
  course::Budget made;
  made.counter = counter;
  made.buffer = buffer;
  made.see = see;
  return made;
}

/// One case with one output of two floats, worth ten points; the reference reads ten elements.
struct Bench {
  course::Exercise exercise;
  course::Case the_case;
  course::RealCase real;
  CaseRun run;
  grader::Expectation expected;

  Bench() {
    exercise.kind = course::ExerciseKind::Assignment;
    exercise.name = "map";
    exercise.budgets.push_back(budget("global_loads", "total", "a01_map"));
    the_case.key = "small";
    course::RealParameter out;
    out.name = "out";
    out.role = course::Role::Output;
    out.is_pointer = true;
    out.view = {{2}, {1}, 0, 2};
    out.mask = {1, 1};
    out.storage = bytes_of({0, 0});
    real.parameters = {out};
    run.buffers = {{bytes_of({1, 2}), std::vector<std::uint8_t>(8, 1)}};
    run.device = run_with(10);
    expected.buffers = {bytes_of({1, 2})};
    expected.reference = run_with(10);
  }

  CaseResult judge() const { return grader::judge(exercise, the_case, real, run, expected, 10); }
};

protocol::Finding finding(const std::string& kind,
                          protocol::Severity severity = protocol::Severity::Error) {
  protocol::Finding one;
  one.kind = kind;
  one.severity = severity;
  one.file = "map.cu";
  one.line = 12;
  one.message = "out[2] is 1 past the end of out (2 floats)\nsecond line";
  return one;
}

}  // namespace

TEST_CASE("right within budget is full marks", "[grader][judge]") {
  const CaseResult result = Bench().judge();
  CHECK(result.verdict == Verdict::FullMarks);
  CHECK(result.points == Approx(10));
  CHECK(result.message.empty());
}

TEST_CASE("too many reads cost the access share and name line, ratio and lesson",
          "[grader][judge]") {
  Bench bench;
  bench.run.device = run_with(320);
  const CaseResult result = bench.judge();
  CHECK(result.verdict == Verdict::OverBudget);
  CHECK(result.points == Approx(7));
  CHECK(result.message == "reads 32.0x the reference: map.cu:31, see a01_map");
}

TEST_CASE("cases whose access is not graded, and the policy, keep their points",
          "[grader][judge]") {
  Bench bench;
  bench.run.device = run_with(320);
  SECTION("case") {
    bench.the_case.access = false;
  }
  SECTION("policy") {
    bench.exercise.grading.correctness_only = true;
  }
  CHECK(bench.judge().points == Approx(10));
  CHECK(bench.judge().verdict == Verdict::FullMarks);
}

TEST_CASE("a wrong result gets nothing, however few its reads", "[grader][judge]") {
  Bench bench;
  bench.run.buffers[0].bytes = bytes_of({1, 3});
  const CaseResult result = bench.judge();
  CHECK(result.verdict == Verdict::WrongResult);
  CHECK(result.points == 0);
  CHECK(result.message == "out[1]: got 3, want 2 (1 of 2 differ)");
}

TEST_CASE("an error beside a right result costs half of the correct share and all access",
          "[grader][judge]") {
  Bench bench;
  bench.run.device.findings = {finding("out_of_bounds_write")};
  const CaseResult result = bench.judge();
  CHECK(result.verdict == Verdict::Finding);
  CHECK(result.points == Approx(3.5));
  CHECK(result.message ==
        "out_of_bounds_write: out[2] is 1 past the end of out (2 floats) (map.cu:12)");
}

TEST_CASE("a kernel that did not come to its end gets nothing, even if it had written everything",
          "[grader][judge]") {
  const std::string kind =
      GENERATE("instruction_limit", "deadlock", "stack_overflow", "trap", "assertion");
  Bench bench;
  bench.run.device.findings = {finding(kind)};
  const CaseResult result = bench.judge();
  CHECK(result.verdict == Verdict::Finding);
  CHECK(result.points == 0);
}

TEST_CASE("a case in which host code broke the copy policy gets nothing, however right its outputs",
          "[grader][judge]") {
  const std::string kind = GENERATE("forbidden_copy", "forbidden_launch");
  Bench bench;
  bench.run.device.findings = {finding(kind)};
  CHECK(bench.judge().points == 0);
  bench.run.device.findings = {finding(kind, protocol::Severity::Warning)};
  CHECK(bench.judge().points == Approx(10));
}

TEST_CASE("a case without outputs to write gives points only beside a right one",
          "[grader][judge]") {
  Bench bench;
  const CaseResult right = bench.judge();
  CHECK_FALSE(grader::asks_for_nothing(bench.real));
  bench.real.parameters[0].view = {{0}, {1}, 0, 2};
  bench.real.parameters[0].mask = {0, 0};
  REQUIRE(grader::asks_for_nothing(bench.real));
  CaseResult wrong = right;
  wrong.points = wrong.correct = 0;
  wrong.verdict = Verdict::WrongResult;

  std::vector<CaseResult> cases = {right, right};
  grader::settle_empty_cases({false, true}, cases);
  CHECK(cases[1].points == Approx(10));

  cases = {wrong, right};
  grader::settle_empty_cases({false, true}, cases);
  CHECK(cases[1].points == 0);
  CHECK(cases[1].verdict == Verdict::WrongResult);

  cases = {right, right, wrong};
  cases[2].findings = {finding("forbidden_copy")};
  grader::settle_empty_cases({false, true, false}, cases);
  CHECK(cases[0].points == Approx(10));
  CHECK(cases[1].points == 0);

  cases = {right};
  grader::settle_empty_cases({true}, cases);
  CHECK(cases[0].points == Approx(10));
}

TEST_CASE("warnings cost nothing, unless the exercise makes them errors", "[grader][judge]") {
  Bench bench;
  bench.run.device.findings = {finding("stale_copy", protocol::Severity::Warning)};
  CHECK(bench.judge().verdict == Verdict::FullMarks);
  bench.exercise.severities["stale_copy"] = course::Severity::Error;
  CHECK(bench.judge().verdict == Verdict::Finding);
  bench.exercise.severities["stale_copy"] = course::Severity::Off;
  CHECK(bench.judge().findings.empty());
}

TEST_CASE("the verdict names the first error, not a warning before it", "[grader][judge]") {
  Bench bench;
  bench.run.device.findings = {finding("stale_copy", protocol::Severity::Warning)};
  CHECK(bench.judge().first_error() == nullptr);
  bench.run.device.findings.push_back(finding("uninitialized_read", protocol::Severity::Error));
  bench.run.device.findings.push_back(finding("shared_race", protocol::Severity::Error));
  const CaseResult result = bench.judge();
  REQUIRE(result.first_error() != nullptr);
  CHECK(result.first_error()->kind == "uninitialized_read");
  CHECK(result.message.starts_with("uninitialized_read: "));
}

TEST_CASE("barriers missed by exited threads are errors where barriers are taught and graded",
          "[grader][judge]") {
  Bench bench;
  bench.run.device.findings = {finding("barrier_exited_threads", protocol::Severity::Warning)};
  CHECK(bench.judge().verdict == Verdict::Finding);
  bench.exercise.kind = course::ExerciseKind::Lesson;
  bench.exercise.name = "a03_guard";
  CHECK(bench.judge().verdict == Verdict::FullMarks);
  bench.exercise.name = "c07_block_sum";
  CHECK(bench.judge().verdict == Verdict::Finding);
}

TEST_CASE("a run that does not come to its end has its rung of the ladder", "[grader][judge]") {
  auto [end, verdict] = GENERATE(table<RunEnd, Verdict>({
      {RunEnd::NotLoaded, Verdict::BuildError},
      {RunEnd::Refused, Verdict::LaunchError},
      {RunEnd::Crashed, Verdict::Crashed},
      {RunEnd::TimedOut, Verdict::TimedOut},
  }));
  Bench bench;
  bench.run.end = end;
  bench.run.message = "why";
  const CaseResult result = bench.judge();
  CHECK(result.verdict == verdict);
  CHECK(result.points == 0);
  CHECK(result.message == "why");
  CHECK_FALSE(result.ran);
}

TEST_CASE("a refused launch is told with its sizes", "[grader][judge]") {
  Bench bench;
  bench.run.device.launches[0].error = "cudaErrorInvalidConfiguration";
  bench.run.device.launches[0].block = {2048, 1, 1};
  const CaseResult result = bench.judge();
  CHECK(result.verdict == Verdict::LaunchError);
  CHECK_THAT(result.message, Catch::Contains("block (2048, 1, 1)") &&
                                 Catch::Contains("cudaErrorInvalidConfiguration"));
}

TEST_CASE("a launch that failed is told with the device's reason", "[grader][judge]") {
  Bench bench;
  protocol::Launch& launch = bench.run.device.launches[0];
  launch.error = "cudaErrorNotSupported";
  bench.run.device.not_modelled = {{"bar.u8", "other", "map.cu", 3},
                                   {"ad.s32", "map", "map.cu", 30}};
  CHECK_THAT(bench.judge().message,
             Catch::EndsWith("cudaErrorNotSupported; not modelled: ad.s32 (map.cu:30)"));
  bench.run.device.not_modelled = {{"ad.s32", "map", "", 0}};
  CHECK_THAT(bench.judge().message, Catch::EndsWith("; not modelled: ad.s32"));

  bench.run.device.not_modelled.clear();
  protocol::Finding limit = finding("invalid_launch", protocol::Severity::Warning);
  limit.kernel = "map";
  limit.message = "map could not be launched: 80,000 bytes were asked for\nsecond line";
  bench.run.device.findings = {limit};
  CHECK_THAT(bench.judge().message, Catch::EndsWith("cudaErrorNotSupported"));
  launch.started = false;
  CHECK_THAT(bench.judge().message, Catch::EndsWith("; 80,000 bytes were asked for"));
  bench.run.device.findings[0].kernel = "other";
  CHECK_THAT(bench.judge().message, Catch::EndsWith("cudaErrorNotSupported"));
}

TEST_CASE("device code that does not load is the reason for a result that is not there",
          "[grader][judge]") {
  Bench bench;
  bench.run.device.launches.clear();
  bench.run.device.host_notes = {{"memory_not_freed", "one allocation", "", 1},
                                 {"device_code", "PTX:7: no room for 'huge'\nmore", "hint", 1}};
  CHECK(bench.judge().verdict == Verdict::FullMarks);
  bench.run.buffers = {{bytes_of({1, 3}), std::vector<std::uint8_t>(8, 1)}};
  const CaseResult result = bench.judge();
  CHECK(result.verdict == Verdict::LaunchError);
  CHECK(result.points == 0);
  CHECK(result.message == "the device code does not load: PTX:7: no room for 'huge'");
}

TEST_CASE(
    "a right result without any launch is not needed to be from a kernel, but its absence is "
    "seen",
    "[grader][judge]") {
  Bench bench;
  bench.run.device.launches.clear();
  bench.run.buffers[0].written.assign(8, 0);
  const CaseResult result = bench.judge();
  CHECK(result.verdict == Verdict::WrongResult);
  CHECK_THAT(result.patterns, Catch::Matchers::VectorContains(std::string("nothing_launched")));
}

TEST_CASE("the worst counter decides, totals before single buffers", "[grader][budgets]") {
  Bench bench;
  bench.exercise.budgets.push_back(budget("global_loads", "a"));
  bench.exercise.budgets.push_back(budget("global_stores"));
  bench.run.device = run_with(20);
  const CaseResult result = bench.judge();
  REQUIRE(result.budgets.size() == 3);
  CHECK(result.access == Approx(result.budgets[0].share));
  CHECK(grader::worst_budget(result.budgets)->buffer == "total");
  CHECK(result.budgets[1].observed == 10);
}

TEST_CASE("an allowed count may be a formula", "[grader][budgets]") {
  Bench bench;
  bench.exercise.budgets[0].allowed = *course::Expression::parse("4", {});
  const CaseResult result = bench.judge();
  CHECK(result.message == "reads: 10 where 4 would do: map.cu:31, see a01_map");
}

TEST_CASE("cases that lost points for the same reason share one note, the costliest first",
          "[grader][notes]") {
  Bench over, wrong;
  over.run.device = run_with(320);
  wrong.run.buffers[0].bytes = bytes_of({1, 3});
  grader::ExerciseResult result;
  result.cases = {over.judge(), over.judge(), wrong.judge(), wrong.judge(), Bench().judge()};
  CHECK(grader::make_notes(result) ==
        std::vector<std::string>{"small: out[1]: got 3, want 2 (1 of 2 differ) (and 1 more case)",
                                 "reads 32.0x the reference: map.cu:31, see a01_map"});
}

TEST_CASE("a note names the lesson of the hint that fits its case", "[grader][notes]") {
  Bench faulty, wrong;
  faulty.run.device.findings = {finding("out_of_bounds_write")};
  wrong.run.buffers[0].bytes = bytes_of({1, 3});
  course::Exercise& exercise = faulty.exercise;
  exercise.hints.resize(2);
  exercise.hints[0].when.finding = "out_of_bounds_write";
  exercise.hints[0].tiers = {"guard"};
  exercise.hints[0].see = "a03_guard";
  exercise.hints[1].when.verdict = "wrong_result";
  exercise.hints[1].tiers = {"no lesson"};
  grader::ExerciseResult result;
  result.cases = {faulty.judge(), wrong.judge()};
  const std::vector<std::string> notes = grader::make_notes(result, &exercise);
  REQUIRE(notes.size() == 2);
  CHECK_THAT(notes[0], Catch::Matchers::EndsWith("out[1]: got 3, want 2 (1 of 2 differ)"));
  CHECK_THAT(notes[1], Catch::Matchers::EndsWith(", see a03_guard"));
}

TEST_CASE("the first hint whose conditions all hold is given", "[grader][notes]") {
  Bench bench;
  bench.run.device.findings = {finding("out_of_bounds_write")};
  course::Exercise& exercise = bench.exercise;
  exercise.hints = {{.when = {.finding = "shared_race"}, .tiers = {"race"}},
                    {.when = {.verdict = "finding", .case_key = "other"}, .tiers = {"other"}},
                    {.when = {.finding = "out_of_bounds_write"}, .tiers = {"guard"}},
                    {.tiers = {"general"}}};
  grader::ExerciseResult result;
  result.verdict = Verdict::Finding;
  result.cases = {bench.judge()};
  REQUIRE(grader::fitting_hint(exercise, result) != nullptr);
  CHECK(grader::fitting_hint(exercise, result)->tiers.front() == "guard");
  result.cases = {Bench().judge()};
  result.verdict = Verdict::FullMarks;
  CHECK(grader::fitting_hint(exercise, result) == nullptr);
  result.cases.clear();
  result.verdict = Verdict::NotAttempted;
  CHECK(grader::fitting_hint(exercise, result)->tiers.front() == "general");
}

TEST_CASE("a general hint is not given for host code that came to no end", "[grader][notes]") {
  Bench bench;
  bench.exercise.hints = {{.tiers = {"general"}, .see = "a01_map"}};
  grader::ExerciseResult result;
  result.verdict = GENERATE(Verdict::Crashed, Verdict::TimedOut, Verdict::WrongResult);
  result.cases = {bench.judge()};
  result.cases[0].verdict = result.verdict;
  const bool given = result.verdict == Verdict::WrongResult;
  CHECK((grader::fitting_hint(bench.exercise, result) != nullptr) == given);
  const std::vector<std::string> notes = grader::make_notes(result, &bench.exercise);
  REQUIRE(notes.size() == 1);
  CHECK((notes[0].find("see a01_map") != std::string::npos) == given);
}

TEST_CASE("alike findings of several cases are folded", "[grader][notes]") {
  Bench bench;
  bench.run.device.findings = {finding("out_of_bounds_write")};
  const auto folded = grader::fold_findings({bench.judge(), bench.judge()});
  REQUIRE(folded.size() == 1);
  CHECK(folded[0].count == 2);
}
