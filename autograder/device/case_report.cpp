// SPDX-License-Identifier: MIT
#include "device/case_report.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"
#include "protocol/channel.h"
#include "protocol/cuda_error.h"

namespace device {

namespace {

/// A program that launches more often is listed up to here.
constexpr std::size_t kMostLaunches = 20000;

/// Notes and unmodelled things come with texts of the program's choosing.
constexpr std::size_t kMostNotes = 100;

/// Names and texts of the program's choosing are cut to these.
constexpr std::size_t kLongestText = 1000;
constexpr std::size_t kLongestMessage = 2000;
constexpr std::size_t kLongestKind = 100;

/// The report travels as JSON in one message (channel.h). This much of it is for launches, this
/// much for printed text; what findings, notes and the like can have is less than the rest.
constexpr std::size_t kMostLaunchBytes = protocol::kMaxBodyBytes / 2;
constexpr std::size_t kMostPrintedJsonBytes = protocol::kMaxBodyBytes / 4;

/// Device printf beyond this is dropped, as a real device drops what overflows its buffer.
constexpr std::size_t kMostPrintedBytes = std::size_t{8} << 20;

/// Notes of these kinds say what the report leaves out, so they find room where others do not.
constexpr const char* kLaunchesNotListed = "launches_not_listed";
constexpr const char* kFindingsNotListed = "findings_not_listed";
constexpr const char* kNotesNotListed = "notes_not_listed";
constexpr const char* kPrintedNotKept = "printed_not_kept";

bool is_ours(const protocol::HostNote& note) {
  return note.kind == kLaunchesNotListed || note.kind == kFindingsNotListed ||
         note.kind == kNotesNotListed || note.kind == kPrintedNotKept;
}

/// Launches that failed are worth a place of their own, even where others have none left.
constexpr std::size_t kMostLateFailures = 10;

/// What stands around an object's values in JSON: braces, keys, indentation.
constexpr std::size_t kObjectBytes = 200;

/// What one character becomes in a JSON text, at most.
std::size_t json_bytes(unsigned char c) {
  if (c == '"' || c == '\\' || c == '\n' || c == '\t' || c == '\r') return 2;
  if (c < 0x20 || c == 0x7f) return 6;
  return c < 0x80 ? 1 : 3;  // a byte that is not UTF-8 becomes U+FFFD
}

std::size_t json_bytes(const std::string& text) {
  std::size_t bytes = 2;
  for (const char c : text) bytes += json_bytes(static_cast<unsigned char>(c));
  return bytes;
}

std::size_t json_bytes(const protocol::Counters& counters, bool all) {
  constexpr std::size_t kAround = 12;
  std::size_t bytes = 0;
  for (const protocol::CounterInfo& row : protocol::counter_table()) {
    std::uint64_t number = counters.*row.member;
    if (number == 0 && !all) continue;
    bytes += row.name.size() + kAround;
    for (; number >= 10; number /= 10) ++bytes;
  }
  return bytes;
}

/// Traces are not counted: only pictures have them, and trace.h bounds them.
std::size_t json_bytes(const protocol::Launch& launch) {
  std::size_t bytes = kObjectBytes + json_bytes(launch.kernel) + json_bytes(launch.name) +
                      json_bytes(launch.counters, true);
  for (const protocol::LineCounters& line : launch.lines) {
    bytes += kObjectBytes + json_bytes(line.file) + json_bytes(line.counters, false);
  }
  for (const protocol::BufferCounters& buffer : launch.buffers) {
    bytes += kObjectBytes + json_bytes(buffer.name) + json_bytes(buffer.counters, true);
  }
  return bytes;
}

/// Cuts a text that is too long, between two characters.
void shorten(std::string& text, std::size_t most = kLongestText) {
  if (text.size() <= most) return;
  std::size_t end = most;
  while (end > most - 4 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  text.resize(end);
  text += "...";
}

void shorten(protocol::Launch& launch) {
  shorten(launch.kernel);
  shorten(launch.name);
  for (protocol::LineCounters& line : launch.lines) shorten(line.file);
  for (protocol::BufferCounters& buffer : launch.buffers) shorten(buffer.name);
}

/// Takes off everything but the totals, and those of the exercise's buffers.
void leave_totals(protocol::Launch& launch) {
  launch.lines.clear();
  launch.trace.reset();
  std::erase_if(launch.buffers, [](const protocol::BufferCounters& buffer) {
    return buffer.role == protocol::BufferRole::Scratch;
  });
}

/// Adds what a launch counted, so that the totals of a case hold all launches.
void add_totals(protocol::Launch& sum, const protocol::Launch& launch) {
  sum.counters += launch.counters;
  for (const protocol::BufferCounters& buffer : launch.buffers) {
    const auto same = std::ranges::find_if(sum.buffers, [&](const auto& known) {
      return known.name == buffer.name && known.role == buffer.role;
    });
    if (same != sum.buffers.end()) {
      same->counters += buffer.counters;
    } else {
      sum.buffers.push_back(buffer);
    }
  }
}

bool alike(const protocol::Finding& a, const protocol::Finding& b) {
  return a.kind == b.kind && a.severity == b.severity && a.hazard == b.hazard &&
         a.kernel == b.kernel && a.file == b.file && a.line == b.line &&
         a.other_line == b.other_line && (a.line != 0 || a.message == b.message);
}

}  // namespace

void CaseReport::list(protocol::Launch launch) {
  shorten(launch);
  std::vector<protocol::Launch>& launches = result_.launches;
  const std::size_t bytes = json_bytes(launch);
  if (launches.size() < kMostLaunches && bytes <= kMostLaunchBytes - launch_bytes_) {
    launch_bytes_ += bytes;
    launches.push_back(std::move(launch));
    return;
  }
  leave_totals(launch);
  const bool late_failure = !launch.error.empty() && late_failures_ < kMostLateFailures;
  if (late_failure) ++late_failures_;
  if (launches.empty() || (late_failure && launches.size() < kMostLaunches)) {
    launches.push_back(std::move(launch));
  } else {
    add_totals(launches.back(), launch);
  }
  add_note(
      {kLaunchesNotListed,
       "the program launched more kernels than can be listed; the counts of those left out are "
       "in the last one, without lines",
       "", 1});
}

void CaseReport::add_launch(LaunchReport report) {
  for (protocol::Finding& finding : report.findings) add_finding(std::move(finding));
  for (protocol::NotModelled& entry : report.not_modelled) add_not_modelled(std::move(entry));
  add_printed(report.printed);
  if (report.error != 0) report.record.error = protocol::cuda_error_name(report.error);
  list(std::move(report.record));
}

void CaseReport::add_refused_launch(protocol::Launch record, std::uint32_t error) {
  record.error = protocol::cuda_error_name(error);
  list(std::move(record));
}

void CaseReport::add_finding(protocol::Finding finding) {
  shorten(finding.kind, kLongestKind);
  shorten(finding.kernel);
  shorten(finding.file);
  shorten(finding.message, kLongestMessage);
  shorten(finding.help);
  auto& findings = result_.findings;
  const auto same =
      std::ranges::find_if(findings, [&](const auto& known) { return alike(known, finding); });
  if (same != findings.end()) {
    same->count += finding.count;
  } else if (findings.size() < max_findings_) {
    findings.push_back(std::move(finding));
  } else {
    add_note({kFindingsNotListed,
              "only the first " + std::to_string(max_findings_) + " kinds of findings are listed",
              "", finding.count});
  }
}

void CaseReport::add_note(protocol::HostNote note) {
  shorten(note.kind, kLongestKind);
  shorten(note.message, kLongestMessage);
  shorten(note.help);
  auto& notes = result_.host_notes;
  const auto same = std::ranges::find_if(notes, [&](const auto& known) {
    return known.kind == note.kind && known.message == note.message;
  });
  if (same != notes.end()) {
    same->count += note.count;
  } else if (notes.size() < kMostNotes || is_ours(note)) {
    notes.push_back(std::move(note));
  } else {
    add_note({kNotesNotListed,
              "only the first " + std::to_string(kMostNotes) + " notes about host code are listed",
              "", note.count});
  }
}

void CaseReport::add_not_modelled(protocol::NotModelled entry) {
  shorten(entry.what);
  shorten(entry.kernel);
  shorten(entry.file);
  auto& entries = result_.not_modelled;
  if (entries.size() < kMostNotes && std::ranges::find(entries, entry) == entries.end()) {
    entries.push_back(std::move(entry));
  }
}

void CaseReport::add_printed(const std::string& text) {
  const std::size_t room = kMostPrintedBytes - result_.device_output.size();
  std::size_t taken = 0;
  while (taken < text.size() && taken < room) {
    const std::size_t bytes = json_bytes(static_cast<unsigned char>(text[taken]));
    if (bytes > kMostPrintedJsonBytes - printed_json_bytes_) break;
    printed_json_bytes_ += bytes;
    ++taken;
  }
  result_.device_output.append(text, 0, taken);
  if (taken == text.size()) return;
  const protocol::HostNote dropped{
      kPrintedNotKept, "kernels printed more than the device keeps; the rest was dropped",
      "print less, or from fewer threads", text.size() - taken};
  add_note(dropped);
}

std::string CaseReport::take_printed() {
  std::string text;
  text.swap(result_.device_output);
  printed_json_bytes_ = 0;
  return text;
}

}  // namespace device
