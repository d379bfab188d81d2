// SPDX-License-Identifier: MIT
#include "report/draw_describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/text.h"

namespace report::draw {

namespace {

constexpr std::size_t kMostSentences = 24;
constexpr std::size_t kMostWarps = 8;

/// "a[0] to a[31]", "a[5]", "32 elements from a[0] to a[992]".
std::string elements_text(const Array& array, const std::set<std::int64_t>& elements) {
  const std::int64_t first = *elements.begin(), last = *elements.rbegin();
  if (first == last) return element_name(array, first);
  const std::string range = element_name(array, first) + " to " + element_name(array, last);
  if (static_cast<std::uint64_t>(last - first) + 1 == elements.size()) return range;
  return base::counted(elements.size(), "element") + " from " + range;
}

/// What the warps of the first block do in a phase, a sentence for each.
std::string warps_text(const LaunchModel& model, const Phase& phase) {
  using Deed = std::pair<std::uint32_t, protocol::TraceKind>;
  struct Deeds {
    std::map<Deed, std::set<std::int64_t>> elements;
    std::map<Deed, std::uint64_t> order;
  };
  std::map<std::uint32_t, Deeds> warps;
  for (const Touch& touch : phase.touches) {
    if (touch.thread.block != 0) continue;
    Deeds& deeds = warps[touch.thread.warp()];
    const Deed deed{touch.array, touch.kind};
    deeds.elements[deed].insert(touch.element);
    const auto [found, fresh] = deeds.order.emplace(deed, touch.order);
    found->second = std::min(found->second, touch.order);
  }
  std::string text;
  std::size_t said = 0;
  for (const auto& [warp, deeds] : warps) {
    if (said++ == kMostWarps) return text + " And so on.";
    std::vector<std::pair<std::uint64_t, Deed>> order;
    for (const auto& [deed, when] : deeds.order) order.emplace_back(when, deed);
    std::ranges::sort(order);
    text += fmt::format(" warp {}", warp);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Deed& deed = order[i].second;
      text += fmt::format("{} {} {}", i == 0 ? "" : ",", verb(deed.second),
                          elements_text(model.arrays[deed.first], deeds.elements.at(deed)));
    }
    text += ".";
  }
  return text;
}

/// What the threads do in a phase, thread by thread; says at most what is `left`.
std::string threads_text(const LaunchModel& model, const Phase& phase,
                         std::optional<std::uint32_t> warp, std::size_t& left) {
  std::vector<const Touch*> touches;
  for (const Touch& touch : phase.touches) {
    const bool shown = !warp || (touch.thread.block == 0 && touch.thread.warp() == *warp);
    if (shown) touches.push_back(&touch);
  }
  std::ranges::sort(touches, {}, [](const Touch* t) { return std::pair(t->thread, t->order); });
  std::string text;
  for (const Touch* touch : touches) {
    if (left == 0) return text + " And so on.";
    text += " " + sentence(model, *touch) + ".";
    --left;
  }
  return text;
}

}  // namespace

std::string description_of(const LaunchModel& model, const Shown& shown) {
  std::string text = launch_text(model) + ".";
  for (const std::string& line : count_lines(model)) text += " " + line + ".";
  const auto each_phase = [&](const auto& words) {
    for (std::size_t p = 0; p < model.phases.size(); ++p) {
      const std::string said = words(model.phases[p]);
      if (said.empty()) continue;
      if (model.phases.size() > 1) text += fmt::format(" Phase {}:", p + 1);
      text += said;
    }
  };
  if (shown.warps && !model.blocks.empty()) {
    text += fmt::format(" Block {}, warp by warp:", block_label(model, 0));
    each_phase([&](const Phase& phase) { return warps_text(model, phase); });
  }
  if (!shown.threads) return text;
  if (shown.warp) text += fmt::format(" Warp {}, thread by thread:", *shown.warp);
  std::size_t left = kMostSentences;
  each_phase([&](const Phase& phase) {
    return left == 0 ? std::string() : threads_text(model, phase, shown.warp, left);
  });
  return text;
}

}  // namespace report::draw
