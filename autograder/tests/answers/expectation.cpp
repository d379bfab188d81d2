// SPDX-License-Identifier: MIT
#include "tests/answers/expectation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "base/files.h"
#include "base/text.h"
#include "course/regions.h"

namespace answers {
namespace {

constexpr double kRounding = 1e-6;

/// Text behind "// key: ", or nullptr.
const char* value_of(const std::string& line, const std::string& key) {
  const std::string beginning = "// " + key + ": ";
  return line.starts_with(beginning) ? line.c_str() + beginning.size() : nullptr;
}

Promise read_promise(const std::string& text) {
  const std::size_t blank = text.find(' ');
  if (!grader::verdict_from(text.substr(0, blank)))
    throw std::runtime_error("no such verdict: " + text);
  return {text.substr(0, blank), blank == std::string::npos ? "" : text.substr(blank + 1)};
}

/// Lines of each region of the answer, by name.
std::map<std::string, std::string> regions_of(const std::string& text) {
  std::map<std::string, std::string> regions;
  std::string name;
  for (const std::string& line : base::split_lines(text)) {
    const std::string_view words = base::trim(line);
    if (words.starts_with("// FILL-ME-IN(")) {
      name = words.substr(14, words.find(')') - 14);
      regions[name];
    } else if (words.starts_with("// END(")) {
      name.clear();
    } else if (!name.empty()) {
      regions[name] += line + "\n";
    }
  }
  return regions;
}

bool keeps(const Promise& promise, const grader::ExerciseResult& result) {
  if (promise.verdict != grader::to_string(result.verdict)) return false;
  return promise.kind.empty() ||
         std::any_of(result.findings.begin(), result.findings.end(),
                     [&](const auto& finding) { return finding.kind == promise.kind; });
}

std::string kinds_of(const grader::ExerciseResult& result) {
  std::string kinds;
  for (const auto& finding : result.findings) kinds += " " + finding.kind;
  return kinds;
}

}  // namespace

Answer read_answer(const std::filesystem::path& file) {
  Answer answer;
  answer.file = file;
  answer.text = base::read_file(file).value();
  for (const std::string& line : base::split_lines(answer.text)) {
    if (const char* promise = value_of(line, "expect")) {
      answer.promises.insert(answer.promises.begin(), read_promise(promise));
    } else if (const char* other = value_of(line, "also")) {
      answer.promises.push_back(read_promise(other));
    } else if (const char* points = value_of(line, "points")) {
      const std::string range = points;
      const std::size_t dash = range.find('-');
      answer.least = std::stod(range);
      answer.most = dash == std::string::npos ? answer.least : std::stod(range.substr(dash + 1));
    } else if (const char* hint = value_of(line, "hint")) {
      answer.hint = hint;
    } else if (const char* note = value_of(line, "note")) {
      answer.edited_outside = std::string(note) == "edited_outside_region";
    } else if (line.starts_with("// OUTSIDE ")) {
      const std::size_t arrow = line.find(" ==> ");
      answer.outside.emplace_back(line.substr(11, arrow - 11), line.substr(arrow + 5));
    }
  }
  if (answer.promises.empty()) throw std::runtime_error(file.string() + ": no '// expect:' line");
  return answer;
}

std::string student_file(const Answer& answer, std::string_view skeleton) {
  std::map<std::string, std::string> regions = regions_of(answer.text);
  const auto places = course::parse_regions(skeleton, "skeleton").value();
  std::string file;
  int line = 0;
  std::size_t place = 0;
  for (const std::string& text : base::split_lines(skeleton)) {
    ++line;
    while (place < places.size() && line > places[place].end_line) ++place;
    const bool within = place < places.size() && line >= places[place].first_line &&
                        line < places[place].end_line && regions.contains(places[place].name);
    if (place < places.size() && line == places[place].end_line)
      file += regions[places[place].name];
    if (!within) file += text + "\n";
  }
  for (const auto& given : regions) {
    const bool known = std::any_of(places.begin(), places.end(),
                                   [&](const auto& region) { return region.name == given.first; });
    if (!known) throw std::runtime_error("the skeleton has no region " + given.first);
  }
  for (const auto& [before, after] : answer.outside) {
    const std::size_t at = file.find(before);
    if (at == std::string::npos) throw std::runtime_error("the skeleton lacks " + before);
    file.replace(at, before.size(), after);
  }
  return file;
}

std::vector<std::string> differences(const Answer& answer, const grader::ExerciseResult& result) {
  std::vector<std::string> lines;
  if (std::none_of(answer.promises.begin(), answer.promises.end(),
                   [&](const Promise& promise) { return keeps(promise, result); })) {
    const Promise& promise = answer.promises[0];
    lines.push_back(fmt::format("verdict {}, findings{}; expected {} {}",
                                grader::to_string(result.verdict), kinds_of(result),
                                promise.verdict, promise.kind));
    if (!result.message.empty()) lines.push_back(result.message);
    for (const std::string& note : result.notes) lines.push_back(note);
  }
  if (result.points < answer.least - kRounding || result.points > answer.most + kRounding)
    lines.push_back(fmt::format("{:.2f} points; expected {:.2f} to {:.2f}", result.points,
                                answer.least, answer.most));
  if (result.hint.find(answer.hint) == std::string::npos)
    lines.push_back(fmt::format("hint '{}'; expected '{}' in it", result.hint, answer.hint));
  if (answer.edited_outside == result.edited_outside.empty())
    lines.push_back(answer.edited_outside ? "the edit outside of the regions was not noticed"
                                          : "edited outside: " + result.edited_outside[0]);
  return lines;
}

}  // namespace answers
