// SPDX-License-Identifier: MIT
#include "course/regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "course/scanner.h"

namespace course {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

enum class Marker { None, Begin, Solution, SkeletonOnly, End };

/// What one line says.
struct MarkedLine {
  Marker marker = Marker::None;
  std::string name;        // of Begin and End
  bool malformed = false;  // a marker without a proper name
};

bool is_name(std::string_view name) {
  return !name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
         });
}

/// "(name)" and what follows.
void take_name(std::string_view rest, MarkedLine& line) {
  const std::size_t close = rest.find(')');
  const bool shaped = rest.starts_with('(') && close != std::string_view::npos;
  if (shaped) line.name = std::string(rest.substr(1, close - 1));
  line.malformed = !shaped || !is_name(line.name);
}

MarkedLine read_line(std::string_view text) {
  MarkedLine line;
  std::string_view rest = base::trim(text);
  if (rest.starts_with("//|")) {
    line.marker = Marker::SkeletonOnly;
    return line;
  }
  if (!rest.starts_with("//")) return line;
  rest = base::trim(rest.substr(2));
  if (rest.starts_with("FILL-ME-IN")) {
    line.marker = Marker::Begin;
    take_name(rest.substr(10), line);
  } else if (rest.starts_with("END(")) {
    line.marker = Marker::End;
    take_name(rest.substr(3), line);
  } else if (rest == "SOLUTION") {
    line.marker = Marker::Solution;
  }
  return line;
}

/// "  //| return 0;" -> "  return 0;", "//|" -> "".
std::string uncommented(std::string_view line) {
  const std::size_t at = line.find("//|");
  std::string_view rest = line.substr(at + 3);
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  if (base::trim(rest).empty()) return {};
  return std::string(line.substr(0, at)) + std::string(rest);
}

