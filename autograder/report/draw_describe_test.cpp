// SPDX-License-Identifier: MIT
#include "report/draw_describe.h"

#include <catch2/catch.hpp>

#include "report/draw_sample.h"

using namespace report::draw;
using namespace report::draw::test;
using protocol::TraceKind;

namespace {

std::string description(const Sample& sample, const Shown& shown) {
  return description_of(*model_of(sample.launch, {}), shown);
}

bool has(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("single threads are told in the order in which they act", "[report][draw_describe]") {
  const std::string text = description(map_sample({1, 1, 1}, {4, 1, 1}, 4), {});
  CHECK(has(text, "k<<<1, 4>>>."));
  CHECK(has(text, "thread 2 reads a[2]. thread 2 writes out[2]. thread 3 reads a[3]."));
  CHECK_FALSE(has(text, "warp"));
}

TEST_CASE("only the threads that are shown are told", "[report][draw_describe]") {
  const std::string text =
      description(map_sample({1, 1, 1}, {64, 1, 1}, 64), {false, true, std::uint32_t{1}});
  CHECK(has(text, "Warp 1, thread by thread: thread 32 reads a[32]."));
  CHECK_FALSE(has(text, "thread 0 "));
  CHECK(has(text, "And so on."));
}

TEST_CASE("warps are told by what they touch together", "[report][draw_describe]") {
  Sample sample = map_sample({2, 1, 1}, {64, 1, 1}, 128);
  const auto b = sample.array("b", 10'000);
  sample.touch(b, TraceKind::Atomic, [](std::int64_t t) { return t < 32 ? 7 : t * 8; });
  const std::string text = description(sample, {true, false, std::nullopt});
  CHECK(has(text,
            "Block 0, warp by warp: warp 0 reads a[0] to a[31], writes out[0] to out[31], "
            "changes b[7]."));
  CHECK(has(text, "changes 32 elements from b[256] to b[504]."));
  CHECK_FALSE(has(text, "a[64]"));
  CHECK_FALSE(has(text, "thread 0"));
}

TEST_CASE("phases are told one after the other", "[report][draw_describe]") {
  const std::string text = description(reduction_sample(64), {true, false, std::nullopt});
  CHECK(has(text, "Phase 1: warp 0 reads a[0] to a[31], writes s[0] to s[31]. warp 1 "));
  CHECK(has(text, "Phase 2: warp 0 reads s[0] to s[63], writes s[0] to s[31]. Phase 3:"));
}
