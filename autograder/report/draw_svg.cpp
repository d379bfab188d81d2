// SPDX-License-Identifier: MIT
#include "report/draw_svg.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "report/words.h"

namespace report::draw {

namespace {

/// The colours are distinct for colour-blind people too (after Okabe and Ito), darker on light
/// ground and lighter on dark.
constexpr const char* kStyle = R"(<style>
:root { --paper: #ffffff; --ink: #1f2328; --faint: #57606a; --line: #8c959f; --empty: #f3f4f6;
 --bad: #cf222e; --mark: #f2c100; --many: #6e7781;
 --c0: #0072b2; --c1: #c2570c; --c2: #007a5a; --c3: #b0478a; --c4: #8a6d00; --c5: #2b8fc9; --c6: #5b4bb8; --c7: #a33b3b; }
@media (prefers-color-scheme: dark) { :root { --paper: #0d1117; --ink: #e6edf3; --faint: #9da7b3; --line: #6e7681;
 --empty: #1c2229; --bad: #ff7b72; --mark: #e3b341; --many: #9da7b3;
 --c0: #58a6ff; --c1: #f0883e; --c2: #3fb990; --c3: #e58ac0; --c4: #d8b13a; --c5: #7cc7f2; --c6: #a99bff; --c7: #f08a8a; } }
text { stroke: var(--paper); stroke-width: 3; stroke-linejoin: round; paint-order: stroke; font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--ink); }
.faint { fill: var(--faint); } .strong { font-weight: bold; } text.bad { fill: var(--bad); }
.label { stroke: none; font-size: 11px; text-anchor: middle; dominant-baseline: central; }
.paper { fill: var(--paper); }
.cell { fill: var(--empty); stroke: var(--line); stroke-width: 1; }
.tint { fill: var(--c); fill-opacity: .3; stroke: var(--c); stroke-width: 1.2; }
.ground { fill: var(--paper); }
.idle { fill: var(--paper); stroke: var(--line); stroke-width: 1; stroke-dasharray: 3 2; }
.ghost { fill: var(--paper); stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 4 2; }
.unused { fill: var(--empty); stroke: var(--line); stroke-width: .7; stroke-dasharray: 2 2; }
.divider { stroke: var(--line); stroke-width: .6; } .dashed { stroke-dasharray: 2 2; }
.frame { fill: none; stroke: var(--line); stroke-width: 1.2; }
.band { fill: var(--many); fill-opacity: .22; stroke: none; }
.marked { stroke: var(--mark); stroke-width: 3.5; }
.read, .write, .atomic { fill: none; stroke: var(--c); }
.read { stroke-width: 1.4; stroke-dasharray: 5 3; } .write { stroke-width: 2; } .atomic { stroke-width: 2; stroke-dasharray: 8 2 2 2; }
.halo { stroke: var(--mark); stroke-width: 7; stroke-opacity: .7; fill: none; }
.head { fill: var(--c); stroke: none; }
)";

std::string colour_of(int colour) {
  if (colour == kBadColour) return "bad";
  if (colour == kManyColour || colour < 0) return "many";
  return fmt::format("c{}", colour % kColours);
}

std::string number(double value) {
  const double rounded = std::round(value * 10) / 10;
  return fmt::format("{:g}", rounded == 0 ? 0.0 : rounded);
}

std::string rectangle(const Box& box, const std::string& attributes, double radius) {
  std::string text =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(box.x),
                  number(box.y), number(box.width), number(box.height));
  if (radius > 0) text += fmt::format(" rx=\"{}\"", number(radius));
  return text + " " + attributes + "/>";
}

const char* class_of(Look look) {
  switch (look) {
    case Look::Idle:
      return "idle";
    case Look::Ghost:
      return "ghost";
    case Look::Unused:
      return "unused";
    case Look::Frame:
      return "frame";
    case Look::Band:
      return "band";
    default:
      return "cell";
  }
}

std::string tip_of(const std::string& tip) {
  return tip.empty() ? "" : "<title>" + escaped(tip) + "</title>";
}

/// The lines between the cells of a run.
std::string dividers(const Shape& shape) {
  if (shape.run <= 1) return "";
  const double step = shape.box.width / shape.run;
  std::string path;
  for (int i = 1; i < shape.run; ++i) {
    path += fmt::format("M{} {}v{}", number(shape.box.x + step * i), number(shape.box.y),
                        number(shape.box.height));
  }
  return fmt::format("<path class=\"{}\" d=\"{}\"/>",
                     class_of(shape.look) == std::string("cell") ? "divider" : "divider dashed",
                     path);
}

std::string svg_of(const Shape& shape) {
  const bool tinted =
      shape.colour != kNoColour && (shape.look == Look::Cell || shape.look == Look::Thread);
  double radius = 0;
  if (shape.look == Look::Thread || shape.look == Look::Idle) {
    radius = std::min(shape.box.width, shape.box.height) / 3;
  }
  if (shape.look == Look::Frame) radius = 6;
  std::string body;
  if (tinted) {
    // The tint lets what is behind shine through, and arrows are behind.
    body = rectangle(shape.box, "class=\"ground\"", radius) +
           rectangle(shape.box,
                     fmt::format("class=\"tint{}\" style=\"--c:var(--{})\"",
                                 shape.marked ? " marked" : "", colour_of(shape.colour)),
                     radius);
  } else {
    body = rectangle(
        shape.box,
        fmt::format("class=\"{}{}\"", class_of(shape.look), shape.marked ? " marked" : ""), radius);
  }
  body += dividers(shape);
  if (!shape.label.empty()) {
    const Point centre = shape.box.centre();
    const std::vector<std::string> lines = base::split(shape.label, '\n');
    double y = centre.y - kSmallText * static_cast<double>(lines.size() - 1) / 2;
    for (const std::string& line : lines) {
      body += fmt::format("<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>", number(centre.x),
                          number(y), escaped(line));
      y += kSmallText;
    }
  }
  if (shape.tip.empty() && !tinted && shape.label.empty()) return body + "\n";
  return "<g>" + tip_of(shape.tip) + body + "</g>\n";
}

/// A triangle at `tip` for a line that comes from `from`.
std::string head(Point from, Point tip) {
  const double dx = tip.x - from.x, dy = tip.y - from.y;
  const double length = std::max(std::hypot(dx, dy), 0.001);
  const double ux = dx / length, uy = dy / length;
  constexpr double kLong = 8, kWide = 3.6;
  const Point back{tip.x - ux * kLong, tip.y - uy * kLong};
  return fmt::format("<path class=\"head\" d=\"M{} {}L{} {}L{} {}z\"/>", number(tip.x),
                     number(tip.y), number(back.x - uy * kWide), number(back.y + ux * kWide),
                     number(back.x + uy * kWide), number(back.y - ux * kWide));
}

std::string svg_of(const Arrow& arrow) {
  const Point corner = arrow.corner.value_or(arrow.from);
  std::string path = fmt::format("d=\"M{} {}", number(arrow.from.x), number(arrow.from.y));
  if (arrow.corner) path += fmt::format("L{} {}", number(corner.x), number(corner.y));
  path += fmt::format("L{} {}\"", number(arrow.to.x), number(arrow.to.y));
  const char* name = arrow.stroke == Stroke::Read    ? "read"
                     : arrow.stroke == Stroke::Write ? "write"
                                                     : "atomic";
  std::string body;
  if (arrow.marked) body += fmt::format("<path class=\"halo\" {}/>", path);
  body += fmt::format("<path class=\"{}\" {}/>", name, path) + head(corner, arrow.to);
  if (arrow.stroke == Stroke::Atomic) body += head(arrow.corner.value_or(arrow.to), arrow.from);
  return fmt::format("<g style=\"--c:var(--{})\">{}{}</g>\n", colour_of(arrow.colour),
                     tip_of(arrow.tip), body);
}

std::string svg_of(const Text& text) {
  std::string classes;
  if (text.strong) classes += "strong";
  if (text.faint) classes += classes.empty() ? "faint" : " faint";
  if (text.colour == kBadColour) classes += classes.empty() ? "bad" : " bad";
  std::string attributes = fmt::format("x=\"{}\" y=\"{}\" font-size=\"{}\"", number(text.at.x),
                                       number(text.at.y), number(text.size));
  if (!classes.empty()) attributes += fmt::format(" class=\"{}\"", classes);
  if (text.anchor == Anchor::Middle) attributes += " text-anchor=\"middle\"";
  if (text.anchor == Anchor::End) attributes += " text-anchor=\"end\"";
  return fmt::format("<text {}>{}</text>\n", attributes, escaped(text.text));
}

}  // namespace

std::string to_svg(const Scene& scene) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" "
      "role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">{2}</title>\n"
      "<desc id=\"desc\">{3}</desc>\n",
      number(scene.width), number(scene.height), escaped(scene.title), escaped(scene.description));
  svg += kStyle;
  svg += "</style>\n";
  svg += rectangle({0, 0, scene.width, scene.height}, "class=\"paper\"", 0) + "\n";
  for (const Shape& shape : scene.shapes) {
    if (shape.look == Look::Frame || shape.look == Look::Band) svg += svg_of(shape);
  }
  // What is to be looked at comes last, so that nothing covers it.
  for (const bool marked : {false, true}) {
    for (const Arrow& arrow : scene.arrows) {
      if (arrow.marked == marked) svg += svg_of(arrow);
    }
  }
  for (const Shape& shape : scene.shapes) {
    if (shape.look != Look::Frame && shape.look != Look::Band) svg += svg_of(shape);
  }
  for (const Text& text : scene.texts) svg += svg_of(text);
  return svg + "</svg>\n";
}

}  // namespace report::draw
