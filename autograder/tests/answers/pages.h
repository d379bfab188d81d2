// SPDX-License-Identifier: MIT
/// \file
/// Holds what a lesson's page shows against what really comes out: blocks of output, and snippets.
///
/// A line `<!-- said by: NAME -->` before a text block says whose output it is: that of `check` on
/// the answer NAME, of `autograder run` on the lesson's own program (`run NAME`), or a file of the
/// folder (`file NAME`). `said by clang: ` holds for that compiler only, where the order of loads
/// is the compiler's. Each line of the block must be there, one after the other; a line `...`
/// leaves some out. Lines of a block marked cpp must stand in a file that is compiled.
/// README.md beside this file describes it for authors. Tested by the lessons' pages.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace answers {

/// The page of a lesson.
class Page {
 public:
  /// Reads it; an empty page where there is none.
  /// Of blocks that are marked for one compiler, it has those of this one.
  Page(std::filesystem::path file, std::string compiler);

  /// Names behind "said by: KIND " ("run", "file"), or without a kind ("").
  std::vector<std::string> named(std::string_view kind) const;

  /// What does not agree with the output of this source; empty when all does. With
  /// COURSE_UPDATE_PAGES in the environment, an empty block is filled with an excerpt instead.
  std::vector<std::string> differences(const std::string& source, const std::string& output);

  /// Snippets of C++ whose lines stand in none of these texts.
  std::vector<std::string> strange_snippets(const std::vector<std::string>& sources) const;

 private:
  void fill(std::size_t block, const std::string& output);
  std::string source_of(const std::string& line) const;

  std::filesystem::path file_;
  std::string compiler_;
  std::vector<std::string> lines_;
};

}  // namespace answers
