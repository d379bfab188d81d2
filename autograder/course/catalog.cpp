// SPDX-License-Identifier: MIT
#include "course/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <system_error>

#include "base/files.h"
#include "base/text.h"
#include "course/reader.h"

namespace course {
namespace {

namespace fs = std::filesystem;

constexpr double kAllPoints = 100;

const char* folder_of(ExerciseKind kind) {
  return kind == ExerciseKind::Lesson ? "lessons" : "assignments";
}

/// Reads the exercises of one folder and checks what stands between them.
class Loader {
 public:
  explicit Loader(const fs::path& root) { course_.root = root; }

  Course run() {
    load(ExerciseKind::Lesson, course_.lessons);
    load(ExerciseKind::Assignment, course_.assignments);
    std::stable_sort(course_.assignments.begin(), course_.assignments.end(),
                     [](const Exercise& a, const Exercise& b) { return a.order < b.order; });
    titles();
    planned();
    for (const Exercise* exercise : course_.all()) links(*exercise);
    points();
    to_come(course_.lessons);
    to_come(course_.assignments);
    course_.planned.assign(planned_.begin(), planned_.end());
    return std::move(course_);
  }

 private:
  void report(const base::SourceLocation& where, std::string message, std::string hint = {}) {
    course_.problems.push_back({where, std::move(message), std::move(hint)});
  }

  void load(ExerciseKind kind, std::vector<Exercise>& into) {
    std::error_code error;
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(course_.root / folder_of(kind), error))
      if (fs::exists(entry.path() / "exercise.toml", error))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      known_.insert(name);
      const fs::path below = fs::path(folder_of(kind)) / name;
      ExerciseText source{kind, name, (below / "exercise.toml").string(), {}, {}, {}};
      base::Result<std::string> text = base::read_file(course_.root / source.file);
      if (!text) {
        append(text.errors());
        continue;
      }
      source.text = *text;
      source.folder = course_.root / below;
      source.hidden_file = (fs::path("reference") / below / "hidden.toml").string();
      if (fs::exists(course_.root / source.hidden_file, error)) {
        base::Result<std::string> hidden = base::read_file(course_.root / source.hidden_file);
        if (!hidden) append(hidden.errors());
        if (hidden) source.hidden = *hidden;
      }
      base::Result<Exercise> exercise = read_exercise(source);
      if (exercise) {
        into.push_back(std::move(exercise).value());
      } else {
        broken_ = true;
        append(exercise.errors());
      }
    }
  }

  void append(const std::vector<base::Diagnostic>& errors) {
    course_.problems.insert(course_.problems.end(), errors.begin(), errors.end());
  }

  void titles() {
    std::map<std::string, const Exercise*> titles;
    std::map<std::string, const Exercise*> names;
    for (const Exercise* exercise : course_.all()) {
      const auto [title, fresh] = titles.emplace(exercise->title, exercise);
      if (!fresh)
        report(exercise->where, fmt::format("the title '{}' is that of {} too", exercise->title,
                                            title->second->path));
      const auto [name, own] = names.emplace(exercise->name, exercise);
      if (!own)
        report(exercise->where,
               fmt::format("the name '{}' is that of {} too", exercise->name, name->second->path));
    }
  }

  void known_exercise(const Exercise& exercise, const base::SourceLocation& where, const char* key,
                      const std::string& name) {
    if (known_.contains(name)) return;
    report(where, fmt::format("{}: '{}' in '{}' does not exist", exercise.name, name, key),
           base::did_you_mean(name, {known_.begin(), known_.end()}));
  }

  /// Lessons that are still to be written: one name a line, `#` begins a comment.
  void planned() {
    const std::string file = "lessons/planned.txt";
    const base::Result<std::string> text = base::read_file(course_.root / file);
    if (!text) return;
    int number = 0;
    for (const std::string& line : base::split_lines(*text)) {
      ++number;
      const std::string name(base::trim(std::string_view(line).substr(0, line.find('#'))));
      if (known_.contains(name))
        report({file, number, 0}, fmt::format("'{}' is planned, but its folder is there", name),
               "remove the line");
      else if (!name.empty())
        planned_.insert(name);
    }
  }

