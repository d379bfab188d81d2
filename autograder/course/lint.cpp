// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "course/graft.h"
#include "course/scanner.h"

namespace course {
namespace {

constexpr std::size_t kLargestRegion = 256U << 10;

/// A directive's text without its comments and continuations: "include <vector>".
std::string plain_directive(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("//")) break;
    if (text.substr(i).starts_with("/*")) {
      const std::size_t end = text.find("*/", i + 2);
      if (end == std::string_view::npos) break;
      i = end + 1;
      plain += ' ';
    } else if (text[i] == '\\') {
      const std::size_t end = text.find_first_not_of(" \t\r", i + 1);
      if (end != std::string_view::npos && text[end] == '\n') i = end;
    } else {
      plain += text[i];
    }
  }
  std::string_view rest = plain;
  for (const std::string_view start : {"#", "%:", "?\?="})
    if (rest.starts_with(start)) {
      rest.remove_prefix(start.size());
      break;
    }
  return std::string(base::trim(rest));
}

/// The first word of a text and the trimmed rest.
std::pair<std::string, std::string> first_word(const std::string& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_word_character);
  return {std::string(text.begin(), end), std::string(base::trim({end, text.end()}))};
}

/// All words of the skeleton's code outside of its regions.
std::set<std::string, std::less<>> words_outside(std::string_view skeleton) {
  std::set<std::string, std::less<>> words;
  const std::vector<Region> regions = parse_regions(skeleton, "the skeleton").value();
  for (const Piece& piece : scan(skeleton)) {
    const bool inside = std::any_of(regions.begin(), regions.end(), [&](const Region& region) {
      return piece.line >= region.first_line && piece.line < region.end_line;
    });
    if (piece.kind == PieceKind::Word && !inside) words.emplace(piece.text);
  }
  return words;
}

/// Checks the pieces of one region.
class Linter {
 public:
  Linter(const Region& region, std::string_view skeleton, const std::string& file)
      : region_(region), skeleton_(skeleton), file_(file) {}

  std::vector<base::Diagnostic> run() {
    if (region_.text.size() > kLargestRegion) {
      report(1, fmt::format("the region has {} characters", region_.text.size()),
             fmt::format("at most {}", kLargestRegion));
      return problems_;
    }
    if (!base::is_clean_utf8(region_.text)) {
      report(1, "the text is not UTF-8 or holds a NUL character", "save the file as UTF-8");
      return problems_;
    }
    for (const Piece& piece : scan(region_.text)) check(piece);
    for (const Open& open : open_)
      report(open.line, fmt::format("'{}' is not closed within the region", open.sign));
    for (const Conditional& conditional : conditionals_)
      report(conditional.line, "#if without its #endif within the region");
    return problems_;
  }

 private:
  struct Open {
    std::string sign;
    int line;
  };
  struct Conditional {
    int line;
    std::vector<Open> before;
  };

  void report(int line, std::string message, std::string hint = {}) {
    problems_.push_back({{file_, region_.first_line + line - 1, 0},
                         fmt::format("region '{}': {}", region_.name, message),
                         std::move(hint)});
  }

  void check(const Piece& piece) {
    // Within #if 0 an apostrophe is text; it ends with its line and cannot reach further.
    const bool text = piece.kind == PieceKind::Literal && !conditionals_.empty() &&
                      piece.text.find('\n') == std::string_view::npos;
    if (!piece.ended && !text)
      report(piece.line, piece.kind == PieceKind::Comment ? "a comment does not end"
                                                          : "a string or character does not end");
    if (piece.kind == PieceKind::Word && piece.text.starts_with("autograder_"))
      report(piece.line, fmt::format("the name '{}' is kept for the autograder", piece.text),
             "choose another name");
    if (piece.kind == PieceKind::Sign) bracket(piece);
    if (piece.kind == PieceKind::Directive) directive(piece);
  }

  void bracket(const Piece& piece) {
    const std::string_view sign = piece.text == "<%"   ? "{"
                                  : piece.text == "%>" ? "}"
                                  : piece.text == "<:" ? "["
                                  : piece.text == ":>" ? "]"
                                                       : piece.text;
    if (sign == "{" || sign == "(" || sign == "[") {
      open_.push_back({std::string(sign), piece.line});
      return;
    }
    const std::string_view partner = sign == "}" ? "{" : sign == ")" ? "(" : sign == "]" ? "[" : "";
    if (partner.empty()) return;
    if (open_.empty()) {
      report(piece.line,
             fmt::format("'{}' closes nothing that was opened within the region", sign));
    } else if (open_.back().sign != partner) {
      report(piece.line,
             fmt::format("'{}' does not fit the '{}' of line {}", sign, open_.back().sign,
                         region_.first_line + open_.back().line - 1));
      open_.pop_back();
    } else {
      open_.pop_back();
    }
  }

  void directive(const Piece& piece) {
    const std::string plain = plain_directive(piece.text);
    const auto [word, rest] = first_word(plain);
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      conditionals_.push_back({piece.line, open_});
    } else if (word == "else" || word.starts_with("elif")) {
      // Each branch begins with what was open before the #if.
      if (conditionals_.empty()) {
        report(piece.line, fmt::format("#{} without #if within the region", word));
      } else {
        open_ = conditionals_.back().before;
      }
    } else if (word == "endif") {
      if (conditionals_.empty()) {
        report(piece.line, "#endif without #if within the region");
      } else {
        conditionals_.pop_back();
      }
    } else if (word == "line" || (!word.empty() && word[0] >= '0' && word[0] <= '9')) {
      report(piece.line, "#line is not allowed", "it would move the lines of all messages");
    } else if (word == "define" || word == "undef") {
      macro(piece, word, first_word(rest).first);
    } else if (word == "include") {
      include(piece, rest);
    } else if (word == "include_next" || word == "import" || word == "embed") {
      report(piece.line, fmt::format("#{} is not allowed", word));
    }
  }

  void macro(const Piece& piece, const std::string& word, const std::string& name) {
    const bool ours = name.starts_with("autograder_") || name == "defined";
    if (ours || words_outside(skeleton_).contains(name))
      report(piece.line, fmt::format("#{} of '{}', which the given code uses", word, name),
             "choose another name");
  }

  void include(const Piece& piece, const std::string& target) {
    const bool standard = target.starts_with('<') && target.ends_with('>');
    const bool leaves = target.find("..") != std::string::npos || target.starts_with("</");
    if (!standard || leaves)
      report(piece.line, fmt::format("#include {} is not allowed", target),
             "only headers of the compiler, in <angle brackets>");
  }

  const Region& region_;
  std::string_view skeleton_;
  const std::string& file_;
  std::vector<Open> open_;
  std::vector<Conditional> conditionals_;
  std::vector<base::Diagnostic> problems_;
};

}  // namespace

std::vector<base::Diagnostic> lint_region(const Region& region, std::string_view skeleton,
                                          const std::string& shown_file) {
  return Linter(region, skeleton, shown_file).run();
}

std::vector<base::Diagnostic> lint_regions(const StudentRegions& student, std::string_view skeleton,
                                           const std::string& shown_file) {
  std::vector<base::Diagnostic> problems;
  for (const Region& region : student.regions) {
    const auto own = lint_region(region, skeleton, shown_file);
    problems.insert(problems.end(), own.begin(), own.end());
  }
  return problems;
}

}  // namespace course
