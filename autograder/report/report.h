// SPDX-License-Identifier: MIT
/// \file
/// All forms in which a finished result can be written. reports.def lists them.
///
/// A report shows; it computes no score and opens no file. Tested by report_test.cpp against the
/// files of tests/golden.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/result.h"

namespace report {

/// How to write for people.
struct Style {
  bool colour = false;  ///< escape sequences of terminals
};

/// One form.
struct Format {
  std::string_view name;
  std::string_view file;  ///< a name for the file
  std::string_view help;
  std::string (*write)(const grader::GradeResult& result, const Style& style);
};

/// All forms in the order of reports.def.
const std::vector<Format>& formats();

/// The form of that name, or nullptr.
const Format* find_format(std::string_view name);

}  // namespace report
