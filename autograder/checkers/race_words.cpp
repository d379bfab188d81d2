// SPDX-License-Identifier: MIT
#include "checkers/race_words.h"

#include <fmt/format.h>

#include "base/text.h"
#include "checkers/describe.h"

namespace checkers::race {

namespace {

std::string party_text(const vgpu::LaunchInfo& launch, const Party& party) {
  return fmt::format("  {} {} at {}", thread_text(launch, party.who), verb_text(party.kind),
                     place_text(launch, party.site));
}

/// What to do, where the kind's own help does not fit best.
std::string help_text(const Meeting& meeting) {
  const Party& a = meeting.earlier;
  const Party& b = meeting.later;
  const bool same_block = a.who.block == b.who.block;
  const bool same_warp = same_block && a.who.thread / kLanes == b.who.thread / kLanes;
  if (meeting.in_flight) {
    return "the copy may still be under way: wait for it before the barrier: lesson e07_async_copy";
  }
  if (meeting.equal_values) {
    return "all write the same value, so it works by luck: let one thread write: lesson c11_races";
  }
  if (a.effect.strong != b.effect.strong) {
    return "one side is atomic, the other is not: put a barrier between, or make both atomic: "
           "lesson c06_histogram";
  }
  if (!same_block && a.effect.strong && b.effect.strong) {
    return "atomics that end in _block hold between the threads of one block only: use the ones "
           "without it here: lesson c06_histogram";
  }
  if (!same_block) {
    return "__syncthreads() orders the threads of one block only; use an atomic, one element per "
           "block, or a second launch: lesson c06_histogram";
  }
  if (a.site == b.site && a.effect.writes && b.effect.writes) {
    return "several threads write different values to one element: use an atomic, or let one "
           "thread write: lesson c06_histogram";
  }
  if (same_warp && meeting.shared) {
    return "put __syncthreads() between the two; the lanes of a warp need not run in step (since "
           "Volta), and __syncwarp() is enough only where no other warp uses the data: lesson "
           "c09_shuffles";
  }
  if (!meeting.shared) {
    return "put __syncthreads() between the two, or use an atomic: lesson c11_races";
  }
  return {};
}

}  // namespace

Description describe(const vgpu::LaunchInfo& launch, const Meeting& meeting) {
  Description words;
  const bool first_writes = meeting.earlier.effect.writes;
  const bool second_writes = meeting.later.effect.writes;
  words.hazard = first_writes && second_writes ? "WAW" : first_writes ? "RAW" : "WAR";
  words.message =
      fmt::format("racecheck: {} conflict in {} memory, {} at {}\n{}\n{}",
                  first_writes && second_writes ? "write-write" : "read-write",
                  meeting.shared ? "shared" : "global", base::counted(meeting.bytes, "byte"),
                  element_text(*meeting.segment, meeting.offset, meeting.bytes),
                  party_text(launch, meeting.earlier), party_text(launch, meeting.later));
  words.help = help_text(meeting);
  return words;
}

}  // namespace checkers::race
