// SPDX-License-Identifier: MIT
#include "toolchain/messages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <regex>
#include <string>
#include <utility>

#include "base/text.h"

namespace toolchain {
namespace {

/// Longer messages (template names can grow without end) are cut here.
constexpr std::size_t kLongestMessage = 1000;
/// Nothing behind this column is looked at: the line may be as long as a student likes.
constexpr std::size_t kLongestLine = 4000;
/// More messages than this help nobody.
constexpr std::size_t kMostMessages = 200;

enum class Word { Error, Warning, Note };

/// "file(3): warning #177-D: text", taken apart.
struct Line {
  Word word = Word::Error;
  base::SourceLocation where;
  std::string_view text;
};

/// How the compilers announce a message, and what follows it up to the text.
struct Announcement {
  std::string_view spelling;
  Word word;
};
constexpr std::array kAnnouncements{
    Announcement{"fatal error", Word::Error}, Announcement{"catastrophic error", Word::Error},
    Announcement{"error", Word::Error},       Announcement{"warning", Word::Warning},
    Announcement{"note", Word::Note},         Announcement{"remark", Word::Note}};

/// Reads "error: text", "warning #177-D: text"; nothing when the line goes on differently.
std::optional<Line> announced(std::string_view rest) {
  for (const Announcement& announcement : kAnnouncements) {
    if (!rest.starts_with(announcement.spelling)) continue;
    std::string_view after = rest.substr(announcement.spelling.size());
    if (after.starts_with(" #")) after.remove_prefix(std::min(after.find(':'), after.size()));
    if (!after.starts_with(':')) continue;
    return Line{announcement.word, {}, base::trim(after.substr(1))};
  }
  return std::nullopt;
}

/// Takes a number off the end of the text, together with the separator before it.
std::optional<int> take_number(std::string_view& text, char separator) {
  const std::size_t at = text.rfind(separator);
  if (at == std::string_view::npos || at + 1 == text.size()) return std::nullopt;
  const std::string_view digits = text.substr(at + 1);
  int number = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (code != std::errc{} || end != digits.data() + digits.size() || number < 0)
    return std::nullopt;
  text = text.substr(0, at);
  return number;
}

/// gcc and clang: "file:line:column: error: text", "ld: error: text".
std::optional<Line> gnu_line(std::string_view line) {
  for (std::size_t at = line.find(": "); at != std::string_view::npos;
       at = line.find(": ", at + 1)) {
    std::optional<Line> parsed = announced(line.substr(at + 2));
    if (!parsed) continue;
    std::string_view place = line.substr(0, at);
    const std::optional<int> last = take_number(place, ':');
    if (!last) return parsed;  // a tool's name, not a place
    const std::optional<int> before = take_number(place, ':');
    parsed->where = {std::string(place), before.value_or(*last), before ? *last : 0};
    return parsed;
  }
  return announced(line);
}

/// nvcc's front end: "file(line): error: text".
std::optional<Line> edg_line(std::string_view line) {
  for (std::size_t at = line.find("): "); at != std::string_view::npos;
       at = line.find("): ", at + 1)) {
    std::string_view place = line.substr(0, at);
    const std::optional<int> number = take_number(place, '(');
    if (!number) continue;
    std::optional<Line> parsed = announced(line.substr(at + 3));
    if (!parsed) continue;
    parsed->where = {std::string(place), *number, 0};
    return parsed;
  }
  return std::nullopt;
}

/// nvcc itself: "nvcc fatal   : text".
std::optional<Line> driver_line(std::string_view line) {
  if (!line.starts_with("nvcc fatal")) return std::nullopt;
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return Line{Word::Error, {}, base::trim(line.substr(colon + 1))};
}

std::optional<Line> parse_line(std::string_view whole) {
  const std::string_view line = whole.substr(0, kLongestLine);
  if (auto parsed = edg_line(line)) return parsed;
  if (auto parsed = driver_line(line)) return parsed;
  return gnu_line(line);
}

/// Clean text of bounded length: what is no UTF-8 or a control character becomes '?'.
std::string cleaned(std::string_view text) {
  const bool cut = text.size() > kLongestMessage;
  std::string result(text.substr(0, kLongestMessage));
  // A cut may split a character.
  while (cut && !result.empty() && (static_cast<unsigned char>(result.back()) & 0x80U) != 0) {
    result.pop_back();
  }
  const bool is_text = base::is_clean_utf8(result);
  for (char& c : result) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || (!is_text && byte >= 0x80)) c = '?';
  }
  return cut ? result + " ..." : result;
}

