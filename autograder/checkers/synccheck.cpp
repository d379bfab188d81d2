// SPDX-License-Identifier: MIT
#include "checkers/synccheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/text.h"
#include "checkers/describe.h"

namespace checkers {

namespace {

std::uint32_t lowest_thread(const vgpu::ProblemEvent& event) {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(event.mask)) % vgpu::kWarpSize;
  return event.warp * vgpu::kWarpSize + lane;
}

std::uint64_t lanes_of(const vgpu::ProblemEvent& event) {
  return static_cast<std::uint64_t>(std::max(1, std::popcount(event.mask)));
}

}  // namespace

void Synccheck::barrier(const vgpu::BarrierEvent& event) {
  std::uint64_t exited = 0;
  std::uint32_t first = 0;
  for (std::size_t warp = 0; warp < event.exited.size(); ++warp) {
    const vgpu::Mask mask = event.exited[warp];
    if (mask == 0) continue;
    if (exited == 0) {
      first = static_cast<std::uint32_t>(warp * vgpu::kWarpSize) +
              static_cast<std::uint32_t>(std::countr_zero(mask));
    }
    exited += static_cast<std::uint64_t>(std::popcount(mask));
  }
  if (exited == 0 || !event.whole_block) return;
  const auto site = std::ranges::find_if(event.sites, [](auto s) { return s != vgpu::kNoSite; });
  if (site == event.sites.end()) return;
  const Witness who{block_, first};
  findings_.add({FindingKind::BarrierExitedThreads, *site}, who, exited, [&] {
    Description words;
    words.message = fmt::format(
        "synccheck: a barrier was passed although {} of the block had already ended\n"
        "  {} ended without reaching it\n  the barrier stands at {}",
        base::counted(exited, "thread"), thread_text(*launch_, who), place_text(*launch_, *site));
    return words;
  });
}

void Synccheck::warp_sync(const vgpu::WarpSyncEvent& event) {
  if (event.ended == 0) return;
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(event.mask)) % vgpu::kWarpSize;
  const Witness who{block_, event.warp * vgpu::kWarpSize + lane};
  const auto ended = static_cast<std::uint64_t>(std::popcount(event.ended));
  findings_.add(
      {FindingKind::InvalidMask, event.site}, who, {protocol::Severity::Warning, 1}, ended, [&] {
        Description words;
        words.message = fmt::format(
            "synccheck: the mask {:#010x} names {} that had ended\n  {} calls at {} with lanes "
            "{:#010x}",
            event.members, base::counted(ended, "lane"), thread_text(*launch_, who),
            place_text(*launch_, event.site), event.mask);
        words.help =
            "what a shuffle reads from a lane that has ended is undefined; let all lanes stay and "
            "guard the accesses: lesson c09_shuffles";
        return words;
      });
}

void Synccheck::problem(const vgpu::ProblemEvent& event) {
  if (event.problem == vgpu::ExecutionProblem::BarrierDivergence) barrier_divergence(event);
  if (event.problem == vgpu::ExecutionProblem::InvalidMask) invalid_mask(event);
}

void Synccheck::barrier_divergence(const vgpu::ProblemEvent& event) {
  vgpu::SiteId first = event.site;
  vgpu::SiteId second = event.other_site;
  const auto line = [&](vgpu::SiteId site) {
    return site < launch_->lines.size() ? launch_->lines[site].line : ~0U;
  };
  if (second != vgpu::kNoSite && line(second) < line(first)) std::swap(first, second);
  const Witness who{block_, lowest_thread(event)};
  findings_.add({FindingKind::BarrierDivergence, first, second}, who, lanes_of(event), [&] {
    Description words;
    const std::string sample = thread_text(*launch_, who);
    const std::string place = place_text(*launch_, first);
    if (second == vgpu::kNoSite) {
      words.message = fmt::format(
          "synccheck: a barrier can never complete: part of the block does not reach it\n"
          "  {} waits at {}",
          sample, place);
    } else if (line(first) == line(second)) {
      words.message = fmt::format(
          "synccheck: threads of one block wait at different barriers of one line, {} is one of "
          "them\n  they wait at {}",
          sample, place);
    } else {
      words.message = fmt::format(
          "synccheck: threads of one block wait at different barriers, {} is one of them\n"
          "  some wait at {}\n  others wait at {}",
          sample, place, place_text(*launch_, second));
    }
    return words;
  });
}

void Synccheck::invalid_mask(const vgpu::ProblemEvent& event) {
  const Witness who{block_, lowest_thread(event)};
  findings_.add({FindingKind::InvalidMask, event.site}, who, lanes_of(event), [&] {
    Description words;
    const vgpu::Mask absent = event.detail & ~event.mask;
    const std::string why =
        (event.mask & ~event.detail) != 0
            ? "it leaves out a lane that calls"
            : fmt::format("{} that it names {} not there",
                          base::counted(static_cast<std::uint64_t>(std::popcount(absent)), "lane"),
                          std::popcount(absent) == 1 ? "is" : "are");
    words.message = fmt::format(
        "synccheck: the mask {:#010x} is wrong: {}\n  {} calls at {} with lanes {:#010x}",
        event.detail, why, thread_text(*launch_, who), place_text(*launch_, event.site),
        event.mask);
    return words;
  });
}

}  // namespace checkers
