// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/commands.h"
#include "cli/context.h"
#include "course/quick_check.h"

namespace cli {
namespace {

struct QuizOptions {
  CommonOptions common;
  std::string name;
};

std::string question_text(const course::Question& question, std::size_t number) {
  std::string text = fmt::format("\n{}. {}\n", number, question.text);
  int line = 0;
  if (!question.code.empty()) {
    text += "\n";
    std::size_t begin = 0;
    while (begin <= question.code.size()) {
      const std::size_t end = std::min(question.code.find('\n', begin), question.code.size());
      text += fmt::format("   {:>2}  {}\n", ++line, question.code.substr(begin, end - begin));
      begin = end + 1;
    }
    text += "\n";
  }
  const auto row = [&text](std::size_t index, const std::string& words) {
    text += fmt::format("   {}: {}\n", static_cast<char>('A' + index), words);
  };
  for (std::size_t i = 0; i < question.choices.size(); ++i) row(i, question.choices[i]);
  const std::vector<std::size_t> shown = course::shown_order(question);
  for (std::size_t i = 0; i < shown.size(); ++i) row(i, question.steps[shown[i]]);
  return text + fmt::format("({}) ", course::how_to_answer(question));
}

/// Reads until what is typed is an answer at all; false at the end of the input, or at `q`.
bool ask(const course::Question& question, std::string& typed) {
  while (std::getline(std::cin, typed)) {
    if (course::is_answer(question, typed)) return true;
    if (typed == "q") return false;
    std::cout << fmt::format("   please type {} (q: quit): ", course::how_to_answer(question))
              << std::flush;
  }
  return false;
}

int run_quiz(const QuizOptions& options) {
  const auto opened = open_course(options.common);
  if (!opened.ok()) return report_problems(opened.errors());
  const course::Course& course = *opened;
  const auto exercise = find_exercise(course, options.name);
  if (!exercise.ok()) return report_problems(exercise.errors());
  const std::vector<course::Question>& questions = (*exercise)->questions;
  if (questions.empty()) {
    std::cout << (*exercise)->name << " has no questions\n";
    return kGood;
  }
  std::cout << (*exercise)->title << "\n";
  const bool colour = shows_colour(STDOUT_FILENO);
  std::size_t right = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    std::cout << question_text(questions[i], i + 1) << std::flush;
    std::string typed;
    if (!ask(questions[i], typed)) {
      std::cout << "\n";
      return kNotReached;
    }
    const bool good = course::is_right(questions[i], typed);
    right += good ? 1 : 0;
    const std::string verdict = good ? "right" : "no: " + course::right_answer(questions[i]);
    std::cout << fmt::format("   {}{}{}. {}\n", colour ? (good ? "\033[32m" : "\033[31m") : "",
                             verdict, colour ? "\033[0m" : "", questions[i].explain);
  }
  std::cout << fmt::format("\n{} of {} right\n", right, questions.size());
  return right == questions.size() ? kGood : kNotReached;
}

}  // namespace

void add_quiz(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<QuizOptions>();
  CLI::App* command = app.add_subcommand("quiz", "the quick check of a lesson");
  options->common.add_to(*command, false);
  command->add_option("LESSON", options->name, "a lesson")->required();
  command->callback([options, &exit_code] { exit_code = run_quiz(*options); });
}

}  // namespace cli
