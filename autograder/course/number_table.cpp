// SPDX-License-Identifier: MIT
#include "course/number_table.h"

#include <fmt/format.h>

#include <charconv>

#include "base/text.h"

namespace course {

base::Result<NumberTable> read_numbers(std::string_view text, const std::string& file) {
  NumberTable table;
  int number = 0;
  for (const std::string& line : base::split_lines(text)) {
    ++number;
    std::vector<double>& row = table.rows.emplace_back();
    for (const std::string& word : base::split(line, ' ')) {
      if (word.empty()) continue;
      double value = 0;
      const char* const end = word.data() + word.size();
      const auto [stop, error] = std::from_chars(word.data(), end, value);
      if (error != std::errc() || stop != end) {
        return base::Diagnostic{{file, number, 0}, fmt::format("'{}' is no number", word), ""};
      }
      row.push_back(value);
    }
  }
  return table;
}

base::Result<std::vector<double>> part_of(const NumberTable& table, const IntList& shape,
                                          std::int64_t row, std::int64_t column) {
  std::int64_t rows = 1;
  for (std::size_t d = 0; d + 1 < shape.size(); ++d) rows *= shape[d];
  std::int64_t columns = shape.empty() ? 1 : shape.back();
  if (shape.size() == 1) std::swap(rows, columns);
  const auto present = static_cast<std::int64_t>(table.rows.size());
  if (row < 0 || column < 0 || row + rows > present) {
    return base::Diagnostic{
        {},
        fmt::format("rows {} to {} are wanted, the file has {}", row, row + rows - 1, present),
        ""};
  }
  std::vector<double> values;
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::vector<double>& line = table.rows[static_cast<std::size_t>(row + r)];
    for (std::int64_t c = column; c < column + columns; ++c) {
      const bool there = c < static_cast<std::int64_t>(line.size());
      values.push_back(there ? line[static_cast<std::size_t>(c)] : 0);
    }
  }
  return values;
}

}  // namespace course
