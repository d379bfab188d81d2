// SPDX-License-Identifier: MIT
/// \file
/// results.json as Gradescope's autograders write it.
///
/// Tested by report_test.cpp.
#pragma once

#include <string>

#include "report/report.h"

namespace report {

/// One test for each case; hidden cases show their help only.
std::string write_gradescope(const grader::GradeResult& result, const Style& style);

}  // namespace report
