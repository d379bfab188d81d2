// SPDX-License-Identifier: MIT
/// \file
/// Reads the words of PTX text. It allocates nothing and never looks back, whatever the text holds.
///
/// The parser asks for the kind of word that it expects; every call first skips blanks and
/// comments. Tested by lexer_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ptx {

/// A number as written.
struct Literal {
  enum class Kind : std::uint8_t {
    Integer,  ///< `bits` is its value, modulo 2^64
    Float32,  ///< 0f…: `bits` are those of the float
    Float64,  ///< 0d… or with a decimal point: `bits` are those of the double
  };
  Kind kind = Kind::Integer;
  std::uint64_t bits = 0;
};

/// A position in PTX text that can be put back.
struct Mark {
  std::size_t offset = 0;
  std::uint32_t line = 1;
  std::size_t line_start = 0;
};

/// A cursor over PTX text.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  /// Position of the next word.
  Mark mark();
  /// Line of the cursor, blanks not skipped.
  std::uint32_t line() const { return at_.line; }
  void rewind(Mark mark) { at_ = mark; }
  /// The text between a mark and the cursor.
  std::string_view since(Mark mark) const {
    return text_.substr(mark.offset, at_.offset - mark.offset);
  }

  bool at_end();
  /// The next character after blanks and comments; '\0' at the end.
  char peek();
  /// Takes the character when it comes next.
  bool accept(char c);
  /// Takes the character when it comes next without a blank before it.
  bool accept_adjacent(char c);
  /// The very next character, blanks not skipped.
  char adjacent(std::size_t ahead = 0) const {
    return at_.offset + ahead < text_.size() ? text_[at_.offset + ahead] : '\0';
  }

  /// A name such as "%rd1", "$L__BB0_2", "_Z3addPf"; empty when none comes next.
  std::string_view identifier();
  /// A directive with its dot, such as ".visible"; empty when none comes next.
  std::string_view directive();
  /// The ".lo.s32" behind a mnemonic that was just read; may be empty.
  std::string_view suffixes();
  /// A number without sign; nothing when none comes next or it is malformed (then it is skipped).
  std::optional<Literal> number();
  /// A string without its quotes, escapes left alone; nothing when none comes next.
  std::optional<std::string_view> string();

  /// Skips to behind the next ';' of this statement; stops before a '}' that closes what is outside
  /// of it. Returns the statement without the ';'.
  std::string_view skip_statement();
  /// Skips to behind the '}' that closes a block whose '{' was just taken.
  void skip_block();
  /// Skips one word or character.
  void skip_word();
  void skip_line();

 private:
  void skip_space() {
    if (const char c = adjacent(); c <= ' ' || c == '/') skip_blanks();
  }
  void skip_blanks();
  void newline();
  bool skip_opaque();
  std::optional<Literal> hex_float(std::size_t digits, Literal::Kind kind);

  std::string_view text_;
  Mark at_;
};

}  // namespace ptx
