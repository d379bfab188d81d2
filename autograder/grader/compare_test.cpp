// SPDX-License-Identifier: MIT
#include "grader/compare.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

namespace {

using course::ElementType;
using course::RealParameter;
using grader::BufferAfter;
using grader::changed_input;
using grader::compare_output;
using grader::Comparison;

constexpr float kNever = -12345;  ///< stands for "no thread wrote here"

std::vector<std::byte> bytes_of(const std::vector<float>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(float));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

RealParameter output(course::IntList shape, course::IntList strides = {}) {
  RealParameter parameter;
  parameter.name = "out";
  parameter.role = course::Role::Output;
  parameter.is_pointer = true;
  parameter.view.shape = std::move(shape);
  if (strides.empty()) {
    strides.assign(parameter.view.shape.size(), 1);
    for (std::size_t d = strides.size(); d-- > 1;) {
      strides[d - 1] = strides[d] * parameter.view.shape[d];
    }
  }
  parameter.view.strides = std::move(strides);
  std::int64_t last = 0;
  for (std::size_t d = 0; d < parameter.view.shape.size(); ++d) {
    last += (parameter.view.shape[d] - 1) * parameter.view.strides[d];
  }
  parameter.view.storage = last + 1;
  parameter.mask = parameter.view.mask();
  parameter.storage.resize(static_cast<std::size_t>(parameter.view.storage) * sizeof(float));
  course::poison(ElementType::Float, parameter.storage);
  return parameter;
}

BufferAfter after(const RealParameter& parameter, const std::vector<float>& values) {
  BufferAfter got{bytes_of(values), {}};
  got.written.assign(got.bytes.size(), 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool untouched = parameter.mask[i] == 0 && values[i] != kNever + 1;
    if (values[i] == kNever || untouched)
      std::fill_n(got.written.begin() + static_cast<long>(i) * 4, 4, std::uint8_t{0});
  }
  return got;
}

Comparison check(const RealParameter& parameter, const std::vector<float>& got,
                 const std::vector<float>& want, std::uint64_t threads = 0) {
  return compare_output(parameter, after(parameter, got), bytes_of(want), threads);
}

std::vector<std::string> patterns(const RealParameter& parameter, const std::vector<float>& got,
                                  const std::vector<float>& want, std::int64_t block = 0) {
  const BufferAfter buffer = after(parameter, got);
  const Comparison comparison = compare_output(parameter, buffer, bytes_of(want), 0);
  return find_patterns(parameter, comparison, buffer, bytes_of(want), {}, block);
}

}  // namespace

TEST_CASE("equal outputs are right", "[grader][compare]") {
  const Comparison same = check(output({3}), {1, 2, 3}, {1, 2, 3});
  CHECK(same.right());
  CHECK(same.message.empty());
  CHECK(check(output({0}), {}, {}).right());
}

TEST_CASE("the first difference is named with its index, what it is and what it should be",
          "[grader][compare]") {
  const Comparison wrong = check(output({2, 3}), {1, 2, 3, 4, 7, 8}, {1, 2, 3, 4, 5, 6});
  CHECK(wrong.wrong == 2);
  CHECK(wrong.first->index == course::IntList{1, 1});
  CHECK(wrong.message == "out[1, 1]: got 7, want 5 (2 of 6 differ)");
}

TEST_CASE("what was never written is told apart from what is wrong", "[grader][compare]") {
  CHECK(check(output({4}), {1, 2, kNever, kNever}, {1, 2, 3, 4}).message ==
        "out[2..] was never written");
  CHECK(check(output({3}), {kNever, kNever, kNever}, {1, 2, 3}).message ==
        "out was never written: no thread stored anything to it");
  CHECK(check(output({3}), {1, kNever, 3}, {1, 2, 3}).message == "out[1] was never written");
  CHECK(check(output({2, 2}), {1, kNever, 3, kNever}, {1, 2, 3, 4}).message ==
        "out[0, 1] and 1 more of 4 elements (2 x 2) were never written");
  CHECK(check(output({4}), {1, kNever, kNever, 5}, {1, 2, 3, 4}).message ==
        "out[1] and 1 more of 4 elements were never written; 1 wrong value besides");
}

