// SPDX-License-Identifier: MIT
#include "report/draw_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace report::draw {

namespace {

constexpr double kTouch = 0.01;  ///< neighbours may share an edge
constexpr double kEnds = 3;      ///< arrows may touch what they leave and reach

bool overlap(const Box& a, const Box& b) {
  return a.x < b.right() - kTouch && b.x < a.right() - kTouch && a.y < b.bottom() - kTouch &&
         b.y < a.bottom() - kTouch;
}

bool holds(const Shape& shape) {
  return shape.look == Look::Frame || shape.look == Look::Band;
}

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Characters, not bytes: continuation bytes of UTF-8 take no room.
std::size_t length_of(const std::string& text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues));
}

/// The part of a line from `from` to `to` that lies in a box, as shares of its length; nothing when
/// it passes by.
std::optional<std::pair<double, double>> within(Point from, Point to, const Box& box) {
  double enter = 0, leave = 1;
  const auto clip = [&](double start, double step, double low, double high) {
    if (std::abs(step) < 1e-9) return start > low && start < high;
    const double a = (low - start) / step, b = (high - start) / step;
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
    return enter < leave;
  };
  if (!clip(from.x, to.x - from.x, box.x, box.right())) return std::nullopt;
  if (!clip(from.y, to.y - from.y, box.y, box.bottom())) return std::nullopt;
  return std::pair{enter, leave};
}

std::string place(const Box& box) {
  return fmt::format("({:.0f},{:.0f}) {:.0f}x{:.0f}", box.x, box.y, box.width, box.height);
}

/// What stands free: nothing may cover it.
struct Solid {
  Box box;
  std::string name;
};

/// Labels that do not fit into their shapes.
bool label_fits(const Shape& shape) {
  if (shape.label.empty()) return true;
  const std::vector<std::string> lines = base::split(shape.label, '\n');
  const bool narrow = std::ranges::all_of(lines, [&](const std::string& line) {
    return text_width(line, kSmallText) <= shape.box.width;
  });
  return narrow && shape.box.height >= kSmallText * static_cast<double>(lines.size());
}

std::vector<Solid> solids_of(const Scene& scene) {
  std::vector<Solid> solids;
  for (const Shape& shape : scene.shapes) {
    if (!holds(shape)) solids.push_back({shape.box, "shape '" + shape.label + "'"});
  }
  for (const Text& text : scene.texts) {
    solids.push_back({box_of(text), "text '" + text.text + "'"});
  }
  std::ranges::sort(solids, {}, [](const Solid& solid) { return solid.box.x; });
  return solids;
}

}  // namespace

double text_width(const std::string& text, double size) {
  return static_cast<double>(length_of(text)) * size * kCharacter;
}

Box box_of(const Text& text) {
  const double width = text_width(text.text, text.size);
  double left = text.at.x;
  if (text.anchor == Anchor::Middle) left -= width / 2;
  if (text.anchor == Anchor::End) left -= width;
  return {left, text.at.y - text.size * 0.8, width, text.size};
}

namespace {

/// A word in pieces that are no wider, of one character at least.
std::vector<std::string> pieces(const std::string& word, double size, double width) {
  std::vector<std::string> list(1);
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool full = text_width(list.back() + "x", size) > width;
    if (full && !list.back().empty() && !continues(word[i])) list.emplace_back();
    list.back() += word[i];
  }
  return list;
}

}  // namespace

std::vector<std::string> wrapped(const std::string& text, double size, double width) {
  std::vector<std::string> lines;
  for (const std::string& word : base::split(text, ' ')) {
    const std::string longer = lines.empty() ? word : lines.back() + " " + word;
    if (!lines.empty() && text_width(longer, size) <= width) {
      lines.back() = longer;
    } else {
      for (std::string& piece : pieces(word, size, width)) lines.push_back(std::move(piece));
    }
  }
  return lines;
}

double length_within(Point from, Point to, const Box& box) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const auto part = within(from, to, box);
  return part ? (part->second - part->first) * length : 0;
}

std::string fitted(const std::string& text, double size, double width) {
  if (text_width(text, size) <= width) return text;
  const auto most = static_cast<std::size_t>(std::max(width / (size * kCharacter), 3.0));
  std::size_t head = (most - 1) / 2, tail = text.size() - (most - 1 - (most - 1) / 2);
  while (head > 0 && continues(text[head])) --head;
  while (tail < text.size() && continues(text[tail])) ++tail;
  return text.substr(0, head) + "…" + text.substr(tail);
}

void Scene::add(const Scene& other, Point at) {
  const auto moved = [&](Point point) { return Point{point.x + at.x, point.y + at.y}; };
  shortened = shortened || other.shortened;
  for (Shape shape : other.shapes) {
    shape.box.x += at.x;
    shape.box.y += at.y;
    shapes.push_back(std::move(shape));
  }
  for (Arrow arrow : other.arrows) {
    arrow.from = moved(arrow.from);
    arrow.to = moved(arrow.to);
    if (arrow.corner) arrow.corner = moved(*arrow.corner);
    arrows.push_back(std::move(arrow));
  }
  for (Text text : other.texts) {
    text.at = moved(text.at);
    texts.push_back(std::move(text));
  }
}

std::vector<std::string> problems_of(const Scene& scene) {
  std::vector<std::string> problems;
  if (scene.width > kWidest) problems.push_back("the picture is too wide");
  if (scene.title.empty() || scene.description.empty()) problems.push_back("no words for it");
  const auto inside = [&](const Box& box) {
    return box.x >= -kTouch && box.y >= -kTouch && box.right() <= scene.width + kTouch &&
           box.bottom() <= scene.height + kTouch;
  };
  for (const Shape& shape : scene.shapes) {
    if (!inside(shape.box)) problems.push_back("a shape is cut off: " + place(shape.box));
    if (!label_fits(shape)) problems.push_back("a label does not fit: " + shape.label);
  }
  for (const Arrow& arrow : scene.arrows) {
    for (const Point& end : {arrow.from, arrow.to}) {
      if (!inside({end.x, end.y, 0, 0})) problems.push_back("an arrow is cut off");
    }
  }
  for (const Text& text : scene.texts) {
    if (!inside(box_of(text))) problems.push_back("a text is cut off: " + text.text);
    if (text.size < kSmallText) problems.push_back("a text is too small: " + text.text);
  }
  const std::vector<Solid> solids = solids_of(scene);
  for (std::size_t i = 0; i < solids.size(); ++i) {
    for (std::size_t j = i + 1; j < solids.size(); ++j) {
      if (solids[j].box.x >= solids[i].box.right()) break;
      if (overlap(solids[i].box, solids[j].box)) {
        problems.push_back(solids[i].name + " at " + place(solids[i].box) + " and " +
                           solids[j].name + " at " + place(solids[j].box) + " overlap");
      }
    }
  }
  for (const Arrow& arrow : scene.arrows) {
    for (const Solid& solid : solids) {
      const Point corner = arrow.corner.value_or(arrow.from);
      const auto meets = [&](Point from, Point to) {
        const bool hidden = arrow.behind && from.x == to.x;
        return !hidden && length_within(from, to, solid.box) > kEnds;
      };
      if (!meets(arrow.from, corner) && !meets(corner, arrow.to)) continue;
      problems.push_back(
          fmt::format("an arrow from ({:.0f},{:.0f}) to ({:.0f},{:.0f}) '{}' runs "
                      "through {} at {}",
                      arrow.from.x, arrow.from.y, arrow.to.x, arrow.to.y, arrow.tip, solid.name,
                      place(solid.box)));
    }
  }
  return problems;
}

}  // namespace report::draw
