// SPDX-License-Identifier: MIT
#include "report/draw_model.h"

#include <catch2/catch.hpp>

#include "report/draw_sample.h"

using namespace report::draw;
using namespace report::draw::test;
using protocol::TraceKind;

TEST_CASE("a launch without a trace has no model", "[report][draw_model]") {
  CHECK_FALSE(model_of(protocol::Launch{}, {}));
}

TEST_CASE("equal accesses of a thread in a phase are one, with their number",
          "[report][draw_model]") {
  Sample sample({1, 1, 1}, {4, 1, 1});
  const auto a = sample.array("a", 4);
  for (int i = 0; i < 3; ++i) sample.touch(a, TraceKind::Read, [](std::int64_t t) { return t; });
  sample.touch(a, TraceKind::Write, [](std::int64_t t) { return t; });
  const auto model = model_of(sample.launch, {});
  REQUIRE(model->phases.size() == 1);
  REQUIRE(model->phases[0].touches.size() == 8);
  CHECK(model->phases[0].touches[0].count == 3);
  CHECK(sentence(*model, model->phases[0].touches[0]) == "thread 0 reads a[0], 3 times");
}

TEST_CASE("a wide access touches every element that it covers", "[report][draw_model]") {
  Sample sample({1, 1, 1}, {2, 1, 1});
  const auto a = sample.array("a", 8);
  sample.touch(
      a, TraceKind::Read, [](std::int64_t t) { return t * 4; }, 0, 16);
  const auto model = model_of(sample.launch, {});
  CHECK(model->phases[0].touches.size() == 8);
}

TEST_CASE("metadata is not drawn", "[report][draw_model]") {
  Sample sample({1, 1, 1}, {4, 1, 1});
  const auto shape = sample.array("shape", 4);
  sample.launch.trace->arrays[shape].role = "metadata";
  sample.touch(shape, TraceKind::Read, [](std::int64_t t) { return t; });
  const auto model = model_of(sample.launch, {});
  CHECK(model->arrays.empty());
  CHECK(model->phases.empty());
}

TEST_CASE("rows come from shape and strides", "[report][draw_model]") {
  CHECK(row_shape({3, 5}, {5, 1}) == RowShape(5));
  CHECK(row_shape({3, 5}, {8, 1}) == RowShape(8));
  CHECK(row_shape({5, 3}, {1, 5}) == RowShape(5));
  CHECK(row_shape({2, 3, 5}, {15, 5, 1}) == RowShape(5, 15));
  CHECK(row_shape({5, 3, 2}, {1, 5, 15}) == RowShape(5, 15));
  CHECK(row_shape({4, 2, 3, 5}, {30, 15, 5, 1}) == RowShape(5, 15));
  CHECK(row_shape({2, 1, 5}, {5, 5, 1}) == RowShape(5));
  CHECK(row_shape({2, 3, 5}, {16, 5, 1}) == RowShape(5));
  CHECK(row_shape({7}, {1}) == RowShape());
  CHECK(row_shape({7}, {2}) == RowShape());
  CHECK(row_shape({1, 7}, {7, 1}) == RowShape());
  CHECK(row_shape({}, {}) == RowShape());
}

TEST_CASE("elements and threads have the names that people give them", "[report][draw_model]") {
  Sample sample({2, 1, 1}, {4, 2, 1});
  sample.array("m", 12);
  sample.array("3", 12);
  const auto model = model_of(sample.launch, {{"m", 4}});
  CHECK(element_name(model->arrays[0], 6) == "m[1][2]");
  CHECK(element_label(model->arrays[0], 6) == "1,2");
  CHECK(element_name(model->arrays[0], -1) == "m[-1][3]");
  CHECK(element_name(model->arrays[1], 6) == "buffer3[6]");
  Array box = model->arrays[0];
  box.shape = {2, 6};
  CHECK(element_name(box, 9) == "m[1][1][1]");
  CHECK(element_label(box, 9) == "1,1,1");
  CHECK(element_name(box, -1) == "m[-1][2][1]");
  CHECK(row_label(4, box.rows_of_layer(), false) == "y=1");
  CHECK(row_label(4, box.rows_of_layer(), true) == "z=1 y=1");
  CHECK(row_label(4, 0, true) == "4");
  CHECK(thread_label(*model, {0, 6}) == "2,1");
  CHECK(thread_name(*model, {1, 6}) == "thread (2,1) of block 1");
}

TEST_CASE("a shared tile of a two-dimensional block has the block's rows, padded or not",
          "[report][draw_model]") {
  Sample sample({1, 1, 1}, {8, 8, 1});
  sample.array("tile", 64, true);
  sample.array("padded", 72, true);
  sample.array("list", 100, true);
  const auto model = model_of(sample.launch, {});
  CHECK(model->arrays[0].shape.row == 8);
  CHECK(model->arrays[1].shape.row == 9);
  CHECK(model->arrays[2].shape.row == 0);
}

TEST_CASE("a kernel with very many phases is cut, and says so", "[report][draw_model]") {
  Sample sample({1, 1, 1}, {4, 1, 1});
  const auto a = sample.array("a", 4);
  for (std::uint32_t phase = 0; phase < 20; ++phase) {
    sample.touch(
        a, TraceKind::Read, [](std::int64_t t) { return t; }, phase);
  }
  const auto model = model_of(sample.launch, {});
  CHECK(model->phases.size() == kMostPhases);
  CHECK(model->phases_left_out == 20 - kMostPhases);
}

TEST_CASE("what only one of two answers does is the difference", "[report][draw_model]") {
  const auto read = [](std::int64_t threads, const Index& index) {
    Sample sample({1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1});
    sample.array("a", 16);
    sample.touch(0, TraceKind::Read, index);
    return *model_of(sample.launch, {});
  };
  const Index own = [](std::int64_t t) { return t; };
  const Index some = [](std::int64_t t) { return t == 1 ? kNobody : t; };
  LaunchModel mine = read(4, some), reference = read(4, own);
  CHECK(mark_difference(mine, reference) ==
        "First difference: thread 1 does not do what the course's answer does: it reads a[1].");
  mine = read(4, own);
  reference = read(4, some);
  CHECK(mark_difference(mine, reference) ==
        "First difference: thread 1 reads a[1]; in the course's answer it does not.");
  CHECK(mine.phases[0].touches[1].marked);
  CHECK_FALSE(mine.phases[0].touches[0].marked);
}

TEST_CASE("shared memory and phases are an answer's own affair", "[report][draw_model]") {
  Sample one({1, 1, 1}, {4, 1, 1}), other({1, 1, 1}, {4, 1, 1});
  for (Sample* sample : {&one, &other}) {
    sample->array("a", 4);
    sample->array(sample == &one ? "s" : "tile", 4, true);
    sample->touch(
        0, TraceKind::Read, [](std::int64_t t) { return t; }, sample == &one ? 0 : 1);
    sample->touch(1, TraceKind::Write, [](std::int64_t t) { return t; });
  }
  LaunchModel mine = *model_of(one.launch, {}), reference = *model_of(other.launch, {});
  CHECK(mark_difference(mine, reference).empty());
}

TEST_CASE("counts are in words", "[report][draw_model]") {
  LaunchModel model;
  model.counters.global_loads = 1;
  model.counters.global_stores = 2000;
  model.counters.max_global_loads_per_thread = 1;
  model.counters.shared_loads = 3;
  CHECK(count_lines(model) ==
        std::vector<std::string>{"global memory: 1 read, 2,000 writes (busiest thread: 1 and 0)",
                                 "shared memory: 3 reads, 0 writes"});
}
