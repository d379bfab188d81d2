// SPDX-License-Identifier: MIT
#include "cli/class_report.h"

#include <catch2/catch.hpp>

namespace {

using Catch::Matchers::Contains;

course::Exercise exercise() {
  course::Exercise made;
  made.name = "map";
  made.points = 15;
  return made;
}

cli::ClassRow row(const std::string& id, double points, grader::Verdict verdict) {
  cli::ClassRow made;
  made.id = id;
  made.status = "graded";
  made.result.emplace();
  grader::ExerciseResult one;
  one.name = "map";
  one.max = 15;
  one.points = points;
  one.verdict = verdict;
  grader::CaseResult the_case;
  the_case.name = "large";
  the_case.verdict = verdict;
  one.cases = {the_case};
  made.result->exercises = {one};
  grader::add_up(*made.result);
  return made;
}

}  // namespace

TEST_CASE("grades.csv has a line for everybody, graded or not", "[cli][class]") {
  const course::Exercise map = exercise();
  cli::ClassRow broken;
  broken.id = "bob";
  broken.status = "unreadable";
  broken.notes = {"work.zip is damaged"};
  broken.late = true;
  CHECK(cli::class_csv({row("ada", 12.5, grader::Verdict::WrongResult), broken}, {&map}) ==
        "student,status,points,max,map,map_verdict,late,name,note\n"
        "ada,graded,12.50,15,12.50,wrong_result,,,\n"
        "bob,unreadable,,,,,late,,work.zip is damaged\n");
}

TEST_CASE("no name makes a formula, a line or a column of its own", "[cli][class]") {
  cli::ClassRow row;
  row.id = "=HYPERLINK(\"x\")\n,y";
  row.name = "+1";
  CHECK(cli::class_csv({row}, {}) ==
        "student,status,points,max,late,name,note\n'=HYPERLINK( x )  y,pending,,,,'+1,\n");
}

TEST_CASE("a name that is no UTF-8 is spelled out, one that is stays", "[cli][class]") {
  CHECK(cli::printable("bad\xffname") == "bad\\xffname");
  CHECK(cli::printable("\xc3\xa9tude \xc3") == "\xc3\xa9tude \\xc3");
  CHECK(cli::printable("red\x1b[31m") == "red [31m");
  cli::ClassRow row;
  row.id = "bad\xff";
  CHECK_THAT(cli::class_csv({row}, {}), Contains("\nbad\\xff,pending"));
}

TEST_CASE("the summary names what is nobody's submission", "[cli][class]") {
  CHECK_THAT(cli::class_summary({}, {}, {"stray.txt", "notes\n.md"}),
             Contains("left aside, no submission (2): stray.txt, notes .md\n"));
  CHECK_THAT(cli::class_summary({}, {}), !Contains("left aside"));
}

TEST_CASE("points that are withheld are no zero", "[cli][class]") {
  const course::Exercise map = exercise();
  cli::ClassRow one = row("ada", 0, grader::Verdict::GraderError);
  one.result->exercises[0].withheld = true;
  CHECK_THAT(cli::class_csv({one}, {&map}), Contains(",,grader_error,"));
}

TEST_CASE("the summary says how many got what and what cost most", "[cli][class]") {
  const course::Exercise map = exercise();
  const std::string text = cli::class_summary(
      {row("a", 15, grader::Verdict::FullMarks), row("b", 5, grader::Verdict::WrongResult),
       row("c", 4, grader::Verdict::WrongResult)},
      {&map});
  CHECK_THAT(text,
             Contains("3 submissions") && Contains("mean 8.0, median 5.0, least 4.0, most 15.0"));
  CHECK_THAT(text, Contains("   2  wrong_result"));
  CHECK_THAT(text, Contains("lost most often: wrong_result in large (2 of 3)"));
}

TEST_CASE("the estimate goes by what was done so far", "[cli][class]") {
  CHECK(cli::estimate(0, 10, 5).empty());
  CHECK(cli::estimate(10, 0, 5).empty());
  CHECK(cli::estimate(10, 20, 15) == "about 30 s left");
  CHECK(cli::estimate(10, 60, 30) == "about 3 min left");
  CHECK(cli::progress_bar(15, 30, "about 30 s left") ==
        "[###############---------------] 15/30 about 30 s left");
}