TEST_CASE("what no copy has reached in host memory is not held against threads",
          "[grader][compare]") {
  RealParameter parameter = output({3});
  parameter.memory = course::MemorySpace::Host;
  CHECK(check(parameter, {kNever, kNever, kNever}, {1, 2, 3}, 256).message ==
        "out still holds what it held: nothing was copied to it");
  CHECK(check(parameter, {1, kNever, kNever}, {1, 2, 3}, 256).message ==
        "out[1..] was never written: nothing was copied to it");
}

TEST_CASE("the grid is called too small only where the launch had fewer threads than elements",
          "[grader][compare]") {
  const std::vector<float> want = {1, 2, 3, 4, 5};
  const auto half = [&](std::uint64_t threads) {
    return check(output({5}), {1, 2, kNever, kNever, kNever}, want, threads).message;
  };
  CHECK(half(2) == "out[2..] was never written: the grid is too small, 2 threads for 5 elements");
  CHECK(half(4) == "out[2..] was never written: the grid is too small, 4 threads for 5 elements");
  CHECK(half(5) == "out[2..] was never written, though the launch has 5 threads for 5 elements");
  CHECK(half(1) == "out[2..] was never written (the launch has 1 thread for 5 elements)");
  CHECK_THAT(check(output({5}), {1, kNever, 3, kNever, kNever}, want, 2).message,
             !Catch::Contains("grid"));
  CHECK(check(output({5}), {1, 2, kNever, kNever, kNever}, want, 2).grid_too_small);
  CHECK_FALSE(check(output({5}), {1, 2, kNever, kNever, kNever}, want, 5).grid_too_small);
  CHECK_FALSE(check(output({5}), {1, 2, 3, 4, 5}, want, 2).grid_too_small);
}

TEST_CASE("gaps between strided elements must stay untouched", "[grader][compare]") {
  const RealParameter strided = output({3}, {2});
  CHECK(check(strided, {1, 0, 2, 0, 3}, {1, 0, 2, 0, 3}).right());
  const Comparison touched = check(strided, {1, kNever + 1, 2, 0, 3}, {1, 0, 2, 0, 3});
  CHECK(touched.gaps_touched == 1);
  CHECK(touched.first_gap == 1);
  CHECK_FALSE(touched.right());
  CHECK_THAT(touched.message, Catch::Contains("written outside of its view"));
}

TEST_CASE("tolerances add up as the format page says", "[grader][compare]") {
  RealParameter parameter = output({1});
  const float one_up = std::nextafter(1.0F, 2.0F);
  CHECK_FALSE(check(parameter, {one_up}, {1}).right());
  parameter.tolerance = course::RealTolerance{.ulps = 1};
  CHECK(check(parameter, {one_up}, {1}).right());
  CHECK(check(parameter, {one_up}, {1}).error_share == Approx(1));
  CHECK_FALSE(check(parameter, {std::nextafter(one_up, 2.0F)}, {1}).right());
  parameter.tolerance = course::RealTolerance{.absolute = 0.5};
  CHECK(check(parameter, {1.25F}, {1}).error_share == Approx(0.5));
  CHECK(check(parameter, {2}, {1}).message == "out[0]: got 2, want 1, 2.0 times the error bound");
  parameter.tolerance = course::RealTolerance{.relative = 0.1};
  CHECK(check(parameter, {109}, {100}).right());
  CHECK_FALSE(check(parameter, {111}, {100}).right());
  parameter.tolerance = course::RealTolerance{.additions = 4, .scale = 4};
  CHECK(check(parameter, {1 + 15 * std::ldexp(1.0F, -24)}, {1}).right());
  CHECK_FALSE(check(parameter, {1 + 18 * std::ldexp(1.0F, -24)}, {1}).right());
}

TEST_CASE("NaN equals NaN, infinities must agree, zeros may differ in sign", "[grader][compare]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  RealParameter parameter = output({1});
  parameter.tolerance = course::RealTolerance{.absolute = 1e30};
  CHECK(check(parameter, {nan}, {nan}).right());
  CHECK_FALSE(check(parameter, {nan}, {1}).right());
  CHECK_FALSE(check(parameter, {1}, {nan}).right());
  CHECK(check(parameter, {infinity}, {infinity}).right());
  CHECK_FALSE(check(parameter, {-infinity}, {infinity}).right());
  CHECK_FALSE(check(parameter, {infinity}, {1}).right());
  CHECK(check(parameter, {-0.0F}, {0.0F}).right());
  parameter.tolerance->signed_zero = true;
  CHECK_FALSE(check(parameter, {-0.0F}, {0.0F}).right());
}

