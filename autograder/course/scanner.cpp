// SPDX-License-Identifier: MIT
#include "course/scanner.h"

#include <algorithm>
#include <string>

namespace course {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
/// Compilers take these for letters, too.
bool is_word_part(char c) {
  return is_word_character(c) || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_word_start(char c) {
  return is_word_part(c) && !is_digit(c);
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Piece> run() {
    while (at_ < text_.size()) step();
    return std::move(pieces_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  /// Ends the piece that began at `begin`.
  void add(PieceKind kind, std::size_t begin, bool ended = true) {
    const std::string_view piece = text_.substr(begin, at_ - begin);
    pieces_.push_back({kind, piece, line_, ended});
    line_ += static_cast<int>(std::count(piece.begin(), piece.end(), '\n'));
    fresh_line_ = fresh_line_ && kind == PieceKind::Comment;
  }

  /// Length of a backslash-newline at the place (gcc and clang allow blanks between), or 0.
  std::size_t splice(std::size_t at) const {
    if (at >= text_.size() || text_[at] != '\\') return 0;
    std::size_t end = at + 1;
    while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t' || text_[end] == '\r'))
      ++end;
    return end < text_.size() && text_[end] == '\n' ? end + 1 - at : 0;
  }

  void step() {
    const char c = peek();
    const std::size_t begin = at_;
    if (c == '\n') {
      ++at_;
      ++line_;
      fresh_line_ = true;
    } else if (const std::size_t length = splice(at_); length > 0) {
      at_ += length;
      ++line_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at_;
    } else if (starts("//")) {
      to_line_end();
      add(PieceKind::Comment, begin);
    } else if (starts("/*")) {
      at_ += 2;
      add_until("*/", PieceKind::Comment, begin);
    } else if (fresh_line_ && (c == '#' || starts("%:") || starts("?\?="))) {
      directive();
      add(PieceKind::Directive, begin);
    } else if (is_word_start(c)) {
      word(begin);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number();
      add(PieceKind::Number, begin);
    } else if (c == '"' || c == '\'') {
      quoted(c, begin);
    } else {
      at_ += starts("<%") || starts("%>") || starts("<:") || starts(":>") ? 2 : 1;
      add(PieceKind::Sign, begin);
    }
  }

  void to_line_end() {
    while (at_ < text_.size() && text_[at_] != '\n') at_ += std::max<std::size_t>(splice(at_), 1);
  }

  void add_until(std::string_view end, PieceKind kind, std::size_t begin) {
    const std::size_t found = text_.find(end, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
    add(kind, begin, found != std::string_view::npos);
  }

  /// To the end of the logical line; a block comment inside may span several lines.
  void directive() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (starts("/*")) {
        const std::size_t found = text_.find("*/", at_ + 2);
        at_ = found == std::string_view::npos ? text_.size() : found + 2;
      } else if (starts("//")) {
        to_line_end();
      } else {
        at_ += std::max<std::size_t>(splice(at_), 1);
      }
    }
  }

  void word(std::size_t begin) {
    while (is_word_part(peek())) ++at_;
    const std::string_view prefix = text_.substr(begin, at_ - begin);
    const bool raw =
        prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R";
    if (raw && peek() == '"') {
      raw_string(begin);
    } else {
      add(PieceKind::Word, begin);
    }
  }

  void raw_string(std::size_t begin) {
    const std::size_t open = text_.find('(', at_);
    const std::size_t longest = 16;  // [lex.string]: a delimiter has at most 16 characters
    if (open == std::string_view::npos || open - at_ - 1 > longest) {
      at_ = text_.size();
      add(PieceKind::Literal, begin, false);
      return;
    }
    const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    at_ = open + 1;
    add_until(end, PieceKind::Literal, begin);
  }

  /// A preprocessing number: 1'000, 0x1p-3, 1e+5, 1.5f.
  void number() {
    while (is_word_part(peek()) || peek() == '.' || (peek() == '\'' && is_word_part(peek(1)))) {
      const char c = peek();
      ++at_;
      const bool exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
      if (exponent && (peek() == '+' || peek() == '-')) ++at_;
    }
  }

  void quoted(char quote, std::size_t begin) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (const std::size_t length = splice(at_); length > 0) {
        at_ += length;
      } else {
        at_ += text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n' ? 2 : 1;
      }
    }
    const bool ended = at_ < text_.size() && text_[at_] == quote;
    if (ended) ++at_;
    at_ = std::min(at_, text_.size());
    add(PieceKind::Literal, begin, ended);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool fresh_line_ = true;  // nothing but blanks and comments so far on this line
  std::vector<Piece> pieces_;
};

}  // namespace

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::vector<Piece> scan(std::string_view text) {
  return Scanner(text).run();
}

}  // namespace course
