// SPDX-License-Identifier: MIT
#include "protocol/trace.h"

#include <array>
#include <catch2/catch.hpp>
#include <functional>

#include "protocol/run_result.h"

using namespace protocol;

namespace {

Trace sample() {
  Trace trace;
  trace.blocks = {{0, 0, 0}, {1, 0, 0}};
  trace.arrays = {{TraceSpace::Global, "a", "input", 16, 4, 0},
                  {TraceSpace::Shared, "tile", "scratch", 64, 4, 96}};
  trace.places = {{"k.cu", 3}, {"k.cu", 5}};
  trace.barriers = {{"k.cu", 4}};
  trace.accesses = {{0, 0, 0, 0, 0, TraceKind::Read, false, 4, 0b1011, {0, 4, 12}},
                    {1, 2, 1, 1, 1, TraceKind::Atomic, true, 4, 0b1, {-4}}};
  trace.dropped = 9;
  return trace;
}

RunResult with(Trace trace) {
  RunResult result;
  result.launches.emplace_back().trace = std::move(trace);
  return result;
}

/// What reading the sample says after a change that a worker gone wrong could make.
std::string check_changed(const std::function<void(Trace&)>& change) {
  Trace trace = sample();
  change(trace);
  const auto read = run_result_from_json(to_json(with(std::move(trace))));
  return read ? "" : read.errors().front().message;
}

}  // namespace

TEST_CASE("a trace comes back from the run result's JSON as it was", "[protocol][trace]") {
  const auto read = run_result_from_json(to_json(with(sample())));
  REQUIRE(read.ok());
  CHECK(*read == with(sample()));
}

TEST_CASE("a launch without a trace has none in its JSON", "[protocol][trace]") {
  RunResult result;
  result.launches.emplace_back();
  CHECK(to_json(result).find("trace") == std::string::npos);
}

TEST_CASE("a trace that contradicts itself is refused", "[protocol][trace]") {
  CHECK(check_changed([](Trace&) {}).empty());
  const auto wrong = [](const std::function<void(TracedAccess&)>& change) {
    return check_changed([&](Trace& trace) { change(trace.accesses[0]); });
  };
  CHECK(wrong([](auto& a) { a.block = 2; }).find("block that is not listed") != std::string::npos);
  CHECK(wrong([](auto& a) { a.array = 2; }).find("array that is not") != std::string::npos);
  CHECK(wrong([](auto& a) { a.place = 7; }).find("place that is not") != std::string::npos);
  CHECK(wrong([](auto& a) { a.warp = 32; }).find("warp") != std::string::npos);
  CHECK(wrong([](auto& a) { a.lanes = 0; }).find("no lanes") != std::string::npos);
  CHECK(wrong([](auto& a) { a.offsets.pop_back(); }).find("one offset") != std::string::npos);
  CHECK(wrong([](auto& a) { a.bytes = 0; }).find("width") != std::string::npos);
  CHECK(wrong([](auto& a) { a.offsets[0] = 13; }).find("outside") != std::string::npos);
  CHECK(wrong([](auto& a) { a.offsets[0] = INT64_MIN; }).find("bounds") != std::string::npos);
  CHECK(wrong([](auto& a) {
          a.outside = true;
          a.offsets[0] = 4000;
        }).empty());
  CHECK_FALSE(check_changed([](Trace& t) { t.arrays[0].element_bytes = 0; }).empty());
  CHECK_FALSE(check_changed([](Trace& t) { t.arrays[0].start = 128; }).empty());
  CHECK_FALSE(check_changed([](Trace& t) { t.arrays[0].bytes = UINT64_MAX; }).empty());
  CHECK_FALSE(check_changed([](Trace& t) { t.blocks.resize(kMostTracedBlocks + 1); }).empty());
}

TEST_CASE("numbers of the wrong kind in a trace are refused", "[protocol][trace]") {
  const std::string text = to_json(with(sample()));
  for (const auto& [good, bad] :
       {std::pair{"\"lanes\": 11", "\"lanes\": -1"},
        std::pair{"\"lanes\": 11", "\"lanes\": 4294967307"}, std::pair{"\"read\"", "\"guess\""},
        std::pair{"\"offsets\": [", "\"offsets\": [[],"}}) {
    std::string changed = text;
    const std::size_t at = changed.find(good);
    REQUIRE(at != std::string::npos);
    changed.replace(at, std::string_view(good).size(), bad);
    CHECK_FALSE(run_result_from_json(changed).ok());
  }
}

TEST_CASE("a thread's number becomes its place in the block, x fastest", "[protocol][trace]") {
  using Place = std::array<std::uint32_t, 3>;
  CHECK(thread_place(0, {2, 4, 8}) == Place{0, 0, 0});
  CHECK(thread_place(7, {2, 4, 8}) == Place{1, 3, 0});
  CHECK(thread_place(8, {2, 4, 8}) == Place{0, 0, 1});
  CHECK(thread_place(63, {2, 4, 8}) == Place{1, 3, 7});
  CHECK(thread_place(5, {0, 0, 0}) == Place{0, 0, 5});
}
