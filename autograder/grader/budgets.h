// SPDX-License-Identifier: MIT
/// \file
/// Budgets of accesses: what was observed against what is allowed, and how that is said.
///
/// Tested by judge_test.cpp.
#pragma once

#include <string>
#include <vector>

#include "course/exercise.h"
#include "course/realise.h"
#include "grader/result.h"

namespace grader {

/// All budgets of the exercise that apply to the case, held against a run. Throws
/// std::runtime_error when an allowed count cannot be computed (our fault, not the student's).
std::vector<BudgetResult> hold_budgets(const course::Exercise& exercise,
                                       const course::Case& the_case, const course::RealCase& real,
                                       const protocol::RunResult& yours,
                                       const protocol::RunResult& reference);

/// The budget that decides: the least share, then the largest excess, then the totals. nullptr when
/// there is none.
const BudgetResult* worst_budget(const std::vector<BudgetResult>& budgets);

/// "reads 32.0x the reference: matmul.cu:31, see d03_matmul_phases". Without the exercise it is not
/// known whether the lesson is still to come.
std::string describe(const BudgetResult& budget, const course::Exercise* exercise);

}  // namespace grader
