// SPDX-License-Identifier: MIT
/// \file
/// Who touched what: the memory accesses of chosen blocks of a launch, lane by lane, for pictures.
///
/// The worker records it when Configure asks for it; it travels as part of the run result. What it
/// says is checked when it is read, because the worker is not trusted: see problem_of(). Format:
/// docs/formats/run_result.md. Tested by trace_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace protocol {

/// What is to be recorded: for pictures the accesses of chosen blocks; or, when an array is
/// watched, only the last write to one of its bytes, whichever block and launch it comes from.
struct TraceRequest {
  bool wanted = false;                          ///< record at all?
  std::array<std::uint32_t, 3> block{0, 0, 0};  ///< the block of a launch that is too large for all
  std::uint32_t all_blocks_threads =
      64;                             ///< launches of at most so many threads are recorded whole
  std::uint32_t max_accesses = 4096;  ///< warp accesses that are kept of a launch
  std::uint32_t max_launches = 8;     ///< launches that are recorded; of later ones nothing is
  std::string watched;                ///< name of a global array; empty: record for pictures
  std::uint64_t watched_byte = 0;     ///< which byte of it
  /// Members in wire order.
  static auto fields(auto& self) {
    return std::tie(self.wanted, self.block, self.all_blocks_threads, self.max_accesses,
                    self.max_launches, self.watched, self.watched_byte);
  }
  friend bool operator==(const TraceRequest&, const TraceRequest&) = default;
};

/// Which memory an array lies in.
enum class TraceSpace : std::uint8_t { Global, Shared };

/// "global", "shared".
std::string_view to_string(TraceSpace space);

/// What an access does.
enum class TraceKind : std::uint8_t { Read, Write, Atomic };

/// "read", "write", "atomic".
std::string_view to_string(TraceKind kind);

/// An array that was touched.
struct TracedArray {
  TraceSpace space = TraceSpace::Global;  ///< where it lies
  std::string name;                       ///< the exercise's, the variable's, or a number
  std::string role;                       ///< "input", "output", "metadata", "scratch"
  std::uint64_t bytes = 0;                ///< its size
  std::uint32_t element_bytes = 4;        ///< of one element, as far as known
  std::uint32_t start = 0;                ///< its first address modulo 128: sectors and banks
  friend bool operator==(const TracedArray&, const TracedArray&) = default;
};

/// A source line that accesses memory.
struct TracedPlace {
  std::string file;        ///< as in findings
  std::uint32_t line = 0;  ///< 0: not known
  friend bool operator==(const TracedPlace&, const TracedPlace&) = default;
};

/// One memory instruction of one warp, as far as it concerns one array.
struct TracedAccess {
  std::uint32_t block = 0;            ///< index into Trace::blocks
  std::uint32_t warp = 0;             ///< within the block
  std::uint32_t phase = 0;            ///< barriers of the block that the warp has passed
  std::uint32_t place = 0;            ///< index into Trace::places
  std::uint32_t array = 0;            ///< index into Trace::arrays
  TraceKind kind = TraceKind::Read;   ///< what it does
  bool outside = false;               ///< not done: outside of the array, misaligned, freed
  std::uint32_t bytes = 4;            ///< of one lane
  std::uint32_t lanes = 0;            ///< mask of the lanes; never 0
  std::vector<std::int64_t> offsets;  ///< in bytes from the array's start; one for each lane
  friend bool operator==(const TracedAccess&, const TracedAccess&) = default;
};

/// The accesses of the chosen blocks of one launch, by block, then phase, then warp, then the
/// warp's own order.
struct Trace {
  std::vector<std::array<std::uint32_t, 3>> blocks;  ///< those recorded, in order of their numbers
  std::vector<TracedArray> arrays;                   ///< global ones first
  std::vector<TracedPlace> places;                   ///< by file and line
  std::vector<TracedPlace> barriers;                 ///< the first that ended each phase
  std::vector<TracedAccess> accesses;                ///< at most TraceRequest::max_accesses
  std::uint64_t dropped = 0;                         ///< further ones that were not kept
  friend bool operator==(const Trace&, const Trace&) = default;
};

/// The place (x, y, z) in its block of the thread of this number; x runs fastest. A dimension of 0
/// counts as 1.
std::array<std::uint32_t, 3> thread_place(std::uint32_t number,
                                          const std::array<std::uint32_t, 3>& block);

/// \name What a reader accepts at most
/// @{
inline constexpr std::size_t kMostTracedAccesses = 65536;
inline constexpr std::size_t kMostTracedArrays = 256;
inline constexpr std::size_t kMostTracedPlaces = 4096;
inline constexpr std::size_t kMostTracedBlocks = 1024;
/// @}

/// Empty when every index of the trace leads somewhere, each access has as many offsets as lanes,
/// sizes make sense, and nothing is beyond the limits; else what is wrong.
std::string problem_of(const Trace& trace);

}  // namespace protocol
