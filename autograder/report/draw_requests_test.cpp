// SPDX-License-Identifier: MIT
#include "report/draw_requests.h"

#include <catch2/catch.hpp>
#include <set>

#include "report/draw_sample.h"

using namespace report::draw;
using namespace report::draw::test;
using protocol::TraceKind;

namespace {

/// One warp that reads an array of floats.
Sample one_read(const Index& index, bool shared, std::uint32_t bytes = 4) {
  Sample sample({1, 1, 1}, {32, 1, 1});
  const auto a = sample.array("a", 4096, shared);
  sample.touch(a, TraceKind::Read, index, 0, bytes);
  return sample;
}

std::size_t check_sectors(std::int64_t first, std::int64_t step, std::uint32_t bytes = 4) {
  const Sample sample = one_read([=](std::int64_t t) { return first + t * step; }, false, bytes);
  const auto scene = draw_sectors(sample.launch, {7, ""});
  REQUIRE(scene.ok());
  CHECK(problems_of(*scene) == std::vector<std::string>());
  const protocol::Trace& trace = *sample.launch.trace;
  return sectors_of(trace.accesses[0], trace.arrays[0]).size();
}

std::size_t check_passes(const Index& index, std::uint32_t bytes = 4) {
  const Sample sample = one_read(index, true, bytes);
  const auto scene = draw_banks(sample.launch, {0, "a"});
  REQUIRE(scene.ok());
  CHECK(problems_of(*scene) == std::vector<std::string>());
  const protocol::Trace& trace = *sample.launch.trace;
  return passes_of(trace.accesses[0], trace.arrays[0]).size();
}

}  // namespace

TEST_CASE("a request's sectors are those that the counter counts", "[report][draw_requests]") {
  CHECK(check_sectors(0, 1) == 4);
  CHECK(check_sectors(1, 1) == 5);
  CHECK(check_sectors(0, 2) == 8);
  CHECK(check_sectors(0, 8) == 32);
  CHECK(check_sectors(5, 0) == 1);
  CHECK(check_sectors(0, 100) == 32);
  CHECK(check_sectors(0, 4, 16) == 16);
}

TEST_CASE("sectors stand in rows of one line of memory, scattered ones in rows of four",
          "[report][draw_requests]") {
  const auto check_rows = [](std::int64_t step, std::size_t sectors) {
    const Sample sample = one_read([=](std::int64_t t) { return t * step; }, false);
    const auto scene = draw_sectors(sample.launch, {7, ""});
    REQUIRE(scene.ok());
    std::set<double> rows;
    std::size_t frames = 0;
    for (const Shape& shape : scene->shapes) {
      if (shape.look != Look::Frame) continue;
      rows.insert(shape.box.y);
      ++frames;
    }
    CHECK(frames == sectors);
    return rows.size();
  };
  CHECK(check_rows(1, 4) == 1);
  CHECK(check_rows(2, 8) == 2);
  CHECK(check_rows(8, 32) == 8);
  CHECK(check_rows(100, 32) == 8);
}

TEST_CASE("where an array starts decides which sectors it shares", "[report][draw_requests]") {
  Sample sample = one_read([](std::int64_t t) { return t; }, false);
  protocol::Trace& trace = *sample.launch.trace;
  trace.arrays[0].start = 16;
  CHECK(sectors_of(trace.accesses[0], trace.arrays[0]).size() == 5);
}

TEST_CASE("a request's passes are those that the counter counts", "[report][draw_requests]") {
  CHECK(check_passes([](std::int64_t t) { return t; }) == 1);
  CHECK(check_passes([](std::int64_t) { return 5; }) == 1);
  CHECK(check_passes([](std::int64_t t) { return t * 2; }) == 2);
  CHECK(check_passes([](std::int64_t t) { return t * 8; }) == 8);
  CHECK(check_passes([](std::int64_t t) { return t * 32; }) == 32);
  CHECK(check_passes([](std::int64_t t) { return t * 33; }) == 1);
  CHECK(check_passes([](std::int64_t t) { return t / 2 * 32; }) == 16);
  CHECK(check_passes([](std::int64_t t) { return t * 2; }, 8) == 2);
  CHECK(check_passes([](std::int64_t t) { return t * 4; }, 16) == 4);
}

