// SPDX-License-Identifier: MIT
#include "device/case_report.h"

#include <algorithm>

#include "protocol/cuda_error.h"

namespace device {

namespace {

/// A program that launches more often is listed up to here.
constexpr std::size_t kMostLaunches = 20000;

/// Notes and unmodelled things come with texts of the program's choosing.
constexpr std::size_t kMostNotes = 100;

/// Device printf beyond this is dropped, as a real device drops what overflows its buffer.
constexpr std::size_t kMostPrintedBytes = std::size_t{8} << 20;

bool alike(const protocol::Finding& a, const protocol::Finding& b) {
  return a.kind == b.kind && a.severity == b.severity && a.hazard == b.hazard &&
         a.kernel == b.kernel && a.file == b.file && a.line == b.line &&
         a.other_line == b.other_line && (a.line != 0 || a.message == b.message);
}

}  // namespace

bool CaseReport::room_for_launch() {
  if (result_.launches.size() < kMostLaunches) return true;
  add_note({"launches_not_listed",
            "the program launched more than " + std::to_string(kMostLaunches) +
                " kernels; the others ran but are not listed",
            "", 1});
  return false;
}

void CaseReport::add_launch(LaunchReport report) {
  for (protocol::Finding& finding : report.findings) add_finding(std::move(finding));
  for (protocol::NotModelled& entry : report.not_modelled) add_not_modelled(std::move(entry));
  add_printed(report.printed);
  if (!room_for_launch()) return;
  if (report.error != 0) report.record.error = protocol::cuda_error_name(report.error);
  result_.launches.push_back(std::move(report.record));
}

void CaseReport::add_refused_launch(protocol::Launch record, std::uint32_t error) {
  if (!room_for_launch()) return;
  record.error = protocol::cuda_error_name(error);
  result_.launches.push_back(std::move(record));
}

void CaseReport::add_finding(protocol::Finding finding) {
  auto& findings = result_.findings;
  const auto same =
      std::ranges::find_if(findings, [&](const auto& known) { return alike(known, finding); });
  if (same != findings.end()) {
    same->count += finding.count;
  } else if (findings.size() < max_findings_) {
    findings.push_back(std::move(finding));
  } else {
    add_note({"findings_not_listed",
              "only the first " + std::to_string(max_findings_) + " kinds of findings are listed",
              "", finding.count});
  }
}

void CaseReport::add_note(protocol::HostNote note) {
  auto& notes = result_.host_notes;
  const auto same = std::ranges::find_if(notes, [&](const auto& known) {
    return known.kind == note.kind && known.message == note.message;
  });
  if (same != notes.end()) {
    same->count += note.count;
  } else if (notes.size() < kMostNotes) {
    notes.push_back(std::move(note));
  }
}

void CaseReport::add_not_modelled(protocol::NotModelled entry) {
  auto& entries = result_.not_modelled;
  if (entries.size() < kMostNotes && std::ranges::find(entries, entry) == entries.end()) {
    entries.push_back(std::move(entry));
  }
}

void CaseReport::add_printed(const std::string& text) {
  const std::size_t room = kMostPrintedBytes - result_.device_output.size();
  result_.device_output.append(text, 0, room);
}

std::string CaseReport::take_printed() {
  std::string text;
  text.swap(result_.device_output);
  return text;
}

}  // namespace device
