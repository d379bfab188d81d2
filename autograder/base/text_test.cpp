// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <catch2/catch.hpp>

using namespace std::string_literals;

TEST_CASE("split_lines gives each line once, whatever the line ends", "[base][text]") {
  using Lines = std::vector<std::string>;
  const auto [text, lines] = GENERATE(table<std::string, Lines>({
      {"", {}},
      {"a", {"a"}},
      {"a\n", {"a"}},
      {"a\r\nb", {"a", "b"}},
      {"\n\n", {"", ""}},
      {"a\n\nb\n", {"a", "", "b"}},
  }));
  CAPTURE(text);
  CHECK(base::split_lines(text) == lines);
}

TEST_CASE("thousands are set apart by commas", "[base][text]") {
  const auto [number, text] = GENERATE(table<std::uint64_t, std::string>(
      {{0, "0"}, {999, "999"}, {1000, "1,000"}, {4194304, "4,194,304"}}));
  CHECK(base::with_thousands(number) == text);
}

TEST_CASE("a misspelt word finds its neighbour and a foreign word finds none", "[base][text]") {
  const std::vector<std::string> keys = {"title", "points", "tolerance"};
  CHECK(base::closest("titel", keys) == "title");
  CHECK(base::closest("tolerence", keys) == "tolerance");
  CHECK(base::closest("kernel", keys) == std::nullopt);
  CHECK(base::did_you_mean("point", keys) == "did you mean 'points'?");
}

TEST_CASE("only well-formed UTF-8 without NUL is clean", "[base][text]") {
  const auto [text, clean] = GENERATE(table<std::string, bool>({
      {"plain", true},
      {"gr\xC3\xBC\xC3\x9F", true},
      {"\xE2\x82\xAC", true},
      {"\xF0\x9F\x98\x80", true},
      {"a\0b"s, false},
      {"\xC3", false},
      {"\xC0\xAF", false},
      {"\xED\xA0\x80", false},
      {"\xFF", false},
  }));
  CHECK(base::is_clean_utf8(text) == clean);
}

TEST_CASE("text of another encoding is read as Latin-1, UTF-8 stays as it is", "[base][text]") {
  CHECK(base::to_utf8("gr\xC3\xB6\xC3\x9F"
                      "er") ==
        "gr\xC3\xB6\xC3\x9F"
        "er");
  CHECK(base::to_utf8("gr\xF6\xDF"
                      "er") ==
        "gr\xC3\xB6\xC3\x9F"
        "er");
  CHECK(base::to_utf8(std::string("a\0b", 3)) == std::string("a\0b", 3));
  CHECK(base::to_utf8("").empty());
}
