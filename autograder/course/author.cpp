// SPDX-License-Identifier: MIT
#include "course/author.h"

#include <fmt/format.h>

#include <regex>
#include <system_error>

#include "base/files.h"
#include "course/index_pages.h"
#include "course/quick_check.h"
#include "course/regions.h"
#include "course/templates.h"

namespace course {
namespace {

namespace fs = std::filesystem;

void write_below(const fs::path& root, const fs::path& path, std::string_view content) {
  fs::create_directories((root / path).parent_path());
  base::write_file(root / path, content);
}

/// The page of a lesson with its questions as they stand in exercise.toml.
void quick_check(const Course& course, const Exercise& exercise, std::vector<GeneratedFile>& files,
                 std::vector<base::Diagnostic>& problems) {
  const fs::path below = fs::path(exercise.path) / "README.md";
  const base::Result<std::string> page = base::read_file(course.root / below);
  if (!page) return;  // `check` says that it is missing
  base::Result<std::string> with = with_quick_check(exercise, *page, below.string());
  if (with) {
    files.push_back({below, std::move(*with)});
  } else {
    problems.insert(problems.end(), with.errors().begin(), with.errors().end());
  }
}

}  // namespace

base::Result<std::vector<fs::path>> new_exercise(const fs::path& root, ExerciseKind kind,
                                                 std::string_view name) {
  const bool lesson = kind == ExerciseKind::Lesson;
  const std::regex shape(lesson ? "[a-e][0-9][0-9]_[a-z][a-z0-9_]*" : "[a-z][a-z0-9_]*");
  if (!std::regex_match(name.begin(), name.end(), shape))
    return base::Diagnostic{{},
                            fmt::format("the name '{}' does not fit", name),
                            lesson ? "a part letter, two digits, an underscore and the topic: "
                                     "c09_shuffles"
                                   : "lower-case letters, digits and underscores"};
  const fs::path below = fs::path(lesson ? "lessons" : "assignments") / name;
  std::error_code error;
  for (const fs::path& folder : {below, "reference" / below})
    if (fs::exists(root / folder, error))
      return base::Diagnostic{{folder.string(), 0, 0}, "the folder exists already", ""};

  const Template text = exercise_template(kind, std::string(name));
  const fs::path reference = "reference" / below / text.source;
  base::Result<std::string> skeleton = make_skeleton(text.reference, reference.string());
  if (!skeleton) return skeleton.errors();
  std::vector<fs::path> written;
  const auto write = [&](const fs::path& path, const std::string& content) {
    write_below(root, path, content);
    written.push_back(path);
  };
  write(below / "exercise.toml", text.exercise);
  write(below / "README.md", text.readme);
  write(reference, text.reference);
  write(below / text.source, *skeleton);
  return written;
}

base::Result<std::vector<GeneratedFile>> generated_files(const Course& course) {
  std::vector<GeneratedFile> files;
  std::vector<base::Diagnostic> problems;
  for (const Exercise* exercise : course.all()) {
    quick_check(course, *exercise, files, problems);
    if (exercise->entries.empty()) continue;
    const fs::path below = fs::path("reference") / exercise->path / exercise->source;
    base::Result<std::string> reference = base::read_file(course.root / below);
    base::Result<std::string> skeleton =
        reference ? make_skeleton(*reference, below.string()) : reference;
    if (!skeleton) {
      problems.insert(problems.end(), skeleton.errors().begin(), skeleton.errors().end());
      continue;
    }
    files.push_back({fs::path(exercise->path) / exercise->source, std::move(*skeleton)});
  }
  files.push_back({"lessons/README.md", lessons_page(course)});
  files.push_back({"assignments/README.md", assignments_page(course)});
  if (!problems.empty()) return problems;
  return files;
}

base::Result<std::vector<fs::path>> sync(const Course& course) {
  base::Result<std::vector<GeneratedFile>> files = generated_files(course);
  if (!files) return files.errors();
  std::vector<fs::path> written;
  for (const GeneratedFile& file : *files) {
    const base::Result<std::string> present = base::read_file(course.root / file.path);
    if (present && *present == file.content) continue;
    write_below(course.root, file.path, file.content);
    written.push_back(file.path);
  }
  return written;
}

}  // namespace course
