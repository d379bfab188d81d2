// SPDX-License-Identifier: MIT
#include "checkers/race_screen_cells.h"

namespace checkers::screen {

/// Did the past access certainly happen before what `who` does now?
bool Steps::before(Mark past, Who who) const {
  if (past == 0) return true;
  if (of_earlier_block(past)) return shared_;
  if (past < clock_.floor) return true;
  const Who then = who_of(past);
  if (!in_one_warp(then) || !in_one_warp(who)) return false;
  if (then == who && who < kWarps) return true;
  const std::uint32_t warp = warp_of(who);
  return warp_of(then) == warp && moment_of(past) < clock_.warp_floor[warp];
}

bool Steps::read(Mark writer, Mark& readers, Who who) const {
  if (!before(writer, who)) return false;
  const Who then = who_of(readers);
  if (readers == 0 || (shared_ && of_earlier_block(readers))) {
    readers = now(who);
  } else if (of_earlier_block(readers)) {
    readers = mark(kLongAgo, kSeveralBlocks);
  } else if (readers < clock_.floor || then == who) {
    readers = now(who);
  } else if (in_one_warp(then) && in_one_warp(who) && warp_of(then) == warp_of(who)) {
    readers = now(kWarps + warp_of(who));
  } else {
    readers = now(kSeveralWarps);
  }
  return true;
}

bool Steps::write(Mark& writer, Mark& readers, Who who) const {
  if (!before(writer, who) || !before(readers, who)) return false;
  writer = now(who);
  readers = 0;
  return true;
}

bool Steps::atomic(Mark& writer, Mark readers, Who who) const {
  if (!before(readers, who)) return false;
  const Who then = who_of(writer);
  if (writer == 0 || (shared_ && of_earlier_block(writer))) {
    writer = now(kAtomics);
  } else if (of_earlier_block(writer)) {
    if (then != kAtomics && then != kAtomicsOfBlocks) return false;
    writer = mark(kLongAgo, kAtomicsOfBlocks);
  } else if (then == kAtomics || then == kMixed) {
    writer = now(then);
  } else {
    // The plain write is forgotten here, so it must be before what any thread does from now on.
    if (writer >= clock_.floor) return false;
    writer = now(kMixed);
  }
  return true;
}

/// The quick answer for cells in a row: nobody, or (of the running block) from before its last
/// barrier.
bool Steps::all_before(const Mark* marks, std::uint32_t count) const {
  const Mark floor = clock_.floor;
  const Mark earlier = shared_ ? 0 : clock_.block_first - 1;
  Mark bad = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    bad |= static_cast<Mark>(marks[i] >= floor) | static_cast<Mark>(marks[i] - 1 < earlier);
  }
  return bad == 0;
}

bool Steps::read_all(const Mark* writers, Mark* readers, std::uint32_t count, Who who,
                     unsigned shift) const {
  if (all_before(writers, count)) {
    // Once readers of several warps, always so until the next barrier.
    const Mark floor = clock_.floor;
    Mark other = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      other |= (who_of(readers[i]) ^ kSeveralWarps) | static_cast<Mark>(readers[i] < floor);
    }
    if (other == 0) return true;
    if (all_before(readers, count)) {
      const Mark first = now(who);
      for (std::uint32_t i = 0; i < count; ++i) readers[i] = first + (i >> shift);
      return true;
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!read(writers[i], readers[i], who + (i >> shift))) return false;
  }
  return true;
}

bool Steps::write_all(Mark* writers, Mark* readers, std::uint32_t count, Who who,
                      unsigned shift) const {
  if (all_before(writers, count) && all_before(readers, count)) {
    const Mark first = now(who);
    for (std::uint32_t i = 0; i < count; ++i) {
      writers[i] = first + (i >> shift);
      readers[i] = 0;
    }
    return true;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!write(writers[i], readers[i], who + (i >> shift))) return false;
  }
  return true;
}

bool Steps::atomic_all(Mark* writers, Mark* readers, std::uint32_t count, Who who,
                       unsigned shift) const {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!atomic(writers[i], readers[i], who + (i >> shift))) return false;
  }
  return true;
}

void Page::refine() {
  if (fine) return;
  fine = true;
  std::vector<Mark> bytes(2 * kBytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = marks[i / kWord];
  marks = std::move(bytes);
}

bool join(Page& mine, Page& theirs) {
  if (mine.fine) theirs.refine();
  if (theirs.fine) mine.refine();
  const std::size_t count = mine.count();
  const auto atomics = [](Mark writer) {
    return who_of(writer) == kAtomics || who_of(writer) == kAtomicsOfBlocks;
  };
  for (std::size_t i = 0; i < count; ++i) {
    Mark& writer = mine.writers()[i];
    Mark& readers = mine.readers()[i];
    const Mark other_writer = theirs.writers()[i], other_readers = theirs.readers()[i];
    if ((writer | other_writer) != 0) {
      const bool met = (writer | readers) != 0 && (other_writer | other_readers) != 0;
      const bool only_atomics =
          (readers | other_readers) == 0 && atomics(writer) && atomics(other_writer);
      if (met && !only_atomics) return false;
      if (met) {
        writer = mark(kLongAgo, kAtomicsOfBlocks);
      } else {
        writer |= other_writer;
      }
    }
    if (readers != 0 && other_readers != 0) {
      readers = mark(kLongAgo, kSeveralBlocks);
    } else {
      readers |= other_readers;
    }
  }
  return true;
}

}  // namespace checkers::screen
