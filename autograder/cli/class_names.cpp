// SPDX-License-Identifier: MIT
#include "cli/class_names.h"

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"
#include "cli/archive.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

/// What an entry's name tells.
struct Named {
  std::string id;
  std::string name;
  bool late = false;
  std::string file_name;
  std::uint64_t order = 0;
};

std::uint64_t number(const std::string& digits) {
  std::uint64_t value = 0;
  for (const char c : digits.substr(0, 18))
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  return value;
}

/// Without the number that a system puts behind a second upload ("map-1.cu"); `attempt` is that
/// number.
std::string without_attempt(const std::string& file, std::uint64_t& attempt) {
  static const std::regex pattern(R"(^(.+)-(\d{1,4})(\.[A-Za-z0-9.]+)$)");
  std::smatch match;
  if (!std::regex_match(file, match, pattern)) return file;
  attempt = number(match[2]);
  return match[1].str() + match[3].str();
}

/// doejohn_1234_567890_map.cu, doejohn_LATE_1234_567890_work-2.zip: name, user, submission, file.
std::optional<Named> canvas(const std::string& name) {
  static const std::regex pattern(R"(^([^_]+)_(LATE_)?(\d+)_(\d+)_(.+)$)");
  std::smatch match;
  if (!std::regex_match(name, match, pattern)) return std::nullopt;
  Named named{match[3], match[1], match[2].matched, "", 0};
  std::uint64_t attempt = 0;
  named.file_name = without_attempt(match[5], attempt);
  named.order = number(match[4]) * 10'000 + attempt;
  return named;
}

/// "Jane Doe_123456_assignsubmission_file_" as a folder, or with the file's name behind it.
std::optional<Named> moodle(const std::string& name) {
  static const std::regex pattern(R"(^(.+)_(\d+)_assignsubmission_(file|onlinetext)_?(.*)$)");
  std::smatch match;
  if (!std::regex_match(name, match, pattern)) return std::nullopt;
  return Named{match[2], match[1], false, match[4], 0};
}

std::string without_ending(const fs::path& path) {
  std::string name = path.filename().string();
  for (const char* ending :
       {".tar.gz", ".tar.xz", ".tar.bz2", ".tgz", ".tar", ".zip", ".rar", ".7z", ".cu"}) {
    if (name.size() > std::string(ending).size() && name.ends_with(ending)) {
      return name.substr(0, name.size() - std::string(ending).size());
    }
  }
  return name;
}

/// A scalar of YAML, without its quotes.
std::string scalar(std::string_view text) {
  text = base::trim(text);
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
      text.back() == text.front()) {
    text = text.substr(1, text.size() - 2);
  }
  return std::string(text);
}

/// Gradescope's submission_metadata.yml: who stands behind "submission_98765". Only the few lines
/// that it writes are understood; of a group the first submitter counts.
std::map<std::string, Named> gradescope(const fs::path& folder) {
  std::map<std::string, Named> known;
  const auto text = base::read_file(folder / "submission_metadata.yml", 16 << 20);
  if (!text.ok()) return known;
  static const std::regex key(R"(^(submission_\d+):\s*$)");
  static const std::regex field(R"(^\s+(?:- )?:(name|sid|email):\s*(.*)$)");
  Named* current = nullptr;
  for (const std::string& line : base::split_lines(*text)) {
    std::smatch match;
    if (line.size() > 1'000) continue;
    if (std::regex_match(line, match, key)) {
      current = &known[match[1]];
    } else if (current != nullptr && std::regex_match(line, match, field)) {
      const std::string value = scalar(match[2].str());
      if (match[1] == "name" && current->name.empty()) current->name = value;
      if (match[1] == "sid" && current->id.empty()) current->id = value;
      if (match[1] == "email" && current->file_name.empty()) current->file_name = value;
    }
  }
  for (auto& [submission, named] : known) {
    // Without a student's number the address of mail says who it is.
    if (named.id.empty()) named.id = named.file_name;
    named.file_name.clear();
    if (named.id.empty()) named.id = submission;
  }
  return known;
}

/// What systems and tools leave in folders: no one's work, and nothing to speak about.
bool is_plumbing(const std::string& name) {
  static const std::set<std::string, std::less<>> names = {
      ".git", ".DS_Store", ".lock", ".gitignore", "__MACOSX", "submission_metadata.yml"};
  return names.contains(name) || name.starts_with("._");
}

/// Why the entry cannot be taken; empty where it can.
std::string refusal(const fs::directory_entry& entry) {
  std::error_code error;
  const std::string name = entry.path().filename().string();
  if (entry.is_symlink(error)) return name + " is a link, not followed";
  if (entry.is_directory(error) || entry.is_regular_file(error)) return "";
  return name + " is no regular file, not read";
}

std::vector<fs::directory_entry> entries_of(const fs::path& folder) {
  std::vector<fs::directory_entry> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (is_plumbing(entry.path().filename().string())) continue;
    entries.push_back(entry);
  }
  std::sort(entries.begin(), entries.end(),
            [](const auto& one, const auto& other) { return one.path() < other.path(); });
  return entries;
}

