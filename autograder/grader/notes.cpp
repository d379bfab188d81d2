// SPDX-License-Identifier: MIT
#include "grader/notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <tuple>

#include "grader/budgets.h"

namespace grader {
namespace {

bool matches(const std::string& pattern, const std::string& text) {
  try {
    return std::regex_search(text, std::regex(pattern));
  } catch (const std::regex_error&) {
    return false;
  }
}

bool fits_case(const course::HintCondition& when, const CaseResult& one,
               const course::Exercise& exercise) {
  // How the task is solved says nothing of why the host's code came to no end.
  const bool came_to_no_end = one.verdict == Verdict::Crashed || one.verdict == Verdict::TimedOut;
  if (came_to_no_end && when == course::HintCondition{}) return false;
  if (!when.verdict.empty() && when.verdict != to_string(one.verdict)) return false;
  if (!when.case_key.empty() && when.case_key != one.name) return false;
  if (!when.finding.empty() &&
      std::none_of(one.findings.begin(), one.findings.end(), [&](const protocol::Finding& finding) {
        return finding.kind == when.finding;
      })) {
    return false;
  }
  // Counts of a wrong result are nothing to go by.
  if (!when.counter.empty() && one.verdict != Verdict::OverBudget) return false;
  if (!when.counter.empty() &&
      std::none_of(one.budgets.begin(), one.budgets.end(), [&](const BudgetResult& budget) {
        return budget.counter == when.counter && budget.share < 1;
      })) {
    return false;
  }
  if (!when.pattern.empty() &&
      std::find(one.patterns.begin(), one.patterns.end(), when.pattern) == one.patterns.end()) {
    return false;
  }
  if (!when.message.empty() && !matches(when.message, one.message)) return false;
  if (when.entry.empty()) return true;
  return std::any_of(exercise.cases.begin(), exercise.cases.end(), [&](const course::Case& known) {
    return known.key == one.name && known.entry == when.entry;
  });
}

/// The lesson that teaches what the case lacks; "" where no hint names one.
std::string lesson_for(const CaseResult& one, const course::Exercise& exercise) {
  for (const course::Hint& hint : exercise.hints) {
    if (!hint.see.empty() && fits_case(hint.when, one, exercise)) {
      return exercise.lesson_text(hint.see);
    }
  }
  return "";
}

/// Cases that lost points for one reason.
struct Loss {
  std::string text;
  BudgetResult budget;  ///< summed over the cases; only for over_budget
  bool by_budget = false;
  double lost = 0;
  std::string lesson;
  std::vector<std::string> cases;
};

/// What makes two losses alike.
std::string key_of(const CaseResult& one) {
  if (one.verdict == Verdict::OverBudget) {
    const BudgetResult* worst = worst_budget(one.budgets);
    return fmt::format("budget {} {}", worst->counter, worst->buffer);
  }
  const protocol::Finding* error = one.first_error();
  if (one.verdict == Verdict::Finding && error != nullptr) {
    return fmt::format("finding {} {} {}", error->kind, error->line, error->other_line);
  }
  // Wrong results differ in their numbers; the first stands for all of them.
  if (one.verdict == Verdict::WrongResult) return "wrong";
  return fmt::format("{} {}", to_string(one.verdict), one.message);
}

std::string text_of(const CaseResult& one) {
  if (one.verdict == Verdict::WrongResult) {
    // Students read this: of a hidden case no more than its help.
    if (!one.hidden) return fmt::format("{}: {}", one.name, one.message);
    return fmt::format("a hidden case: {}", one.help.empty() ? "the result is wrong" : one.help);
  }
  if (one.verdict == Verdict::Finding || one.verdict == Verdict::OverBudget) return one.message;
  return fmt::format("{}: {}", to_string(one.verdict), one.message);
}

void add(Loss& loss, const CaseResult& one) {
  loss.lost += one.max - one.points;
  loss.cases.push_back(one.name);
  if (one.verdict != Verdict::OverBudget) {
    if (loss.text.empty()) loss.text = text_of(one);
    return;
  }
  const BudgetResult& worst = *worst_budget(one.budgets);
  if (!loss.by_budget) {
    loss.by_budget = true;
    loss.budget = worst;
    return;
  }
  loss.budget.observed += worst.observed;
  loss.budget.allowed += worst.allowed;
}

std::string finish(const Loss& loss, const course::Exercise* exercise) {
  if (loss.by_budget) return describe(loss.budget, exercise);
  std::string text = loss.text;
  if (loss.cases.size() > 1) {
    text += fmt::format(" (and {} more {})", loss.cases.size() - 1,
                        loss.cases.size() == 2 ? "case" : "cases");
  }
  if (loss.lesson.empty()) return text;
  if (text.ends_with('.')) text.pop_back();
  text += ", see " + loss.lesson;
  return text;
}

// Before there is any case: a build that failed, a file that is not there.
bool fits_whole(const course::HintCondition& when, const ExerciseResult& result) {
  if (!when.verdict.empty() && when.verdict != to_string(result.verdict)) return false;
  // How the task is solved says nothing of why a file does not compile.
  const bool general = when.verdict.empty() && when.message.empty();
  if (result.verdict == Verdict::BuildError && general) return false;
  if (!when.message.empty() &&
      !matches(when.message, result.message + "\n" + result.build_output)) {
    return false;
  }
  return when.finding.empty() && when.counter.empty() && when.pattern.empty() &&
         when.case_key.empty() && when.entry.empty();
}

}  // namespace

std::vector<std::string> make_notes(const ExerciseResult& result,
                                    const course::Exercise* exercise) {
  if (!result.message.empty()) {
    return {fmt::format("{}: {}", to_string(result.verdict), result.message)};
  }
  std::vector<std::string> keys;
  std::map<std::string, Loss> losses;
  for (const CaseResult& one : result.cases) {
    if (one.verdict == Verdict::FullMarks || one.verdict == Verdict::NotAttempted) continue;
    const std::string key = key_of(one);
    if (losses.find(key) == losses.end()) keys.push_back(key);
    Loss& loss = losses[key];
    add(loss, one);
    if (exercise != nullptr && loss.lesson.empty()) loss.lesson = lesson_for(one, *exercise);
  }
  std::stable_sort(keys.begin(), keys.end(), [&losses](const std::string& a, const std::string& b) {
    return losses[a].lost > losses[b].lost + 1e-9;
  });
  std::vector<std::string> notes;
  for (const std::string& key : keys) notes.push_back(finish(losses[key], exercise));
  return notes;
}

std::vector<protocol::Finding> fold_findings(const std::vector<CaseResult>& cases) {
  std::vector<protocol::Finding> folded;
  const auto place = [](const protocol::Finding& finding) {
    return std::tie(finding.kind, finding.severity, finding.hazard, finding.file, finding.line,
                    finding.other_line);
  };
  for (const CaseResult& one : cases) {
    for (const protocol::Finding& finding : one.findings) {
      const auto alike = std::find_if(
          folded.begin(), folded.end(),
          [&](const protocol::Finding& known) { return place(known) == place(finding); });
      if (alike == folded.end()) {
        folded.push_back(finding);
      } else {
        alike->count += finding.count;
      }
    }
  }
  return folded;
}

std::optional<course::Hint> deepening_hint(const course::Exercise& exercise,
                                           const ExerciseResult& result) {
  const course::Hint* fitting = fitting_hint(exercise, result);
  if (fitting == nullptr) return std::nullopt;
  course::Hint all = *fitting;
  const auto is_general = [](const course::Hint& hint) {
    return hint.when == course::HintCondition{};
  };
  const auto general = std::ranges::find_if(exercise.hints, is_general);
  const bool follows =
      general != exercise.hints.end() && &*general != fitting && result.message.empty() &&
      std::ranges::any_of(result.cases, [&](const CaseResult& one) {
        const bool right = one.verdict == Verdict::FullMarks || one.verdict == Verdict::OverBudget;
        return !right && fits_case(general->when, one, exercise);
      });
  if (!follows) return all;
  for (const std::string& tier : general->tiers) all.tiers.push_back("in general: " + tier);
  if (all.see.empty()) all.see = general->see;
  return all;
}

const course::Hint* fitting_hint(const course::Exercise& exercise, const ExerciseResult& result) {
  if (result.verdict == Verdict::FullMarks || result.verdict == Verdict::GraderError) {
    return nullptr;
  }
  // Cases that nothing has run in say nothing.
  const bool nothing_ran = result.cases.empty() || !result.message.empty() ||
                           result.verdict == Verdict::NotAttempted ||
                           result.verdict == Verdict::BuildError;
  const bool no_file = result.verdict == Verdict::NotAttempted && !result.message.empty();
  if (no_file) return nullptr;
  for (const course::Hint& hint : exercise.hints) {
    const bool fits =
        nothing_ran
            ? fits_whole(hint.when, result)
            : std::any_of(result.cases.begin(), result.cases.end(), [&](const CaseResult& one) {
                return one.verdict != Verdict::FullMarks && fits_case(hint.when, one, exercise);
              });
    if (fits) return &hint;
  }
  return nullptr;
}

}  // namespace grader