TEST_CASE("lanes that want the same word share its cell", "[report][draw_requests]") {
  const Sample sample = one_read([](std::int64_t t) { return t / 4; }, true);
  const protocol::Trace& trace = *sample.launch.trace;
  const auto passes = passes_of(trace.accesses[0], trace.arrays[0]);
  REQUIRE(passes.size() == 1);
  REQUIRE(passes[0].size() == 8);
  CHECK(passes[0][1].lanes == std::vector<unsigned>{4, 5, 6, 7});
}

TEST_CASE("the worst request of a line is drawn", "[report][draw_requests]") {
  Sample sample = one_read([](std::int64_t t) { return t; }, false);
  sample.touch(0, TraceKind::Read, [](std::int64_t t) { return t * 8; });
  const auto scene = draw_sectors(sample.launch, {7, ""});
  REQUIRE(scene.ok());
  CHECK(scene->title.find("32 sectors") != std::string::npos);
  CHECK(scene->description.find("none moves more sectors than this one, some move only 4") !=
        std::string::npos);
}

TEST_CASE("where all requests are alike, none is said to be the worst", "[report][draw_requests]") {
  for (const bool shared : {false, true}) {
    Sample sample = one_read([](std::int64_t t) { return t; }, shared);
    sample.touch(0, TraceKind::Read, [](std::int64_t t) { return t + 32; });
    const auto scene =
        shared ? draw_banks(sample.launch, {7, ""}) : draw_sectors(sample.launch, {7, ""});
    REQUIRE(scene.ok());
    CHECK(scene->description.find(
              shared ? "2 such requests were recorded; all take equally many passes."
                     : "2 such requests were recorded; all move equally many sectors.") !=
          std::string::npos);
    CHECK(scene->description.find("than this one") == std::string::npos);
  }
}

TEST_CASE("requests to arrays with long names and few lanes can be read",
          "[report][draw_requests]") {
  const bool shared = GENERATE(false, true);
  const std::int64_t step = GENERATE(0, 1, 9, 32);
  const int lanes = GENERATE(1, 5, 32);
  CAPTURE(shared, step, lanes);
  Sample sample({1, 1, 1}, {32, 1, 1});
  const std::string name = "a_very_long_name_of_an_array_that_a_student_may_well_choose";
  const auto a = sample.array(name, 4096, shared);
  sample.touch(a, TraceKind::Read, [=](std::int64_t t) { return t < lanes ? t * step : kNobody; });
  const auto scene =
      shared ? draw_banks(sample.launch, {0, name}) : draw_sectors(sample.launch, {0, name});
  REQUIRE(scene.ok());
  CHECK(problems_of(*scene) == std::vector<std::string>());
}

TEST_CASE("a buffer that only has a number has the name that pictures give it",
          "[report][draw_requests]") {
  Sample sample({1, 1, 1}, {32, 1, 1});
  sample.touch(sample.array("3", 64), TraceKind::Read, [](std::int64_t t) { return t; });
  const auto scene = draw_sectors(sample.launch, {0, "buffer3"});
  REQUIRE(scene.ok());
  CHECK(scene->title == "one request of a warp reads buffer3: 4 sectors");
  CHECK(draw_sectors(sample.launch, {0, "3"}).ok());
  const auto other = draw_sectors(sample.launch, {0, "buffer4"});
  REQUIRE_FALSE(other.ok());
  CHECK(other.errors().front().hint == "there are some at: buffer3");
}

TEST_CASE("a line that touches no such memory is answered with those that do",
          "[report][draw_requests]") {
  const Sample sample = one_read([](std::int64_t t) { return t; }, false);
  const auto wrong_line = draw_sectors(sample.launch, {9, ""});
  REQUIRE_FALSE(wrong_line.ok());
  CHECK(wrong_line.errors().front().hint == "there are some at: 7");
  const auto wrong_array = draw_sectors(sample.launch, {0, "b"});
  REQUIRE_FALSE(wrong_array.ok());
  CHECK(wrong_array.errors().front().hint == "there are some at: a");
  CHECK_FALSE(draw_banks(sample.launch, {7, ""}).ok());
}
