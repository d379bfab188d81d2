// SPDX-License-Identifier: MIT
#include "grader/sources.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "course/graft.h"
#include "course/shim.h"
#include "grader/fault.h"
#include "grader/golden.h"

namespace grader {

namespace fs = std::filesystem;

namespace {

/// No source of a course comes near it; a larger one is no honest attempt.
constexpr std::uintmax_t kLargestSource = std::uintmax_t{1} << 20;

std::string read_ours(const fs::path& path) {
  auto text = base::read_file(path);
  if (!text.ok()) throw GraderFault(to_string(text.errors()));
  return std::move(*text);
}

fs::path staged_path(const course::Exercise& exercise) {
  return fs::path(exercise.path) / exercise.source;
}

std::vector<std::string> edits_of(const course::StudentRegions& regions) {
  std::vector<std::string> lines;
  for (const base::Diagnostic& edit : regions.edited_outside) {
    lines.push_back((edit.where.line > 0 ? to_string(edit.where) + ": " : "") + edit.message);
  }
  return lines;
}

}  // namespace

Sources::Sources(const course::Course& course) : course_(course) {
  for (const char* shared : {"assignments/common", "lessons/common"}) {
    std::error_code error;
    for (const auto& file : fs::directory_iterator(course.root / shared, error)) {
      if (!file.is_regular_file()) continue;
      common_.push_back({fs::path(shared) / file.path().filename(), read_ours(file.path())});
    }
  }
  std::sort(common_.begin(), common_.end(),
            [](const StagedFile& one, const StagedFile& other) { return one.path < other.path; });
}

std::vector<std::string> Sources::given_files() const {
  std::vector<std::string> names;
  for (const StagedFile& file : common_) names.push_back(file.path.filename().string());
  return names;
}

std::vector<const course::Exercise*> Sources::used_by(const course::Exercise& exercise) const {
  std::vector<const course::Exercise*> used;
  for (const course::Entry& entry : exercise.entries) {
    for (const std::string& name : entry.uses) {
      const course::Exercise* other = course_.find(name);
      if (other == nullptr)
        throw GraderFault(exercise.name + " uses " + name + ", which is not there");
      if (std::find(used.begin(), used.end(), other) == used.end()) used.push_back(other);
    }
  }
  return used;
}

BuildInput Sources::with_common(const course::Exercise& exercise) const {
  BuildInput input;
  input.files = common_;
  input.source = staged_path(exercise);
  if (exercise.requirements.architecture > 75) {
    input.architecture = exercise.requirements.architecture;
  }
  return input;
}

/// Adds the file of a used exercise to a program: as a part of its text, and as what can be built
/// by itself, exactly as when it is graded.
void Sources::add_library(const course::Exercise& used, const std::string& skeleton,
                          const std::string& text, const std::string& shims,
                          BuildInput& input) const {
  input.files.push_back({staged_path(used), text});
  const std::string declarations = course::entry_declarations(used, skeleton);
  if (declarations.empty() || !used_by(used).empty()) return;
  BuildInput library = with_common(used);
  library.files.push_back({library.source, text});
  library.appended = shims;
  input.libraries.push_back(std::move(library));
  input.declarations.push_back({staged_path(used), declarations});
}

std::string Sources::pristine(const course::Exercise& exercise) const {
  auto skeleton = handed_out(course_.root, exercise);
  if (!skeleton) return read_ours(course::skeleton_file(course_.root, exercise));
  if (!skeleton->ok()) throw GraderFault(to_string(skeleton->errors()));
  return std::move(**skeleton);
}

namespace {

/// The student's text for one exercise grafted into its skeleton; the skeleton where there is none.
std::string grafted(const course::Exercise& exercise, const std::string& skeleton,
                    const fs::path& folder) {
  const std::optional<fs::path> file = course::submitted_file(folder, exercise);
  if (!file) return course::with_line_directives(skeleton, exercise.source);
  auto text = base::read_file(*file, kLargestSource);
  if (!text.ok()) return course::with_line_directives(skeleton, exercise.source);
  *text = base::to_utf8(std::move(*text));
  const course::StudentRegions regions = course::extract_regions(*text, skeleton, exercise.source);
  if (!course::lint_regions(regions, skeleton, exercise.source).empty()) {
    return course::with_line_directives(skeleton, exercise.source);
  }
  return course::graft(skeleton, regions, exercise.source);
}

}  // namespace

Submission Sources::submission(const course::Exercise& exercise, const fs::path& folder) const {
  Submission result;
  const std::string skeleton = pristine(exercise);
  const std::optional<fs::path> file = course::submitted_file(folder, exercise);
  if (!file) return result;
  result.found = true;
  result.file = file->lexically_proximate(fs::current_path()).string();
  auto text = base::read_file(*file, kLargestSource);
  if (!text.ok()) {
    result.problem = text.errors().front().message;
  } else if (const std::size_t at = text->find('\0'); at != std::string::npos) {
    result.problem = fmt::format(
        "line {} holds a NUL character: save the file as UTF-8 text",
        1 + std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }
  if (!result.problem.empty()) return result;
  *text = base::to_utf8(std::move(*text));
  const course::StudentRegions regions = course::extract_regions(*text, skeleton, exercise.source);
  result.attempted = regions.attempted;
  result.edited_outside = edits_of(regions);
  result.lint = course::lint_regions(regions, skeleton, exercise.source);
  result.input = with_common(exercise);
  for (const course::Exercise* other : used_by(exercise)) {
    const std::string theirs = pristine(*other);
    add_library(*other, theirs, grafted(*other, theirs, folder), course::entry_shim(*other),
                result.input);
  }
  result.input.files.push_back(
      {result.input.source, course::graft(skeleton, regions, exercise.source)});
  result.input.appended = course::entry_shim(exercise);
  return result;
}

std::optional<BuildInput> Sources::reference(const course::Exercise& exercise) const {
  const fs::path file = course::reference_file(course_.root, exercise);
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  BuildInput input = with_common(exercise);
  for (const course::Exercise* other : used_by(exercise)) {
    add_library(*other, pristine(*other), read_ours(course::reference_file(course_.root, *other)),
                course::entry_shim(*other) + course::spec_shim(*other), input);
  }
  input.files.push_back({input.source, read_ours(file)});
  // Outside of its regions the reference is the pristine file, its specification included.
  input.appended = course::entry_shim(exercise) + course::spec_shim(exercise);
  return input;
}

BuildInput Sources::skeleton(const course::Exercise& exercise) const {
  BuildInput input = specification(exercise);
  input.appended = course::entry_shim(exercise);
  return input;
}

BuildInput Sources::specification(const course::Exercise& exercise) const {
  BuildInput input = with_common(exercise);
  for (const course::Exercise* other : used_by(exercise)) {
    input.files.push_back(
        {staged_path(*other), course::with_line_directives(pristine(*other), other->source)});
  }
  input.files.push_back(
      {input.source, course::with_line_directives(pristine(exercise), exercise.source)});
  input.appended = course::spec_shim(exercise);
  return input;
}

}  // namespace grader
