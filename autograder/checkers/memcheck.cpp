// SPDX-License-Identifier: MIT
#include "checkers/memcheck.h"

#include <fmt/format.h>

#include <bit>

#include "base/text.h"
#include "checkers/describe.h"

namespace checkers {

namespace {

using vgpu::AccessKind;
using vgpu::InvalidAccess;
using vgpu::InvalidReason;
using vgpu::Segment;

FindingKind kind_of(const InvalidAccess& access) {
  switch (access.reason) {
    case InvalidReason::Freed:
      return FindingKind::UseAfterFree;
    case InvalidReason::Misaligned:
      return FindingKind::Misaligned;
    default:
      return access.kind == AccessKind::Load ? FindingKind::OutOfBoundsRead
                                             : FindingKind::OutOfBoundsWrite;
  }
}

/// "read of 4 bytes".
std::string what_text(const InvalidAccess& access) {
  const char* word = access.kind == AccessKind::Load    ? "read"
                     : access.kind == AccessKind::Store ? "write"
                                                        : "atomic";
  return fmt::format("{} of {}", word, base::counted(access.bytes, "byte"));
}

/// Byte offset of the lane's access from the start of its segment. Shared and local addresses may
/// come as generic ones.
std::int64_t offset_of(const InvalidAccess& access, const Segment& segment, unsigned lane) {
  vgpu::Address address = access.addresses[lane];
  if (segment.space == ptx::Space::Shared && vgpu::address_map::is_shared(address)) {
    address -= vgpu::address_map::kSharedFirst;
  }
  return static_cast<std::int64_t>(address - segment.base);
}

/// "is 1 past the end of a (128 elements of 4 bytes)".
std::string distance_text(const Segment& segment, std::int64_t offset, std::uint32_t bytes) {
  const std::uint32_t unit = segment.element_bytes > 1 ? segment.element_bytes : bytes;
  const auto size = static_cast<std::int64_t>(segment.size);
  const std::string buffer =
      fmt::format("{} ({})", buffer_text(segment), extent_text(segment, bytes));
  if (size == 0) return fmt::format("is asked for, but {} has no elements", buffer_text(segment));
  const bool before = offset < 0;
  const std::int64_t distance = before ? -offset : offset - size;
  if (!before && distance < 0) return fmt::format("reaches past the end of {}", buffer);
  const std::string side = before ? "before the start" : "past the end";
  if (distance % unit != 0) {
    const auto off = static_cast<std::uint64_t>(distance) + (before ? 0 : 1);
    return fmt::format("is {} {} of {}", base::counted(off, "byte"), side, buffer);
  }
  const auto steps = static_cast<std::uint64_t>(distance / unit) + (before ? 0 : 1);
  return fmt::format("is {} {} of {}", base::with_thousands(steps), side, buffer);
}

std::string allocation_text(const Segment& segment) {
  if (segment.site.empty()) return {};
  return fmt::format("\n  {} was allocated at {}", buffer_text(segment), segment.site);
}

/// Where an address without a segment points to.
std::string unmapped_text(vgpu::Address address) {
  constexpr vgpu::Address kNullReach = vgpu::Address{1} << 20;
  constexpr vgpu::Address kHostEnd = vgpu::Address{1} << 48;
  if (address == 0) return "the address is a null pointer";
  if (address < kNullReach || address > ~kNullReach) {
    return "the address is a null pointer plus an index";
  }
  if (address < kHostEnd) {
    return "the address is a host pointer; kernels cannot follow those";
  }
  return "no memory was ever allocated at this address";
}

/// A guard against the length does not help there.
constexpr const char* kBelowZero = "the index is below 0: no element lies before the first";

std::string help_for_unmapped(vgpu::Address address) {
  return unmapped_text(address).find("host pointer") != std::string::npos
             ? "pass a pointer from cudaMalloc and copy the data there: lesson a05_five_steps"
             : "see whether cudaMalloc succeeded and the right pointer is passed: lesson "
               "a06_errors";
}

}  // namespace

Description Memcheck::describe(const InvalidAccess& access, unsigned lane) const {
  Description words;
  const Segment* segment = access.segments == nullptr ? nullptr : access.segments[lane];
  const Witness who{block_, access.warp * vgpu::kWarpSize + lane};
  const std::string by = fmt::format("\n  {} {} at {}", thread_text(*launch_, who),
                                     deed_text(access.kind), place_text(*launch_, access.site));
  const std::string what = what_text(access);
  switch (access.reason) {
    case InvalidReason::Misaligned:
      words.message = fmt::format(
          "memcheck: misaligned {}: the address{} is no multiple of {}", what,
          segment == nullptr ? ""
                             : fmt::format(" (byte {} of {})", offset_of(access, *segment, lane),
                                           buffer_text(*segment)),
          access.bytes);
      break;
    case InvalidReason::Freed:
      words.message = fmt::format(
          "memcheck: {} of freed memory: {}", what,
          segment == nullptr
              ? "its buffer was freed"
              : element_text(*segment, offset_of(access, *segment, lane), access.bytes));
      if (segment != nullptr && !segment->freed_site.empty()) {
        words.message += fmt::format(", freed at {}", segment->freed_site);
      }
      break;
    case InvalidReason::ReadOnly:
      words.message = fmt::format("memcheck: {} to {}, which kernels may only read", what,
                                  segment == nullptr ? "constant memory" : buffer_text(*segment));
      break;
    default:
      if (segment != nullptr) {
        const std::int64_t offset = offset_of(access, *segment, lane);
        words.message = fmt::format("memcheck: out-of-bounds {}: {} {}", what,
                                    element_text(*segment, offset, access.bytes),
                                    distance_text(*segment, offset, access.bytes));
        if (offset < 0 && segment->size > 0) words.help = kBelowZero;
      } else if (access.space == ptx::Space::Global || access.space == ptx::Space::Generic) {
        words.message = fmt::format("memcheck: out-of-bounds {}: {}", what,
                                    unmapped_text(access.addresses[lane]));
        words.help = help_for_unmapped(access.addresses[lane]);
      } else {
        words.message =
            fmt::format("memcheck: out-of-bounds {}: outside of {}", what,
                        access.space == ptx::Space::Local ? "the local memory of the thread"
                                                          : space_text(access.space));
      }
  }
  words.message += by;
  if (segment != nullptr) words.message += allocation_text(*segment);
  return words;
}

void Memcheck::invalid(const InvalidAccess& access) {
  const auto lane = static_cast<unsigned>(std::countr_zero(access.mask));
  findings_.add({kind_of(access), access.site}, {block_, access.warp * vgpu::kWarpSize + lane},
                static_cast<std::uint64_t>(std::popcount(access.mask)),
                [&] { return describe(access, lane); });
}

void Memcheck::problem(const vgpu::ProblemEvent& event) {
  const bool twice = event.problem == vgpu::ExecutionProblem::DoubleFree;
  if (!twice && event.problem != vgpu::ExecutionProblem::InvalidFree) return;
  const auto lane = static_cast<unsigned>(std::countr_zero(event.mask)) % vgpu::kWarpSize;
  const Witness who{block_, event.warp * vgpu::kWarpSize + lane};
  findings_.add({twice ? FindingKind::DoubleFree : FindingKind::InvalidFree, event.site}, who,
                static_cast<std::uint64_t>(std::max(1, std::popcount(event.mask))), [&] {
                  Description words;
                  words.message = fmt::format(
                      "memcheck: {}\n  {} frees it at {}",
                      twice ? "memory is freed a second time"
                            : "memory is freed through a pointer that no allocation starts at",
                      thread_text(*launch_, who), place_text(*launch_, event.site));
                  return words;
                });
}

}  // namespace checkers
