// SPDX-License-Identifier: MIT
/// \file
/// One self-contained page for a browser, light and dark.
///
/// Tested by report_test.cpp.
#pragma once

#include <string>

#include "report/report.h"

namespace report {

/// The page; everything that came from a student is escaped.
std::string write_html(const grader::GradeResult& result, const Style& style);

}  // namespace report
