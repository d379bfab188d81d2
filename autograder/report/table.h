// SPDX-License-Identifier: MIT
/// \file
/// The score table that `make grade` prints.
///
/// Tested by report_test.cpp.
#pragma once

#include <string>

#include "report/report.h"

namespace report {

/// The table, a line for each way in which points were lost, and the lessons' progress.
std::string write_table(const grader::GradeResult& result, const Style& style);

}  // namespace report
