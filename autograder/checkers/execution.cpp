// SPDX-License-Identifier: MIT
#include "checkers/execution.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "base/symbol_name.h"
#include "checkers/describe.h"

namespace checkers {

namespace {

using vgpu::ExecutionProblem;

std::optional<FindingKind> kind_of(ExecutionProblem problem) {
  switch (problem) {
    case ExecutionProblem::InstructionLimit:
      return FindingKind::InstructionLimit;
    case ExecutionProblem::Deadlock:
      return FindingKind::Deadlock;
    case ExecutionProblem::StackOverflow:
      return FindingKind::StackOverflow;
    case ExecutionProblem::Trap:
      return FindingKind::Trap;
    case ExecutionProblem::Assertion:
      return FindingKind::Assertion;
    case ExecutionProblem::HeapExhausted:
      return FindingKind::HeapExhausted;
    default:
      return std::nullopt;
  }
}

std::string headline(FindingKind kind, const std::string& text) {
  switch (kind) {
    case FindingKind::InstructionLimit:
      return "the kernel was stopped: its budget of instructions is spent";
    case FindingKind::Deadlock:
      return "the kernel was stopped: its threads wait for each other for ever";
    case FindingKind::StackOverflow:
      return "function calls nest deeper than the stack of a thread";
    case FindingKind::Trap:
      return "the kernel executed __trap()";
    case FindingKind::Assertion:
      return "the assertion does not hold: " + text;
    default:
      return "malloc or new in the kernel found no room";
  }
}

}  // namespace

void Execution::problem(const vgpu::ProblemEvent& event) {
  if (event.problem == ExecutionProblem::NotModelled) {
    not_modelled_.emplace(event.site, event.text);
    return;
  }
  const std::optional<FindingKind> kind = kind_of(event.problem);
  if (!kind) return;
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(event.mask)) % vgpu::kWarpSize;
  const Witness who{block_, event.warp * vgpu::kWarpSize + lane};
  findings_.add({*kind, event.site}, who,
                static_cast<std::uint64_t>(std::max(1, std::popcount(event.mask))), [&] {
                  Description words;
                  words.message =
                      fmt::format("{}\n  {} is at {}", headline(*kind, event.text),
                                  thread_text(*launch_, who), place_text(*launch_, event.site));
                  return words;
                });
}

void Execution::merge(Execution&& other) {
  findings_.merge(std::move(other.findings_));
  not_modelled_.merge(other.not_modelled_);
}

std::vector<protocol::NotModelled> Execution::not_modelled() const {
  std::vector<protocol::NotModelled> list;
  for (const auto& [site, what] : not_modelled_) {
    protocol::NotModelled entry;
    entry.what = what;
    entry.kernel = base::bare_name(base::demangle(launch_->kernel));
    if (site < launch_->lines.size()) {
      entry.file = launch_->lines[site].file;
      entry.line = static_cast<int>(launch_->lines[site].line);
    }
    if (std::ranges::find(list, entry) == list.end()) list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace checkers