  void lesson_to_see(const Exercise& exercise, const base::SourceLocation& where,
                     const std::string& name) {
    if (name.empty() || planned_.contains(name) || known_.contains(name)) return;
    std::vector<std::string> names(known_.begin(), known_.end());
    names.insert(names.end(), planned_.begin(), planned_.end());
    report(where, fmt::format("{}: '{}' in 'see' does not exist", exercise.name, name),
           base::did_you_mean(name, names));
  }

  /// A lesson that is only planned is named, but nobody shall look for it.
  void to_come(std::vector<Exercise>& exercises) const {
    for (Exercise& exercise : exercises) exercise.planned.assign(planned_.begin(), planned_.end());
  }

  /// Needs exist and come earlier; other names exist, or are planned where a lesson is only named.
  void links(const Exercise& exercise) {
    for (const std::string& need : exercise.needs) {
      known_exercise(exercise, exercise.where, "needs", need);
      if (!known_.contains(need)) continue;
      const bool lesson = fs::exists(course_.root / "lessons" / need);
      if (!lesson) {
        report(exercise.where,
               fmt::format("{}: '{}' in 'needs' is no lesson", exercise.name, need));
      } else if (exercise.kind == ExerciseKind::Lesson ? need >= exercise.name
                                                       : comes_after(need, exercise.after)) {
        report(exercise.where,
               fmt::format("{}: '{}' in 'needs' does not come earlier", exercise.name, need));
      }
    }
    for (const Entry& entry : exercise.entries)
      for (const std::string& name : entry.uses)
        known_exercise(exercise, entry.where, "uses", name);
    for (const Budget& budget : exercise.budgets) lesson_to_see(exercise, budget.where, budget.see);
    for (const Hint& hint : exercise.hints) lesson_to_see(exercise, hint.where, hint.see);
  }

  /// Does the lesson stand in a part after this one ("A" to "E")?
  static bool comes_after(const std::string& lesson, const std::string& part) {
    if (part.empty() || lesson.empty()) return false;
    return lesson[0] > std::tolower(static_cast<unsigned char>(part[0]));
  }

  void points() {
    if (course_.assignments.empty() || broken_) return;
    double total = 0;
    for (const Exercise& assignment : course_.assignments) total += assignment.points;
    if (std::abs(total - kAllPoints) > 1e-9)
      report({(fs::path("assignments")).string(), 0, 0},
             fmt::format("the assignments' points add up to {}", total),
             fmt::format("{} together", kAllPoints));
  }

  Course course_;
  std::set<std::string> known_;    ///< names of all folders, also of those with problems
  std::set<std::string> planned_;  ///< names of lessons that are still to be written
  bool broken_ = false;
};

bool is_regular(const fs::path& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() == fs::file_type::regular;
}

/// No link on the way from the submission's folder to the file, so that a path cannot lead out of
/// it.
bool is_regular_below(const fs::path& folder, const fs::path& below) {
  fs::path path = folder;
  for (const fs::path& part : below.parent_path()) {
    path /= part;
    std::error_code error;
    if (fs::symlink_status(path, error).type() != fs::file_type::directory) return false;
  }
  return is_regular(folder / below);
}

/// The places of an exercise's file, the best first.
std::array<fs::path, 3> places_of(const Exercise& exercise) {
  return {fs::path(exercise.path) / exercise.source, fs::path(exercise.name) / exercise.source,
          fs::path(exercise.source)};
}

/// What stands in the way of `folder / below` being a file; empty where there is nothing at all.
std::string obstacle(const fs::path& folder, const fs::path& below) {
  fs::path way;
  for (const fs::path& part : below) {
    way /= part;
    std::error_code error;
    const bool last = way == below;
    switch (fs::symlink_status(folder / way, error).type()) {
      case fs::file_type::symlink:
        return way.string() + " is a link, and links are not followed";
      case fs::file_type::directory:
        if (last) return way.string() + " is a folder, not a file";
        break;
      case fs::file_type::not_found:
      case fs::file_type::none:
        return "";
      default:
        // On the way a file is just another file.
        return last ? way.string() + " is no regular file" : "";
    }
  }
  return "";
}

