// SPDX-License-Identifier: MIT
// Judging of exercises about host code: results in host memory, launches that are meant to fail,
// programs with a main.
#include <catch2/catch.hpp>
#include <cstring>

#include "grader/judge.h"

namespace {

using grader::CaseResult;
using grader::CaseRun;
using grader::Verdict;

std::vector<std::byte> bytes_of(float value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

protocol::RunResult run_of(std::uint64_t stores, const std::string& error = {}) {
  protocol::RunResult run;
  protocol::Launch launch;
  launch.name = "add_ten";
  launch.error = error;
  launch.counters.global_stores = stores;
  run.launches = {launch};
  return run;
}

/// A right result of one float in host memory, and a reference whose kernel wrote it.
struct Bench {
  course::Exercise exercise;
  course::Case the_case;
  course::RealCase real;
  CaseRun run;
  grader::Expectation expected;

  Bench() {
    exercise.kind = course::ExerciseKind::Lesson;
    exercise.name = "a05_five_steps";
    course::Entry entry;
    entry.name = "five_steps";
    entry.kind = course::EntryKind::Host;
    exercise.entries = {entry};
    real.entry = entry.name;
    course::RealParameter out;
    out.name = "out";
    out.role = course::Role::Output;
    out.memory = course::MemorySpace::Host;
    out.is_pointer = true;
    out.view = {{1}, {1}, 0, 1};
    out.mask = {1};
    out.storage = bytes_of(0);
    real.parameters = {out};
    run.buffers = {{bytes_of(3), {}}};
    run.device = run_of(1);
    expected.buffers = {bytes_of(3)};
    expected.reference = run_of(1);
  }

  CaseResult judge() const { return grader::judge(exercise, the_case, real, run, expected, 10); }
};

TEST_CASE("a right result in host memory that no kernel wrote is wrong", "[grader][judge][host]") {
  Bench bench;
  CHECK(bench.judge().verdict == Verdict::FullMarks);
  SECTION("no launch") {
    bench.run.device.launches.clear();
  }
  SECTION("a launch that writes nothing") {
    bench.run.device = run_of(0);
  }
  CHECK(bench.judge().verdict == Verdict::WrongResult);
  CHECK(bench.judge().message.starts_with("no kernel wrote anything"));
}

TEST_CASE("where the reference writes nothing, nothing need be written", "[grader][judge][host]") {
  Bench bench;
  bench.run.device.launches.clear();
  bench.expected.reference.launches.clear();
  CHECK(bench.judge().verdict == Verdict::FullMarks);
}

TEST_CASE("notes about host code are findings where host code is taught", "[grader][judge][host]") {
  Bench bench;
  bench.run.device.host_notes = {{"memory_not_freed", "1 allocation was never freed", "", 1}};
  CHECK(bench.judge().verdict == Verdict::FullMarks);
  REQUIRE(bench.judge().findings.size() == 1);
  CHECK(bench.judge().findings[0].severity == protocol::Severity::Warning);
  bench.exercise.severities["memory_not_freed"] = course::Severity::Error;
  CHECK(bench.judge().verdict == Verdict::Finding);
  // A kernel that failed while it ran takes cudaFree with it; a launch that was refused does not.
  bench.expected.reference = bench.run.device = run_of(1, "cudaErrorLaunchFailure");
  bench.run.device.host_notes = {{"memory_not_freed", "1 allocation was never freed", "", 1}};
  CHECK(bench.judge().verdict == Verdict::FullMarks);
  bench.run.device.launches[0].started = false;
  CHECK(bench.judge().verdict == Verdict::Finding);
  // Elsewhere the exercise has its buffers on the device, and host code is not the subject.
  bench.real.parameters[0].memory = course::MemorySpace::Device;
  CHECK(bench.judge().findings.empty());
}

TEST_CASE("a launch that is refused in the reference's run too is meant to be",
          "[grader][judge][host]") {
  Bench bench;
  bench.run.device = run_of(1, "cudaErrorInvalidValue");
  CHECK(bench.judge().verdict == Verdict::LaunchError);
  bench.expected.reference = run_of(1, "cudaErrorInvalidValue");
  CHECK(bench.judge().verdict == Verdict::FullMarks);
  bench.run.device.launches[0].block = {2048, 1, 1};
  CHECK(bench.judge().verdict == Verdict::LaunchError);
}

TEST_CASE("a program is held against its exit code and what it prints", "[grader][judge][host]") {
  Bench bench;
  bench.real.parameters.clear();
  course::Entry& entry = bench.exercise.entries[0];
  entry.kind = course::EntryKind::Program;
  entry.prints = {"sum = 4[0-9]"};
  bench.run.output = "reading\nsum = 42\n";
  CHECK(bench.judge().verdict == Verdict::FullMarks);
  SECTION("another exit code") {
    bench.run.exit_code = 1;
    CHECK(bench.judge().message == "the program ended with 1, expected is 0");
  }
  SECTION("another text") {
    bench.run.output = "sum = 24\n";
    CHECK(bench.judge().message == "the program did not print \"sum = 4[0-9]\"");
  }
  CHECK(bench.judge().verdict == Verdict::WrongResult);
}

}  // namespace
