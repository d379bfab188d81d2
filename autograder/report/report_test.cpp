// SPDX-License-Identifier: MIT
#include "report/report.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "base/files.h"
#include "report/words.h"

namespace {

using grader::CaseResult;
using grader::ExerciseResult;
using grader::GradeResult;
using grader::Verdict;

CaseResult a_case(const std::string& name, Verdict verdict, double points, double max,
                  std::uint64_t loads, std::uint64_t reference) {
  CaseResult one;
  one.name = name;
  one.say = name + " in words";
  one.verdict = verdict;
  one.points = points;
  one.max = max;
  one.ran = true;
  one.counters.global_loads = loads;
  one.counters.global_stores = 16;
  one.reference.global_loads = reference;
  one.reference.global_stores = 16;
  return one;
}

ExerciseResult an_exercise(const std::string& name, Verdict verdict, double points, double max) {
  ExerciseResult exercise;
  exercise.name = name;
  exercise.title = "Title of " + name;
  exercise.verdict = verdict;
  exercise.points = points;
  exercise.max = max;
  return exercise;
}

/// One of each kind that a report has to show.
GradeResult example() {
  GradeResult result;
  result.compiler = "clang 14";
  result.version = "1.2.3";
  result.seed = "autumn";
  result.sandbox = "bubblewrap";

  ExerciseResult map = an_exercise("map", Verdict::FullMarks, 15, 15);
  map.cases.push_back(a_case("small", Verdict::FullMarks, 15, 15, 4096, 4096));

  ExerciseResult zip = an_exercise("zip", Verdict::Finding, 12.5, 25);
  zip.cases.push_back(a_case("guard", Verdict::Finding, 12.5, 25, 990, 990));
  zip.cases[0].message = "out_of_bounds_read: a[990] is 1 past the end of a, \"quoted\" <tag>";
  protocol::Finding finding;
  finding.kind = "out_of_bounds_read";
  finding.file = "zip.cu";
  finding.line = 12;
  finding.message = "a[990] is 1 past the end of a";
  zip.findings = zip.cases[0].findings = {finding};
  zip.notes = {zip.cases[0].message};
  zip.edited_outside = {"zip.cu:3: changed"};

  ExerciseResult reduce = an_exercise("reduce", Verdict::NotAttempted, 0, 25);

  ExerciseResult matmul = an_exercise("matmul", Verdict::OverBudget, 21, 30);
  matmul.cases.push_back(a_case("tile_edges", Verdict::OverBudget, 14, 20, 4194304, 131072));
  matmul.cases[0].message = "reads 32.0x the reference: matmul.cu:31, see d03_matmul_phases";
  matmul.cases.push_back(a_case("secret", Verdict::WrongResult, 7, 10, 0, 0));
  matmul.cases[1].hidden = true;
  matmul.cases[1].message = "out[0, 1]: got 1, want 2";
  matmul.cases[1].help = "Think of the last tile.";
  matmul.notes = {matmul.cases[0].message, "secret: Think of the last tile."};
  matmul.hint = "How often is each element read?";

  ExerciseResult integration = an_exercise("integration", Verdict::GraderError, 0, 5);
  integration.withheld = true;
  integration.message = "the device worker ended: was killed by SIGKILL";
  integration.notes = {"grader_error: " + integration.message};

  ExerciseResult broken = an_exercise("broken", Verdict::BuildError, 0, 0);
  broken.message = "broken.cu:7: expected ';'";
  broken.build_output = "broken.cu:7:3: error: expected ';' after <expression>\n";
  broken.notes = {"build_error: " + broken.message};

  result.exercises = {map, zip, reduce, matmul, integration, broken};
  grader::add_up(result);
  result.lessons = grader::LessonProgress{12, 42, "b03_grid_stride"};
  result.warnings = {"the instructor's compiler is nvcc"};
  return result;
}

std::string golden_name(const std::string& format) {
  if (format == "table") return "report.txt";
  if (format == "gradescope") return "report.gradescope.json";
  return "report." + format + (format == "junit" ? ".xml" : "");
}

void check(const std::string& format) {
  const report::Format* found = report::find_format(format);
  REQUIRE(found != nullptr);
  const std::string text = found->write(example(), report::Style{});
  const std::string path = std::string(COURSE_GOLDEN_FOLDER) + "/" + golden_name(format);
  if (std::getenv("COURSE_UPDATE_GOLDEN") != nullptr) base::write_file(path, text);
  const auto golden = base::read_file(path);
  REQUIRE(golden.ok());
  CHECK(text == *golden);
}

}  // namespace

