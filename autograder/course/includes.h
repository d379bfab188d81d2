// SPDX-License-Identifier: MIT
/// \file
/// The headers that a student's code asks for. A region may lie within a namespace or a function,
/// where a header does not belong, and the file's top is not graded; so `#include <...>` of either
/// place stands at the beginning of the grader's copy. Tested by graft_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace course {

/// One `#include <header>`.
struct Include {
  std::string header;  ///< "vector"
  int line = 0;        ///< from 1

  /// Are all fields the same?
  friend bool operator==(const Include&, const Include&) = default;
};

/// The header that a line includes in angle brackets: "vector" of `#include <vector>  // lists`.
/// Nothing where the name could lead out of the compiler's folders, or more stands on the line.
std::optional<std::string> included_header(std::string_view line);

/// Takes such lines, as far as they stand in no `#if`, out of a text and leaves empty ones.
/// `first_line` is the number of the text's first line.
std::vector<Include> take_includes(std::string& text, int first_line);

}  // namespace course
