// SPDX-License-Identifier: MIT
#include "tests/kernel_cases/kernel_case.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>

#include "base/difference.h"
#include "base/text.h"
#include "checkers/toolset.h"
#include "protocol/run_result.h"
#include "vgpu/exec/isa.h"
#include "vgpu/gpu.h"

namespace kernel_cases {

namespace {

std::vector<std::string> words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> found;
  for (std::string word; in >> word;) found.push_back(word);
  return found;
}

std::uint64_t number(std::string_view text) {
  return std::stoull(std::string(text), nullptr, 0);
}

vgpu::Dim3 extent(std::string_view text) {
  const auto parts = base::split(text, ',');
  const auto part = [&](std::size_t i) {
    return i < parts.size() ? static_cast<std::uint32_t>(number(parts[i])) : 1;
  };
  return {part(0), part(1), part(2)};
}

bool parse_launch(std::string_view text, Case& out) {
  for (const std::string& word : words(text)) {
    const auto at = word.find('=');
    if (at == std::string::npos) return false;
    const std::string key = word.substr(0, at), value = word.substr(at + 1);
    if (key == "kernel") {
      out.kernel = value;
    } else if (key == "grid") {
      out.grid = extent(value);
    } else if (key == "block") {
      out.block = extent(value);
    } else if (key == "dynamic") {
      out.dynamic_shared = number(value);
    } else if (key == "limit") {
      out.limit = number(value);
    } else {
      return false;
    }
  }
  return true;
}

bool parse_argument(std::string_view text, Case& out) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return false;
  Argument argument;
  argument.name = base::trim(text.substr(0, equals));
  const std::string_view rest = base::trim(text.substr(equals + 1));
  const auto blank = rest.find(' ');
  if (blank == std::string_view::npos) return false;
  argument.type = rest.substr(0, blank);
  argument.fill = base::trim(rest.substr(blank));
  const auto bracket = argument.type.find('[');
  if (bracket != std::string::npos) {
    argument.is_buffer = true;
    argument.count = number(argument.type.substr(bracket + 1));
    argument.type.resize(bracket);
  }
  out.arguments.push_back(std::move(argument));
  return true;
}

bool parse_expectation(std::string_view text, Case& out) {
  const auto parts = words(text);
  if (parts.empty()) return false;
  Expectation expectation;
  if (parts[0] == "finding" || parts[0] == "counter") {
    if (parts.size() < 3) return false;
    expectation = {parts[0], parts[1], parts.back()};  // "finding kind line 7", "counter name = 7"
  } else if (parts[0] == "status" || parts[0] == "output") {
    expectation = {parts[0], "", std::string(base::trim(text.substr(parts[0].size())))};
  } else if (text == "no findings") {
    expectation = {"none", "", ""};
  } else {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos) return false;
    expectation = {"buffer", std::string(base::trim(text.substr(0, equals))),
                   std::string(base::trim(text.substr(equals + 1)))};
  }
  out.expectations.push_back(std::move(expectation));
  return true;
}

std::size_t bytes_of(const std::string& type) {
  const std::string digits = type.substr(1);
  return digits == "8" ? 1 : digits == "16" ? 2 : digits == "32" ? 4 : 8;
}

std::uint64_t bits_of(const std::string& type, const std::string& text) {
  std::uint64_t bits = 0;
  if (type == "f32") {
    const float value = std::stof(text);
    std::memcpy(&bits, &value, sizeof value);
  } else if (type == "f64") {
    const double value = std::stod(text);
    std::memcpy(&bits, &value, sizeof value);
  } else if (text[0] == '-') {
    bits = static_cast<std::uint64_t>(std::stoll(text, nullptr, 0));
  } else {
    bits = std::stoull(text, nullptr, 0);
  }
  return bits;
}

/// The values of a fill or an expectation, as text: "iota", "zero", "5*64" (64 fives), or a plain
/// list.
std::vector<std::string> expand(const std::string& text, std::uint64_t count) {
  std::vector<std::string> values;
  for (const std::string& word : words(text)) {
    const auto star = word.find('*');
    if (word == "iota") {
      for (std::uint64_t i = 0; i < count; ++i) values.push_back(std::to_string(i));
    } else if (word == "zero") {
      values.insert(values.end(), count, "0");
    } else if (star != std::string::npos) {
      values.insert(values.end(), number(word.substr(star + 1)), word.substr(0, star));
    } else {
      values.push_back(word);
    }
  }
  return values;
}

constexpr const char* kStatusNames[] = {"Ok",
                                        "InvalidConfiguration",
                                        "IllegalAddress",
                                        "MisalignedAddress",
                                        "Trap",
                                        "Assertion",
                                        "StackOverflow",
                                        "InstructionLimit",
                                        "Deadlock",
                                        "BarrierDivergence",
                                        "NotModelled"};

