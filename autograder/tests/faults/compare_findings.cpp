// SPDX-License-Identifier: MIT
// Compares the findings of a `run --json` with the marks of the program's source:
//   compare_findings run.json program.cu COMPILER EXIT_CODE
// A mark stands at the end of a line: `// finds: kind`, or `kind:RAW` for a race; `?kind` may be
// found, `nvcc/kind` holds for that compiler only. `// note: kind` names a note about host code. A
// finding belongs to a mark on its line or its other line; one without a mark is wrong, and so is a
// mark without a finding.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/text.h"

namespace {

struct Mark {
  int line = 0;
  std::string kind, hazard;
  bool optional = false, note = false, found = false;
};

/// The words behind `tag` on a line.
std::vector<std::string> words_after(const std::string& line, const std::string& tag) {
  const std::size_t at = line.find(tag);
  if (at == std::string::npos) return {};
  std::vector<std::string> words;
  for (const std::string& word : base::split(line.substr(at + tag.size()), ' ')) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

void add_marks(const std::string& text, int line, const std::string& compiler,
               std::vector<Mark>& marks) {
  for (const bool note : {false, true}) {
    for (std::string word : words_after(text, note ? "// note: " : "// finds: ")) {
      Mark mark;
      mark.line = line;
      mark.note = note;
      if (const std::size_t slash = word.find('/'); slash != std::string::npos) {
        if (word.substr(0, slash) != compiler) continue;
        word.erase(0, slash + 1);
      }
      mark.optional = word.starts_with("?");
      if (mark.optional) word.erase(0, 1);
      const std::size_t colon = word.find(':');
      mark.kind = word.substr(0, colon);
      if (colon != std::string::npos) mark.hazard = word.substr(colon + 1);
      marks.push_back(mark);
    }
  }
}

/// Is the finding marked? Then the mark is, too.
bool claim(const nlohmann::json& finding, std::vector<Mark>& marks) {
  bool marked = false;
  for (Mark& mark : marks) {
    const bool here =
        mark.line == finding.at("line") || mark.line == finding.value("other_line", 0);
    if (mark.note || !here || mark.kind != finding.at("kind")) continue;
    marked = true;
    if (mark.hazard.empty() || mark.hazard == finding.value("hazard", "")) mark.found = true;
  }
  return marked;
}

/// Four lines at most with the head, and words for what to do.
bool is_readable(const nlohmann::json& finding) {
  const auto message = finding.at("message").get<std::string>();
  const auto lines = std::count(message.begin(), message.end(), '\n') + 1;
  return lines <= 3 && !finding.at("help").get<std::string>().empty();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const auto run = nlohmann::json::parse(base::read_file(argv[1]).value());
  const std::string compiler = argv[3];
  std::vector<Mark> marks;
  int line = 0;
  for (const std::string& text : base::split_lines(base::read_file(argv[2]).value())) {
    add_marks(text, ++line, compiler, marks);
  }
  int wrong = 0;
  bool errors = false;
  for (const auto& finding : run.at("findings")) {
    errors = errors || finding.at("severity") == "error";
    if (claim(finding, marks) && is_readable(finding)) continue;
    ++wrong;
    std::printf("not expected: %s\n", finding.dump(1).c_str());
  }
  for (Mark& mark : marks) {
    for (const auto& note : run.at("host_notes")) {
      if (mark.note && note.at("kind") == mark.kind) mark.found = true;
    }
    if (mark.found || mark.optional) continue;
    ++wrong;
    std::printf("line %d: %s %s was not found\n", mark.line, mark.kind.c_str(),
                mark.hazard.c_str());
  }
  if (!run.at("not_modelled").empty()) {
    ++wrong;
    std::printf("not modelled: %s\n", run.at("not_modelled").dump().c_str());
  }
  if (std::string(argv[4]) != (errors ? "86" : "0")) {
    ++wrong;
    std::printf("the exit code is %s\n", argv[4]);
  }
  std::printf("%zu launches, %zu findings, %zu marks, %d wrong\n", run.at("launches").size(),
              run.at("findings").size(), marks.size(), wrong);
  return wrong == 0 && !run.at("launches").empty() ? 0 : 1;
}
