// SPDX-License-Identifier: MIT
#include "cli/side_by_side.h"

#include <catch2/catch.hpp>

namespace {

TEST_CASE("lines stand beside each other", "[cli][side_by_side]") {
  CHECK(cli::side_by_side("a\nb\n", "c\n", 23) ==
        "a          | c\n"
        "b          |\n");
}

TEST_CASE("a line that is too long goes on in the next row", "[cli][side_by_side]") {
  CHECK(cli::side_by_side("0123456789abc\n", "x\ny\n", 23) ==
        "0123456789 | x\n"
        "abc        | y\n");
}

TEST_CASE("a character of several bytes takes one place", "[cli][side_by_side]") {
  CHECK(cli::side_by_side("\u00fc\n", "x\n", 23) == "\u00fc          | x\n");
}

}  // namespace
