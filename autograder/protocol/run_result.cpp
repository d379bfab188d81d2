// SPDX-License-Identifier: MIT
#include "protocol/run_result.h"

#include <algorithm>

namespace protocol {

const std::vector<CounterInfo>& counter_table() {
  static const std::vector<CounterInfo> table = {
#define COUNTER(name, unit, help) {#name, unit, help, &Counters::name},
#include "protocol/counters.def"
#undef COUNTER
  };
  return table;
}

const CounterInfo* find_counter(std::string_view name) {
  const auto& table = counter_table();
  const auto row = std::ranges::find(table, name, &CounterInfo::name);
  return row == table.end() ? nullptr : &*row;
}

Counters& Counters::operator+=(const Counters& other) {
  for (const CounterInfo& row : counter_table()) {
    std::uint64_t& mine = this->*row.member;
    const std::uint64_t its = other.*row.member;
    mine = row.name.starts_with("max_") ? std::max(mine, its) : mine + its;
  }
  return *this;
}

std::string_view to_string(BufferRole role) {
  switch (role) {
    case BufferRole::Input:
      return "input";
    case BufferRole::Output:
      return "output";
    case BufferRole::Metadata:
      return "metadata";
    case BufferRole::Scratch:
      return "scratch";
  }
  return "scratch";
}

std::string_view to_string(Severity severity) {
  return severity == Severity::Error ? "error" : "warning";
}

bool RunResult::has_errors() const {
  return std::ranges::any_of(
      findings, [](const Finding& finding) { return finding.severity == Severity::Error; });
}

}  // namespace protocol
