// SPDX-License-Identifier: MIT
#include "ptx/lexer.h"

#include <array>
#include <bit>
#include <charconv>

namespace ptx {
namespace {

enum : std::uint8_t { kNameStart = 1, kNamePart = 2, kDigit = 4, kBlank = 8 };

constexpr auto kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    const bool digit = c >= '0' && c <= '9';
    std::uint8_t bits = 0;
    if (letter || c == '%') bits |= kNameStart;
    if (letter || digit) bits |= kNamePart;
    if (digit) bits |= kDigit;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0') bits |= kBlank;
    classes[static_cast<std::size_t>(c)] = bits;
  }
  return classes;
}();

bool is(char c, std::uint8_t kind) {
  return (kClasses[static_cast<unsigned char>(c)] & kind) != 0;
}

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

}  // namespace

void Lexer::newline() {
  ++at_.offset;
  ++at_.line;
  at_.line_start = at_.offset;
}

void Lexer::skip_blanks() {
  while (at_.offset < text_.size()) {
    const char c = text_[at_.offset];
    if (c == '\n') {
      newline();
    } else if (is(c, kBlank)) {
      ++at_.offset;
    } else if (c == '/' && adjacent(1) == '/') {
      skip_line();
    } else if (c == '/' && adjacent(1) == '*') {
      at_.offset += 2;
      while (at_.offset < text_.size() && !(adjacent() == '*' && adjacent(1) == '/')) {
        if (adjacent() == '\n') {
          newline();
        } else {
          ++at_.offset;
        }
      }
      at_.offset = std::min(at_.offset + 2, text_.size());
    } else {
      return;
    }
  }
}

void Lexer::skip_line() {
  const std::size_t end = text_.find('\n', at_.offset);
  at_.offset = end == std::string_view::npos ? text_.size() : end;
}

Mark Lexer::mark() {
  skip_space();
  return at_;
}

bool Lexer::at_end() {
  skip_space();
  return at_.offset == text_.size();
}

char Lexer::peek() {
  skip_space();
  return adjacent();
}

bool Lexer::accept(char c) {
  skip_space();
  return accept_adjacent(c);
}

bool Lexer::accept_adjacent(char c) {
  if (at_.offset == text_.size() || text_[at_.offset] != c) return false;
  ++at_.offset;
  return true;
}

std::string_view Lexer::identifier() {
  skip_space();
  const std::size_t start = at_.offset;
  if (start == text_.size() || !is(text_[start], kNameStart)) return {};
  std::size_t end = start + 1;
  while (end < text_.size() && is(text_[end], kNamePart)) ++end;
  if (end == start + 1 && text_[start] == '%') return {};
  at_.offset = end;
  return text_.substr(start, end - start);
}

std::string_view Lexer::directive() {
  skip_space();
  const std::size_t start = at_.offset;
  if (adjacent() != '.' || !is(adjacent(1), kNameStart)) return {};
  std::size_t end = start + 2;
  while (end < text_.size() && is(text_[end], kNamePart)) ++end;
  at_.offset = end;
  return text_.substr(start, end - start);
}

std::string_view Lexer::suffixes() {
  const std::size_t start = at_.offset;
  std::size_t end = start;
  while (end < text_.size() && (is(text_[end], kNamePart) || text_[end] == '.' ||
                                (text_[end] == ':' && end + 1 < text_.size() &&
                                 (text_[end + 1] == ':' || text_[end - 1] == ':')))) {
    ++end;
  }
  at_.offset = end;
  return text_.substr(start, end - start);
}

std::optional<Literal> Lexer::hex_float(std::size_t digits, Literal::Kind kind) {
  Literal literal{kind, 0};
  for (std::size_t i = 0; i < digits; ++i) {
    const int value = digit_value(adjacent(i));
    if (value > 15) return std::nullopt;
    literal.bits = literal.bits << 4 | static_cast<unsigned>(value);
  }
  if (is(adjacent(digits), kNamePart)) return std::nullopt;
  at_.offset += digits;
  return literal;
}

std::optional<Literal> Lexer::number() {
  skip_space();
  if (!is(adjacent(), kDigit)) return std::nullopt;
  const char second = adjacent(1);
  if (adjacent() == '0' && (second == 'f' || second == 'F')) {
    at_.offset += 2;
    return hex_float(8, Literal::Kind::Float32);
  }
  if (adjacent() == '0' && (second == 'd' || second == 'D')) {
    at_.offset += 2;
    return hex_float(16, Literal::Kind::Float64);
  }
  std::size_t end = at_.offset;
  while (end < text_.size() && is(text_[end], kDigit)) ++end;
  const bool exponent = end < text_.size() && (text_[end] == 'e' || text_[end] == 'E');
  if ((end < text_.size() && text_[end] == '.' && end + 1 < text_.size() &&
       is(text_[end + 1], kDigit)) ||
      exponent) {
    double value = 0;
    const auto [stop, error] =
        std::from_chars(text_.data() + at_.offset, text_.data() + text_.size(), value);
    at_.offset = static_cast<std::size_t>(stop - text_.data());
    if (error != std::errc() || is(adjacent(), kNamePart)) return std::nullopt;
    return Literal{Literal::Kind::Float64, std::bit_cast<std::uint64_t>(value)};
  }
  int base = 10;
  if (adjacent() == '0') {
    base = 8;
    if (second == 'x' || second == 'X') base = 16;
    if (second == 'b' || second == 'B') base = 2;
    if (base != 8) at_.offset += 2;
  }
  const std::size_t start = at_.offset;
  std::uint64_t value = 0;
  for (int digit = digit_value(adjacent()); digit < base; digit = digit_value(adjacent())) {
    value = value * static_cast<unsigned>(base) + static_cast<unsigned>(digit);
    ++at_.offset;
  }
  if (at_.offset == start) return std::nullopt;
  if (adjacent() == 'U') ++at_.offset;
  if (is(adjacent(), kNamePart)) return std::nullopt;
  return Literal{Literal::Kind::Integer, value};
}

std::optional<std::string_view> Lexer::string() {
  skip_space();
  if (adjacent() != '"') return std::nullopt;
  const std::size_t start = at_.offset + 1;
  std::size_t end = start;
  while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') {
    end += text_[end] == '\\' && end + 1 < text_.size() && text_[end + 1] != '\n' ? 2 : 1;
  }
  end = std::min(end, text_.size());
  at_.offset = end;
  accept_adjacent('"');
  return text_.substr(start, end - start);
}

bool Lexer::skip_opaque() {
  return adjacent() == '"' && string().has_value();
}

std::string_view Lexer::skip_statement() {
  const Mark start = mark();
  std::size_t depth = 0;
  while (!at_end()) {
    if (skip_opaque()) continue;
    const char c = adjacent();
    if (c == ';') {
      const std::string_view statement = since(start);
      ++at_.offset;
      return statement;
    }
    if (c == '{') ++depth;
    if (c == '}' && depth-- == 0) return since(start);
    ++at_.offset;
  }
  return since(start);
}

void Lexer::skip_block() {
  std::size_t depth = 1;
  while (depth > 0 && !at_end()) {
    if (skip_opaque()) continue;
    if (adjacent() == '{') ++depth;
    if (adjacent() == '}') --depth;
    ++at_.offset;
  }
}

void Lexer::skip_word() {
  skip_space();
  if (skip_opaque() || at_.offset == text_.size()) return;
  if (is(adjacent(), kNamePart)) {
    while (is(adjacent(), kNamePart)) ++at_.offset;
  } else {
    ++at_.offset;
  }
}

}  // namespace ptx
