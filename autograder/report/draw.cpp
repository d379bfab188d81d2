// SPDX-License-Identifier: MIT
#include "report/draw.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/draw_describe.h"
#include "report/draw_detail.h"
#include "report/draw_overview.h"

namespace report::draw {

namespace {

using protocol::TraceKind;

constexpr double kMargin = 20;
constexpr double kTitleSize = 16;
constexpr double kTextSize = 12;
constexpr std::size_t kMostOverviews = 4;
/// Beside each other, each picture has this.
constexpr double kHalf = (kWidest - 3 * kMargin) / 2;

/// Grows downwards.
class Page {
 public:
  Page(double width) { scene_.width = width; }

  void text(const std::string& text, double size, bool strong = false, bool faint = false,
            int colour = kNoColour) {
    for (const std::string& line : wrapped(text, size, scene_.width)) {
      scene_.texts.push_back({{0, y_ + size}, line, size, Anchor::Start, strong, faint, colour});
      y_ += size * 1.4;
    }
  }
  void space(double height) { y_ += height; }
  void part(const Scene& part) {
    scene_.add(part, {(scene_.width - part.width) / 2, y_});
    y_ += part.height;
  }
  void barrier(const Phase& phase) {
    y_ += 14;
    std::string text = "barrier: all threads of the block wait for each other";
    if (phase.barrier_line != 0) text += fmt::format(" (line {})", phase.barrier_line);
    while (text_width(text, kSmallText) > scene_.width) text = text.substr(0, text.rfind(' '));
    scene_.shapes.push_back({{0, y_, scene_.width, 20}, Look::Band, kNoColour, "", "", false, 1});
    scene_.texts.push_back({{scene_.width / 2, y_ + 14}, text, kSmallText, Anchor::Middle});
    y_ += 20 + 10;
  }
  Scene take() {
    scene_.height = y_;
    return std::move(scene_);
  }
  Scene& scene() { return scene_; }
  double y() const { return y_; }

