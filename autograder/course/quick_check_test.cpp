// SPDX-License-Identifier: MIT
#include "course/quick_check.h"

#include <algorithm>
#include <catch2/catch.hpp>

namespace {

using Catch::Matchers::Contains;
using course::Question;
using course::QuestionKind;

Question choice(std::vector<int> answers) {
  Question question;
  question.key = "guard";
  question.kind = QuestionKind::Choice;
  question.text = "Which is right?";
  question.choices = {"if (i <= size)", "`i < size`", "neither"};
  question.answers = std::move(answers);
  question.explain = "Elements are numbered from 0.";
  return question;
}

Question number(double answer, double within = 0) {
  Question question;
  question.key = "how_many";
  question.kind = QuestionKind::Number;
  question.text = "How many?";
  question.answer = answer;
  question.within = within;
  question.explain = "Count.";
  return question;
}

Question order(std::vector<std::string> steps) {
  Question question;
  question.key = "steps";
  question.kind = QuestionKind::Order;
  question.text = "Five steps.";
  question.steps = std::move(steps);
  question.explain = "One after the other.";
  return question;
}

TEST_CASE("a choice is answered by its letters, in any case and order", "[course][quick_check]") {
  auto [answers, typed, right] =
      GENERATE(table<std::vector<int>, std::string, bool>({{{2}, "B", true},
                                                           {{2}, " b ", true},
                                                           {{2}, "A", false},
                                                           {{2}, "", false},
                                                           {{1, 3}, "c, a", true},
                                                           {{1, 3}, "a", false},
                                                           {{1, 3}, "a b c", false}}));
  CAPTURE(typed);
  CHECK(course::is_right(choice(answers), typed) == right);
}

TEST_CASE("a number may have thousands separators and a unit", "[course][quick_check]") {
  auto [answer, within, typed, right] =
      GENERATE(table<double, double, std::string, bool>({{3907, 0, "3907", true},
                                                         {3907, 0, "3,907 blocks", true},
                                                         {3907, 0, "3906", false},
                                                         {3907, 0, "3907 3907", false},
                                                         {3907, 0, "many", false},
                                                         {0.25, 0, "0.25", true},
                                                         {2.5, 0.2, "2.6", true},
                                                         {2.5, 0.2, "2.8", false}}));
  CAPTURE(typed);
  CHECK(course::is_right(number(answer, within), typed) == right);
}

TEST_CASE("steps are never shown in the right order, and the right answer puts them into it",
          "[course][quick_check]") {
  const Question question = order({"allocate", "copy in", "launch", "copy out", "free"});
  const std::vector<std::size_t> shown = course::shown_order(question);
  CHECK_FALSE(std::is_sorted(shown.begin(), shown.end()));
  CHECK(shown == course::shown_order(question));
  const std::string answer = course::right_answer(question);
  CHECK(course::is_right(question, answer));
  CHECK_FALSE(course::is_right(question, "ABCDE"));
  std::string letters;
  for (const char c : answer)
    if (c >= 'A') letters += c;
  for (std::size_t step = 0; step < letters.size(); ++step)
    CHECK(shown[static_cast<std::size_t>(letters[step] - 'A')] == step);
  CHECK_FALSE(std::is_sorted(letters.begin(), letters.end()));
}

TEST_CASE("a race is answered by its two lines, or by no", "[course][quick_check]") {
  Question question;
  question.kind = QuestionKind::Race;
  question.answers = {1, 3};
  CHECK(course::is_right(question, "3 and 1"));
  CHECK_FALSE(course::is_right(question, "1 2"));
  CHECK_FALSE(course::is_right(question, "none"));
  question.answers = {};
  CHECK(course::is_right(question, "none"));
  CHECK(course::is_right(question, "no race"));
  CHECK_FALSE(course::is_right(question, "1 2"));
}

TEST_CASE("what is no answer of the kind asked for is known as none", "[course][quick_check]") {
  Question letter = choice({2});
  letter.choices = {"one", "two", "three"};
  for (const char* typed : {"b", " C ", "a, c"}) CHECK(course::is_answer(letter, typed));
  for (const char* typed : {"11", "", "?", "d", "b2"})
    CHECK_FALSE(course::is_answer(letter, typed));
  CHECK(course::is_answer(number(3907), "3,907 blocks"));
  CHECK_FALSE(course::is_answer(number(3907), "many"));
  const Question steps = order({"allocate", "copy in", "launch"});
  CHECK(course::is_answer(steps, "c b a"));
  for (const char* typed : {"ab", "abcd", "abd", "123"}) {
    CHECK_FALSE(course::is_answer(steps, typed));
  }
  Question race;
  race.kind = QuestionKind::Race;
  for (const char* typed : {"1 and 3", "none"}) CHECK(course::is_answer(race, typed));
  CHECK_FALSE(course::is_answer(race, "yes"));
}

TEST_CASE("the section of a page is replaced, and nothing else", "[course][quick_check]") {
  course::Exercise exercise;
  exercise.name = "a03_guard";
  exercise.questions = {choice({2}), number(3907)};
  const std::string page =
      "before\n<!-- quick check: written by `autograder author sync` from the questions in "
      "exercise.toml -->\nstale\n<!-- quick check ends -->\nafter\n";
  const std::string once = course::with_quick_check(exercise, page, "README.md").value();
  CHECK_THAT(once, Catch::Matchers::StartsWith("before\n"));
  CHECK_THAT(once, Catch::Matchers::EndsWith("<!-- quick check ends -->\nafter\n"));
  CHECK_THAT(once, !Contains("stale"));
  CHECK_THAT(once, Contains("**1.** Which is right?"));
  CHECK_THAT(once, Contains("- A: if (i &lt;= size)\n- B: `i < size`\n"));
  CHECK_THAT(once,
             Contains("<details><summary>Answer</summary>\nB. Elements are numbered from 0."));
  CHECK_THAT(once, Contains("3,907. Count."));
  CHECK(course::with_quick_check(exercise, once, "README.md").value() == once);
}

TEST_CASE("a page without a place for its questions is a diagnostic", "[course][quick_check]") {
  course::Exercise exercise;
  CHECK(course::with_quick_check(exercise, "page\n", "README.md").value() == "page\n");
  exercise.questions = {number(1)};
  const auto result = course::with_quick_check(exercise, "page\n", "lessons/x/README.md");
  REQUIRE_FALSE(result.ok());
  CHECK(result.errors().front().where.file == "lessons/x/README.md");
}

}  // namespace
