// SPDX-License-Identifier: MIT
#include "grader/budgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "base/text.h"
#include "grader/judge.h"
#include "grader/scoring.h"

namespace grader {
namespace {

/// What people call a counter.
std::string noun(const std::string& counter) {
  static const std::map<std::string, std::string, std::less<>> nouns = {
      {"global_loads", "reads"},
      {"global_stores", "writes"},
      {"global_load_requests", "read requests"},
      {"global_store_requests", "write requests"},
      {"global_load_sectors", "read sectors"},
      {"global_store_sectors", "written sectors"},
      {"max_global_loads_per_thread", "reads by one thread"},
      {"max_global_stores_per_thread", "writes by one thread"},
      {"shared_loads", "reads of shared memory"},
      {"shared_stores", "writes of shared memory"},
      {"shared_load_bank_conflicts", "bank conflicts of shared reads"},
      {"shared_store_bank_conflicts", "bank conflicts of shared writes"},
  };
  if (const auto found = nouns.find(counter); found != nouns.end()) return found->second;
  std::string words = counter;
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

/// Where most of a counter's events happen.
std::pair<std::string, int> hottest_line(const protocol::RunResult& run,
                                         const std::string& counter) {
  std::map<std::pair<std::string, int>, protocol::Counters> lines;
  for (const protocol::Launch& launch : run.launches) {
    for (const protocol::LineCounters& line : launch.lines) {
      lines[{line.file, line.line}] += line.counters;
    }
  }
  std::pair<std::string, int> hottest;
  std::uint64_t most = 0;
  for (const auto& [place, counters] : lines) {
    const std::uint64_t count = budget_count(counters, counter);
    if (count > most) {
      most = count;
      hottest = place;
    }
  }
  return hottest;
}

std::vector<std::string> buffers_of(const course::Budget& budget, const course::RealCase& real) {
  if (budget.buffer != "each") return {budget.buffer};
  std::vector<std::string> names;
  for (const course::RealParameter& parameter : real.parameters) {
    using course::Role;
    const bool charged = parameter.role == Role::Input || parameter.role == Role::Output ||
                         parameter.role == Role::Inout;
    if (parameter.is_pointer && !parameter.spec_only && charged) names.push_back(parameter.name);
  }
  return names;
}

std::uint64_t count_in(const protocol::RunResult& run, const std::string& buffer,
                       const std::string& counter) {
  return budget_count(buffer == "total" ? total(run) : total(run, buffer), counter);
}

std::uint64_t number(std::int64_t allowed, const course::Budget& budget) {
  if (allowed < 0) {
    throw std::runtime_error("budget of " + budget.counter + " allows a negative count");
  }
  return static_cast<std::uint64_t>(allowed);
}

}  // namespace

std::vector<BudgetResult> hold_budgets(const course::Exercise& exercise,
                                       const course::Case& the_case, const course::RealCase& real,
                                       const protocol::RunResult& yours,
                                       const protocol::RunResult& reference) {
  std::vector<BudgetResult> results;
  for (const course::Budget& budget : exercise.budgets) {
    if (!budget.entry.empty() && budget.entry != real.entry) continue;
    const auto formula = course::allowed_count(budget, the_case);
    if (!formula.ok()) throw std::runtime_error(to_string(formula.errors()));
    for (const std::string& buffer : buffers_of(budget, real)) {
      BudgetResult result;
      result.counter = budget.counter;
      result.buffer = buffer;
      result.observed = count_in(yours, buffer, budget.counter);
      result.by_reference = !formula->has_value();
      result.allowed = result.by_reference ? count_in(reference, buffer, budget.counter)
                                           : number(**formula, budget);
      result.share = access_share(result.observed, result.allowed, budget.full, budget.zero);
      result.see = budget.see;
      if (result.share < 1) {
        std::tie(result.file, result.line) = hottest_line(yours, budget.counter);
      }
      results.push_back(std::move(result));
    }
  }
  return results;
}

const BudgetResult* worst_budget(const std::vector<BudgetResult>& budgets) {
  const auto rank = [](const BudgetResult& budget) {
    const double excess = budget.allowed == 0 ? static_cast<double>(budget.observed)
                                              : static_cast<double>(budget.observed) /
                                                    static_cast<double>(budget.allowed);
    return std::tuple(budget.share, budget.buffer != "total", -excess);
  };
  const auto worst = std::min_element(budgets.begin(), budgets.end(),
                                      [&rank](const BudgetResult& one, const BudgetResult& other) {
                                        return rank(one) < rank(other);
                                      });
  return worst == budgets.end() ? nullptr : &*worst;
}

std::string describe(const BudgetResult& budget, const course::Exercise* exercise) {
  std::string text = noun(budget.counter);
  if (budget.buffer != "total") text += " of " + budget.buffer;
  if (budget.by_reference && budget.allowed > 0) {
    text += fmt::format(" {:.1f}x the reference",
                        static_cast<double>(budget.observed) / static_cast<double>(budget.allowed));
  } else {
    text += fmt::format(": {} where {} would do", base::with_thousands(budget.observed),
                        budget.allowed == 0 ? "none" : base::with_thousands(budget.allowed));
  }
  if (budget.line > 0) text += fmt::format(": {}:{}", budget.file, budget.line);
  if (budget.see.empty()) return text;
  text += ", see " + (exercise == nullptr ? budget.see : exercise->lesson_text(budget.see));
  return text;
}

}  // namespace grader
