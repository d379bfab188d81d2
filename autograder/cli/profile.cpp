// SPDX-License-Identifier: MIT
#include "cli/profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"

namespace cli {
namespace {

/// More rows than this help nobody; the JSON has them all.
constexpr std::size_t kMostRows = 60;

std::string source_line(const std::filesystem::path& file, int line) {
  const auto text = base::read_file(file, std::uintmax_t{4} << 20);
  if (!text.ok() || line < 1) return "";
  const std::vector<std::string> lines = base::split_lines(*text);
  const auto index = static_cast<std::size_t>(line) - 1;
  return index < lines.size() ? std::string(base::trim(lines[index])) : "";
}

/// A line that is too long to be read beside a message ends in dots.
std::string shortened(std::string code) {
  constexpr std::size_t kLongest = 120;
  if (code.size() <= kLongest) return code;
  std::size_t end = kLongest;
  const auto inside_letter = [&](std::size_t at) {
    return (static_cast<unsigned char>(code[at]) & 0xC0U) == 0x80U;
  };
  while (end > 0 && inside_letter(end)) --end;
  return code.substr(0, end) + " ...";
}

std::string extent(const protocol::Dim3& size) {
  std::string text = std::to_string(size[0]);
  if (size[1] != 1 || size[2] != 1) text += fmt::format("x{}", size[1]);
  if (size[2] != 1) text += fmt::format("x{}", size[2]);
  return text;
}

std::string ratio(std::uint64_t sectors, std::uint64_t requests) {
  return requests == 0
             ? "-"
             : fmt::format("{:.2f}", static_cast<double>(sectors) / static_cast<double>(requests));
}

/// A launch's row; its first cell is the number of launches that it stands for.
std::vector<std::string> row_of(const protocol::Launch& launch) {
  const protocol::Counters& counters = launch.counters;
  using base::with_thousands;
  return {
      launch.name,
      extent(launch.grid),
      extent(launch.block),
      with_thousands(counters.global_load_requests),
      with_thousands(counters.global_load_sectors),
      ratio(counters.global_load_sectors, counters.global_load_requests),
      with_thousands(counters.global_store_requests),
      with_thousands(counters.global_store_sectors),
      ratio(counters.global_store_sectors, counters.global_store_requests),
      with_thousands(counters.shared_load_bank_conflicts + counters.shared_store_bank_conflicts),
      with_thousands(counters.divergent_branches),
      with_thousands(counters.warp_instructions)};
}

std::string table_text(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line = fmt::format("{:<{}}", row[0], widths[0]);
    for (std::size_t i = 1; i < row.size(); ++i) line += fmt::format("  {:>{}}", row[i], widths[i]);
    text += line + "\n";
  }
  return text;
}

const char* colour_of(protocol::Severity severity) {
  return severity == protocol::Severity::Error ? "\033[31m" : "\033[33m";
}

std::string not_modelled_text(const protocol::NotModelled& one) {
  std::string text = "not modelled: " + one.what;
  if (!one.kernel.empty()) text += " in kernel " + one.kernel;
  if (one.line > 0) text += fmt::format(" ({}:{})", one.file, one.line);
  return text + "\n";
}

}  // namespace

std::string named_source(const std::string& text, const std::filesystem::path& folder) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon + 1 == text.size()) return "";
  const std::string number = text.substr(colon + 1);
  constexpr std::size_t kMostDigits = 9;
  if (number.size() > kMostDigits || !std::ranges::all_of(number, ::isdigit)) return "";
  const std::size_t space = text.rfind(' ', colon);
  const std::size_t start = space == std::string::npos ? 0 : space + 1;
  // One of several places: the text of the last one alone would mislead.
  if (start >= 2 && text[start - 2] == ',') return "";
  const std::filesystem::path file = text.substr(start, colon - start);
  const bool below = !file.is_absolute() && std::ranges::find(file, "..") == file.end();
  return below ? shortened(source_line(folder / file, std::stoi(number))) : "";
}

std::string quoted_message(const protocol::Finding& finding, const std::filesystem::path& folder) {
  std::vector<std::string> lines = base::split_lines(finding.message);
  for (std::string& line : lines) {
    if (const std::string code = named_source(line, folder); !code.empty()) line += "   " + code;
  }
  for (const int number : {finding.line, finding.other_line}) {
    const std::string place = fmt::format("{}:{}", finding.file, number);
    const bool named = std::ranges::any_of(lines, [&place](const std::string& line) {
      return line.ends_with(place) || line.find(place + "   ") != std::string::npos;
    });
    if (number <= 0 || named) continue;
    const std::string code = named_source(place, folder);
    lines.push_back("  " + place + (code.empty() ? "" : "   " + code));
  }
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

namespace {

/// RAW, WAR and WAW, and what these letters stand for.
std::string hazard_text(const std::string& hazard) {
  if (hazard == "RAW") return "RAW, read after write";
  if (hazard == "WAR") return "WAR, write after read";
  return hazard == "WAW" ? "WAW, write after write" : hazard;
}

}  // namespace

std::string finding_text(const protocol::Finding& finding, const std::filesystem::path& folder,
                         const TextStyle& style) {
  std::string head = fmt::format("{}: {}", to_string(finding.severity), finding.kind);
  if (!finding.hazard.empty()) head += " (" + hazard_text(finding.hazard) + ")";
  if (!finding.kernel.empty()) head += " in kernel " + finding.kernel;
  if (finding.count > 1) head += fmt::format(", {} times", base::with_thousands(finding.count));
  std::string text = style.colour ? colour_of(finding.severity) + head + "\033[0m\n" : head + "\n";
  for (const std::string& line : base::split_lines(quoted_message(finding, folder))) {
    text += "  " + line + "\n";
  }
  if (!finding.help.empty()) text += "  help: " + finding.help + "\n";
  return text;
}

std::string profile_text(const protocol::RunResult& result) {
  if (result.launches.empty()) return "no kernel was launched\n";
  std::vector<std::vector<std::string>> rows = {
      {"kernel", "grid", "block", "load requests", "sectors", "per request", "store requests",
       "sectors", "per request", "bank conflicts", "divergent", "warp instructions"}};
  std::vector<std::uint64_t> times;
  for (const protocol::Launch& launch : result.launches) {
    std::vector<std::string> row = row_of(launch);
    if (!times.empty() && rows.back() == row) {
      ++times.back();
    } else {
      rows.push_back(std::move(row));
      times.push_back(1);
    }
  }
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] > 1) rows[i + 1][0] += fmt::format(" ({} times)", times[i]);
  }
  std::string more;
  if (rows.size() > kMostRows + 1) {
    more = fmt::format("and {} more launches; --json has them all\n", rows.size() - 1 - kMostRows);
    rows.resize(kMostRows + 1);
  }
  return table_text(rows) + more;
}

std::string run_text(const protocol::RunResult& result, const std::filesystem::path& folder,
                     const TextStyle& style) {
  std::string text;
  for (const protocol::Finding& finding : result.findings) {
    text += finding_text(finding, folder, style) + "\n";
  }
  for (const protocol::NotModelled& one : result.not_modelled) text += not_modelled_text(one);
  for (const protocol::HostNote& note : result.host_notes) {
    text += "note: " + note.message + "\n";
    if (!note.help.empty()) text += "  help: " + note.help + "\n";
  }
  return text + profile_text(result);
}

}  // namespace cli