TEST_CASE("whole numbers are compared exactly whatever the tolerance", "[grader][compare]") {
  RealParameter parameter = output({1});
  parameter.element = ElementType::Int;
  parameter.tolerance = course::RealTolerance{.absolute = 100};
  std::vector<std::byte> one(4), two(4);
  one[0] = std::byte{1};
  two[0] = std::byte{2};
  CHECK(compare_output(parameter, {one, {}}, one, 0).right());
  const Comparison differs = compare_output(parameter, {two, {}}, one, 0);
  CHECK(differs.message == "out[0]: got 2, want 1");
}

TEST_CASE("an input that came back changed is found", "[grader][compare]") {
  RealParameter parameter = output({3});
  parameter.role = course::Role::Input;
  parameter.storage = bytes_of({1, 2, 3});
  CHECK_FALSE(changed_input(parameter, {bytes_of({1, 2, 3}), {}}).has_value());
  const auto changed = changed_input(parameter, {bytes_of({1, 9, 3}), {}});
  REQUIRE(changed.has_value());
  CHECK(changed->index == course::IntList{1});
  CHECK(changed->got == "9");
  CHECK(changed->want == "2");
}

TEST_CASE("a constant is off only where every wrong element misses by as much",
          "[grader][compare]") {
  const std::vector<float> want = {1, 2, 3, 4, 5, 6, 7, 8};
  const RealParameter line = output({8});
  const auto is_off = [&](const std::vector<float>& got) {
    const std::vector<std::string> found = patterns(line, got, want);
    return std::ranges::find(found, "constant_off") != found.end();
  };
  CHECK(is_off({2, 3, 4, 5, 6, 7, 8, 9}));
  CHECK(is_off({1, 2, 3, 4, 5, 6, 5, 6}));
  CHECK_FALSE(is_off({1, 2, 3, 4, 5, 6, 7, 6}));
  CHECK_FALSE(is_off({2, 3, 4, 5, 6, 7, 8, 10}));
  CHECK_FALSE(is_off({2, 3, 4, 5, 6, 7, 8, kNever}));
  CHECK_FALSE(is_off({2, 3, 4, 5, 6, 7, 8, INFINITY}));
}

TEST_CASE("wrong results are recognised by their shape", "[grader][compare]") {
  const std::vector<float> want = {1, 2, 3, 4, 5, 6, 7, 8};
  const RealParameter line = output({8});
  using Catch::Matchers::VectorContains;
  using Name = std::string;
  CHECK(patterns(line, want, want).empty());
  CHECK_THAT(patterns(line, {1, 2, 3, 4, 5, 6, 7, 0}, want), VectorContains(Name("tail_wrong")));
  CHECK_THAT(patterns(line, {0, 2, 3, 4, 5, 6, 7, 8}, want), VectorContains(Name("head_wrong")));
  CHECK_THAT(patterns(line, {0, 0, 0, 0, 0, 0, 0, 0}, want), VectorContains(Name("all_wrong")));
  CHECK_THAT(patterns(line, {2, 3, 4, 5, 6, 7, 8, 0}, want), VectorContains(Name("shifted")));
  CHECK_THAT(patterns(line, {-8, -7, -6, -5, -4, -3, -2, -1}, want),
             VectorContains(Name("constant_off")));
  CHECK_THAT(patterns(line, {1, 2, 3, 4, 0, 0, 0, 0}, want, 4),
             VectorContains(Name("first_block_only")));
  CHECK_THAT(patterns(line, {1, NAN, 3, 4, 5, 6, 7, 8}, want), VectorContains(Name("nan_result")));
  CHECK_THAT(patterns(line, {1, 2, 3, 4, 5, 6, 7, kNever}, want),
             VectorContains(Name("never_written")));
  CHECK_THAT(patterns(output({2, 2}), {1, 3, 2, 4}, {1, 2, 3, 4}),
             VectorContains(Name("transposed")));
  CHECK_THAT(patterns(output({3}, {2}), {1, kNever + 1, 2, 0, 3}, {1, 0, 2, 0, 3}),
             VectorContains(Name("gap_touched")));
}