std::string relative_name(const std::string& file, const std::filesystem::path& folder) {
  const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  if (!path.is_absolute()) return cleaned(path.string());
  const std::filesystem::path relative = path.lexically_relative(folder.lexically_normal());
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return cleaned(inside ? relative.string() : path.string());
}

/// The column that EDG's caret points at. It shows the line after preprocessing, indented by two:
/// the column is the student's only as long as no qualifier macro stands in it.
int caret_column(std::string_view shown, std::string_view caret) {
  const std::size_t at = caret.find_first_not_of(' ');
  if (at == std::string_view::npos || at < 2 || caret.substr(at) != "^") return 0;
  if (shown.find("__attribute__") != std::string_view::npos) return 0;
  return static_cast<int>(at - 1);
}

/// A message's further lines: clang's notes, EDG's caret and template traces.
void add_detail(CompilerMessage& message, const std::vector<std::string>& lines, std::size_t at,
                const std::filesystem::path& folder) {
  base::Diagnostic& diagnostic = message.diagnostic;
  if (diagnostic.where.line > 0 && diagnostic.where.column == 0 && at + 2 < lines.size()) {
    diagnostic.where.column = caret_column(lines[at + 1], lines[at + 2]);
  }
  for (std::size_t i = at + 1; i < lines.size(); ++i) {
    const std::string_view detail = base::trim(lines[i]);
    if (detail.starts_with("detected during")) {
      diagnostic.hint = cleaned(detail);
      return;
    }
    const std::optional<Line> next = parse_line(lines[i]);
    if (!next) continue;
    if (next->word != Word::Note) return;
    base::SourceLocation where = next->where;
    where.file = relative_name(where.file, folder);
    const std::string place = to_string(where);
    diagnostic.hint = cleaned((place.empty() ? "" : place + ": ") + std::string(next->text));
    return;
  }
}

}  // namespace

std::vector<CompilerMessage> parse_messages(std::string_view output,
                                            const std::filesystem::path& source_folder) {
  const std::vector<std::string> lines = base::split_lines(output);
  std::vector<CompilerMessage> messages;
  for (std::size_t i = 0; i < lines.size() && messages.size() < kMostMessages; ++i) {
    const std::optional<Line> line = parse_line(lines[i]);
    if (!line || line->word == Word::Note) continue;
    CompilerMessage message;
    message.severity = line->word == Word::Error ? Severity::Error : Severity::Warning;
    message.diagnostic.where = line->where;
    if (!line->where.file.empty()) {
      message.diagnostic.where.file = relative_name(line->where.file, source_folder);
    }
    message.diagnostic.message = cleaned(line->text);
    add_detail(message, lines, i, source_folder);
    const bool repeated =
        std::any_of(messages.begin(), messages.end(), [&](const CompilerMessage& other) {
          return other.severity == message.severity && other.diagnostic == message.diagnostic;
        });
    if (!repeated) messages.push_back(std::move(message));
  }
  return messages;
}

std::vector<base::Diagnostic> of_severity(const std::vector<CompilerMessage>& messages,
                                          Severity severity) {
  std::vector<base::Diagnostic> result;
  for (const CompilerMessage& message : messages) {
    if (message.severity == severity) result.push_back(message.diagnostic);
  }
  return result;
}

std::string without_ours(std::string output) {
  static const std::array<std::pair<std::regex, const char*>, 3> ours = {{
      {std::regex("In file included from <built-in>:[0-9]+:\n"), ""},
      {std::regex("( generated) when compiling for sm_[0-9]+"), "$1"},
      {std::regex("( detected) in the compilation of \"[^\"\n]*\\.shim\\.cu\""), "$1"},
  }};
  // Expressions are slow on text without end, and what matters stands at its beginning.
  constexpr std::size_t kMostLookedAt = 32 << 10;
  std::string rest = output.size() > kMostLookedAt ? output.substr(kMostLookedAt) : "";
  output.resize(std::min(output.size(), kMostLookedAt));
  for (const auto& [pattern, by] : ours) output = std::regex_replace(output, pattern, by);
  return output + rest;
}

}  // namespace toolchain