TEST_CASE("every form writes the fixed result as its golden file has it", "[report][golden]") {
  for (const report::Format& format : report::formats()) {
    CAPTURE(format.name);
    check(std::string(format.name));
  }
}

TEST_CASE("what belongs to a hidden case is not shown to students", "[report]") {
  for (const char* format : {"table", "gradescope", "junit", "html"}) {
    CAPTURE(format);
    const std::string text = report::find_format(format)->write(example(), report::Style{});
    CHECK_THAT(text, !Catch::Contains("got 1, want 2"));
    CHECK_THAT(text, Catch::Contains("Think of the last tile."));
  }
}

TEST_CASE("a case's help is kept for answers that are wrong", "[report]") {
  CaseResult one = a_case("tail", Verdict::WrongResult, 0, 1, 0, 0);
  one.help = "What happens in the last block?";
  one.hidden = true;
  CHECK(report::shown_message(one) == one.help);
  one.verdict = Verdict::OverBudget;
  CHECK(report::fitting_help(one).empty());
  CHECK(report::shown_message(one) == "more accesses than allowed");
  one.verdict = Verdict::FullMarks;
  CHECK(report::shown_message(one).empty());
}

TEST_CASE("points of a grader error are withheld, never zero", "[report]") {
  CHECK_THAT(report::find_format("table")->write(example(), report::Style{}),
             Catch::Contains("withheld / 5"));
  CHECK_THAT(report::find_format("csv")->write(example(), report::Style{}),
             Catch::Contains("integration,grader_error,,5"));
  CHECK_THAT(report::find_format("json")->write(example(), report::Style{}),
             Catch::Contains("\"points\": null"));
}

TEST_CASE("colour is used only where it is asked for", "[report]") {
  const report::Format& table = *report::find_format("table");
  CHECK_THAT(table.write(example(), report::Style{true}), Catch::Contains("\033["));
  CHECK_THAT(table.write(example(), report::Style{false}), !Catch::Contains("\033["));
}

TEST_CASE("an edit outside is said once", "[report]") {
  CHECK(report::edit_text("a.cu:11: 1 line changed outside of the regions") ==
        "a.cu:11: 1 line changed outside of the regions; not used");
  CHECK(report::edit_text("a.cu:3: moved") ==
        "edited outside the regions, not used: a.cu:3: moved");
}

TEST_CASE("text of students cannot leave its place in a page or a sheet", "[report]") {
  CHECK(report::escaped("<a href='x'>&\x01") == "&lt;a href=&#39;x&#39;&gt;&amp;?");
  GradeResult result = example();
  result.exercises[1].notes = {"=HYPERLINK(\"x\")"};
  CHECK_THAT(report::find_format("csv")->write(result, report::Style{}),
             Catch::Contains("\"'=HYPERLINK(\"\"x\"\")\""));
  // A compiler repeats "#error", whatever stands behind it.
  result.exercises[1].notes = {"build_error: \033[2Jmap\n15.0 / 15\xc2\x9b 1A, \xc3\xa9"};
  for (const char* format : {"table", "csv", "html"}) {
    const std::string text = report::find_format(format)->write(result, report::Style{});
    CAPTURE(text);
    CHECK_THAT(text, !Catch::Contains("\033") && !Catch::Contains("\xc2\x9b"));
    CHECK_THAT(text, Catch::Contains("[2Jmap 15.0 / 15  1A, \xc3\xa9"));
  }
}
