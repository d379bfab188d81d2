// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>
#include <system_error>

#include "base/files.h"
#include "base/text.h"
#include "course/author.h"
#include "course/regions.h"
#include "course/scanner.h"

namespace course {
namespace {

namespace fs = std::filesystem;

constexpr int kLongestRegion = 20;           // lines of code that a region asks for
constexpr std::size_t kLongestLesson = 150;  // lines of a lesson's reference

/// Checks the files of one exercise.
class ExerciseCheck {
 public:
  ExerciseCheck(const Course& course, const Exercise& exercise)
      : course_(course), exercise_(exercise), folder_(exercise.path) {}

  std::vector<base::Diagnostic> run() {
    if (!exercise_.entries.empty()) source();
    readme();
    if (!exercise_.entries.empty() && exercise_.hints.empty())
      report({exercise_.where.file, 0, 0}, "there is no [[hint]]");
    stray(folder_, {"exercise.toml", "README.md", "figures", exercise_.source});
    stray(fs::path("reference") / folder_, {"hidden.toml", exercise_.source});
    return std::move(problems_);
  }

 private:
  void report(const base::SourceLocation& where, std::string message, std::string hint = {}) {
    problems_.push_back({where, std::move(message), std::move(hint)});
  }
  void append(const std::vector<base::Diagnostic>& errors) {
    problems_.insert(problems_.end(), errors.begin(), errors.end());
  }

  void source() {
    const fs::path below = fs::path("reference") / folder_ / exercise_.source;
    const base::Result<std::string> reference = base::read_file(course_.root / below);
    if (!reference) return append(reference.errors());
    const base::Result<std::string> skeleton = make_skeleton(*reference, below.string());
    if (!skeleton) return append(skeleton.errors());
    const base::Result<std::vector<Region>> regions = parse_regions(*reference, below.string());
    if (regions->empty()) report({below.string(), 0, 0}, "the file has no region to fill in");
    for (const Region& region : *regions) region_size(region, below.string());
    const std::size_t lines = base::split_lines(*reference).size();
    if (exercise_.kind == ExerciseKind::Lesson && lines > kLongestLesson)
      report({below.string(), 0, 0}, fmt::format("the file has {} lines", lines),
             fmt::format("a lesson has at most {}", kLongestLesson));
    functions(*reference, below.string());
    committed(*skeleton);
  }

  /// Lines with code after SOLUTION; comments explain, and blank lines part.
  void region_size(const Region& region, const std::string& file) {
    const std::size_t solution = region.text.find("SOLUTION\n");
    if (solution == std::string::npos) return;
    const std::string text = region.text.substr(solution + 9);
    std::set<int> lines;
    for (const Piece& piece : scan(text))
      if (piece.kind != PieceKind::Comment) lines.insert(piece.line);
    if (static_cast<int>(lines.size()) > kLongestRegion)
      report({file, region.marker_line, 0},
             fmt::format("region '{}' asks for {} lines", region.name, lines.size()),
             fmt::format("at most {}; split it, or give a part of it", kLongestRegion));
  }

  void functions(const std::string& reference, const std::string& file) {
    std::set<std::string_view> words;
    for (const Piece& piece : scan(reference))
      if (piece.kind == PieceKind::Word) words.insert(piece.text);
    for (const Entry& entry : exercise_.entries) {
      const bool called = entry.kind == EntryKind::Kernel || entry.kind == EntryKind::Host;
      if (!called) continue;
      for (const std::string& name : {entry.name, entry.spec})
        if (!words.contains(name))
          report({file, 0, 0}, fmt::format("there is no function '{}'", name),
                 "exercise.toml names it");
    }
  }

  void committed(const std::string& skeleton) {
    const fs::path below = folder_ / exercise_.source;
    const base::Result<std::string> present = base::read_file(course_.root / below);
    if (present && *present == skeleton) return;
    int line = 1;
    if (present) {
      const auto differ =
          std::mismatch(present->begin(), present->end(), skeleton.begin(), skeleton.end());
      line += static_cast<int>(std::count(present->begin(), differ.first, '\n'));
    }
    report({below.string(), present ? line : 0, 0},
           present ? "the skeleton differs from the one made from the reference"
                   : "the skeleton is missing",
           "autograder author sync writes it");
  }

  void stray(const fs::path& folder, std::vector<std::string> known) {
    known.insert(known.end(), exercise_.files.begin(), exercise_.files.end());
    std::error_code error;
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(course_.root / folder, error))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    for (const std::string& name : names)
      if (std::find(known.begin(), known.end(), name) == known.end() && !name.ends_with(".svg"))
        report({(folder / name).string(), 0, 0}, "a file that nothing names",
               "'files' in exercise.toml lists further files");
  }

