// SPDX-License-Identifier: MIT
#include "course/graft.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace course {
namespace {

/// `#line N "file"`; characters that would end the literal are replaced.
std::string line_directive(int line, const std::string& file) {
  std::string name;
  for (const char c : file) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      name += '?';
    } else {
      if (c == '"' || c == '\\') name += '\\';
      name += c;
    }
  }
  return fmt::format("#line {} \"{}\"\n", line, name);
}

/// Lines `from` to `to` - 1 of the text, counted from 1, each with an end.
std::string lines_between(const std::vector<std::string>& lines, int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += lines[static_cast<std::size_t>(i) - 1] + '\n';
  return text;
}

}  // namespace

std::string graft(std::string_view skeleton, const StudentRegions& student,
                  const std::string& shown_file) {
  const std::vector<std::string> lines = base::split_lines(skeleton);
  const std::vector<Region> regions = parse_regions(skeleton, "the skeleton").value();
  std::vector<Include> includes = student.includes;
  std::string text = line_directive(1, shown_file);
  int from = 1;
  for (const Region& region : regions) {
    const Region* own = student.find(region.name);
    if (own == nullptr) continue;
    text += lines_between(lines, from, region.first_line);
    text += line_directive(own->first_line, shown_file);
    std::string code = own->text;
    std::ranges::move(take_includes(code, own->first_line), std::back_inserter(includes));
    text += code;
    if (!text.ends_with('\n')) text += '\n';
    // A backslash at the end of the region may swallow this empty line, but not the directive.
    text += '\n';
    text += line_directive(own->end_line, shown_file);
    from = region.end_line;
  }
  std::string beginning;
  for (const Include& include : includes) {
    beginning += line_directive(include.line, shown_file) + "#include <" + include.header + ">\n";
  }
  return beginning + text + lines_between(lines, from, static_cast<int>(lines.size()) + 1);
}

std::string with_line_directives(std::string_view text, const std::string& shown_file) {
  std::string result = line_directive(1, shown_file) + std::string(text);
  if (!result.ends_with('\n')) result += '\n';
  return result;
}

}  // namespace course
