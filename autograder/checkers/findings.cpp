// SPDX-License-Identifier: MIT
#include "checkers/findings.h"

#include <algorithm>
#include <array>

#include "base/symbol_name.h"
#include "checkers/describe.h"

namespace checkers {

namespace {

using protocol::Severity;

constexpr auto kTable = std::to_array<FindingInfo>({
#define FINDING(Id, name, checker, severity, what, example, help) \
  {FindingKind::Id, name, checker, Severity::severity, what, example, help},
#include "checkers/findings.def"
#undef FINDING
});

vgpu::CodeLine line_of(const vgpu::LaunchInfo& launch, vgpu::SiteId site) {
  return site < launch.lines.size() ? launch.lines[site] : vgpu::CodeLine{};
}

protocol::Dim3 as_array(const vgpu::Dim3& dim) {
  return {dim.x, dim.y, dim.z};
}

}  // namespace

std::span<const FindingInfo> finding_table() {
  return kTable;
}

const FindingInfo& info_of(FindingKind kind) {
  return kTable[static_cast<std::size_t>(kind)];
}

const FindingInfo* find_finding(std::string_view name) {
  const auto row = std::ranges::find(kTable, name, &FindingInfo::name);
  return row == kTable.end() ? nullptr : &*row;
}

std::string findings_page() {
  std::string page =
      "# What the checks find\n\n"
      "Errors cost points, warnings do not, unless an exercise says otherwise. Some of the lessons "
      "named here are still to be written: `build/bin/autograder list` shows those that are "
      "there.\n";
  for (const FindingInfo& row : kTable) {
    page += "\n## " + std::string(row.name) + "\n\n";
    page += std::string(row.what) + "\n\n```cuda\n" + std::string(row.example) + "\n```\n\n";
    page += "Found by " + std::string(row.checker) + "; " +
            std::string(protocol::to_string(row.severity)) +
            " by default. Cure: " + std::string(row.help) + ".\n";
  }
  return page;
}

void FindingSet::Entry::absorb(const Entry& other) {
  if (count == 0 || std::tie(other.weight, other.witness) < std::tie(weight, witness)) {
    witness = other.witness;
    weight = other.weight;
    description = other.description;
  }
  count += other.count;
}

void FindingSet::merge(FindingSet&& other) {
  for (auto& [place, entry] : other.entries_) entries_[place].absorb(entry);
  other.entries_.clear();
}

bool FindingSet::mentions(vgpu::SiteId site) const {
  return std::ranges::any_of(entries_, [&](const auto& entry) {
    return entry.first.site == site || entry.first.other == site;
  });
}

std::vector<protocol::Finding> FindingSet::finish() const {
  // One line often has several instructions: fold once more, by what people see.
  std::map<std::tuple<std::string, std::uint32_t, FindingKind, std::string, std::uint32_t>, Entry>
      folded;
  for (const auto& [place, entry] : entries_) {
    const vgpu::CodeLine line = line_of(*launch_, place.site);
    const vgpu::CodeLine other = line_of(*launch_, place.other);
    folded[{line.file, line.line, place.kind, other.file, other.line}].absorb(entry);
  }
  std::vector<protocol::Finding> findings;
  for (const auto& [key, entry] : folded) {
    const FindingInfo& info = info_of(std::get<2>(key));
    protocol::Finding finding;
    finding.kind = info.name;
    finding.severity = entry.weight.severity;
    finding.hazard = entry.description.hazard;
    finding.kernel = base::bare_name(base::demangle(launch_->kernel));
    finding.file = std::get<0>(key);
    finding.line = static_cast<int>(std::get<1>(key));
    finding.other_line = static_cast<int>(std::get<4>(key));
    finding.block = as_array(vgpu::unflatten(entry.witness.block, launch_->grid));
    finding.thread = as_array(vgpu::unflatten(entry.witness.thread, launch_->block));
    finding.message = entry.description.message;
    finding.help = entry.description.help.empty() ? std::string(info.help) : entry.description.help;
    finding.count = entry.count;
    findings.push_back(std::move(finding));
  }
  std::ranges::stable_sort(findings, {}, &protocol::Finding::severity);
  return findings;
}

}  // namespace checkers
