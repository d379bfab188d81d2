// SPDX-License-Identifier: MIT
#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "report/words.h"

namespace report {
namespace {

constexpr std::size_t kColumns = 8;
using Row = std::array<std::string, kColumns>;

const Row kHeadings = {"assignment",    "cases", "global reads", "",
                       "global writes", "",      "findings",     "points"};
const Row kSubheadings = {"", "", "yours", "reference", "yours", "reference", "", ""};

const char* colour_of(grader::Verdict verdict) {
  using grader::Verdict;
  switch (verdict) {
    case Verdict::FullMarks:
      return "\033[32m";
    case Verdict::OverBudget:
      return "\033[33m";
    case Verdict::NotAttempted:
      return "\033[2m";
    case Verdict::GraderError:
      return "\033[35m";
    default:
      return "\033[31m";
  }
}

Row row_of(const grader::ExerciseResult& exercise) {
  const bool ran = std::any_of(exercise.cases.begin(), exercise.cases.end(),
                               [](const grader::CaseResult& one) { return one.ran; });
  const auto count = [ran](std::uint64_t number) {
    return ran ? base::with_thousands(number) : std::string("-");
  };
  const protocol::Counters yours = exercise.total_counters();
  const protocol::Counters reference = exercise.total_reference();
  return {exercise.name,
          fmt::format("{}/{}", exercise.passed(), exercise.cases.size()),
          count(yours.global_loads),
          count(reference.global_loads),
          count(yours.global_stores),
          count(reference.global_stores),
          findings_text(exercise),
          points_text(exercise)};
}

std::array<std::size_t, kColumns> widths_of(const std::vector<Row>& rows) {
  std::array<std::size_t, kColumns> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  return widths;
}

std::string line_of(const Row& row, const std::array<std::size_t, kColumns>& widths) {
  std::string line;
  for (std::size_t i = 0; i < kColumns; ++i) {
    // Points are numbers: they end at the same place.
    line += i + 1 == kColumns ? fmt::format("{:>{}}", row[i], widths[i])
                              : fmt::format("{:<{}}  ", row[i], widths[i]);
  }
  return line;
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string total_line(const grader::GradeResult& result, std::size_t end) {
  std::string points =
      fmt::format("{} / {}", points_text(result.points), points_text(result.max, true));
  const std::size_t room = end > points.size() + 5 ? end - points.size() - 5 : 2;
  std::string line = "total" + std::string(room, ' ') + points;
  if (result.withheld > 0) {
    line += fmt::format("   {} withheld: not graded, by no fault of yours",
                        points_text(result.withheld, true));
  }
  return line;
}

std::string progress_line(const grader::LessonProgress& lessons) {
  std::string line = fmt::format("lessons: {} of {} solved", lessons.solved, lessons.total);
  if (!lessons.next.empty()) line += ", next: " + lessons.next;
  return line;
}

// The widths of the two headings that span two columns are not those of the columns below.
std::string heading_line(const std::array<std::size_t, kColumns>& widths) {
  Row row = kHeadings;
  std::string line;
  for (std::size_t i = 0; i < kColumns; ++i) {
    std::size_t width = widths[i];
    if (i == 2 || i == 4) width += 2 + widths[i + 1];
    if (i == 3 || i == 5) continue;
    line += i + 1 == kColumns ? fmt::format("{:>{}}", row[i], width)
                              : fmt::format("{:<{}}  ", row[i], width);
  }
  return trimmed(line);
}

void add_rows(const grader::GradeResult& result, const Style& style,
              const std::array<std::size_t, kColumns>& widths, std::string& text) {
  for (const grader::ExerciseResult& exercise : result.exercises) {
    const std::string line = line_of(row_of(exercise), widths);
    text += style.colour ? colour_of(exercise.verdict) + line + "\033[0m" : line;
    const std::vector<std::string> lines = explanations(exercise);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      text += (i == 0 ? std::string("   ") : "\n" + std::string(line.size() + 3, ' ')) + lines[i];
    }
    text += "\n";
  }
}

}  // namespace

std::string write_table(const grader::GradeResult& result, const Style& style) {
  std::vector<Row> rows;
  for (const grader::ExerciseResult& exercise : result.exercises) rows.push_back(row_of(exercise));
  rows.push_back(kSubheadings);
  std::array<std::size_t, kColumns> widths = widths_of(rows);
  for (const std::size_t i : {0UL, 1UL, 6UL, 7UL}) {
    widths[i] = std::max(widths[i], kHeadings[i].size());
  }
  for (const std::size_t i : {2UL, 4UL}) {
    while (widths[i] + 2 + widths[i + 1] < kHeadings[i].size()) ++widths[i + 1];
  }
  std::string text = heading_line(widths) + "\n" + trimmed(line_of(kSubheadings, widths)) + "\n";
  add_rows(result, style, widths, text);
  const bool only_lessons = result.max == 0;
  if (!only_lessons) text += total_line(result, line_of(kSubheadings, widths).size()) + "\n";
  if (result.lessons) text += progress_line(*result.lessons) + "\n";
  for (const std::string& warning : result.warnings) text += "note: " + warning + "\n";
  return text;
}

}  // namespace report
