// SPDX-License-Identifier: MIT
#include "grader/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "base/text.h"
#include "grader/budgets.h"
#include "grader/scoring.h"

namespace grader {
namespace {

bool is_error(const protocol::Finding& finding) {
  return finding.severity == protocol::Severity::Error;
}

/// Did host code try what the copy policy forbids?
bool breaks_policy(const protocol::Finding& finding) {
  return is_error(finding) && finding.kind.starts_with("forbidden_");
}

/// A kernel that did not come to its end has no result, whatever it had written by then; and an
/// answer that host code had a hand in is no answer.
bool leaves_nothing_right(const protocol::Finding& finding) {
  static const std::set<std::string, std::less<>> kinds = {"instruction_limit", "deadlock",
                                                           "stack_overflow", "trap", "assertion"};
  return is_error(finding) && (kinds.find(finding.kind) != kinds.end() || breaks_policy(finding));
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string text_of(const protocol::Finding& finding) {
  std::string text = first_line(finding.message);
  if (finding.line > 0 && text.find(finding.file) == std::string::npos) {
    text += fmt::format(" ({}:{})", finding.file, finding.line);
  }
  return text;
}

/// Does the reference make the very launch, with the same error? Then the case is about it.
bool is_meant_to_fail(const protocol::Launch& launch, const protocol::RunResult& reference) {
  return std::any_of(reference.launches.begin(), reference.launches.end(),
                     [&launch](const protocol::Launch& one) {
                       return one.name == launch.name && one.error == launch.error &&
                              one.grid == launch.grid && one.block == launch.block;
                     });
}

/// What the device says beside the error's name: the instruction that it does not model and where
/// that stands, or what was asked for and what is possible. "" where it said nothing.
std::string reason_of(const protocol::Launch& launch, const protocol::RunResult& run) {
  for (const protocol::NotModelled& entry : run.not_modelled) {
    if (entry.kernel != launch.name) continue;
    std::string reason = "; not modelled: " + first_line(entry.what);
    if (entry.line > 0) reason += fmt::format(" ({}:{})", entry.file, entry.line);
    return reason;
  }
  for (const protocol::Finding& finding : run.findings) {
    if (launch.started || finding.kind != "invalid_launch" || finding.kernel != launch.name) {
      continue;
    }
    const std::string text = first_line(finding.message);
    const std::size_t colon = text.find(": ");
    return colon == std::string::npos ? "; " + text : "; " + text.substr(colon + 2);
  }
  return "";
}

/// Why kernels could not run at all: their code does not load. "" where it does.
std::string unloaded_code(const protocol::RunResult& run) {
  for (const protocol::HostNote& note : run.host_notes) {
    if (note.kind != "device_code") continue;
    return "the device code does not load: " + first_line(note.message);
  }
  return "";
}

/// Launches that the device refused without a checker having said why.
std::string refused_launch(const protocol::RunResult& run, const protocol::RunResult& reference,
                           bool has_errors) {
  if (has_errors) return "";
  for (const protocol::Launch& launch : run.launches) {
    if (launch.error.empty() || is_meant_to_fail(launch, reference)) continue;
    return fmt::format(
        "the launch of {} with grid ({}, {}, {}) and block ({}, {}, {}) failed: {}{}", launch.name,
        launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0], launch.block[1],
        launch.block[2], launch.error, reason_of(launch, run));
  }
  return "";
}

struct OutputCheck {
  bool right = true;
  std::string message;
};

std::int64_t threads_of_block(const course::RealCase& real, const CaseRun& run) {
  if (real.block_prescribed) return real.block[0] * real.block[1] * real.block[2];
  if (run.device.launches.empty()) return 0;
  const protocol::Dim3& block = run.device.launches.front().block;
  return std::int64_t{block[0]} * block[1] * block[2];
}

/// Threads of the largest launch that ran.
std::uint64_t threads_of_launch(const CaseRun& run) {
  std::uint64_t most = 0;
  for (const protocol::Launch& launch : run.device.launches) {
    if (!launch.started) continue;
    std::uint64_t threads = 1;
    for (std::size_t d = 0; d < 3; ++d) {
      threads *= std::uint64_t{launch.grid[d]} * launch.block[d];
    }
    most = std::max(most, threads);
  }
  return most;
}

void check_output(const course::RealCase& real, const CaseRun& run, const Expectation& expected,
                  std::size_t index, OutputCheck& check, CaseResult& result) {
  const course::RealParameter& parameter = real.parameters[index];
  const BufferAfter& got = run.buffers[index];
  const Comparison comparison =
      compare_output(parameter, got, expected.buffers[index], threads_of_launch(run));
  result.error_share = std::max(result.error_share, comparison.error_share);
  if (comparison.right()) return;
  check.right = false;
  if (!check.message.empty()) return;
  check.message = comparison.message;
  result.first_mismatch = comparison.first;
  result.patterns = find_patterns(parameter, comparison, got, expected.buffers[index],
                                  real.parameters, threads_of_block(real, run));
  if (run.device.launches.empty()) result.patterns.emplace_back("nothing_launched");
}

void check_input(const course::RealParameter& parameter, const BufferAfter& got, OutputCheck& check,
                 CaseResult& result) {
  const std::optional<Mismatch> changed = changed_input(parameter, got);
  if (!changed) return;
  check.right = false;
  result.patterns.emplace_back("input_changed");
  if (!check.message.empty()) return;
  check.message =
      fmt::format("input {} was changed: it is {}, it was {}",
                  element_name(changed->parameter, changed->index), changed->got, changed->want);
  result.first_mismatch = changed;
}

bool in_host_memory(const course::RealCase& real) {
  return std::any_of(
      real.parameters.begin(), real.parameters.end(), [](const course::RealParameter& one) {
        return one.is_pointer && !one.spec_only && one.memory == course::MemorySpace::Host;
      });
}

/// Where results lie in host memory, host code could compute them: then a kernel must have written
/// something wherever one of the reference's did.
void check_that_a_kernel_wrote(const course::RealCase& real, const CaseRun& run,
                               const Expectation& expected, OutputCheck& check,
                               CaseResult& result) {
  if (!check.right || !in_host_memory(real)) return;
  const auto stores = [](const protocol::RunResult& one) { return total(one).global_stores; };
  if (stores(expected.reference) == 0 || stores(run.device) > 0) return;
  check.right = false;
  check.message =
      "no kernel wrote anything: the result is right, but it has to be computed on the GPU";
  result.patterns.emplace_back("nothing_launched");
}

/// Notes about host code as findings, for exercises that are about host code.
std::vector<protocol::Finding> all_findings(const course::RealCase& real, const CaseRun& run) {
  std::vector<protocol::Finding> findings = run.device.findings;
  if (!in_host_memory(real)) return findings;
  // After a kernel has failed, cudaFree fails too: nothing can be given back any more. And a
  // program that ended half-way had no chance to.
  const bool spoilt = run.end != RunEnd::Completed ||
                      std::any_of(run.device.launches.begin(), run.device.launches.end(),
                                  [](const protocol::Launch& launch) {
                                    return launch.started && !launch.error.empty();
                                  });
  for (const protocol::HostNote& note : run.device.host_notes) {
    if (spoilt && note.kind == "memory_not_freed") continue;
    protocol::Finding finding;
    finding.kind = note.kind;
    finding.severity = protocol::Severity::Warning;
    finding.message = note.message;
    finding.help = note.help;
    finding.count = note.count;
    findings.push_back(std::move(finding));
  }
  return findings;
}

/// What a program printed and ended with, held against what its entry promises.
OutputCheck check_program(const course::Entry& entry, const CaseRun& run) {
  OutputCheck check;
  if (run.exit_code != entry.exit_code) {
    check.right = false;
    check.message =
        fmt::format("the program ended with {}, expected is {}", run.exit_code, entry.exit_code);
  }
  for (const std::string& pattern : entry.prints) {
    if (!check.right || std::regex_search(run.output, std::regex(pattern))) continue;
    check.right = false;
    check.message = fmt::format("the program did not print \"{}\"", pattern);
  }
  return check;
}

OutputCheck check_buffers(const course::RealCase& real, const CaseRun& run,
                          const Expectation& expected, CaseResult& result) {
  OutputCheck check;
  for (std::size_t i = 0; i < real.parameters.size(); ++i) {
    const course::RealParameter& parameter = real.parameters[i];
    using course::Role;
    // The result of a function is an output too, by value.
    if (parameter.spec_only || (!parameter.is_pointer && parameter.role != Role::Output)) continue;
    if (parameter.role == Role::Output || parameter.role == Role::Inout) {
      check_output(real, run, expected, i, check, result);
    } else if (parameter.role == Role::Input || parameter.role == Role::Metadata) {
      check_input(parameter, run.buffers[i], check, result);
    }
  }
  return check;
}

// A run that did not come to its end has no output to speak of.
bool ended_early(const CaseRun& run, CaseResult& result) {
  switch (run.end) {
    case RunEnd::Completed:
      return false;
    case RunEnd::NotLoaded:
      result.verdict = Verdict::BuildError;
      break;
    case RunEnd::Refused:
      result.verdict = Verdict::LaunchError;
      break;
    case RunEnd::Crashed:
      result.verdict = Verdict::Crashed;
      break;
    case RunEnd::TimedOut:
      result.verdict = Verdict::TimedOut;
      break;
  }
  result.message = run.message;
  return true;
}

void give_verdict(const course::Exercise& exercise, const CaseRun& run, const Expectation& expected,
                  const OutputCheck& outputs, CaseResult& result) {
  const protocol::Finding* const error = result.first_error();
  const bool has_errors = error != nullptr;
  std::string refused = refused_launch(run.device, expected.reference, has_errors);
  if (refused.empty() && !has_errors && !outputs.right) refused = unloaded_code(run.device);
  const bool spoilt =
      std::any_of(result.findings.begin(), result.findings.end(), leaves_nothing_right);
  result.correct =
      correct_share(outputs.right && refused.empty() && !spoilt, has_errors, exercise.grading);
  if (!refused.empty()) {
    result.verdict = Verdict::LaunchError;
    result.message = refused;
  } else if (has_errors) {
    result.verdict = Verdict::Finding;
    result.message = error->kind + ": " + text_of(*error);
    result.patterns.clear();
  } else if (!outputs.right) {
    result.verdict = Verdict::WrongResult;
    result.message = outputs.message;
  } else {
    const BudgetResult* worst = worst_budget(result.budgets);
    result.access = worst == nullptr ? 1 : worst->share;
    const bool over = result.access < 1 && !exercise.grading.correctness_only;
    result.verdict = over ? Verdict::OverBudget : Verdict::FullMarks;
    if (over) result.message = describe(*worst, &exercise);
  }
}

}  // namespace

protocol::Counters total(const protocol::RunResult& run) {
  protocol::Counters sum;
  for (const protocol::Launch& launch : run.launches) sum += launch.counters;
  return sum;
}

protocol::Counters total(const protocol::RunResult& run, const std::string& buffer) {
  protocol::Counters sum;
  for (const protocol::Launch& launch : run.launches) {
    for (const protocol::BufferCounters& one : launch.buffers) {
      if (one.name == buffer) sum += one.counters;
    }
  }
  return sum;
}

std::vector<protocol::Finding> with_severities(const course::Exercise& exercise,
                                               std::vector<protocol::Finding> findings) {
  const bool exits_are_errors = exercise.kind == course::ExerciseKind::Assignment ||
                                exercise.part() == 'c' || exercise.part() == 'd';
  std::erase_if(findings, [&exercise](const protocol::Finding& finding) {
    return exercise.severity_of(finding.kind) == course::Severity::Off;
  });
  for (protocol::Finding& finding : findings) {
    const std::optional<course::Severity> wanted = exercise.severity_of(finding.kind);
    if (wanted) {
      finding.severity = *wanted == course::Severity::Error ? protocol::Severity::Error
                                                            : protocol::Severity::Warning;
    } else if (finding.kind == "barrier_exited_threads" && exits_are_errors) {
      finding.severity = protocol::Severity::Error;
    }
  }
  return findings;
}

bool asks_for_nothing(const course::RealCase& real) {
  bool has_output = false;
  for (const course::RealParameter& parameter : real.parameters) {
    if (parameter.role != course::Role::Output && parameter.role != course::Role::Inout) continue;
    if (!parameter.is_pointer || parameter.view.count() > 0) return false;
    has_output = true;
  }
  return has_output && !real.result;
}

void settle_empty_cases(const std::vector<bool>& empty, std::vector<CaseResult>& cases) {
  bool any_right = false, any_asks = false, forbidden = false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    any_asks = any_asks || !empty[i];
    any_right = any_right || (!empty[i] && cases[i].correct > 0);
    forbidden =
        forbidden || std::any_of(cases[i].findings.begin(), cases[i].findings.end(), breaks_policy);
  }
  if (!any_asks || (any_right && !forbidden)) return;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CaseResult& one = cases[i];
    if (!empty[i] || one.points == 0) continue;
    one.points = one.correct = one.access = 0;
    one.verdict = Verdict::WrongResult;
    one.message = forbidden
                      ? "doing nothing counts only where no case tries a forbidden copy or launch"
                      : "doing nothing counts only beside a right answer to another case";
  }
}