/// What a run gave.
struct Outcome {
  vgpu::LaunchOutcome launch;
  checkers::LaunchReport report;
  std::map<std::string, std::pair<const Argument*, vgpu::Segment*>> buffers;
};

void compare_buffer(const Expectation& expected, const Outcome& outcome,
                    std::vector<std::string>& complaints) {
  const auto found = outcome.buffers.find(expected.subject);
  if (found == outcome.buffers.end()) {
    complaints.push_back("no buffer is called " + expected.subject);
    return;
  }
  const auto& [argument, segment] = found->second;
  const std::size_t width = bytes_of(argument->type);
  const auto values = expand(expected.value, argument->count);
  for (std::size_t i = 0; i < values.size() && complaints.size() < 5; ++i) {
    if (values[i] == "?") continue;
    std::uint64_t got = 0, want = bits_of(argument->type, values[i]);
    std::memcpy(&got, segment->data + i * width, width);
    if (width < 8) want &= (std::uint64_t{1} << (8 * width)) - 1;
    if (got != want)
      complaints.push_back(
          fmt::format("{}[{}] is {:#x}, expected {}", argument->name, i, got, values[i]));
  }
}

void compare(const Expectation& expected, const Outcome& outcome,
             std::vector<std::string>& complaints) {
  const auto& findings = outcome.report.findings;
  if (expected.what == "buffer") {
    compare_buffer(expected, outcome, complaints);
  } else if (expected.what == "none") {
    for (const auto& finding : findings) {
      complaints.push_back(
          fmt::format("unexpected {} at line {}: {}", finding.kind, finding.line, finding.message));
    }
  } else if (expected.what == "finding") {
    bool found = false;
    std::string seen;
    for (const auto& finding : findings) {
      seen += fmt::format(" {}:{}", finding.kind, finding.line);
      const int line = std::stoi(expected.value);
      found = found || (finding.kind == expected.subject &&
                        (finding.line == line || finding.other_line == line));
    }
    if (!found) {
      complaints.push_back(
          fmt::format("no {} at line {}; seen:{}", expected.subject, expected.value, seen));
    }
  } else if (expected.what == "counter") {
    const auto* counter = protocol::find_counter(expected.subject);
    if (counter == nullptr) {
      complaints.push_back("no counter is called " + expected.subject);
    } else if (const auto got = outcome.report.launch.counters.*counter->member;
               got != number(expected.value)) {
      complaints.push_back(
          fmt::format("{} is {}, expected {}", expected.subject, got, expected.value));
    }
  } else if (expected.what == "status") {
    const std::string got = kStatusNames[static_cast<std::size_t>(outcome.launch.status)];
    if (got != expected.value)
      complaints.push_back("status is " + got + ", expected " + expected.value);
  } else if (outcome.launch.output != expected.value + "\n") {
    complaints.push_back("printed \"" + outcome.launch.output + "\", expected \"" + expected.value +
                         "\\n\"");
  }
}

/// How a case is run; nothing of it may show in the result.
struct Setting {
  vgpu::Isa isa = vgpu::best_isa();
  unsigned threads = 1;
};

/// A device on which the case was launched once.
struct Run {
  explicit Run(const Setting& setting) : gpu(vgpu::VirtualGpu::kUsualMemory, setting.isa) {}
  vgpu::VirtualGpu gpu;
  Outcome outcome;
  std::string problem;  ///< why the case could not be launched; mostly empty
};

const vgpu::FunctionCode* find_kernel(const vgpu::Program& program, const std::string& name) {
  const vgpu::FunctionCode* kernel = nullptr;
  for (const auto& function : program.functions) {
    if (function.is_entry && (name.empty() || function.name == name)) kernel = &function;
  }
  return kernel;
}

/// Allocates and fills a buffer argument.
vgpu::Segment* make_buffer(const Argument& argument, vgpu::GlobalMemory& memory) {
  const std::size_t width = bytes_of(argument.type);
  vgpu::Segment* segment = memory.allocate(argument.count * width, argument.name);
  segment->element_bytes = static_cast<std::uint32_t>(width);
  if (argument.fill == "poison") return segment;
  const auto values = expand(argument.fill, argument.count);
  for (std::size_t k = 0; k < std::min<std::size_t>(values.size(), argument.count); ++k) {
    const std::uint64_t bits = bits_of(argument.type, values[k]);
    std::memcpy(segment->data + k * width, &bits, width);
    segment->initialized.insert(k * width, width);
  }
  return segment;
}