/// Lines with their ends, so that they can be put together again byte for byte.
std::vector<std::string_view> lines_with_ends(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::string with_end(std::string_view line) {
  std::string result(line);
  if (!result.ends_with('\n')) result += '\n';
  return result;
}

/// Walks over the markers of a well-formed file.
class RegionParser {
 public:
  explicit RegionParser(const std::string& file) : file_(file) {}

  base::Result<std::vector<Region>> run(std::string_view text) {
    const auto lines = lines_with_ends(text);
    for (std::size_t i = 0; i < lines.size(); ++i) line(lines[i], static_cast<int>(i) + 1);
    if (open_)
      report(open_->marker_line,
             fmt::format("region '{}' has no END({})", open_->name, open_->name));
    if (!problems_.empty()) return problems_;
    return std::move(regions_);
  }

 private:
  void report(int number, std::string message, std::string hint = {}) {
    problems_.push_back({{file_, number, 0}, std::move(message), std::move(hint)});
  }

  void line(std::string_view text, int number) {
    const MarkedLine marked = read_line(text);
    if (marked.malformed) {
      report(number, "a marker without a proper name",
             "lower-case letters, digits and underscores: // FILL-ME-IN(index): about 2 lines");
      return;
    }
    switch (marked.marker) {
      case Marker::Begin:
        begin(marked.name, number);
        return;
      case Marker::End:
        end(marked.name, number);
        return;
      case Marker::Solution:
        if (!open_)
          report(number, "SOLUTION outside of a region");
        else if (std::exchange(solution_seen_, true))
          report(number, fmt::format("region '{}' has two SOLUTION lines", open_->name));
        break;
      case Marker::SkeletonOnly:
        if (!open_) report(number, "'//|' outside of a region");
        break;
      case Marker::None:
        break;
    }
    if (open_) open_->text += with_end(text);
  }

  void begin(const std::string& name, int number) {
    if (open_) {
      report(number, fmt::format("region '{}' begins within region '{}'", name, open_->name),
             fmt::format("END({}) is missing", open_->name));
      return;
    }
    if (!names_.insert(name).second)
      report(number, fmt::format("two regions are called '{}'", name));
    open_ = Region{name, number, number + 1, 0, ""};
    solution_seen_ = false;
  }

  void end(const std::string& name, int number) {
    if (!open_) {
      report(number, fmt::format("END({}) without FILL-ME-IN({})", name, name));
      return;
    }
    if (open_->name != name)
      report(number, fmt::format("END({}) within region '{}'", name, open_->name),
             fmt::format("END({}) is expected", open_->name));
    open_->end_line = number;
    regions_.push_back(std::move(*open_));
    open_.reset();
  }

  const std::string& file_;
  std::vector<Region> regions_;
  std::optional<Region> open_;
  bool solution_seen_ = false;
  std::set<std::string> names_;
  std::vector<base::Diagnostic> problems_;
};

/// A line as it is compared: without its end and trailing blanks.
std::string_view comparable(std::string_view line) {
  const std::size_t last = line.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? std::string_view() : line.substr(0, last + 1);
}

/// Finds the skeleton's regions in a student's file, in which anything may stand.
class StudentSearch {
 public:
  StudentSearch(std::string_view student, std::string_view skeleton, const std::string& file)
      : file_(file), skeleton_lines_(lines_with_ends(skeleton)) {
    if (student.starts_with(kByteOrderMark)) student.remove_prefix(kByteOrderMark.size());
    lines_ = lines_with_ends(student);
    const base::Result<std::vector<Region>> parsed = parse_regions(skeleton, "the skeleton");
    skeleton_ = parsed.value();
  }

  StudentRegions run() {
    for (const std::string_view text : lines_) marked_.push_back(read_line(text));
    int from = 0;
    for (const Region& wanted : skeleton_) find(wanted, from);
    if (result_.missing.empty()) {
      compare_segments();
    } else {
      for (const std::string& name : result_.missing)
        result_.edited_outside.push_back(
            {{file_, 0, 0},
             fmt::format("the markers of region '{}' are missing, changed or doubled", name),
             fmt::format("the region is taken from the lines between // FILL-ME-IN({}) and "
                         "// END({})",
                         name, name)});
    }
    for (const Region& region : skeleton_) {
      const Region* own = result_.find(region.name);
      if (own != nullptr && !same_code(own->text, region.text)) result_.attempted = true;
    }
    return std::move(result_);
  }

 private:
  /// Line indexes of all markers of a kind and name.
  std::vector<int> places(Marker marker, const std::string& name) const {
    std::vector<int> found;
    for (std::size_t i = 0; i < marked_.size(); ++i)
      if (marked_[i].marker == marker && marked_[i].name == name)
        found.push_back(static_cast<int>(i));
    return found;
  }

  void find(const Region& wanted, int& from) {
    const std::vector<int> begins = places(Marker::Begin, wanted.name);
    const std::vector<int> ends = places(Marker::End, wanted.name);
    const bool clear =
        begins.size() == 1 && ends.size() == 1 && begins[0] >= from && ends[0] > begins[0];
    if (!clear) {
      result_.missing.push_back(wanted.name);
      return;
    }
    for (int i = begins[0] + 1; i < ends[0]; ++i) {
      const Marker inner = marked_[static_cast<std::size_t>(i)].marker;
      if (inner == Marker::Begin || inner == Marker::End) {
        result_.missing.push_back(wanted.name);
        return;
      }
    }
    Region region{wanted.name, begins[0] + 1, begins[0] + 2, ends[0] + 1, ""};
    for (int i = begins[0] + 1; i < ends[0]; ++i)
      region.text += with_end(lines_[static_cast<std::size_t>(i)]);
    from = ends[0] + 1;
    result_.regions.push_back(std::move(region));
  }

  /// Compares what stands before, between and after the regions, markers included.
  void compare_segments() {
    std::size_t own_from = 0;
    std::size_t their_from = 0;
    for (std::size_t i = 0; i <= skeleton_.size(); ++i) {
      const bool last = i == skeleton_.size();
      const std::size_t own_to =
          last ? lines_.size() : static_cast<std::size_t>(result_.regions[i].marker_line);
      const std::size_t their_to =
          last ? skeleton_lines_.size() : static_cast<std::size_t>(skeleton_[i].marker_line);
      compare(own_from, own_to, their_from, their_to);
      if (last) break;
      own_from = static_cast<std::size_t>(result_.regions[i].end_line) - 1;
      their_from = static_cast<std::size_t>(skeleton_[i].end_line) - 1;
    }
  }

  void compare(std::size_t own_from, std::size_t own_to, std::size_t their_from,
               std::size_t their_to) {
    const auto equal = [&](std::size_t own, std::size_t theirs) {
      return comparable(lines_[own]) == comparable(skeleton_lines_[theirs]);
    };
    while (own_from < own_to && their_from < their_to && equal(own_from, their_from)) {
      ++own_from;
      ++their_from;
    }
    while (own_from < own_to && their_from < their_to && equal(own_to - 1, their_to - 1)) {
      --own_to;
      --their_to;
    }
    const auto blank = [](std::string_view line) { return comparable(line).empty(); };
    const auto own = lines_.begin() + static_cast<std::ptrdiff_t>(own_from);
    const auto own_end = lines_.begin() + static_cast<std::ptrdiff_t>(own_to);
    const auto theirs = skeleton_lines_.begin() + static_cast<std::ptrdiff_t>(their_from);
    const auto theirs_end = skeleton_lines_.begin() + static_cast<std::ptrdiff_t>(their_to);
    if (std::all_of(theirs, theirs_end, blank)) {
      std::vector<Include> includes;
      const bool only_includes = std::all_of(own, own_end, [&](const std::string_view& line) {
        auto header = included_header(comparable(line));
        if (!header) return blank(line);
        includes.push_back({std::move(*header), static_cast<int>(&line - lines_.data()) + 1});
        return true;
      });
      if (only_includes) {
        std::ranges::move(includes, std::back_inserter(result_.includes));
        return;
      }
    }
    const std::string what = own_from == own_to ? counted_lines(their_to - their_from, "removed")
                             : their_from == their_to ? counted_lines(own_to - own_from, "added")
                                                      : counted_lines(own_to - own_from, "changed");
    result_.edited_outside.push_back(
        {{file_, static_cast<int>(own_from) + 1, 0},
         what + " outside of the regions",
         "only what stands between the markers is graded; the rest is used as it was handed out"});
  }

  static std::string counted_lines(std::size_t number, const char* what) {
    return fmt::format("{} {}", base::counted(number, "line"), what);
  }

  const std::string& file_;
  std::vector<std::string_view> lines_;
  std::vector<std::string_view> skeleton_lines_;
  std::vector<MarkedLine> marked_;
  std::vector<Region> skeleton_;
  StudentRegions result_;
};

}  // namespace

