// SPDX-License-Identifier: MIT
/// \file
/// The result as JSON: the contract of `grade --json`.
///
/// Tested by report_test.cpp.
#pragma once

#include <string>

#include "report/report.h"

namespace report {

/// JSON as docs/formats/grade_result.md describes it.
std::string write_json(const grader::GradeResult& result, const Style& style);

}  // namespace report