/// A name as people type it, in the form that exercises have: small letters, no "./", no "/" at the
/// end, nothing of the course's own folder in front.
std::string plain_name(std::string_view typed, const fs::path& root) {
  fs::path path = fs::path(typed).lexically_normal();
  if (path.is_absolute()) path = path.lexically_relative(root);
  std::string name = path.string();
  while (name.ends_with('/')) name.pop_back();
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

}  // namespace

std::vector<const Exercise*> Course::all() const {
  std::vector<const Exercise*> list;
  for (const Exercise& exercise : lessons) list.push_back(&exercise);
  for (const Exercise& exercise : assignments) list.push_back(&exercise);
  return list;
}

const Exercise* Course::find(std::string_view name) const {
  while (name.ends_with('/')) name.remove_suffix(1);
  for (const Exercise* exercise : all())
    if (exercise->name == name || exercise->path == name) return exercise;
  return nullptr;
}

base::Result<const Exercise*> Course::require(std::string_view name) const {
  if (const Exercise* exercise = find(name)) return exercise;
  const std::string plain = plain_name(name, root);
  std::vector<std::string> names, begun;
  for (const Exercise* exercise : all()) {
    if (plain == exercise->name || plain == exercise->path ||
        plain == exercise->path + "/" + exercise->source) {
      return exercise;
    }
    names.push_back(exercise->name);
    if (!plain.empty() && exercise->name.starts_with(plain)) begun.push_back(exercise->name);
  }
  if (begun.size() == 1) return find(begun.front());
  if (std::find(planned.begin(), planned.end(), plain) != planned.end()) {
    return base::Diagnostic{{},
                            fmt::format("lesson {} is not written yet", plain),
                            "'autograder list' shows what there is"};
  }
  std::string help = begun.empty() ? base::did_you_mean(plain, names)
                                   : fmt::format("did you mean {}?", fmt::join(begun, " or "));
  if (help.empty()) help = "'autograder list' shows what there is";
  return base::Diagnostic{
      {}, fmt::format("no lesson or assignment is called '{}'", name), std::move(help)};
}

Course load_course(const fs::path& root) {
  return Loader(root).run();
}

fs::path skeleton_file(const fs::path& root, const Exercise& exercise) {
  return root / exercise.path / exercise.source;
}

fs::path reference_file(const fs::path& root, const Exercise& exercise) {
  return root / "reference" / exercise.path / exercise.source;
}

std::optional<fs::path> submitted_file(const fs::path& submission, const Exercise& exercise) {
  for (const fs::path& below : places_of(exercise))
    if (is_regular_below(submission, below)) return submission / below;
  return std::nullopt;
}

std::string why_no_file(const fs::path& submission, const Exercise& exercise) {
  const auto places = places_of(exercise);
  for (const fs::path& below : places)
    if (std::string what = obstacle(submission, below); !what.empty()) return what;
  return "there is no " + places.front().string() + " in the submission";
}

bool holds_answers(const fs::path& submission, const Course& course) {
  const std::vector<const Exercise*> exercises = course.all();
  return std::any_of(exercises.begin(), exercises.end(), [&](const Exercise* exercise) {
    if (submitted_file(submission, *exercise)) return true;
    const auto places = places_of(*exercise);
    return std::any_of(places.begin(), places.end(),
                       [&](const fs::path& below) { return !obstacle(submission, below).empty(); });
  });
}

const Exercise* next_lesson(const Course& course, const std::vector<std::string>& solved) {
  const auto is_solved = [&](const std::string& name) {
    return std::find(solved.begin(), solved.end(), name) != solved.end();
  };
  const Exercise* first = nullptr;
  for (const Exercise& lesson : course.lessons) {
    if (is_solved(lesson.name)) continue;
    if (std::all_of(lesson.needs.begin(), lesson.needs.end(), is_solved)) return &lesson;
    if (first == nullptr) first = &lesson;
  }
  return first;
}

}  // namespace course
