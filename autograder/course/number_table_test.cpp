// SPDX-License-Identifier: MIT
#include "course/number_table.h"

#include <catch2/catch.hpp>

namespace {

using Values = std::vector<double>;

Values check(const course::IntList& shape, std::int64_t row, std::int64_t column) {
  const auto table = course::read_numbers("1 2 3\n4 5\n\n6 -7.5 8 9\n", "numbers.txt");
  REQUIRE(base::to_string(table.errors()) == "");
  const auto part = course::part_of(*table, shape, row, column);
  REQUIRE(base::to_string(part.errors()) == "");
  return *part;
}

}  // namespace

TEST_CASE("a view of a table shows its rows, with zeros behind short ones", "[course][table]") {
  CHECK(check({2, 3}, 0, 0) == Values{1, 2, 3, 4, 5, 0});
  CHECK(check({3, 2}, 1, 1) == Values{5, 0, 0, 0, -7.5, 8});
  CHECK(check({2, 1, 2}, 2, 0) == Values{0, 0, 6, -7.5});
  CHECK(check({0, 4}, 4, 0).empty());
}

TEST_CASE("a view of one dimension takes one number of each row", "[course][table]") {
  CHECK(check({4}, 0, 0) == Values{1, 4, 0, 6});
  CHECK(check({1}, 3, 3) == Values{9});
  CHECK(check({}, 3, 1) == Values{-7.5});
}

TEST_CASE("rows that a table lacks are a diagnostic, not zeros", "[course][table]") {
  const auto table = course::read_numbers("1\n2\n", "numbers.txt");
  CHECK(course::part_of(*table, {3}, 0, 0).errors().size() == 1);
  CHECK(course::part_of(*table, {1}, 2, 0).errors().size() == 1);
  CHECK(course::part_of(*table, {1}, -1, 0).errors().size() == 1);
  CHECK(course::part_of(*table, {1}, 0, -1).errors().size() == 1);
}

TEST_CASE("what is no number is named with its line", "[course][table]") {
  const auto table = course::read_numbers("1 2\n3 four\n", "numbers.txt");
  REQUIRE(table.errors().size() == 1);
  CHECK(table.errors()[0].where.line == 2);
  CHECK(table.errors()[0].message == "'four' is no number");
}
