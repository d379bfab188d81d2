// SPDX-License-Identifier: MIT
#include "cli/class_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/text.h"

namespace cli {
namespace {

constexpr std::size_t kShownLosses = 3;
constexpr std::size_t kShownAside = 8;

/// One field; what a spreadsheet would take for a formula is made text, line ends become blanks.
std::string field(const std::string& text) {
  std::string safe = printable(text);
  std::replace_if(
      safe.begin(), safe.end(), [](char c) { return c == ',' || c == '"'; }, ' ');
  const bool formula = !safe.empty() && std::string("=+-@").find(safe[0]) != std::string::npos;
  return formula ? "'" + safe : safe;
}

const grader::ExerciseResult* result_of(const ClassRow& row, const course::Exercise& exercise) {
  if (!row.result) return nullptr;
  for (const grader::ExerciseResult& one : row.result->exercises) {
    if (one.name == exercise.name) return &one;
  }
  return nullptr;
}

std::string joined(const std::vector<std::string>& notes) {
  return fmt::format("{}", fmt::join(notes, "; "));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// "mean 12.3, median 15.0, least 0.0, most 15.0".
std::string spread(const std::vector<double>& values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return fmt::format("mean {:.1f}, median {:.1f}, least {:.1f}, most {:.1f}",
                     sum / static_cast<double>(values.size()), median(values), *least, *most);
}

/// Keys by how often, the commonest first.
std::vector<std::pair<std::string, int>> by_number(const std::map<std::string, int>& counts) {
  std::vector<std::pair<std::string, int>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& one, const auto& other) { return one.second > other.second; });
  return sorted;
}

/// What the loss is about, without the numbers and places of one student.
std::string kind_of_loss(const grader::CaseResult& one) {
  if (one.verdict == grader::Verdict::OverBudget) {
    const grader::BudgetResult* worst = nullptr;
    for (const grader::BudgetResult& budget : one.budgets) {
      if (worst == nullptr || budget.share < worst->share) worst = &budget;
    }
    return worst == nullptr ? "over_budget" : "over_budget " + worst->counter;
  }
  if (one.verdict == grader::Verdict::Finding) {
    for (const protocol::Finding& finding : one.findings) {
      if (finding.severity == protocol::Severity::Error) return "finding " + finding.kind;
    }
  }
  if (one.verdict == grader::Verdict::WrongResult) return "wrong_result in " + one.name;
  return std::string(to_string(one.verdict));
}

void add_exercise(const std::vector<ClassRow>& rows, const course::Exercise& exercise,
                  std::string& text) {
  std::vector<double> points;
  std::map<std::string, int> verdicts, losses;
  for (const ClassRow& row : rows) {
    const grader::ExerciseResult* result = result_of(row, exercise);
    if (result == nullptr) continue;
    ++verdicts[std::string(to_string(result->verdict))];
    if (!result->withheld) points.push_back(result->points);
    // Each student counts once for each kind.
    std::map<std::string, int> own;
    if (result->verdict == grader::Verdict::NotAttempted) continue;
    for (const grader::CaseResult& one : result->cases) {
      if (one.verdict != grader::Verdict::FullMarks) own[kind_of_loss(one)] = 1;
    }
    for (const auto& [kind, count] : own) losses[kind] += count;
  }
  if (points.empty()) return;
  text += fmt::format("\n{} ({:g} points): {}\n", exercise.name, exercise.points, spread(points));
  for (const auto& [verdict, count] : by_number(verdicts)) {
    text += fmt::format("  {:>4}  {}\n", count, verdict);
  }
  const auto commonest = by_number(losses);
  for (std::size_t i = 0; i < std::min(commonest.size(), kShownLosses); ++i) {
    text += fmt::format("  lost most often: {} ({} of {})\n", commonest[i].first,
                        commonest[i].second, points.size());
  }
}

}  // namespace

std::string printable(const std::string& name) {
  constexpr std::size_t kLongestCharacter = 4;
  std::string text;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t length = 1;
    while (length <= kLongestCharacter && !base::is_clean_utf8(name.substr(i, length))) ++length;
    const auto code = static_cast<unsigned char>(name[i]);
    if (code < 0x20 || code == 0x7f) {
      text += ' ';
      ++i;
    } else if (length > kLongestCharacter) {
      text += fmt::format("\\x{:02x}", code);
      ++i;
    } else {
      text += name.substr(i, length);
      i += length;
    }
  }
  return text;
}

std::string class_csv(const std::vector<ClassRow>& rows,
                      const std::vector<const course::Exercise*>& exercises) {
  std::string text = "student,status,points,max";
  for (const course::Exercise* exercise : exercises) {
    text += fmt::format(",{0},{0}_verdict", exercise->name);
  }
  text += ",late,name,note\n";
  for (const ClassRow& row : rows) {
    text += field(row.id) + "," + field(row.status);
    text += row.result ? fmt::format(",{:.2f},{:g}", row.result->points, row.result->max) : ",,";
    for (const course::Exercise* exercise : exercises) {
      const grader::ExerciseResult* one = result_of(row, *exercise);
      if (one == nullptr) {
        text += ",,";
        continue;
      }
      text += fmt::format(",{},{}", one->withheld ? "" : fmt::format("{:.2f}", one->points),
                          to_string(one->verdict));
    }
    text += fmt::format(",{},{},{}\n", row.late ? "late" : "", field(row.name),
                        field(joined(row.notes)));
  }
  return text;
}

std::string class_summary(const std::vector<ClassRow>& rows,
                          const std::vector<const course::Exercise*>& exercises,
                          const std::vector<std::string>& left_aside) {
  std::map<std::string, int> statuses;
  std::vector<double> points;
  for (const ClassRow& row : rows) {
    ++statuses[row.status];
    if (row.result && !row.result->has_grader_error()) points.push_back(row.result->points);
  }
  std::string text = fmt::format("{} submissions\n", rows.size());
  for (const auto& [status, count] : by_number(statuses)) {
    text += fmt::format("  {:>4}  {}\n", count, status);
  }
  if (!left_aside.empty()) {
    text += "\n" + fmt::format("left aside, no submission ({}):", left_aside.size());
    for (std::size_t i = 0; i < std::min(left_aside.size(), kShownAside); ++i) {
      text += (i == 0 ? " " : ", ") + printable(left_aside[i]);
    }
    text += left_aside.size() > kShownAside ? ", ...\n" : "\n";
  }
  if (!points.empty()) text += fmt::format("\ntotal: {}\n", spread(points));
  for (const course::Exercise* exercise : exercises) add_exercise(rows, *exercise, text);
  return text;
}

std::string estimate(std::size_t done, std::size_t left, double seconds) {
  if (done == 0 || left == 0) return "";
  const double needed = seconds / static_cast<double>(done) * static_cast<double>(left);
  if (needed < 60) return fmt::format("about {:.0f} s left", std::ceil(needed));
  if (needed < 5400) return fmt::format("about {:.0f} min left", std::ceil(needed / 60));
  return fmt::format("about {:.1f} h left", needed / 3600);
}

std::string progress_bar(std::size_t done, std::size_t all, const std::string& estimate) {
  constexpr std::size_t kWidth = 30;
  const std::size_t filled = all == 0 ? kWidth : done * kWidth / all;
  return fmt::format("[{}{}] {}/{}{}{}", std::string(filled, '#'),
                     std::string(kWidth - filled, '-'), done, all, estimate.empty() ? "" : " ",
                     estimate);
}

}  // namespace cli
