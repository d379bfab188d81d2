// SPDX-License-Identifier: MIT
#include "course/index_pages.h"

#include <fmt/format.h>

#include <cctype>

namespace course {
namespace {

constexpr const char* kGenerated =
    "<!-- Written by `autograder author sync` from the exercise.toml files; edit those. -->\n\n";

/// "[a01_map](a01_map/README.md)" from a page beside the folders, or "../lessons/..." from another.
std::string link(const std::string& name, const std::string& folder = {}) {
  return fmt::format("[{}]({}{}/README.md)", name, folder, name);
}

/// A cell's text cannot hold the sign that ends it.
std::string cell(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '|' ? std::string("\\|") : std::string(1, c);
  return result;
}

std::string needs(const Exercise& exercise, const std::string& folder) {
  std::string text;
  for (const std::string& need : exercise.needs)
    text += (text.empty() ? "" : ", ") + link(need, folder);
  return text.empty() ? "-" : text;
}

}  // namespace

const char* part_title(char part) {
  switch (part) {
    case 'a':
      return "thinking in threads";
    case 'b':
      return "the machine";
    case 'c':
      return "cooperation";
    case 'd':
      return "matrix multiplication";
    case 'e':
      return "real workloads";
    default:
      return "";
  }
}

std::string lessons_page(const Course& course) {
  std::string page = "# Lessons\n\n";
  page += kGenerated;
  page +=
      "Work through them in this order. `make grade L=<lesson>` or `build/bin/autograder check "
      "<lesson>` tells how far you are.\n";
  char part = '\0';
  for (const Exercise& lesson : course.lessons) {
    if (lesson.part() != part) {
      part = lesson.part();
      page +=
          fmt::format("\n## {}: {}\n\n", static_cast<char>(std::toupper(part)), part_title(part));
      page += "| lesson | title | minutes | needs | puzzle |\n|---|---|---|---|---|\n";
    }
    page += fmt::format("| {} | {} | {} | {} | {} |\n", link(lesson.name), cell(lesson.title),
                        lesson.minutes, needs(lesson, ""),
                        lesson.puzzle ? std::to_string(*lesson.puzzle) : "-");
  }
  return page;
}

std::string assignments_page(const Course& course) {
  std::string page = "# Assignments\n\n";
  page += kGenerated;
  page += "`make grade A=<assignment>` grades one, `make grade` all of them.\n\n";
  page += "| assignment | title | points | after part | needs |\n|---|---|---|---|---|\n";
  double total = 0;
  for (const Exercise& assignment : course.assignments) {
    total += assignment.points;
    page +=
        fmt::format("| {} | {} | {} | {} | {} |\n", link(assignment.name), cell(assignment.title),
                    assignment.points, assignment.after.empty() ? "-" : assignment.after,
                    needs(assignment, "../lessons/"));
  }
  page += fmt::format("| together | | {} | | |\n", total);
  return page;
}

}  // namespace course
