// SPDX-License-Identifier: MIT
#include "grader/scoring.h"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace grader {

double access_share(std::uint64_t observed, std::uint64_t allowed, double full, double zero) {
  if (allowed == 0) return observed == 0 ? 1 : 0;
  const double ratio = static_cast<double>(observed) / static_cast<double>(allowed);
  if (ratio <= full) return 1;
  if (ratio >= zero) return 0;
  return 1 - std::log(ratio / full) / std::log(zero / full);
}

double correct_share(bool output_right, bool has_errors, const course::Grading& grading) {
  if (!output_right) return 0;
  return has_errors ? grading.finding_share : 1;
}

double case_points(double max, double correct, double access, const course::Grading& grading) {
  if (grading.correctness_only) return max * correct;
  const double counted = correct >= 1 ? access : 0;
  return max * (grading.correct * correct + grading.access * counted);
}

std::vector<double> case_maxima(double exercise_points, const std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> maxima;
  for (const double weight : weights) {
    maxima.push_back(sum > 0 ? exercise_points * weight / sum : 0);
  }
  return maxima;
}

std::uint64_t budget_count(const protocol::Counters& counters, std::string_view counter) {
  const protocol::CounterInfo* row = protocol::find_counter(counter);
  if (row == nullptr) throw std::invalid_argument("no counter named " + std::string(counter));
  std::uint64_t count = counters.*row->member;
  if (counter == "global_loads" || counter == "global_stores") count += counters.global_atomics;
  if (counter == "shared_loads" || counter == "shared_stores") count += counters.shared_atomics;
  return count;
}

}  // namespace grader