CaseResult judge(const course::Exercise& exercise, const course::Case& the_case,
                 const course::RealCase& real, const CaseRun& run, const Expectation& expected,
                 double max) {
  CaseResult result;
  result.name = the_case.key;
  result.say = the_case.say;
  result.help = the_case.help;
  result.hidden = the_case.hidden;
  result.max = max;
  result.program_output = run.output;
  result.findings = with_severities(exercise, all_findings(real, run));
  if (ended_early(run, result)) return result;
  result.ran = true;
  result.counters = total(run.device);
  result.reference = total(expected.reference);
  const course::Entry* entry = exercise.find_entry(real.entry);
  const bool is_program = entry != nullptr && entry->kind == course::EntryKind::Program;
  OutputCheck outputs =
      is_program ? check_program(*entry, run) : check_buffers(real, run, expected, result);
  if (!is_program) check_that_a_kernel_wrote(real, run, expected, outputs, result);
  if (the_case.access) {
    result.budgets = hold_budgets(exercise, the_case, real, run.device, expected.reference);
    if (!expected.has_reference) {
      std::erase_if(result.budgets, [](const BudgetResult& one) { return one.by_reference; });
    }
  }
  give_verdict(exercise, run, expected, outputs, result);
  result.points = case_points(max, result.correct, result.access, exercise.grading);
  return result;
}

}  // namespace grader
