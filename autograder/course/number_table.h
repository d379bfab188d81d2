// SPDX-License-Identifier: MIT
/// \file
/// A text file of numbers, one row a line: what fills of kind `file` take their values from.
/// Tested by number_table_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "course/expression.h"

namespace course {

/// Rows of numbers; they may differ in length.
struct NumberTable {
  std::vector<std::vector<double>> rows;  ///< one for each line
};

/// Reads numbers with blanks between them; `file` is its name for messages. What is no number is a
/// diagnostic with its line.
base::Result<NumberTable> read_numbers(std::string_view text, const std::string& file);

/// The part of a table that a view of this shape shows, element by element: rows from `row` on, in
/// each row the numbers from `column` on, as many as the last dimension is long. A view of one
/// dimension takes one number of each row. Past the end of a row stands 0; a missing row is an
/// error.
base::Result<std::vector<double>> part_of(const NumberTable& table, const IntList& shape,
                                          std::int64_t row, std::int64_t column);

}  // namespace course
