// SPDX-License-Identifier: MIT
#include "tests/answers/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/files.h"
#include "base/text.h"

namespace answers {
namespace {

constexpr std::string_view kMarker = "<!-- said by";
constexpr std::string_view kLeftOut = "...";

bool is_fence(const std::string& line) {
  return base::trim(line).starts_with("```");
}

std::vector<std::string> filled_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string& line : base::split_lines(text)) {
    const std::size_t end = line.find_last_not_of(" \t");
    if (end != std::string::npos) lines.push_back(line.substr(0, end + 1));
  }
  return lines;
}

/// The first line of the block that the output does not have at its place; nothing when all fit.
std::string missing_line(const std::vector<std::string>& block, const std::string& output) {
  const std::vector<std::string> actual = filled_lines(output);
  std::size_t at = 0;
  bool anywhere = true;
  for (const std::string& line : block) {
    // Between paragraphs others may be left out; "..." says so within one.
    if (base::trim(line).empty() || base::trim(line) == kLeftOut) {
      anywhere = true;
      continue;
    }
    const std::size_t from = at;
    while (anywhere && at < actual.size() && actual[at] != line) ++at;
    if (at >= actual.size() || actual[at] != line) {
      return fmt::format(
          "'{}'{}", line,
          from < actual.size() && !anywhere ? ", but there is '" + actual[from] + "'" : "");
    }
    ++at;
    anywhere = false;
  }
  return "";
}

/// The paragraphs that a page shows: the verdict, the first case, the first error, the hint.
std::string excerpt(const std::string& output) {
  std::string text;
  std::size_t number = 0;
  bool finding = false;
  const bool over = output.find("over budget") != std::string::npos;
  const bool checked = output.find(" of ") < output.find('\n');
  std::vector<std::vector<std::string>> paragraphs(1);
  for (const std::string& line : base::split_lines(output)) {
    if (base::trim(line).empty()) paragraphs.emplace_back();
    if (!base::trim(line).empty()) paragraphs.back().push_back(line);
  }
  for (const auto& lines : paragraphs) {
    if (lines.empty()) continue;
    const bool is_finding = lines.front().starts_with("error: ");
    const bool cases = checked && number == 1 && lines.front().starts_with("  ");
    const bool counts = lines.front().find("counts of ") != std::string::npos;
    ++number;
    if (checked &&
        ((is_finding && finding) || (counts && !over) || lines.front().starts_with("warning: ")))
      continue;
    finding = finding || is_finding;
    if (!text.empty()) text += "\n";
    if (!cases || lines.size() < 2) {
      for (const std::string& line : lines) {
        if (!line.starts_with("more: ")) text += line + "\n";
      }
    } else {
      text += lines.front() + "\n";
      const bool writer = lines[1].find(" wrote it at ") != std::string::npos;
      if (writer) text += lines[1] + "\n";
      if (lines.size() > (writer ? 2U : 1U)) text += "  ...\n";
    }
  }
  return text;
}

}  // namespace

Page::Page(std::filesystem::path file, std::string compiler)
    : file_(std::move(file)), compiler_(std::move(compiler)) {
  const auto text = base::read_file(file_);
  if (text.ok()) lines_ = base::split_lines(*text);
}

/// "no_guard" of "<!-- said by: no_guard -->", or nothing.
std::string Page::source_of(const std::string& line) const {
  const std::size_t end = line.find(" -->");
  if (!line.starts_with(kMarker) || end == std::string::npos) return "";
  for (const std::string& before : {std::string(": "), " " + compiler_ + ": "}) {
    const std::size_t name = kMarker.size() + before.size();
    if (line.substr(kMarker.size()).starts_with(before)) return line.substr(name, end - name);
  }
  return "";
}

std::vector<std::string> Page::named(std::string_view kind) const {
  std::set<std::string> names;
  for (const std::string& line : lines_) {
    const std::string source = source_of(line);
    if (source.empty()) continue;
    const std::size_t blank = source.find(' ');
    const std::string of_kind = blank == std::string::npos ? "" : source.substr(0, blank);
    if (of_kind == kind)
      names.insert(blank == std::string::npos ? source : source.substr(blank + 1));
  }
  return {names.begin(), names.end()};
}

void Page::fill(std::size_t block, const std::string& output) {
  const std::vector<std::string> lines = base::split_lines(excerpt(output));
  lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(block), lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines_) text += line + "\n";
  base::write_file(file_, text);
}

std::vector<std::string> Page::differences(const std::string& source, const std::string& output) {
  std::vector<std::string> problems;
  for (std::size_t i = 0; i + 1 < lines_.size(); ++i) {
    if (source_of(lines_[i]) != source) continue;
    if (!is_fence(lines_[i + 1])) {
      problems.push_back(fmt::format("line {}: no text block follows", i + 1));
      continue;
    }
    std::vector<std::string> block;
    for (std::size_t j = i + 2; j < lines_.size() && !is_fence(lines_[j]); ++j)
      block.push_back(lines_[j]);
    if (block.empty() && std::getenv("COURSE_UPDATE_PAGES") != nullptr) {
      fill(i + 2, output);
      continue;
    }
    const std::string missing = block.empty() ? "an empty block" : missing_line(block, output);
    if (!missing.empty())
      problems.push_back(fmt::format("{}:{}: the output of {} has no line {}",
                                     file_.filename().string(), i + 1, source, missing));
  }
  return problems;
}

std::vector<std::string> Page::strange_snippets(const std::vector<std::string>& sources) const {
  std::set<std::string> known;
  for (const std::string& source : sources)
    for (const std::string& line : base::split_lines(source)) known.emplace(base::trim(line));
  std::vector<std::string> problems;
  bool code = false;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (is_fence(lines_[i])) {
      code = !code && base::trim(lines_[i]) == "```cpp";
      continue;
    }
    const std::string line(base::trim(lines_[i]));
    if (!code || line.empty() || line.find(kLeftOut) != std::string::npos) continue;
    if (!known.contains(line))
      problems.push_back(fmt::format("{}:{}: '{}' stands in no file that is compiled",
                                     file_.filename().string(), i + 1, line));
  }
  return problems;
}

}  // namespace answers
