// SPDX-License-Identifier: MIT
#include "report/words.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace report {

std::string points_text(double points, bool short_form) {
  if (short_form && points == std::floor(points)) return fmt::format("{:.0f}", points);
  return fmt::format("{:.1f}", points);
}

std::string points_text(const grader::ExerciseResult& exercise) {
  if (exercise.lesson && exercise.max == 0 && !exercise.withheld) {
    return exercise.verdict == grader::Verdict::FullMarks ? "solved" : "-";
  }
  return fmt::format("{} / {}", exercise.withheld ? "withheld" : points_text(exercise.points),
                     points_text(exercise.max, true));
}

std::string findings_text(const grader::ExerciseResult& exercise) {
  std::set<std::string> kinds;
  std::string first;
  for (const protocol::Finding& finding : exercise.findings) {
    if (finding.severity != protocol::Severity::Error) continue;
    if (first.empty()) first = finding.kind;
    kinds.insert(finding.kind);
  }
  if (kinds.empty()) return "-";
  return kinds.size() == 1 ? first : fmt::format("{} +{}", first, kinds.size() - 1);
}

namespace {

/// Compilers and loaders repeat what students wrote: nothing of it may steer a terminal or begin a
/// line of its own.
std::string plain(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (code < 0x20 || code == 0x7f) text[i] = ' ';
    // U+0080 to U+009F are controls as well.
    if (code == 0xc2 && next >= 0x80 && next < 0xa0) text.replace(i, 2, " ");
  }
  return text;
}

}  // namespace

std::vector<std::string> explanations(const grader::ExerciseResult& exercise) {
  std::vector<std::string> lines = exercise.notes;
  if (lines.empty() && exercise.verdict == grader::Verdict::NotAttempted) {
    lines.emplace_back("not attempted");
  }
  for (const std::string& edit : exercise.edited_outside) {
    // Without its markers a region is not used, which explains the other lines.
    const bool explains = edit.find("the markers of region") != std::string::npos;
    lines.insert(explains ? lines.begin() : lines.end(), edit_text(edit));
  }
  for (std::string& line : lines) line = plain(std::move(line));
  return lines;
}

std::string edit_text(const std::string& edit) {
  if (edit.ends_with("outside of the regions")) return edit + "; not used";
  return "edited outside the regions, not used: " + edit;
}

std::string fitting_help(const grader::CaseResult& one) {
  const bool right =
      one.verdict == grader::Verdict::FullMarks || one.verdict == grader::Verdict::OverBudget;
  return right ? "" : one.help;
}

std::string shown_message(const grader::CaseResult& one) {
  if (!one.hidden) return one.message;
  return one.verdict == grader::Verdict::OverBudget ? "more accesses than allowed"
                                                    : fitting_help(one);
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      case '\n':
      case '\t':
        safe += c;
        break;
      default:
        safe += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return safe;
}

}  // namespace report