 private:
  Scene scene_;
  double y_ = 0;
};

/// What the signs mean: those that the picture has.
void add_key(Page& page, const Scene& picture, bool many_threads) {
  struct Entry {
    std::string text;
    int sign;  // 0 read, 1 write, 2 atomic, 3 idle, 4 ghost, 5 many
  };
  std::vector<Entry> entries;
  const auto arrow = [&](Stroke stroke) {
    return std::ranges::any_of(picture.arrows, [&](const Arrow& a) { return a.stroke == stroke; });
  };
  const auto look = [&](Look wanted) {
    return std::ranges::any_of(picture.shapes, [&](const Shape& s) { return s.look == wanted; });
  };
  if (arrow(Stroke::Read)) entries.push_back({"reads", 0});
  if (arrow(Stroke::Write)) entries.push_back({"writes", 1});
  if (arrow(Stroke::Atomic)) entries.push_back({"atomic change", 2});
  if (look(Look::Idle)) entries.push_back({"thread without an access", 3});
  if (look(Look::Ghost)) entries.push_back({"outside of the array", 4});
  const bool many =
      std::ranges::any_of(picture.shapes, [](const Shape& s) { return s.colour == kManyColour; });
  if (many) entries.push_back({many_threads ? "several warps, or threads" : "several threads", 5});
  if (many_threads) entries.push_back({"overview: one colour, one warp (32 threads)", 6});
  Scene& scene = page.scene();
  double x = 0;
  double y = page.y();
  for (const Entry& entry : entries) {
    const double width = 34 + text_width(entry.text, kSmallText) + 22;
    if (x > 0 && x + width > scene.width + 22) {
      x = 0;
      y += 22;
    }
    const Box box{x, y + 2, 26, 14};
    switch (entry.sign) {
      case 0:
      case 1:
      case 2:
        scene.arrows.push_back({{x, y + 9},
                                {x + 28, y + 9},
                                entry.sign == 0   ? Stroke::Read
                                : entry.sign == 1 ? Stroke::Write
                                                  : Stroke::Atomic,
                                kManyColour,
                                "",
                                false});
        break;
      case 3:
        scene.shapes.push_back({box, Look::Idle, kNoColour, "", "", false, 1});
        break;
      case 4:
        scene.shapes.push_back({box, Look::Ghost, kNoColour, "", "", false, 1});
        break;
      default:
        scene.shapes.push_back(
            {box, Look::Cell, entry.sign == 5 ? kManyColour : 0, "", "", false, 1});
    }
    scene.texts.push_back({{x + 34, y + 13}, entry.text, kSmallText, Anchor::Start, false, true});
    x += width;
  }
  page.space(y - page.y() + 22);
}

std::vector<ThreadId> warp_of(const LaunchModel& model, std::uint32_t warp) {
  std::vector<ThreadId> threads;
  for (const ThreadId& thread : model.threads()) {
    if (thread.block == 0 && thread.warp() == warp) threads.push_back(thread);
  }
  return threads;
}

/// The warp whose close-up tells most: the first that has a marked access, else the first that has
/// any.
std::uint32_t telling_warp(const LaunchModel& model) {
  std::optional<std::uint32_t> first;
  for (const Phase& phase : model.phases) {
    for (const Touch& touch : phase.touches) {
      if (touch.thread.block != 0) continue;
      if (touch.marked) return touch.thread.warp();
      first = std::min(first.value_or(UINT32_MAX), touch.thread.warp());
    }
  }
  return first.value_or(0);
}

void add_phases(Page& page, const LaunchModel& model, const std::vector<ThreadId>& threads) {
  for (std::size_t p = 0; p < model.phases.size(); ++p) {
    if (model.phases.size() > 1) page.text(fmt::format("phase {}", p + 1), kTextSize, true);
    page.space(6);
    page.part(draw_detail(model, p, threads, page.scene().width));
    page.space(6);
    if (model.phases[p].ends_at_barrier && p + 1 < model.phases.size()) {
      page.barrier(model.phases[p]);
    }
  }
}

void add_overviews(Page& page, const LaunchModel& model) {
  const std::size_t shown = std::min(model.phases.size(), kMostOverviews);
  for (std::size_t p = 0; p < shown; ++p) {
    if (model.phases.size() > 1) page.text(fmt::format("phase {}", p + 1), kTextSize, true);
    page.space(6);
    page.part(draw_overview(model, p, 0, page.scene().width));
    page.space(8);
    if (model.phases[p].ends_at_barrier && p + 1 < model.phases.size()) {
      page.barrier(model.phases[p]);
    }
  }
  const std::size_t hidden = model.phases.size() - shown + model.phases_left_out;
  if (hidden != 0) {
    page.text(fmt::format("{} not drawn; --warp N draws one warp through up to {}.",
                          base::counted(hidden, "further phase"), kMostPhases),
              kTextSize, false, true);
  }
}

bool is_small(const LaunchModel& model) {
  return model.threads().size() <= kMostSingleThreads;
}

/// What of a launch is drawn.
Shown shown_of(const LaunchModel& model, const DrawOptions& options) {
  if (options.warp) return {false, true, options.warp};
  if (is_small(model)) return {};
  if (model.phases.size() == 1) return {true, true, telling_warp(model)};
  return {true, false, std::nullopt};
}

/// A launch without margins: headings, phases, key.
Scene body(const LaunchModel& model, const DrawOptions& options, double width, bool key) {
  Page page(width);
  page.text(options.title.empty() ? launch_text(model) : options.title, kTitleSize, true);
  if (!options.title.empty()) page.text(launch_text(model), kTextSize, false, true);
  for (const std::string& line : count_lines(model)) page.text(line, kTextSize, false, true);
  for (const std::string& note : options.notes) {
    page.text(note, kTextSize, true, false, kBadColour);
  }
  page.space(10);
  if (model.phases.empty()) {
    page.text(model.blocks.empty() ? "the launch has no such block" : "no thread touches memory",
              kTextSize);
  } else if (options.warp) {
    const std::vector<ThreadId> threads = warp_of(model, *options.warp);
    if (threads.empty()) {
      page.text(fmt::format("the block has no warp {}", *options.warp), kTextSize);
    } else {
      page.text(fmt::format("warp {}, thread by thread", *options.warp), kTextSize, true);
      add_phases(page, model, threads);
    }
  } else if (is_small(model)) {
    add_phases(page, model, model.threads());
  } else {
    add_overviews(page, model);
    if (model.phases.size() == 1) {
      const std::uint32_t warp = telling_warp(model);
      page.space(8);
      page.text(fmt::format("warp {}, thread by thread", warp), kTextSize, true);
      page.space(6);
      page.part(draw_detail(model, 0, warp_of(model, warp), width));
    }
  }
  if (page.scene().shortened) {
    page.space(6);
    page.text("not all elements have room; --block and --warp draw a part", kTextSize, false, true);
  }
  if (model.dropped != 0) {
    page.space(6);
    page.text(fmt::format("{} further accesses by warps were not recorded: the picture ends early",
                          base::with_thousands(model.dropped)),
              kTextSize, false, true);
  }
  if (key) {
    page.space(14);
    const Scene so_far = page.scene();
    add_key(page, so_far, !is_small(model) && !options.warp);
  }
  return page.take();
}

Scene with_margin(const Scene& inner, std::string title, std::string description) {
  Scene scene;
  scene.width = inner.width + 2 * kMargin;
  scene.height = inner.height + 2 * kMargin;
  scene.title = std::move(title);
  scene.description = std::move(description);
  scene.add(inner, {kMargin, kMargin});
  return scene;
}

std::string title_of(const LaunchModel& model, const DrawOptions& options) {
  return options.title.empty() ? launch_text(model) : options.title;
}

}  // namespace

Scene draw_launch(const LaunchModel& model, const DrawOptions& options) {
  return with_margin(body(model, options, kWidest - 2 * kMargin, true), title_of(model, options),
                     description_of(model, shown_of(model, options)));
}

Scene draw_pair(const LaunchModel& mine, const LaunchModel& reference,
                const std::string& difference, const DrawOptions& options) {
  DrawOptions yours = options;
  yours.title = "yours";
  DrawOptions theirs = options;
  theirs.title = "the course's answer";
  theirs.notes.clear();
  Page page(kWidest - 2 * kMargin);
  page.text(title_of(mine, options), kTitleSize, true);
  if (!difference.empty()) page.text(difference, kTextSize, true);
  page.space(10);
  constexpr std::size_t kFew = 10;
  const bool beside = mine.threads().size() <= kFew && reference.threads().size() <= kFew;
  const Scene left = body(mine, yours, beside ? kHalf : page.scene().width, false);
  const Scene right = body(reference, theirs, beside ? kHalf : page.scene().width, false);
  if (beside) {
    page.scene().add(left, {0, page.y()});
    page.scene().add(right, {kHalf + kMargin, page.y()});
    page.space(std::max(left.height, right.height));
  } else {
    page.part(left);
    page.space(26);
    page.part(right);
  }
  page.space(14);
  const Scene so_far = page.scene();
  add_key(page, so_far, !is_small(mine) && !options.warp);
  return with_margin(
      page.take(), title_of(mine, options),
      difference + " Yours: " + description_of(mine, shown_of(mine, options)) +
          " The course's answer: " + description_of(reference, shown_of(reference, options)));
}

Scene stacked(const std::vector<Scene>& scenes) {
  Scene all;
  all.width = 0;
  for (const Scene& scene : scenes) {
    all.add(scene, {0, all.height});
    all.width = std::max(all.width, scene.width);
    all.height += scene.height;
    if (all.title.empty()) all.title = scene.title;
    all.description += (all.description.empty() ? "" : " ") + scene.description;
  }
  return all;
}

}  // namespace report::draw
