// SPDX-License-Identifier: MIT
#include "cli/check_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "report/words.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
using grader::CaseResult;
using grader::ExerciseResult;
using grader::Verdict;

std::string words(Verdict verdict) {
  std::string text(to_string(verdict));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string verdict_line(const ExerciseResult& result, bool colour) {
  std::string line = fmt::format("{}: {}", result.name, words(result.verdict));
  if (result.verdict != Verdict::NotAttempted && result.verdict != Verdict::BuildError) {
    line += fmt::format(", {} of {} cases pass", result.passed(), result.cases.size());
  }
  if (result.max > 0 && !result.withheld)
    line += fmt::format(", {:.1f} of {:g} points", result.points, result.max);
  if (!colour) return line + "\n";
  return (result.verdict == Verdict::FullMarks ? "\033[1;32m" : "\033[1;31m") + line + "\033[0m\n";
}

/// Who wrote the wrong value, in the words of findings.
std::string writer_text(const grader::Writer& writer, const fs::path& folder) {
  const auto& [x, y, z] = writer.thread;
  const auto& [block_x, block_y, block_z] = writer.block;
  std::string text = fmt::format("thread ({},{},{}) of block ({},{},{}) wrote it", x, y, z, block_x,
                                 block_y, block_z);
  if (writer.file.empty() || writer.line <= 0) return text;
  text += fmt::format(" at {}:{}", writer.file, writer.line);
  const std::string code = named_source(text, folder);
  return text + (code.empty() ? "" : "   " + code);
}

/// What a case of which all is shown says beside its verdict. A finding is told once, below: the
/// case names it.
std::string reason_of(const CaseResult& one) {
  const protocol::Finding* error = one.first_error();
  if (one.verdict != Verdict::Finding || error == nullptr) return one.message;
  return error->line > 0 ? fmt::format("{} at {}:{}", error->kind, error->file, error->line)
                         : error->kind;
}

bool passes(const CaseResult& one) {
  return one.verdict == Verdict::FullMarks;
}

std::string case_lines(const ExerciseResult& result, const fs::path& folder) {
  // Whoever still has a visible case to mend shall look at that.
  const bool visible_pass = std::ranges::all_of(
      result.cases, [](const CaseResult& one) { return one.hidden || passes(one); });
  std::string text;
  for (const CaseResult& one : result.cases) {
    if (passes(one)) continue;
    const std::string message = one.hidden ? "" : reason_of(one);
    text += fmt::format("  {:<24} {}{}\n", one.hidden ? "hidden case" : one.name,
                        words(one.verdict), message.empty() ? "" : ": " + message);
    if (!one.hidden && one.first_mismatch && one.first_mismatch->writer) {
      text += fmt::format("  {:<24} {}\n", "", writer_text(*one.first_mismatch->writer, folder));
    }
    const std::string help = !one.hidden || visible_pass ? report::fitting_help(one) : "";
    if (!help.empty()) text += fmt::format("  {:<24} {}\n", "", help);
  }
  return text.empty() ? "" : "\n" + text;
}

std::string findings(const ExerciseResult& result, const fs::path& folder, const TextStyle& style) {
  std::string text;
  for (const protocol::Finding& finding : result.findings) {
    text += "\n" + finding_text(finding, folder, style);
  }
  return text;
}

/// Does any count tell something: is it above its goal, or another one than the reference's?
bool counts_differ(const CaseResult& one) {
  return std::any_of(one.budgets.begin(), one.budgets.end(), [&one](const auto& budget) {
    const protocol::CounterInfo* row = protocol::find_counter(budget.counter);
    const bool whole = budget.buffer == "total" && row != nullptr;
    return budget.observed > budget.allowed ||
           (whole && budget.observed != one.reference.*row->member);
  });
}

/// Yours, the reference's and the goal, of the first case that has budgets: small enough to be
/// counted by hand. Of a wrong answer only where they differ: else they are no part of what is
/// wrong.
std::string counts(const ExerciseResult& result) {
  const auto first = std::find_if(
      result.cases.begin(), result.cases.end(),
      [](const CaseResult& one) { return one.ran && !one.budgets.empty() && !one.hidden; });
  const auto over = std::find_if(
      result.cases.begin(), result.cases.end(),
      [](const CaseResult& one) { return one.verdict == Verdict::OverBudget && !one.hidden; });
  const auto shown = over != result.cases.end() ? over : first;
  if (shown == result.cases.end()) return "";
  const bool nothing_ran = std::ranges::all_of(
      shown->budgets, [](const grader::BudgetResult& budget) { return budget.observed == 0; });
  if (result.verdict != Verdict::FullMarks && over == result.cases.end() &&
      (nothing_ran || !counts_differ(*shown))) {
    return "";
  }
  std::string text = fmt::format("\n  {:<40} {:>12} {:>12} {:>12}\n", "counts of " + shown->name,
                                 "yours", "reference", "allowed");
  for (const grader::BudgetResult& budget : shown->budgets) {
    const protocol::CounterInfo* row = protocol::find_counter(budget.counter);
    std::string name = budget.counter;
    if (budget.buffer != "total") name += " of " + budget.buffer;
    const bool whole = budget.buffer == "total" && row != nullptr;
    text +=
        fmt::format("  {:<40} {:>12} {:>12} {:>12}\n", name, base::with_thousands(budget.observed),
                    whole                 ? base::with_thousands(shown->reference.*row->member)
                    : budget.by_reference ? base::with_thousands(budget.allowed)
                                          : "",
                    base::with_thousands(budget.allowed));
  }
  return text;
}

/// What cases printed; the same text of several cases stands there once.
std::string printed(const ExerciseResult& result) {
  std::vector<std::pair<const CaseResult*, int>> different;
  for (const CaseResult& one : result.cases) {
    if (one.program_output.empty() || one.hidden) continue;
    const auto same = std::find_if(different.begin(), different.end(), [&one](const auto& known) {
      return known.first->program_output == one.program_output;
    });
    if (same == different.end()) {
      different.emplace_back(&one, 1);
    } else {
      ++same->second;
    }
  }
  std::string text;
  for (const auto& [one, times] : different) {
    const std::string more = times > 1 ? fmt::format(" and {} more", times - 1) : "";
    text += fmt::format("\nyour program printed (case {}{}):\n{}", one->name, more,
                        one->program_output);
    if (text.back() != '\n') text += '\n';
  }
  return text;
}

}  // namespace

std::string check_text(const ExerciseResult& result, const fs::path& folder,
                       const TextStyle& style) {
  std::string text = verdict_line(result, style.colour);
  // What was not used explains much of what follows.
  for (const std::string& edit : result.edited_outside) {
    text += "\n  " + report::edit_text(edit) + "\n";
  }
  // The compiler's text begins with what the message says.
  const bool compiler_tells = result.verdict == Verdict::BuildError && !result.build_output.empty();
  if (compiler_tells) text += "\n" + result.build_output;
  if (!compiler_tells && !result.message.empty()) text += "\n  " + result.message + "\n";
  if (result.verdict == Verdict::NotAttempted && result.message.empty()) {
    text += "\n  fill in the regions between FILL-ME-IN and END in " +
            (result.source.empty() ? "its file" : result.source) + "\n";
  } else if (result.message.empty()) {
    text += case_lines(result, folder) + findings(result, folder, style) + counts(result);
  }
  if (!result.hint.empty()) text += "\nhint: " + result.hint + "\n";
  return text + printed(result);
}

}  // namespace cli
