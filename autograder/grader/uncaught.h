// SPDX-License-Identifier: MIT
/// \file
/// What the C++ runtime prints of an exception that nobody caught, before it aborts the program.
///
/// Tested by uncaught_test.cpp.
#pragma once

#include <string>

namespace grader {

/// "an exception of type std::runtime_error was not caught: no such file", from the last such lines
/// in what a program printed; "" where there are none. The text is the program's and may lie.
std::string uncaught_exception(const std::string& printed);

}  // namespace grader
