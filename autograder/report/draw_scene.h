// SPDX-License-Identifier: MIT
/// \file
/// A picture as shapes with places: what layouts make, what svg.h writes, and what can be checked.
///
/// Tested by draw_scene_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace report::draw {

/// A place, in pixels at the picture's natural size; y grows downwards.
struct Point {
  double x = 0;  ///< from the left
  double y = 0;  ///< from the top
};

/// A rectangle.
struct Box {
  double x = 0;       ///< left
  double y = 0;       ///< top
  double width = 0;   ///< in pixels
  double height = 0;  ///< in pixels
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  Point centre() const { return {x + width / 2, y + height / 2}; }
};

/// No picture is wider.
inline constexpr double kWidest = 1000;
/// No text is smaller.
inline constexpr double kSmallText = 11;
/// Width of a character of the picture's font, by its size.
inline constexpr double kCharacter = 0.61;

/// Colours that mean a thread or a warp: 0 to kColours - 1; these stand beside them.
inline constexpr int kColours = 8;
inline constexpr int kNoColour = -1;    ///< not touched
inline constexpr int kManyColour = -2;  ///< touched by several
inline constexpr int kBadColour = -3;   ///< an access that is wrong

/// What a shape is, which decides its looks.
enum class Look {
  Cell,    ///< an element
  Thread,  ///< a thread
  Idle,    ///< a thread that does nothing here
  Ghost,   ///< a place outside of an array
  Unused,  ///< moved, but not asked for
  Frame,   ///< around things: a block, a sector
  Band,    ///< a line across the picture: a barrier
};

/// A rectangle with an optional label in its middle.
struct Shape {
  Box box;                 ///< where
  Look look = Look::Cell;  ///< what
  int colour = kNoColour;  ///< whose
  std::string label;       ///< fits in; lines are parted by '\n'
  std::string tip;         ///< shown when a pointer rests on it
  bool marked = false;     ///< this is what to look at
  int run = 1;             ///< so many equal cells beside each other
};

/// Which side of a text stands at its place.
enum class Anchor { Start, Middle, End };

/// A line of text; `at` is on its base line.
struct Text {
  Point at;                       ///< where
  std::string text;               ///< one line
  double size = kSmallText;       ///< of the font
  Anchor anchor = Anchor::Start;  ///< what `at` is
  bool strong = false;            ///< bold
  bool faint = false;             ///< of less weight
  int colour = kNoColour;         ///< kBadColour: a warning
};

/// How an access is drawn.
enum class Stroke { Read, Write, Atomic };

/// An arrow.
struct Arrow {
  Point from;                                  ///< where the data comes from
  Point to;                                    ///< where it goes
  Stroke stroke = Stroke::Read;                ///< reads and writes look different
  int colour = kNoColour;                      ///< whose
  std::string tip;                             ///< shown when a pointer rests on it
  bool marked = false;                         ///< this is what to look at
  std::optional<Point> corner = std::nullopt;  ///< it goes straight there first
  bool behind = false;  ///< its upright part may pass behind what stands in its way
};

/// A whole picture. Arrows are painted first, so that they pass behind cells.
struct Scene {
  double width = kWidest;     ///< natural size
  double height = 0;          ///< natural size
  std::string title;          ///< for those who cannot see it, in a line
  bool shortened = false;     ///< some of what matters had no room
  std::string description;    ///< for those who cannot see it, in full
  std::vector<Shape> shapes;  ///< frames and bands may hold others, all else stands free
  std::vector<Arrow> arrows;  ///< behind the cells
  std::vector<Text> texts;    ///< on top
  /// Puts another picture at a place; its title and description stay behind.
  void add(const Scene& other, Point at);
};

/// The width of a text in the picture's font.
double text_width(const std::string& text, double size);

/// What a text covers.
Box box_of(const Text& text);

/// How much of a line lies within a box, in pixels.
double length_within(Point from, Point to, const Box& box);

/// Breaks a text into lines that are no wider.
std::vector<std::string> wrapped(const std::string& text, double size, double width);

/// The text, or as much of its start and end as fits the width, with "…" in between.
std::string fitted(const std::string& text, double size, double width);

/// What of a picture cannot be read: shapes or texts that overlap or lie outside of it, arrows that
/// run through either, labels that do not fit, small text, too much width. Empty when all is well.
std::vector<std::string> problems_of(const Scene& scene);

}  // namespace report::draw
