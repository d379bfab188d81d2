// SPDX-License-Identifier: MIT
#include "grader/writer.h"

#include <catch2/catch.hpp>

namespace {

using grader::last_writer;
using grader::Mismatch;
using grader::watch_for;
using grader::Writer;

/// A case with one output: two rows of three, in a storage with a gap behind each row.
course::RealCase matrix() {
  course::RealParameter out;
  out.name = "out";
  out.role = course::Role::Output;
  out.is_pointer = true;
  out.view.shape = {2, 3};
  out.view.strides = {4, 1};
  out.view.offset = 1;
  course::RealCase real;
  real.parameters = {out};
  return real;
}

/// A launch in which that warp's lanes wrote the byte.
protocol::Launch launch(std::uint32_t warp, std::uint32_t lanes, std::uint32_t line) {
  protocol::Launch one;
  one.block = {8, 4, 4};
  protocol::Trace trace;
  trace.blocks = {{3, 1, 0}};
  trace.arrays = {{protocol::TraceSpace::Global, "out", "output", 64, 4, 0}};
  trace.places = {{"k.cu", line}};
  trace.accesses = {{0, warp, 0, 0, 0, protocol::TraceKind::Write, false, 4, lanes, {4}}};
  one.trace = std::move(trace);
  return one;
}

TEST_CASE("the byte to watch is where the wrong element lies in its storage", "[grader][writer]") {
  const auto request = watch_for(Mismatch{"out", {1, 2}, "7", "5", std::nullopt}, matrix());
  REQUIRE(request.has_value());
  CHECK(request->wanted);
  CHECK(request->watched == "out");
  CHECK(request->watched_byte == (1 + 4 + 2) * sizeof(float));
}

TEST_CASE("no thread is looked for where none wrote the element", "[grader][writer]") {
  CHECK_FALSE(
      watch_for(Mismatch{"out", {0, 0}, grader::kNeverWritten, "5", std::nullopt}, matrix()));
  course::RealCase on_host = matrix();
  on_host.parameters[0].memory = course::MemorySpace::Host;
  const Mismatch wrong{"out", {0, 0}, "7", "5", std::nullopt};
  CHECK_FALSE(watch_for(wrong, on_host));
  CHECK(watch_for(wrong, matrix()));
  CHECK_FALSE(watch_for(Mismatch{"return", {}, "7", "5", std::nullopt}, matrix()));
}

TEST_CASE("the last launch that wrote the element tells the thread and its line",
          "[grader][writer]") {
  protocol::RunResult run;
  CHECK_FALSE(last_writer(run));
  run.launches = {launch(0, 1, 3), launch(2, 0b1001, 5), protocol::Launch{}};
  CHECK(last_writer(run) == Writer{{3, 1, 0}, {3, 0, 2}, "k.cu", 5});
}

}  // namespace
