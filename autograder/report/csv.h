// SPDX-License-Identifier: MIT
/// \file
/// One line for each assignment, for spreadsheets.
///
/// Tested by report_test.cpp.
#pragma once

#include <string>

#include "report/report.h"

namespace report {

/// Comma-separated values with a header; fields with commas or quotes are quoted.
std::string write_csv(const grader::GradeResult& result, const Style& style);

}  // namespace report
