// SPDX-License-Identifier: MIT
#include "ptx/lexer.h"

#include <bit>
#include <catch2/catch.hpp>

namespace {

using ptx::Lexer;
using ptx::Literal;

TEST_CASE("numbers have the value that PTX gives them") {
  struct Case {
    const char* text;
    Literal::Kind kind;
    std::uint64_t bits;
  };
  using enum Literal::Kind;
  const Case cases[] = {
      {"0", Integer, 0},
      {"42", Integer, 42},
      {"0x25CFU", Integer, 0x25CF},
      {"0X1F79U", Integer, 0x1F79},
      {"017", Integer, 15},
      {"0b101", Integer, 5},
      {"18446744073709551615", Integer, ~0ULL},
      {"0f3F800000", Float32, 0x3F800000},
      {"0F7fc00000", Float32, 0x7FC00000},
      {"0d3FF0000000000000", Float64, 0x3FF0000000000000},
      {"1.5", Float64, std::bit_cast<std::uint64_t>(1.5)},
      {"0.25", Float64, std::bit_cast<std::uint64_t>(0.25)},
      {"1e3", Float64, std::bit_cast<std::uint64_t>(1000.0)},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    Lexer lexer(c.text);
    const auto literal = lexer.number();
    REQUIRE(literal);
    CHECK(literal->kind == c.kind);
    CHECK(literal->bits == c.bits);
    CHECK(lexer.at_end());
  }
}

TEST_CASE("what is no number gives nothing") {
  for (const char* text :
       {"", "x", "0x", "0f3F80", "0f3F8000000", "0d12", "09", "12a", "0xUU", "-1"}) {
    INFO(text);
    CHECK_FALSE(Lexer(text).number());
  }
}

TEST_CASE("blanks and comments separate words and count lines") {
  Lexer lexer("  // one\n/* two\nthree */ %rd1\t$L__BB0_2 /* open");
  CHECK(lexer.identifier() == "%rd1");
  CHECK(lexer.mark().line == 3);
  CHECK(lexer.identifier() == "$L__BB0_2");
  CHECK(lexer.identifier().empty());
  CHECK(lexer.at_end());
}

TEST_CASE("the suffixes of a mnemonic end before a label's colon") {
  Lexer lexer("ld.shared::cta.b32 %r1");
  CHECK(lexer.identifier() == "ld");
  CHECK(lexer.suffixes() == ".shared::cta.b32");
  Lexer label("L1: add");
  label.identifier();
  CHECK(label.suffixes().empty());
  CHECK(label.accept_adjacent(':'));
}

TEST_CASE("a statement ends at its semicolon or before a brace that closes what is around it") {
  Lexer lexer("foo {a, b} \"x;y\", c; bar } baz");
  CHECK(lexer.skip_statement() == "foo {a, b} \"x;y\", c");
  CHECK(lexer.skip_statement() == "bar ");
  CHECK(lexer.accept('}'));
}

TEST_CASE("a block is skipped with the blocks inside") {
  Lexer lexer("a { b } \"}\" // }\n } rest");
  lexer.skip_block();
  CHECK(lexer.identifier() == "rest");
}

TEST_CASE("an open string ends with its line") {
  Lexer lexer("\"abc\nnext");
  CHECK(lexer.string() == "abc");
  CHECK(lexer.identifier() == "next");
}

}  // namespace
