// SPDX-License-Identifier: MIT
#include "protocol/run_result.h"

#include <catch2/catch.hpp>

using namespace protocol;

namespace {

RunResult sample() {
  Launch launch;
  launch.kernel = "reverse(float*, float const*, int)";
  launch.name = "reverse";
  launch.grid = {4, 1, 1};
  launch.block = {256, 1, 1};
  launch.counters.global_loads = 1000;
  launch.counters.global_load_requests = 32;
  Counters line;
  line.global_loads = 1000;
  launch.lines = {{"reverse.cu", 7, line}};
  launch.buffers = {{"0", BufferRole::Input, line}};
  Finding race;
  race.kind = "shared_race";
  race.hazard = "RAW";
  race.kernel = "reduce";
  race.file = "r.cu";
  race.line = 12;
  race.other_line = 10;
  race.thread = {3, 0, 0};
  race.message = "read-write conflict";
  race.help = "put a barrier between them";
  race.count = 17;
  RunResult result;
  result.compiler = "nvcc 13.0";
  result.launches = {launch};
  result.findings = {race};
  result.host_notes = {{"memory_not_freed", "2 allocations were never freed", "call cudaFree", 2}};
  result.not_modelled = {{"wmma.load", "mma", "m.cu", 4}};
  return result;
}

/// The problem that reading `text` reports; empty when it reads.
std::string check_problem(const std::string& text) {
  const auto read = run_result_from_json(text);
  return read ? "" : read.errors().front().message;
}

}  // namespace

TEST_CASE("a run result comes back from its JSON as it was", "[protocol][run_result]") {
  RunResult result = sample();
  result.exit_code = 139;
  result.signal = "SIGSEGV";
  result.device_output = "hello from thread 3\n";
  result.launches[0].error = "cudaErrorInvalidValue";
  result.launches[0].started = false;
  const auto read = run_result_from_json(to_json(result));
  REQUIRE(read.ok());
  CHECK(*read == result);
}

TEST_CASE("the JSON has the keys that scripts rely on", "[protocol][run_result]") {
  const std::string json = to_json(sample());
  for (const char* part :
       {"\"compiler\": \"nvcc 13.0\"", "\"exit_code\": 0", "\"launches\": [",
        "\"kernel\": \"reverse(float*, float const*, int)\"", "\"name\": \"reverse\"",
        "\"global_loads\": 1000", "\"global_load_requests\": 32", "\"lines\": [", "\"line\": 7",
        "\"buffers\": [", "\"findings\": [", "\"kind\": \"shared_race\"", "\"severity\": \"error\"",
        "\"hazard\": \"RAW\"", "\"other_line\": 10", "\"count\": 17"}) {
    CAPTURE(part);
    CHECK_THAT(json, Catch::Contains(part));
  }
}

TEST_CASE("a launch shows all its counters, a line only those that count",
          "[protocol][run_result]") {
  const std::string json = to_json(sample());
  const std::size_t lines = json.find("\"lines\"");
  CHECK(json.find("\"flops\": 0") < lines);
  CHECK(json.find("\"flops\"", lines) == std::string::npos);
}

TEST_CASE("text that is not UTF-8 does not break the JSON", "[protocol][run_result]") {
  RunResult result = sample();
  result.device_output = "a\xFF";
  CHECK(run_result_from_json(to_json(result)).ok());
}

TEST_CASE("JSON of the wrong shape is refused with the key's name", "[protocol][run_result]") {
  const auto [text, problem] = GENERATE(table<std::string, std::string>({
      {"", "the text is not JSON"},
      {"[]", "not an object"},
      {R"({"exit_code":"0"})", "exit_code is not an integer"},
      {R"({"launches":[{"grid":[1,2]}]})", "launches[0].grid is not a list of three"},
      {R"({"launches":[{"counters":{"flops":-1}}]})", "launches[0].counters.flops"},
      {R"({"findings":[{},{"severity":"bad"}]})", "findings[1].severity is not a known word"},
      {R"({"findings":[{"line":99999999999}]})", "findings[0].line"},
      {R"({"findings":{}})", "findings is not a list"},
  }));
  CAPTURE(text);
  CHECK_THAT(check_problem(text), Catch::Contains(problem));
}

TEST_CASE("keys that a newer version adds are passed over", "[protocol][run_result]") {
  CHECK(check_problem(R"({"exit_code":3,"colour":"blue"})").empty());
}

TEST_CASE("adding counters adds up totals and keeps the larger maximum", "[protocol][run_result]") {
  Counters a;
  a.global_loads = 3;
  a.max_global_loads_per_thread = 5;
  Counters b;
  b.global_loads = 4;
  b.max_global_loads_per_thread = 2;
  a += b;
  CHECK(a.global_loads == 7);
  CHECK(a.max_global_loads_per_thread == 5);
  CHECK(find_counter("flops")->unit == "operations");
  CHECK(find_counter("flips") == nullptr);
}