base::Result<std::vector<Region>> parse_regions(std::string_view text, const std::string& file) {
  return RegionParser(file).run(text);
}

base::Result<std::string> make_skeleton(std::string_view reference, const std::string& file) {
  const base::Result<std::vector<Region>> regions = parse_regions(reference, file);
  if (!regions) return regions.errors();
  std::vector<base::Diagnostic> problems;
  std::string skeleton;
  bool inside = false;
  bool solution = false;
  int number = 0;
  for (const std::string_view line : lines_with_ends(reference)) {
    ++number;
    const MarkedLine marked = read_line(line);
    if (marked.marker == Marker::Begin) {
      inside = true;
      solution = false;
    }
    if (marked.marker == Marker::End) {
      if (!solution)
        problems.push_back({{file, number, 0},
                            fmt::format("region '{}' has no SOLUTION line", marked.name),
                            "// SOLUTION stands before the lines that the student writes"});
      inside = false;
    }
    if (marked.marker == Marker::Solution) {
      solution = true;
    } else if (marked.marker == Marker::SkeletonOnly) {
      skeleton += with_end(uncommented(comparable(line)));
      if (comparable(line).ends_with('\\'))
        problems.push_back({{file, number, 0}, "a '//|' line ends in a backslash", ""});
    } else if (!inside || !solution) {
      skeleton += line;
    }
  }
  if (!problems.empty()) return problems;
  return skeleton;
}

const Region* StudentRegions::find(std::string_view name) const {
  const auto found = std::find_if(regions.begin(), regions.end(),
                                  [&](const Region& region) { return region.name == name; });
  return found == regions.end() ? nullptr : &*found;
}

StudentRegions extract_regions(std::string_view student, std::string_view skeleton,
                               const std::string& student_file) {
  return StudentSearch(student, skeleton, student_file).run();
}

bool same_code(std::string_view one, std::string_view other) {
  const auto code = [](std::string_view text) {
    std::vector<Piece> pieces = scan(text);
    std::erase_if(pieces, [](const Piece& piece) { return piece.kind == PieceKind::Comment; });
    return pieces;
  };
  const std::vector<Piece> left = code(one);
  const std::vector<Piece> right = code(other);
  return std::equal(
      left.begin(), left.end(), right.begin(), right.end(),
      [](const Piece& a, const Piece& b) { return comparable(a.text) == comparable(b.text); });
}

}  // namespace course
