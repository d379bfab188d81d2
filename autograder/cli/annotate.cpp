// SPDX-License-Identifier: MIT
#include "cli/annotate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "base/files.h"
#include "base/text.h"

namespace cli {
namespace {

using Lines = std::map<int, protocol::Counters>;

/// Lines without instructions that are still shown around those with.
constexpr int kContext = 2;
/// Source text beyond this is cut, so that a row fits a wide terminal.
constexpr std::size_t kMostText = 100;

constexpr std::array<const char*, 10> kHeads = {"executed", "lanes", "loads",  "s/req",
                                                "stores",   "s/req", "shared", "conflicts",
                                                "diverge",  "line"};

/// Counters of all launches, by file and line.
std::map<std::string, Lines> sum_by_line(const protocol::RunResult& result) {
  std::map<std::string, Lines> files;
  for (const protocol::Launch& launch : result.launches) {
    for (const protocol::LineCounters& line : launch.lines) {
      if (line.line > 0) files[line.file][line.line] += line.counters;
    }
  }
  return files;
}

std::string number(std::uint64_t value) {
  return value == 0 ? "" : base::with_thousands(value);
}

std::string ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? ""
                    : fmt::format("{:.1f}", static_cast<double>(part) / static_cast<double>(whole));
}

/// The cells of a line, the last one its number.
std::vector<std::string> cells_of(int line, const protocol::Counters& counters) {
  return {number(counters.warp_instructions),
          ratio(counters.thread_instructions, counters.warp_instructions),
          number(counters.global_load_requests),
          ratio(counters.global_load_sectors, counters.global_load_requests),
          number(counters.global_store_requests),
          ratio(counters.global_store_sectors, counters.global_store_requests),
          number(counters.shared_load_requests + counters.shared_store_requests),
          number(counters.shared_load_bank_conflicts + counters.shared_store_bank_conflicts),
          number(counters.divergent_branches),
          std::to_string(line)};
}

/// Is the line, or one near it, executed?
bool is_shown(const Lines& lines, int line) {
  const auto next = lines.lower_bound(line - kContext);
  return next != lines.end() && next->first <= line + kContext;
}

std::string file_text(const std::string& file, const Lines& lines,
                      const std::vector<std::string>& source, const TextStyle& style) {
  std::vector<std::vector<std::string>> rows{{kHeads.begin(), kHeads.end()}};
  std::vector<std::string> texts{file};
  const int last = std::max(static_cast<int>(source.size()), lines.rbegin()->first);
  for (int line = 1; line <= last; ++line) {
    if (!is_shown(lines, line)) continue;
    const auto counted = lines.find(line);
    rows.push_back(cells_of(line, counted == lines.end() ? protocol::Counters{} : counted->second));
    const auto index = static_cast<std::size_t>(line) - 1;
    texts.push_back(index < source.size() ? source[index].substr(0, kMostText) : "");
  }
  std::vector<std::size_t> widths(kHeads.size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    if (at > 1 && std::stoi(rows[at].back()) != std::stoi(rows[at - 1].back()) + 1) text += "...\n";
    std::string row;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      row += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", rows[at][i], widths[i]);
    }
    row += texts[at].empty() ? " |" : " | " + texts[at];
    const bool bold = style.colour && at == 0;
    text += (bold ? "\033[1m" + row + "\033[0m" : row) + "\n";
  }
  return text;
}

}  // namespace

std::string annotated_source(const protocol::RunResult& result, const std::filesystem::path& folder,
                             const TextStyle& style) {
  std::string text;
  for (const auto& [file, lines] : sum_by_line(result)) {
    const auto source = base::read_file(folder / file, std::uintmax_t{4} << 20);
    text += file_text(file, lines,
                      source.ok() ? base::split_lines(*source) : std::vector<std::string>(), style);
    text += "\n";
  }
  if (text.empty()) return "no line of the source was executed by a kernel\n";
  return text +
         "executed: PTX instructions issued to warps; lanes: active of 32, on average; loads, "
         "stores: requests to\n"
         "global memory; s/req: 32-byte sectors per request (4 is ideal for 4-byte elements); "
         "shared: requests to\n"
         "shared memory; conflicts: extra rounds for bank conflicts; diverge: branches that split "
         "a warp\n";
}

}  // namespace cli