  void readme() {
    const fs::path below = folder_ / "README.md";
    const base::Result<std::string> page = base::read_file(course_.root / below);
    if (!page) return append(page.errors());
    if (base::trim(*page).empty()) report({below.string(), 0, 0}, "the page is empty");
    static const std::regex link("\\]\\(([^)\\s]+)\\)");
    static const std::regex place("`([A-Za-z0-9_./]+\\.(?:cu|cuh|h)):([A-Za-z0-9_]+)`");
    int number = 0;
    bool code = false;
    for (const std::string& line : base::split_lines(*page)) {
      ++number;
      if (base::trim(line).starts_with("```")) code = !code;
      if (code) continue;
      const base::SourceLocation where{below.string(), number, 0};
      for (std::sregex_iterator m(line.begin(), line.end(), link), end; m != end; ++m)
        check_link((*m)[1].str(), where);
      for (std::sregex_iterator m(line.begin(), line.end(), place), end; m != end; ++m)
        check_place((*m)[1].str(), (*m)[2].str(), where);
    }
  }

  void check_link(std::string target, const base::SourceLocation& where) {
    if (target.find("://") != std::string::npos || target.starts_with("mailto:")) return;
    target = target.substr(0, target.find('#'));
    if (target.empty()) return;
    std::error_code error;
    if (!fs::exists(course_.root / folder_ / target, error))
      report(where, fmt::format("the link to '{}' leads nowhere", target));
  }

  /// `file.cu:region` or `file.cu:12`.
  void check_place(const std::string& file, const std::string& place,
                   const base::SourceLocation& where) {
    const base::Result<std::string> text = base::read_file(course_.root / folder_ / file);
    if (!text) {
      report(where, fmt::format("there is no file '{}'", file));
      return;
    }
    if (place.find_first_not_of("0123456789") == std::string::npos) {
      if (place.size() > 6 || std::stoul(place) > base::split_lines(*text).size())
        report(where, fmt::format("'{}' has no line {}", file, place));
      return;
    }
    const base::Result<std::vector<Region>> regions = parse_regions(*text, file);
    const bool found =
        regions.ok() && std::any_of(regions->begin(), regions->end(),
                                    [&](const Region& r) { return r.name == place; });
    if (!found) report(where, fmt::format("'{}' has no region '{}'", file, place));
  }

  const Course& course_;
  const Exercise& exercise_;
  fs::path folder_;
  std::vector<base::Diagnostic> problems_;
};

/// Pages are as sync() writes them.
void check_pages(const Course& course, std::vector<base::Diagnostic>& problems) {
  const base::Result<std::vector<GeneratedFile>> files = generated_files(course);
  if (!files) {
    for (const base::Diagnostic& error : files.errors())  // those of skeletons were reported before
      if (error.where.file.ends_with(".md")) problems.push_back(error);
    return;
  }
  for (const GeneratedFile& file : *files) {
    if (file.path.filename() != "README.md") continue;
    const base::Result<std::string> present = base::read_file(course.root / file.path);
    if (!present || *present != file.content)
      problems.push_back({{file.path.string(), 0, 0},
                          "the page differs from the one made from the exercise.toml files",
                          "autograder author sync writes it"});
  }
}

}  // namespace

std::vector<base::Diagnostic> check(const Course& course, const std::vector<std::string>& names,
                                    const RunCheck& run_check) {
  std::vector<base::Diagnostic> problems;
  std::vector<const Exercise*> chosen;
  for (const std::string& name : names) {
    const base::Result<const Exercise*> exercise = course.require(name);
    if (exercise) chosen.push_back(*exercise);
    // An exercise that could not be read has its own problems in the course's list.
    const bool broken = std::any_of(
        course.problems.begin(), course.problems.end(), [&](const base::Diagnostic& problem) {
          return problem.where.file.find('/' + name + '/') != std::string::npos;
        });
    if (!exercise && !broken)
      problems.insert(problems.end(), exercise.errors().begin(), exercise.errors().end());
  }
  if (names.empty()) chosen = course.all();
  for (const base::Diagnostic& problem : course.problems) {
    const bool wanted =
        names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
          return problem.where.file.find('/' + name + '/') != std::string::npos;
        });
    if (wanted) problems.push_back(problem);
  }
  for (const Exercise* exercise : chosen) {
    std::vector<base::Diagnostic> own = ExerciseCheck(course, *exercise).run();
    if (own.empty() && run_check && !exercise->entries.empty()) own = run_check(*exercise);
    problems.insert(problems.end(), own.begin(), own.end());
  }
  if (names.empty()) check_pages(course, problems);
  return problems;
}

}  // namespace course
