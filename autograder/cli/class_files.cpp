// SPDX-License-Identifier: MIT
#include "cli/class_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>
#include <tuple>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"
#include "cli/archive.h"
#include "course/regions.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepestFolder = 12;
constexpr int kDeepestArchive = 3;
constexpr std::size_t kMostEntries = 20'000;
constexpr std::size_t kMostArchives = 16;
constexpr std::uintmax_t kLargestSource = std::uintmax_t{1} << 20;
/// From this likeness on a file of another name is taken for the exercise's.
constexpr double kAlike = 0.6;

/// A CUDA file that may be an answer.
struct Candidate {
  fs::path file;
  std::string shown;  ///< its path as handed in
  std::uintmax_t bytes = 0;
};

/// Looks through folders and archives.
class Search {
 public:
  Search(const fs::path& work, Collected& found) : work_(work), found_(found) {}

  void folder(const fs::path& folder, const std::string& shown, int depth, int archive_depth) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      if (++entries_ > kMostEntries) break;
      entries.push_back(entry);
    }
    std::sort(entries.begin(), entries.end());
    for (const fs::directory_entry& entry : entries) {
      const std::string name = entry.path().filename().string();
      const std::string place = shown.empty() ? name : shown + "/" + name;
      if (entry.is_symlink(error)) {
        links_.push_back(place);
      } else if (entry.is_directory(error)) {
        if (depth < kDeepestFolder && !is_ours(name)) {
          this->folder(entry.path(), place, depth + 1, archive_depth);
        }
      } else if (entry.is_regular_file(error)) {
        file(entry.path(), place, archive_depth);
      }
    }
  }

  void file(const fs::path& file, const std::string& shown, int archive_depth) {
    std::error_code error;
    if (shown.ends_with(".cu") || shown.ends_with(".CU") || shown.ends_with(".cu.txt")) {
      candidates.push_back({file, shown, fs::file_size(file, error)});
    } else if (is_archive(file)) {
      archive(file, shown, archive_depth);
    }
  }

  void archive(const fs::path& file, const std::string& shown, int depth) {
    if (depth >= kDeepestArchive || ++archives_ > kMostArchives) {
      found_.notes.push_back("not unpacked, archives within archives: " + shown);
      return;
    }
    const fs::path target = work_ / std::to_string(archives_);
    ArchiveLimits limits;
    limits.bytes -= std::min(limits.bytes, unpacked_);
    LeftAside aside;
    const auto count = unpack(file, target, limits, &aside);
    tell_aside(shown, aside.links, "is a link, not followed");
    tell_aside(shown, aside.outside, "leads out of the archive, not unpacked");
    tell_aside(shown, aside.others, "is no regular file, not unpacked");
    if (!count.ok()) {
      found_.notes.push_back(shown + " " + count.errors().front().message);
      if (damage_.empty()) damage_ = found_.notes.back();
      return;
    }
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(target, error)) {
      if (entry.is_regular_file(error)) unpacked_ += entry.file_size(error);
    }
    folder(target, depth == 0 ? "" : shown, 0, depth + 1);
  }

  /// Where there was something and all of it was unreadable: why.
  std::string damage() const { return candidates.empty() ? damage_ : ""; }
  /// Links in folders.
  const std::vector<std::string>& links() const { return links_; }

  std::vector<Candidate> candidates;

 private:
  /// One note for all names of a kind: the first one stands for them.
  void tell_aside(const std::string& archive, const std::vector<std::string>& names,
                  const char* what) {
    if (names.empty()) return;
    const std::string more =
        names.size() == 1 ? "" : fmt::format(" (and {} more like it)", names.size() - 1);
    found_.notes.push_back(fmt::format("{}: {} {}{}", archive, names.front(), what, more));
  }

  /// Folders of the course's own copy, of tools and of systems.
  static bool is_ours(const std::string& name) {
    static const std::set<std::string, std::less<>> names = {"autograder", ".git",      "__MACOSX",
                                                             "build",      "reference", ".cache"};
    return names.contains(name);
  }

  const fs::path& work_;
  Collected& found_;
  std::vector<std::string> links_;
  std::string damage_;
  std::size_t entries_ = 0, archives_ = 0;
  std::uint64_t unpacked_ = 0;
};

/// How well a path fits an exercise: 0 the course's own place, 1 its folder, 2 its file name;
/// nothing for all others.
std::optional<int> rank_of(const std::string& shown, const course::Exercise& exercise) {
  const std::string whole = "/" + shown;
  if (whole.ends_with("/" + exercise.path + "/" + exercise.source)) return 0;
  if (whole.ends_with("/" + exercise.name + "/" + exercise.source)) return 1;
  if (whole.ends_with("/" + exercise.source)) return 2;
  return std::nullopt;
}

const Candidate* by_name(const std::vector<Candidate>& candidates,
                         const course::Exercise& exercise) {
  const Candidate* best = nullptr;
  std::tuple<int, long> least{};
  for (const Candidate& one : candidates) {
    const std::optional<int> rank = rank_of(one.shown, exercise);
    if (!rank || one.bytes == 0) continue;
    // The outermost; of equals the last, since uploads come in order.
    const std::tuple key(*rank, std::count(one.shown.begin(), one.shown.end(), '/'));
    if (best == nullptr || key <= least) {
      best = &one;
      least = key;
    }
  }
  return best;
}

