// SPDX-License-Identifier: MIT
/// \file
/// Small helpers for text that people read and write. Tested by text_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// The text without blanks, tabs and line ends at its ends.
std::string_view trim(std::string_view text);

/// The parts between the separators; always at least one.
std::vector<std::string> split(std::string_view text, char separator);

/// The lines of a text without their line ends ("\n" or "\r\n"); a last line without an end counts.
std::vector<std::string> split_lines(std::string_view text);

/// "1,234,567".
std::string with_thousands(std::uint64_t number);

/// "1 block", "2 blocks".
std::string counted(std::uint64_t number, std::string_view singular);

/// The candidate that `word` most likely is a misspelling of: least edits, at most a third of the
/// word's length (Damerau-Levenshtein with adjacent swaps). Nothing when none is near.
std::optional<std::string> closest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// "did you mean 'x'?" or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

/// Is the text valid UTF-8 without NUL bytes?
bool is_clean_utf8(std::string_view text);

/// The text in UTF-8: as it is where it is UTF-8 already, else each byte read as Latin-1.
std::string to_utf8(std::string text);

}  // namespace base
