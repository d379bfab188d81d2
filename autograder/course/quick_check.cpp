// SPDX-License-Identifier: MIT
#include "course/quick_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numeric>

#include "base/hash.h"
#include "base/text.h"

namespace course {
namespace {

constexpr std::string_view kBegin =
    "<!-- quick check: written by `autograder author sync` from the questions in exercise.toml -->";
constexpr std::string_view kEnd = "<!-- quick check ends -->";

char letter(std::size_t index) {
  return static_cast<char>('A' + index);
}

/// Letters of an answer, sorted: "b, A" -> "AB".
std::string letters_of(std::string_view typed) {
  std::string letters;
  for (const char c : typed)
    if (std::isalpha(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return letters;
}

/// All numbers in a text; commas between digits are thousands.
std::vector<double> numbers_of(std::string_view typed) {
  std::string text;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    const auto digit = [&](std::size_t at) {
      return at < typed.size() && std::isdigit(static_cast<unsigned char>(typed[at])) != 0;
    };
    if (typed[i] == ',' && i > 0 && digit(i - 1) && digit(i + 1) && digit(i + 2) && digit(i + 3) &&
        !digit(i + 4))
      continue;
    text += typed[i];
  }
  std::vector<double> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error == std::errc()) numbers.push_back(value);
    at = error == std::errc() ? next : at + 1;
  }
  return numbers;
}

std::string number_text(const Question& question) {
  const double value = question.answer;
  std::string text = value == std::floor(value) && std::fabs(value) < 1e15 && value >= 0
                         ? base::with_thousands(static_cast<std::uint64_t>(value))
                         : fmt::format("{}", value);
  return question.unit.empty() ? text : text + " " + question.unit;
}

/// Text for a page: what HTML would take for a tag is written so that it does not, but not within
/// backticks, where Markdown does that itself.
std::string escaped(std::string_view text) {
  std::string result;
  bool code = false;
  for (const char c : text) {
    if (c == '`') code = !code;
    if (!code && c == '<')
      result += "&lt;";
    else if (!code && c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

std::string list_of(const Question& question) {
  std::string text;
  if (question.kind == QuestionKind::Choice) {
    for (std::size_t i = 0; i < question.choices.size(); ++i)
      text += fmt::format("- {}: {}\n", letter(i), escaped(question.choices[i]));
  } else if (question.kind == QuestionKind::Order) {
    const std::vector<std::size_t> shown = shown_order(question);
    for (std::size_t i = 0; i < shown.size(); ++i)
      text += fmt::format("- {}: {}\n", letter(i), escaped(question.steps[shown[i]]));
  }
  return text.empty() ? "" : text + "\n";
}

}  // namespace

std::vector<std::size_t> shown_order(const Question& question) {
  std::vector<std::size_t> order(question.steps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t index) {
    return base::HashBuilder().add(question.key).add(question.steps[index]).number();
  };
  std::sort(order.begin(), order.end(),
            [&](std::size_t one, std::size_t other) { return key(one) < key(other); });
  if (std::is_sorted(order.begin(), order.end())) std::reverse(order.begin(), order.end());
  return order;
}

std::string right_answer(const Question& question) {
  std::vector<std::string> parts;
  switch (question.kind) {
    case QuestionKind::Choice:
      for (const int answer : question.answers)
        parts.emplace_back(1, letter(static_cast<std::size_t>(answer - 1)));
      return fmt::format("{}", fmt::join(parts, " and "));
    case QuestionKind::Order: {
      const std::vector<std::size_t> shown = shown_order(question);
      for (std::size_t step = 0; step < shown.size(); ++step) {
        const auto place = std::find(shown.begin(), shown.end(), step) - shown.begin();
        parts.emplace_back(1, letter(static_cast<std::size_t>(place)));
      }
      return fmt::format("{}", fmt::join(parts, ", "));
    }
    case QuestionKind::Race:
      if (question.answers.empty()) return "there is no race";
      return fmt::format("lines {} and {}", question.answers[0], question.answers[1]);
    case QuestionKind::Number:
    case QuestionKind::Count:
      break;
  }
  return number_text(question);
}

bool is_answer(const Question& question, std::string_view typed) {
  const std::string letters = letters_of(typed);
  const bool any_digit =
      std::any_of(typed.begin(), typed.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const auto below = [&letters](std::size_t count) {
    return std::all_of(letters.begin(), letters.end(),
                       [count](char c) { return static_cast<std::size_t>(c - 'A') < count; });
  };
  switch (question.kind) {
    case QuestionKind::Choice:
      return !letters.empty() && !any_digit && below(question.choices.size());
    case QuestionKind::Order:
      return letters.size() == question.steps.size() && !any_digit && below(letters.size());
    case QuestionKind::Race:
      return !numbers_of(typed).empty() || letters.starts_with("NO");
    case QuestionKind::Number:
    case QuestionKind::Count:
      break;
  }
  return !numbers_of(typed).empty();
}

bool is_right(const Question& question, std::string_view typed) {
  switch (question.kind) {
    case QuestionKind::Choice: {
      std::string wanted;
      for (const int answer : question.answers)
        wanted += letter(static_cast<std::size_t>(answer - 1));
      std::string given = letters_of(typed);
      std::sort(wanted.begin(), wanted.end());
      std::sort(given.begin(), given.end());
      return given == wanted;
    }
    case QuestionKind::Order:
      return letters_of(typed) == letters_of(right_answer(question));
    case QuestionKind::Race: {
      std::vector<double> given = numbers_of(typed);
      std::vector<double> wanted(question.answers.begin(), question.answers.end());
      std::sort(given.begin(), given.end());
      std::sort(wanted.begin(), wanted.end());
      if (wanted.empty()) return letters_of(typed).starts_with("NO");
      return given == wanted;
    }
    case QuestionKind::Number:
    case QuestionKind::Count:
      break;
  }
  const std::vector<double> given = numbers_of(typed);
  constexpr double kRounding = 1e-9;
  return given.size() == 1 && std::fabs(given[0] - question.answer) <= question.within + kRounding;
}

std::string how_to_answer(const Question& question) {
  switch (question.kind) {
    case QuestionKind::Choice:
      return question.answers.size() > 1 ? "the letters" : "a letter";
    case QuestionKind::Order:
      return "the letters in the right order";
    case QuestionKind::Race:
      return "the numbers of the two lines, or none";
    case QuestionKind::Number:
    case QuestionKind::Count:
      break;
  }
  return question.unit.empty() ? "a number" : "a number of " + question.unit;
}

std::string quick_check_section(const Exercise& exercise) {
  std::string text = fmt::format(
      "Answers are folded away; `build/bin/autograder quiz {}` asks the same in the terminal.\n",
      exercise.name);
  int number = 0;
  for (const Question& question : exercise.questions) {
    text += fmt::format("\n**{}.** {}", ++number, escaped(question.text));
    if (question.kind == QuestionKind::Order) text += " Put the steps in order.";
    text += "\n\n";
    if (!question.code.empty()) text += "```cpp\n" + question.code + "\n```\n\n";
    text += list_of(question);
    text += fmt::format("<details><summary>Answer</summary>\n{}. {}\n</details>\n",
                        right_answer(question), escaped(question.explain));
  }
  return text;
}

base::Result<std::string> with_quick_check(const Exercise& exercise, std::string_view page,
                                           const std::string& file) {
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = page.find(kEnd);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) {
    if (exercise.questions.empty()) return std::string(page);
    return base::Diagnostic{{file, 0, 0},
                            "the page has no place for the quick check",
                            fmt::format("two lines: {} and {}", kBegin, kEnd)};
  }
  std::string result(page.substr(0, begin + kBegin.size()));
  result += "\n\n" + quick_check_section(exercise) + "\n";
  result += page.substr(end);
  return result;
}

}  // namespace course
