// SPDX-License-Identifier: MIT
/// \file
/// Splits C++ text into words, numbers, literals, comments, directives and signs: as much as
/// markers, comparison and lint need. Tested by graft_test.cpp and regions_test.cpp.
#pragma once

#include <string_view>
#include <vector>

namespace course {

/// Kinds of pieces.
enum class PieceKind {
  Word,
  Number,
  Literal,  ///< string or character, raw ones too
  Comment,
  Sign,       ///< one punctuation character; digraphs <% %> <: :> stand as themselves
  Directive,  ///< a whole preprocessor line with its continuations, comments included
};

/// One piece of the text.
struct Piece {
  PieceKind kind = PieceKind::Sign;  ///< what it is
  std::string_view text;             ///< as it stands in the text
  int line = 0;                      ///< of its first character, from 1
  bool ended = true;                 ///< false: a comment or literal that does not end
};

/// A letter, digit or underscore of plain C++?
bool is_word_character(char c);

/// The pieces of a text in order; blanks and line ends are left out. Never fails.
std::vector<Piece> scan(std::string_view text);

}  // namespace course