const Candidate* by_content(const std::vector<Candidate>& candidates,
                            const std::set<const Candidate*>& taken, const Wanted& wanted) {
  const Candidate* best = nullptr;
  double most = kAlike;
  for (const Candidate& one : candidates) {
    if (taken.contains(&one) || one.bytes == 0 || one.bytes > kLargestSource) continue;
    const auto text = base::read_file(one.file, kLargestSource);
    if (!text.ok()) continue;
    const double alike = likeness(*text, wanted.skeleton);
    if (alike >= most) {
      best = &one;
      most = alike;
    }
  }
  return best;
}

/// What is larger than any source keeps its size but not its contents: the grader refuses it.
void put(const Candidate& candidate, const fs::path& target, base::HashBuilder& hash) {
  fs::create_directories(target.parent_path());
  if (candidate.bytes > kLargestSource) {
    std::ofstream(target).close();
    fs::resize_file(target, candidate.bytes);
    hash.add(static_cast<std::uint64_t>(candidate.bytes));
    return;
  }
  const auto text = base::read_file(candidate.file, kLargestSource);
  if (!text.ok()) return;
  base::write_file(target, *text);
  hash.add(*text);
}

void choose(const std::vector<Candidate>& candidates, const std::vector<Wanted>& wanted,
            const fs::path& stage, Collected& found) {
  std::set<const Candidate*> taken;
  std::map<const course::Exercise*, const Candidate*> chosen;
  for (const Wanted& one : wanted) {
    const Candidate* candidate = by_name(candidates, *one.exercise);
    if (candidate == nullptr) continue;
    chosen[one.exercise] = candidate;
    taken.insert(candidate);
  }
  for (const Wanted& one : wanted) {
    if (chosen.contains(one.exercise)) continue;
    const Candidate* candidate = by_content(candidates, taken, one);
    if (candidate == nullptr) continue;
    chosen[one.exercise] = candidate;
    taken.insert(candidate);
    found.notes.push_back(fmt::format("{} taken for {}", candidate->shown, one.exercise->source));
  }
  base::HashBuilder hash;
  hash.add("submission 1");
  for (const Wanted& one : wanted) {
    const auto candidate = chosen.find(one.exercise);
    if (candidate == chosen.end()) continue;
    hash.add(one.exercise->name).add(candidate->second->shown);
    put(*candidate->second, stage / one.exercise->path / one.exercise->source, hash);
    found.sources[one.exercise->name] = candidate->second->shown;
  }
  for (const std::string& note : found.notes) hash.add(note);
  found.hash = hash.hex();
}

}  // namespace

double likeness(const std::string& text, const std::string& skeleton) {
  const auto regions = course::parse_regions(skeleton, "the skeleton");
  if (!regions.ok()) return 0;
  std::set<std::string, std::less<>> lines;
  for (const std::string& line : base::split_lines(text)) lines.emplace(base::trim(line));
  std::size_t all = 0, there = 0;
  int number = 0;
  for (const std::string& line : base::split_lines(skeleton)) {
    ++number;
    const bool inside =
        std::any_of(regions->begin(), regions->end(), [number](const course::Region& region) {
          return number >= region.first_line && number < region.end_line;
        });
    const std::string_view words = base::trim(line);
    if (inside || words.size() < 3) continue;
    ++all;
    there += lines.contains(words) ? 1 : 0;
  }
  return all == 0 ? 0 : static_cast<double>(there) / static_cast<double>(all);
}

Collected collect(const Student& student, const std::vector<Wanted>& wanted, const fs::path& work,
                  const fs::path& stage) {
  Collected found;
  found.notes = student.notes;
  Search search(work, found);
  // Of several folders or archives the last counts; single files add up.
  const Upload* whole = nullptr;
  for (const Upload& upload : student.uploads) {
    if (!fs::is_directory(upload.source) && !is_archive(upload.source)) continue;
    if (whole != nullptr) {
      found.notes.push_back("handed in again, not used: " + whole->source.filename().string());
    }
    whole = &upload;
  }
  if (whole != nullptr && fs::is_directory(whole->source)) {
    search.folder(whole->source, "", 0, 0);
  } else if (whole != nullptr) {
    search.archive(whole->source, whole->source.filename().string(), 0);
  }
  for (const Upload& upload : student.uploads) {
    if (fs::is_directory(upload.source) || is_archive(upload.source)) continue;
    search.file(upload.source, upload.file_name, 0);
  }
  if (search.links().size() == 1) {
    found.notes.push_back(search.links().front() + " is a link, not followed");
  } else if (!search.links().empty()) {
    found.notes.push_back(
        fmt::format("{} not followed", base::counted(search.links().size(), "link")));
  }
  for (const Candidate& one : search.candidates) {
    if (one.bytes == 0) found.notes.push_back(one.shown + " is empty");
  }
  choose(search.candidates, wanted, stage, found);
  found.problem = search.damage();
  if (student.uploads.empty() && !student.notes.empty()) found.problem = student.notes.front();
  return found;
}

}  // namespace cli
