// SPDX-License-Identifier: MIT
// The lane handlers against a real GPU: bit for bit, and approximate functions within a few units
// of the last place. What an H200 answered is kept as digests in tests/golden/lane_results.txt, so
// that machines without a GPU hold themselves against it too; COURSE_UPDATE_GOLDEN=1 with the tag
// [gpu] writes it anew.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
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

/// Distance in units of the last place; NaNs are all alike.
double units_apart(std::uint64_t a, std::uint64_t b, char letter) {
  const auto ordered = [](std::int64_t bits, std::int64_t sign) {
    return (bits & sign) != 0 ? -(bits & ~sign) : bits;
  };
  if (letter == 'D') {
    double x = 0;
    double y = 0;
    std::memcpy(&x, &a, sizeof x);
    std::memcpy(&y, &b, sizeof y);
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y) ? 0 : 1e30;
    constexpr std::int64_t kSign = INT64_MIN;
    // The f64 approximations have 32 meaningful upper bits.
    return static_cast<double>(ordered(static_cast<std::int64_t>(a), kSign) -
                               ordered(static_cast<std::int64_t>(b), kSign)) /
           4294967296.0;
  }
  float x = 0;
  float y = 0;
  std::memcpy(&x, &a, sizeof x);
  std::memcpy(&y, &b, sizeof y);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y) ? 0 : 1e30;
  return static_cast<double>(ordered(static_cast<std::int64_t>(a), 0x80000000) -
                             ordered(static_cast<std::int64_t>(b), 0x80000000));
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
    double worst = 0;
    std::string where;
    for (unsigned warp = 0; warp < kWarps; ++warp) {
      const auto sources = sample_sources(probe.sources(), warp);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        const double apart = std::fabs(
            units_apart(gpu[warp][0][lane], ours[warp][0][lane], probe.results()[0].letter));
        if (apart <= worst) continue;
        worst = apart;
        where = fmt::format("{:x} -> GPU {:x}, ours {:x}", sources[0][lane], gpu[warp][0][lane],
                            ours[warp][0][lane]);
      }
    }
    WARN(form.name() << ": at most " << worst << " units apart; " << where);
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
