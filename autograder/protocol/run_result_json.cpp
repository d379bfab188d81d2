// SPDX-License-Identifier: MIT
// A run result as JSON and back. docs/formats/run_result.md describes the keys.
#include <algorithm>

#include "protocol/json_reader.h"
#include "protocol/run_result.h"
#include "protocol/trace_json.h"

namespace protocol {

namespace {

/// Which counters an object shows: the non-zero ones, and always those that `keep` names.
template <class Keep>
Json counters_to_json(const Counters& counters, Keep keep) {
  Json object = Json::object();
  for (const CounterInfo& row : counter_table()) {
    const std::uint64_t number = counters.*row.member;
    if (number != 0 || keep(row.name)) object[std::string(row.name)] = number;
  }
  return object;
}

Json launch_to_json(const Launch& launch) {
  Json object = {{"kernel", launch.kernel},
                 {"name", launch.name},
                 {"grid", launch.grid},
                 {"block", launch.block}};
  if (!launch.error.empty()) object["error"] = launch.error;
  if (!launch.started) object["started"] = false;
  object["counters"] = counters_to_json(launch.counters, [](auto) { return true; });
  Json lines = Json::array();
  for (const LineCounters& line : launch.lines) {
    lines.push_back({{"file", line.file},
                     {"line", line.line},
                     {"counters", counters_to_json(line.counters, [](auto) { return false; })}});
  }
  object["lines"] = std::move(lines);
  Json buffers = Json::array();
  for (const BufferCounters& buffer : launch.buffers) {
    const auto is_global = [](std::string_view name) { return name.starts_with("global_"); };
    buffers.push_back({{"name", buffer.name},
                       {"role", to_string(buffer.role)},
                       {"counters", counters_to_json(buffer.counters, is_global)}});
  }
  object["buffers"] = std::move(buffers);
  if (launch.trace) object["trace"] = trace_to_json(*launch.trace);
  return object;
}

Json finding_to_json(const Finding& finding) {
  Json object = {{"kind", finding.kind}, {"severity", to_string(finding.severity)}};
  if (!finding.hazard.empty()) object["hazard"] = finding.hazard;
  object["kernel"] = finding.kernel;
  object["file"] = finding.file;
  object["line"] = finding.line;
  if (finding.other_line != 0) object["other_line"] = finding.other_line;
  object["block"] = finding.block;
  object["thread"] = finding.thread;
  object["message"] = finding.message;
  object["help"] = finding.help;
  object["count"] = finding.count;
  return object;
}

Json note_to_json(const HostNote& note) {
  return {
      {"kind", note.kind}, {"message", note.message}, {"help", note.help}, {"count", note.count}};
}

Json not_modelled_to_json(const NotModelled& entry) {
  return {
      {"what", entry.what}, {"kernel", entry.kernel}, {"file", entry.file}, {"line", entry.line}};
}

template <class T, class Convert>
Json list_to_json(const std::vector<T>& list, Convert convert) {
  Json array = Json::array();
  for (const T& element : list) array.push_back(convert(element));
  return array;
}

void read_launch(JsonReader& reader, Launch& launch) {
  reader.get("kernel", launch.kernel);
  reader.get("name", launch.name);
  reader.get("grid", launch.grid);
  reader.get("block", launch.block);
  reader.get("error", launch.error);
  reader.get("started", launch.started);
  reader.get("counters", launch.counters);
  reader.get("lines", launch.lines, [](JsonReader& line, LineCounters& into) {
    line.get("file", into.file);
    line.get("line", into.line);
    line.get("counters", into.counters);
  });
  reader.get("buffers", launch.buffers, [](JsonReader& buffer, BufferCounters& into) {
    using enum BufferRole;
    buffer.get("name", into.name);
    buffer.get("role", into.role, {Input, Output, Metadata, Scratch});
    buffer.get("counters", into.counters);
  });
  if (reader.has("trace")) reader.get_object("trace", launch.trace.emplace(), read_trace);
}

void read_finding(JsonReader& reader, Finding& finding) {
  reader.get("kind", finding.kind);
  reader.get("severity", finding.severity, {Severity::Error, Severity::Warning});
  reader.get("hazard", finding.hazard);
  reader.get("kernel", finding.kernel);
  reader.get("file", finding.file);
  reader.get("line", finding.line);
  reader.get("other_line", finding.other_line);
  reader.get("block", finding.block);
  reader.get("thread", finding.thread);
  reader.get("message", finding.message);
  reader.get("help", finding.help);
  reader.get("count", finding.count);
}

void read_note(JsonReader& reader, HostNote& note) {
  reader.get("kind", note.kind);
  reader.get("message", note.message);
  reader.get("help", note.help);
  reader.get("count", note.count);
}

void read_not_modelled(JsonReader& reader, NotModelled& entry) {
  reader.get("what", entry.what);
  reader.get("kernel", entry.kernel);
  reader.get("file", entry.file);
  reader.get("line", entry.line);
}

}  // namespace

std::string to_json(const RunResult& result) {
  Json object = {{"compiler", result.compiler}, {"exit_code", result.exit_code}};
  if (!result.signal.empty()) object["signal"] = result.signal;
  object["launches"] = list_to_json(result.launches, launch_to_json);
  object["findings"] = list_to_json(result.findings, finding_to_json);
  object["host_notes"] = list_to_json(result.host_notes, note_to_json);
  object["not_modelled"] = list_to_json(result.not_modelled, not_modelled_to_json);
  if (!result.device_output.empty()) object["device_output"] = result.device_output;
  // Names and printed text come from the student; what is not UTF-8 becomes U+FFFD.
  return object.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

base::Result<RunResult> run_result_from_json(std::string_view text) {
  const Json object = Json::parse(text, nullptr, false);
  const auto wrong = [](std::string problem) {
    return base::Diagnostic{{}, "not a run result: " + std::move(problem), ""};
  };
  if (object.is_discarded()) return wrong("the text is not JSON");
  std::string problem;
  RunResult result;
  JsonReader reader(object, "", problem);
  reader.get("compiler", result.compiler);
  reader.get("exit_code", result.exit_code);
  reader.get("signal", result.signal);
  reader.get("launches", result.launches, read_launch);
  reader.get("findings", result.findings, read_finding);
  reader.get("host_notes", result.host_notes, read_note);
  reader.get("not_modelled", result.not_modelled, read_not_modelled);
  reader.get("device_output", result.device_output);
  if (!problem.empty()) return wrong(std::move(problem));
  return result;
}

}  // namespace protocol
