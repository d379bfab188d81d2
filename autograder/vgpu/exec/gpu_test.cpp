// SPDX-License-Identifier: MIT
// The lane handlers against a real GPU: bit for bit, and approximate functions within a few units
// of the last place. What an H200 answered is kept as digests in tests/golden/lane_results.txt, so
// that machines without a GPU hold themselves against it too; COURSE_UPDATE_GOLDEN=1 with the tag
// [gpu] writes it anew.
#include <fmt/format.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>

#include "tests/support/skip.h"
#include "vgpu/exec/forms.h"
#include "vgpu/exec/hardware.h"

using namespace vgpu;
using namespace vgpu::testing;

namespace {

constexpr unsigned kWarps = 128;
constexpr const char* kGolden = COURSE_SOURCE_DIR "/autograder/tests/golden/lane_results.txt";

std::vector<std::vector<LaneValues>> results_of(Probe& probe) {
  std::vector<std::vector<LaneValues>> results;
  for (unsigned warp = 0; warp < kWarps; ++warp) {
    results.push_back(probe.run(best_isa(), sample_sources(probe.sources(), warp)));
  }
  return results;
}

/// The first lanes that differ, as text, for the person who mends the handler.
std::string differences(const Probe& probe, const std::vector<std::vector<LaneValues>>& gpu,
                        const std::vector<std::vector<LaneValues>>& ours) {
  std::string text;
  unsigned count = 0;
  for (unsigned warp = 0; warp < gpu.size(); ++warp) {
    const auto sources = sample_sources(probe.sources(), warp);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      for (std::size_t r = 0; r < gpu[warp].size(); ++r) {
        if (gpu[warp][r][lane] == ours[warp][r][lane] || ++count > 6) continue;
        text += "\n   ";
        for (const LaneValues& source : sources) text += fmt::format(" {:x}", source[lane]);
        text += fmt::format(" -> result {}: GPU {:x}, ours {:x}", r, gpu[warp][r][lane],
                            ours[warp][r][lane]);
      }
    }
  }
  return fmt::format("{} lanes differ{}", count, text);
}

/// A result or a part of one as a number.
double value_of(std::uint64_t bits, const Form& form) {
  if (form.opcode.ends_with("f64")) return std::bit_cast<double>(bits);
  if (form.opcode.ends_with("f32")) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  }
  if (form.opcode.find("bf16") != std::string::npos) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
  }
  const auto magnitude = static_cast<int>(bits & 0x7FFF);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (magnitude > 0x7C00) return std::nan("");
  if (magnitude == 0x7C00) return sign * std::numeric_limits<double>::infinity();
  const int exponent = magnitude >> 10;
  const int fraction = exponent == 0 ? magnitude : (magnitude & 0x3FF) | 0x400;
  return sign * std::ldexp(fraction, (exponent == 0 ? 1 : exponent) - 25);
}

/// How far the hardware's result may lie from ours: relative, and absolute for functions whose
/// error does not shrink with the result. A little more than the PTX ISA manual states.
struct Tolerance {
  double relative;
  double absolute;
};
Tolerance tolerance_of(const Form& form) {
  const std::string_view opcode = form.opcode;
  if (opcode.find("bf16") != std::string_view::npos) return {0x1p-6, 0};
  if (opcode.find("f16") != std::string_view::npos) return {0x1.1p-9, 0x1p-24};
  if (opcode.starts_with("tanh")) return {0x1p-10, 0};
  if (opcode.starts_with("sin") || opcode.starts_with("cos")) return {0, 0x1p-20};
  if (opcode.starts_with("lg2")) return {0x1p-22, 0x1p-21};
  if (opcode.ends_with("f64")) return {0x1p-19, 0};
  return {0x1p-21, 0x1p-148};
}

bool near(std::uint64_t gpu, std::uint64_t ours, const Form& form) {
  if (form.opcode.ends_with("x2")) {
    const Form half{form.opcode.substr(0, form.opcode.size() - 2), "h=h"};
    return near(gpu & 0xFFFF, ours & 0xFFFF, half) && near(gpu >> 16, ours >> 16, half);
  }
  const double x = value_of(gpu, form);
  const double y = value_of(ours, form);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  if (std::isinf(x) || std::isinf(y)) return x == y;
  const Tolerance tolerance = tolerance_of(form);
  return std::fabs(x - y) <= std::fabs(y) * tolerance.relative + tolerance.absolute;
}

std::map<std::string, std::uint64_t> read_golden() {
  std::map<std::string, std::uint64_t> golden;
  std::ifstream file(kGolden);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    golden[line.substr(17)] = std::stoull(line.substr(0, 16), nullptr, 16);
  }
  return golden;
}

}  // namespace

TEST_CASE("results are those of a real GPU, bit for bit", "[.gpu][vgpu][exec]") {
  Hardware hardware;
  if (!hardware.available()) COURSE_SKIP(hardware.problem());
  std::string golden =
      "# Digests of what an H200 answers to vgpu/exec/forms.cpp; written by gpu_test.cpp.\n";
  for (const Form& form : all_forms()) {
    Probe probe(form);
    if (!probe.problem().empty() || probe.selection().approximate) continue;
    const auto gpu = hardware.run(form, probe, kWarps);
    if (gpu.empty()) {
      WARN(form.name() << ": " << hardware.problem_of_last());
      continue;
    }
    golden += fmt::format("{:016x} {}\n", digest(gpu), form.name());
    const auto ours = results_of(probe);
    if (gpu != ours) FAIL_CHECK(form.name() << ": " << differences(probe, gpu, ours));
  }
  if (std::getenv("COURSE_UPDATE_GOLDEN") != nullptr) std::ofstream(kGolden) << golden;
}

TEST_CASE("approximate functions are near those of a real GPU", "[.gpu][vgpu][exec]") {
  Hardware hardware;
  if (!hardware.available()) COURSE_SKIP(hardware.problem());
  for (const Form& form : all_forms()) {
    Probe probe(form);
    if (!probe.problem().empty() || !probe.selection().approximate) continue;
    const auto gpu = hardware.run(form, probe, kWarps);
    if (gpu.empty()) {
      WARN(form.name() << ": " << hardware.problem_of_last());
      continue;
    }
    const auto ours = results_of(probe);
    std::size_t far = 0;
    std::string where;
    for (unsigned warp = 0; warp < kWarps; ++warp) {
      const auto sources = sample_sources(probe.sources(), warp);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        if (near(gpu[warp][0][lane], ours[warp][0][lane], form) || ++far > 4) continue;
        where += fmt::format("\n    {:x} {:x} -> GPU {:x}, ours {:x}", sources.front()[lane],
                             sources.back()[lane], gpu[warp][0][lane], ours[warp][0][lane]);
      }
    }
    INFO(form.name() << ": " << far << " lanes are too far apart" << where);
    CHECK(far == 0);
  }
}

TEST_CASE("results are those that an H200 gave", "[vgpu][exec]") {
  const auto golden = read_golden();
  REQUIRE(golden.size() > 100);
  for (const Form& form : all_forms()) {
    const auto row = golden.find(form.name());
    if (row == golden.end()) continue;
    Probe probe(form);
    INFO(form.name());
    REQUIRE(probe.problem() == "");
    CHECK(digest(results_of(probe)) == row->second);
  }
}
