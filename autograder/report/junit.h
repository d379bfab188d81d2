// SPDX-License-Identifier: MIT
/// \file
/// Test cases in JUnit's XML, which continuous integration shows.
///
/// Tested by report_test.cpp.
#pragma once

#include <string>

#include "report/report.h"

namespace report {

/// One suite for each exercise; a grader error is an error, any other lost point a failure.
std::string write_junit(const grader::GradeResult& result, const Style& style);

}  // namespace report