void launch(const Case& kernel_case, const Setting& setting, Run& run) {
  const auto program =
      run.gpu.load(kernel_case.ptx, kernel_case.file, [](const std::string& path) { return path; });
  if (!program) {
    run.problem = base::to_string(program.errors());
    return;
  }
  const vgpu::FunctionCode* kernel = find_kernel(**program, kernel_case.kernel);
  if (kernel == nullptr) {
    run.problem = "the kernel is missing";
    return;
  }
  std::vector<std::byte> parameters(kernel->entry_parameter_bytes);
  if (kernel->entry_parameter_offsets.size() != kernel_case.arguments.size()) {
    run.problem = "wrong number of arguments";
    return;
  }
  for (std::size_t i = 0; i < kernel_case.arguments.size(); ++i) {
    const Argument& argument = kernel_case.arguments[i];
    std::byte* parameter = parameters.data() + kernel->entry_parameter_offsets[i];
    if (argument.is_buffer) {
      vgpu::Segment* segment = make_buffer(argument, run.gpu.memory());
      std::memcpy(parameter, &segment->base, 8);
      run.outcome.buffers[argument.name] = {&argument, segment};
    } else {
      const std::uint64_t bits = bits_of(argument.type, argument.fill);
      std::memcpy(parameter, &bits, kernel->entry_parameter_sizes[i]);
    }
  }
  vgpu::LaunchConfig config;
  config.grid = kernel_case.grid;
  config.block = kernel_case.block;
  config.dynamic_shared_bytes = kernel_case.dynamic_shared;
  config.instruction_limit = kernel_case.limit;
  config.threads = setting.threads;
  using Tools = checkers::FullTools;
  run.outcome.launch = run.gpu.launch<Tools>(
      **program, *kernel, config, parameters,
      [](const vgpu::LaunchInfo& info) { return Tools(info); },
      [&](auto&& tools) { run.outcome.report = tools.finish(); });
}

/// Everything that a run gave, as text: the same text is the same result.
std::string everything(const Outcome& outcome) {
  protocol::RunResult result;
  result.launches = {outcome.report.launch};
  result.findings = outcome.report.findings;
  result.not_modelled = outcome.report.not_modelled;
  std::string text =
      fmt::format("status {}\nmessage {}\noutput {}\n{}\n",
                  kStatusNames[static_cast<std::size_t>(outcome.launch.status)],
                  outcome.launch.message, outcome.launch.output, protocol::to_json(result));
  for (const auto& [name, buffer] : outcome.buffers) {
    const vgpu::Segment& segment = *buffer.second;
    text += name + ":";
    for (std::uint64_t i = 0; i < segment.size; ++i) {
      text += fmt::format(" {:02x}{}", static_cast<unsigned>(segment.data[i]),
                          segment.initialized.contains(i) ? "" : "?");
    }
    text += "\n";
  }
  return text;
}

}  // namespace

base::Result<Case> parse_case(std::string_view text, const std::string& file) {
  Case out;
  out.file = file;
  out.ptx = text;
  int line = 0;
  for (const std::string& raw : base::split_lines(text)) {
    ++line;
    if (!raw.starts_with("//")) break;
    const std::string_view body = base::trim(std::string_view(raw).substr(2));
    const auto rest = [&](std::string_view key) { return base::trim(body.substr(key.size())); };
    bool good = true;
    if (body.starts_with("launch:")) {
      good = parse_launch(rest("launch:"), out);
    } else if (body.starts_with("arg:")) {
      good = parse_argument(rest("arg:"), out);
    } else if (body.starts_with("expect:")) {
      good = parse_expectation(rest("expect:"), out);
    }
    if (!good)
      return base::Diagnostic{{file, line, 0},
                              "directive is not understood: " + raw,
                              "see docs/formats/kernel_case.md"};
  }
  if (out.expectations.empty())
    return base::Diagnostic{{file, 0, 0}, "the case expects nothing", ""};
  return out;
}

std::vector<std::string> run_case(const Case& kernel_case) {
  Run run({});
  launch(kernel_case, {}, run);
  if (!run.problem.empty()) return {run.problem};
  std::vector<std::string> complaints;
  for (const Expectation& expectation : kernel_case.expectations)
    compare(expectation, run.outcome, complaints);
  return complaints;
}

std::vector<std::string> compare_settings(const Case& kernel_case) {
  std::vector<std::string> complaints;
  std::optional<std::string> first;
  for (const vgpu::Isa isa : vgpu::usable_isas()) {
    for (const unsigned threads : {1U, 2U, 3U}) {
      Run run({isa, threads});
      launch(kernel_case, {isa, threads}, run);
      const std::string result = everything(run.outcome);
      if (!first) first = result;
      if (result == *first) continue;
      complaints.push_back(fmt::format("{} with {} thread(s) differs: {}", to_string(isa), threads,
                                       base::first_difference(*first, result)));
    }
  }
  return complaints;
}

}  // namespace kernel_cases
