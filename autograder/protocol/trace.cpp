// SPDX-License-Identifier: MIT
#include "protocol/trace.h"

#include <algorithm>
#include <bit>

namespace protocol {

std::string_view to_string(TraceSpace space) {
  return space == TraceSpace::Shared ? "shared" : "global";
}

std::string_view to_string(TraceKind kind) {
  switch (kind) {
    case TraceKind::Read:
      return "read";
    case TraceKind::Write:
      return "write";
    case TraceKind::Atomic:
      return "atomic";
  }
  return "read";
}

std::array<std::uint32_t, 3> thread_place(std::uint32_t number,
                                          const std::array<std::uint32_t, 3>& block) {
  const std::uint32_t width = std::max(block[0], 1U);
  const std::uint32_t height = std::max(block[1], 1U);
  return {number % width, number / width % height, number / width / height};
}

namespace {

constexpr std::uint32_t kMostLaneBytes = 64;
constexpr std::uint32_t kMostElementBytes = 1 << 16;
constexpr std::uint32_t kMostWarps = 32;
/// Beyond this no offset is meant; sums with sizes stay far from overflow.
constexpr std::int64_t kFarthest = std::int64_t{1} << 60;

std::string problem_of(const TracedAccess& access, const Trace& trace) {
  if (access.block >= trace.blocks.size()) return "an access names a block that is not listed";
  if (access.array >= trace.arrays.size()) return "an access names an array that is not listed";
  if (access.place >= trace.places.size()) return "an access names a place that is not listed";
  if (access.warp >= kMostWarps) return "an access names a warp that no block has";
  if (access.lanes == 0) return "an access has no lanes";
  if (static_cast<std::size_t>(std::popcount(access.lanes)) != access.offsets.size()) {
    return "an access has not one offset for each lane";
  }
  if (access.bytes == 0 || access.bytes > kMostLaneBytes) {
    return "an access has an impossible width";
  }
  const auto size = static_cast<std::int64_t>(trace.arrays[access.array].bytes);
  for (const std::int64_t offset : access.offsets) {
    if (offset < -kFarthest || offset > kFarthest) return "an offset is out of all bounds";
    const bool inside = offset >= 0 && offset + access.bytes <= size;
    if (!inside && !access.outside) return "an access lies outside of its array";
  }
  return "";
}

}  // namespace

std::string problem_of(const Trace& trace) {
  if (trace.blocks.size() > kMostTracedBlocks) return "too many blocks";
  if (trace.arrays.size() > kMostTracedArrays) return "too many arrays";
  if (trace.places.size() > kMostTracedPlaces) return "too many places";
  if (trace.barriers.size() > kMostTracedPlaces) return "too many barriers";
  if (trace.accesses.size() > kMostTracedAccesses) return "too many accesses";
  for (const TracedArray& array : trace.arrays) {
    if (array.element_bytes == 0 || array.element_bytes > kMostElementBytes) {
      return "an array has elements of an impossible size";
    }
    if (array.bytes > static_cast<std::uint64_t>(kFarthest)) return "an array is impossibly large";
    if (array.start >= 128) return "an array starts at an impossible place";
  }
  for (const TracedAccess& access : trace.accesses) {
    if (std::string problem = problem_of(access, trace); !problem.empty()) return problem;
  }
  return "";
}

}  // namespace protocol
