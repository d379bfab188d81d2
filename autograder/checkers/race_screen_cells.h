// SPDX-License-Identifier: MIT
/// \file
/// What the race screen remembers of a word (of a byte where bytes are accessed): who wrote it and
/// who read it last, 32 bits each, and the steps from one access to the next.
///
/// A cell says less than happened but never too little: whenever two accesses may be a race by the
/// race rule, step functions answer false. Tested by race_screen_test.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "vgpu/lanes.h"

namespace checkers::screen {

/// A moment and who; 0 for nobody. Moments count the synchronisations of all blocks that a host
/// thread ran, one block after the other.
using Mark = std::uint32_t;
using Moment = std::uint32_t;  ///< fits 21 bits
using Who = std::uint32_t;     ///< fits 11 bits

inline constexpr unsigned kWhoBits = 11;
inline constexpr Moment kMostMoments = (Moment{1} << (32 - kWhoBits)) - 1;

// Who: 0 … 1023 is one thread; then several lanes of one warp; then those below.
inline constexpr Who kWarps = 1024;         ///< kWarps + w: several lanes of warp w
inline constexpr Who kSeveralWarps = 1056;  ///< readers of one block
inline constexpr Who kAtomics = 1057;       ///< writer: atomics of one block
inline constexpr Who kMixed = 1058;    ///< writer: atomics of one block, after plain writes of it
inline constexpr Moment kLongAgo = 1;  ///< moment of the two below, earlier than any block
inline constexpr Who kSeveralBlocks = 1059;    ///< readers
inline constexpr Who kAtomicsOfBlocks = 1060;  ///< writers: atomics of several blocks

constexpr Mark mark(Moment moment, Who who) {
  return moment << kWhoBits | who;
}
constexpr Moment moment_of(Mark mark) {
  return mark >> kWhoBits;
}
constexpr Who who_of(Mark mark) {
  return mark & ((1U << kWhoBits) - 1);
}
/// Is it a thread or some lanes of a warp?
constexpr bool in_one_warp(Who who) {
  return who < kSeveralWarps;
}
constexpr std::uint32_t warp_of(Who who) {
  return who < kWarps ? who / vgpu::kWarpSize : who - kWarps;
}

/// Where the running block stands.
struct Clock {
  Moment now = kLongAgo + 1;
  Mark block_first = mark(kLongAgo + 1, 0);  ///< lower marks are of earlier blocks
  Mark floor = mark(kLongAgo + 1, 0);        ///< lower marks are from before the last barrier
  std::array<Moment, 32> warp_floor{};       ///< by warp: the same for its last whole __syncwarp
};

/// Steps of one memory space. Shared memory is new for each block; what an earlier block did there
/// does not count.
class Steps {
 public:
  Steps(const Clock& clock, bool shared) : clock_(clock), shared_(shared) {}

  /// A plain read by `who`. False: it may be a race.
  bool read(Mark writer, Mark& readers, Who who) const;
  /// A plain write by one thread.
  bool write(Mark& writer, Mark& readers, Who who) const;
  /// An atomic by `who`.
  bool atomic(Mark& writer, Mark readers, Who who) const;

  /// The same for `count` cells in a row; who + (cell >> shift) does it.
  bool read_all(const Mark* writers, Mark* readers, std::uint32_t count, Who who,
                unsigned shift) const;
  bool write_all(Mark* writers, Mark* readers, std::uint32_t count, Who who, unsigned shift) const;
  bool atomic_all(Mark* writers, Mark* readers, std::uint32_t count, Who who, unsigned shift) const;

 private:
  bool of_earlier_block(Mark past) const { return past < clock_.block_first; }
  bool before(Mark past, Who who) const;
  bool all_before(const Mark* marks, std::uint32_t count) const;
  Mark now(Who who) const { return mark(clock_.now, who); }

  const Clock& clock_;
  bool shared_;
};

/// Cells of 4 KiB of a buffer: writers, then readers.
struct Page {
  static constexpr std::uint64_t kBytes = 4096;
  static constexpr std::uint64_t kWord = 4;
  bool fine = false;  ///< a cell per byte instead of per word
  std::vector<Mark> marks = std::vector<Mark>(2 * kBytes / kWord);

  std::uint64_t granule() const { return fine ? 1 : kWord; }
  std::size_t count() const { return marks.size() / 2; }
  Mark* writers() { return marks.data(); }
  Mark* readers() { return marks.data() + count(); }
  void refine();
};

/// What two host threads did to the same page, put together. False: their blocks may have met.
bool join(Page& mine, Page& theirs);

}  // namespace checkers::screen