/// GitHub Classroom clones every repository as "<assignment>-<user>": what all have in front.
std::string classroom_prefix(const std::vector<fs::directory_entry>& entries) {
  std::optional<std::string> common;
  std::size_t clones = 0;
  for (const fs::directory_entry& entry : entries) {
    if (!refusal(entry).empty() || !fs::exists(entry.path() / ".git")) continue;
    const std::string name = entry.path().filename().string();
    ++clones;
    if (!common) common = name;
    const auto differs = std::mismatch(common->begin(), common->end(), name.begin(), name.end());
    common->erase(differs.first, common->end());
  }
  if (clones < 2) return "";
  return common->substr(0, common->rfind('-') + 1);
}

/// Archives hold what a student handed in; so does a lone CUDA file. A link is looked at for
/// nothing but whether it leads to a folder; one that leads nowhere may have been meant so.
bool is_submission(const fs::directory_entry& entry) {
  std::error_code error;
  const fs::path& path = entry.path();
  if (path.filename().string().starts_with('.')) return false;
  if (entry.is_directory(error) || is_archive(path) || path.extension() == ".cu") return true;
  return entry.is_symlink(error) && !entry.exists(error);
}

/// An export often has one folder around everything.
fs::path innermost(fs::path folder) {
  for (int depth = 0; depth < 3; ++depth) {
    const std::vector<fs::directory_entry> entries = entries_of(folder);
    if (entries.size() != 1 || !refusal(entries[0]).empty() || !entries[0].is_directory() ||
        !fs::exists(entries[0].path() / "submission_metadata.yml")) {
      break;
    }
    folder = entries[0].path();
  }
  return folder;
}

}  // namespace

std::vector<Student> students_in(const fs::path& given, std::vector<std::string>* left_aside) {
  const fs::path folder = innermost(given);
  const std::vector<fs::directory_entry> entries = entries_of(folder);
  const std::map<std::string, Named> of_gradescope = gradescope(folder);
  const std::string prefix = classroom_prefix(entries);
  std::map<std::string, Student> students;
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    std::optional<Named> named = moodle(name);
    const std::string refused = refusal(entry);
    if (!named && (!refused.empty() || entry.is_regular_file())) named = canvas(name);
    if (const auto found = of_gradescope.find(name); found != of_gradescope.end()) {
      named = found->second;
    }
    if (!named) {
      if (!is_submission(entry)) {
        if (left_aside != nullptr) left_aside->push_back(name);
        continue;
      }
      named = Named{without_ending(entry.path()), "", false, "", 0};
      if (!prefix.empty() && name.starts_with(prefix)) named->id = name.substr(prefix.size());
      if (refused.empty() && entry.is_regular_file()) named->file_name = name;
    }
    Student& student = students[named->id];
    student.id = named->id;
    if (student.name.empty()) student.name = named->name;
    student.late = student.late || named->late;
    if (!refused.empty()) {
      student.notes.push_back(refused);
      continue;
    }
    student.uploads.push_back({entry.path(), named->file_name, named->order});
  }
  std::vector<Student> sorted;
  for (auto& [id, student] : students) {
    std::stable_sort(
        student.uploads.begin(), student.uploads.end(),
        [](const Upload& one, const Upload& other) { return one.order < other.order; });
    sorted.push_back(std::move(student));
  }
  return sorted;
}

std::string folder_name(const std::string& id) {
  constexpr std::size_t kLongest = 80;
  std::string name = id.substr(0, kLongest);
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view(".-_@+").find(c) != std::string_view::npos;
    if (!plain) c = '_';
  }
  if (name.empty() || name.front() == '.') name = "_" + name;
  if (name != id) name += "-" + base::sha256(id).substr(0, 8);
  return name;
}

}  // namespace cli
