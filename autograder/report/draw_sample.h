// SPDX-License-Identifier: MIT
/// \file
/// Recorded launches made by hand, for tests of pictures.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "protocol/run_result.h"

namespace report::draw::test {

/// Element that a thread (its number in the launch) touches, or kNobody.
using Index = std::function<std::int64_t(std::int64_t thread)>;
/// The thread makes no access.
inline constexpr std::int64_t kNobody = INT64_MIN;

/// A launch whose accesses are added one array at a time.
class Sample {
 public:
  Sample(protocol::Dim3 grid, protocol::Dim3 block) {
    launch.kernel = "k(float*)";
    launch.name = "k";
    launch.grid = grid;
    launch.block = block;
    launch.trace.emplace();
    launch.trace->places = {{"k.cu", 7}, {"k.cu", 9}};
    launch.trace->barriers.assign(20, {"k.cu", 8});
    const std::uint32_t blocks = grid[0] * grid[1] * grid[2];
    for (std::uint32_t b = 0; b < blocks; ++b) {
      launch.trace->blocks.push_back({b % grid[0], b / grid[0] % grid[1], b / grid[0] / grid[1]});
    }
  }

  /// Adds an array of floats and returns its number.
  std::uint32_t array(std::string name, std::uint64_t elements, bool shared = false) {
    protocol::TracedArray array;
    array.name = std::move(name);
    array.space = shared ? protocol::TraceSpace::Shared : protocol::TraceSpace::Global;
    array.role = "input";
    array.bytes = elements * 4;
    launch.trace->arrays.push_back(std::move(array));
    return static_cast<std::uint32_t>(launch.trace->arrays.size() - 1);
  }

  /// Every thread touches the element that `index` gives.
  void touch(std::uint32_t array, protocol::TraceKind kind, const Index& index,
             std::uint32_t phase = 0, std::uint32_t bytes = 4) {
    const std::int64_t size = launch.block[0] * launch.block[1] * launch.block[2];
    const auto elements = static_cast<std::int64_t>(launch.trace->arrays[array].bytes / 4);
    for (std::uint32_t block = 0; block < launch.trace->blocks.size(); ++block) {
      for (std::int64_t first = 0; first < size; first += 32) {
        protocol::TracedAccess inside;
        inside.block = block;
        inside.warp = static_cast<std::uint32_t>(first / 32);
        inside.phase = phase;
        inside.array = array;
        inside.kind = kind;
        inside.bytes = bytes;
        protocol::TracedAccess outside = inside;
        outside.outside = true;
        for (std::int64_t thread = first; thread < std::min(first + 32, size); ++thread) {
          const std::int64_t element = index(block * size + thread);
          if (element == kNobody) continue;
          auto& access = element >= 0 && element < elements ? inside : outside;
          access.lanes |= 1U << (thread - first);
          access.offsets.push_back(element * 4);
        }
        for (auto& access : {inside, outside}) {
          if (access.lanes != 0) launch.trace->accesses.push_back(access);
        }
      }
    }
  }

  protocol::Launch launch;
};

/// out[i] = f(a[i]) with one thread an element.
inline Sample map_sample(protocol::Dim3 grid, protocol::Dim3 block, std::int64_t elements) {
  Sample sample(grid, block);
  const auto a = sample.array("a", static_cast<std::uint64_t>(elements));
  const auto out = sample.array("out", static_cast<std::uint64_t>(elements));
  const Index guarded = [=](std::int64_t t) { return t < elements ? t : kNobody; };
  sample.touch(a, protocol::TraceKind::Read, guarded);
  sample.touch(out, protocol::TraceKind::Write, guarded);
  return sample;
}

/// A sum of one block in shared memory, halving.
inline Sample reduction_sample(std::int64_t threads) {
  Sample sample({1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1});
  const auto a = sample.array("a", static_cast<std::uint64_t>(threads));
  const auto s = sample.array("s", static_cast<std::uint64_t>(threads), true);
  const auto out = sample.array("out", 1);
  sample.touch(a, protocol::TraceKind::Read, [](std::int64_t t) { return t; });
  sample.touch(s, protocol::TraceKind::Write, [](std::int64_t t) { return t; });
  std::uint32_t phase = 1;
  for (std::int64_t half = threads / 2; half > 0; half /= 2, ++phase) {
    for (const std::int64_t plus : {std::int64_t{0}, half}) {
      sample.touch(
          s, protocol::TraceKind::Read,
          [=](std::int64_t t) { return t < half ? t + plus : kNobody; }, phase);
    }
    sample.touch(
        s, protocol::TraceKind::Write, [=](std::int64_t t) { return t < half ? t : kNobody; },
        phase);
  }
  const Index first = [](std::int64_t t) { return t == 0 ? 0 : kNobody; };
  sample.touch(s, protocol::TraceKind::Read, first, phase);
  sample.touch(out, protocol::TraceKind::Write, first, phase);
  return sample;
}

}  // namespace report::draw::test
