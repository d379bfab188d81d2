// SPDX-License-Identifier: MIT
#include "base/difference.h"

#include <catch2/catch.hpp>

TEST_CASE("the first line in which texts differ is shown, of both", "[base][difference]") {
  const auto [before, after, shown] = GENERATE(table<std::string, std::string, std::string>({
      {"one\ntwo\nthree", "one\n  2\n3", "'two' became '2'"},
      {"one", "one\ntwo", "nothing became 'two'"},
      {"one\ntwo\n", "one\n", "'two' became nothing"},
      {"", "one", "nothing became 'one'"},
      {std::string(300, 'a'), "b", "'" + std::string(200, 'a') + "' became 'b'"},
  }));
  CHECK(base::first_difference(before, after) == shown);
}

TEST_CASE("texts of the same lines show no difference", "[base][difference]") {
  CHECK(base::first_difference("one\ntwo", "one\ntwo") == "");
  CHECK(base::first_difference("one\ntwo", "one\r\ntwo\n") == "");
  CHECK(base::first_difference("", "") == "");
}
