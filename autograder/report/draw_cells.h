// SPDX-License-Identifier: MIT
/// \file
/// Rows and columns of cells: which elements of an array are shown, and where each one lies. Tested
/// by draw_cells_test.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/draw_scene.h"

namespace report::draw {

/// Stands for indices that are left out.
inline constexpr std::int64_t kGap = std::numeric_limits<std::int64_t>::min();
/// What a gap takes up, unless there are many side by side.
inline constexpr double kGapWidth = 18;
/// What it takes then.
inline constexpr double kNarrowGap = 10;

/// Indices in order, with kGap where some are left out.
struct Axis {
  std::vector<std::int64_t> indices;  ///< what is shown
  bool shortened = false;             ///< not even all of `wanted` is shown
  double gap = kGapWidth;             ///< length of a gap
  /// Slots that are no gaps.
  std::size_t count() const;
  /// Length when an index takes `pitch`.
  double length(double pitch) const;
  /// Where an index starts; nothing when it is not shown.
  std::optional<double> offset(std::int64_t index, double pitch) const;
};

/// Shows 0 to `size` - 1 and what is wanted beyond, when that is at most `most`; else the wanted
/// ones with a neighbour on each side, as far as there is room.
Axis make_axis(const std::set<std::int64_t>& wanted, std::int64_t size, std::size_t most);

/// What a label takes along its axis, and whether it goes before others.
struct AxisLabel {
  double length = 0;        ///< in pixels
  bool first = false;       ///< before others
  std::int64_t number = 0;  ///< what it says, for even distances
};

/// The slots of an axis that get a label, in order, so that no two come too near: those that go
/// first, those after a gap, then multiples of a power of two as small as there is room for.
std::vector<std::size_t> labelled_slots(const Axis& axis, double pitch,
                                        const std::function<AxisLabel(std::int64_t)>& label);

/// The rows of an axis that are the first of their layer; none without layers.
std::set<std::int64_t> first_of_layers(const Axis& rows, std::int64_t rows_of_layer);

/// The cells of one array.
class Grid {
 public:
  /// `row`: elements of a row, 0 for a single row. `wanted`: the elements that matter, some of them
  /// perhaps outside. `turned`: rows go down instead of to the right, side by side.
  Grid(std::int64_t elements, std::int64_t row, const std::set<std::int64_t>& wanted,
       std::size_t most_columns, std::size_t most_rows, bool turned = false);

  /// Where the cells go.
  void place(Point at, double pitch_x, double pitch_y);

  double width() const { return across().length(pitch_x_); }
  double height() const { return down().length(pitch_y_); }
  double width_at(double pitch) const { return across().length(pitch); }
  double height_at(double pitch) const { return down().length(pitch); }
  /// What goes to the right: columns, or rows when it is turned.
  const Axis& across() const { return turned_ ? rows_ : columns_; }
  const Axis& down() const { return turned_ ? columns_ : rows_; }
  bool turned() const { return turned_; }
  const Axis& columns() const { return columns_; }
  const Axis& rows() const { return rows_; }
  bool shortened() const { return columns_.shortened || rows_.shortened; }
  Box area() const { return {at_.x, at_.y, width(), height()}; }

  /// Where an element lies; nothing when it is not shown.
  std::optional<Box> cell(std::int64_t element) const;

  /// Calls `visit(slot downwards, element or kGap, box)` for every slot, line by line from left to
  /// right.
  void each(const std::function<void(std::size_t, std::int64_t, const Box&)>& visit) const;

 private:
  void narrow_gaps();

  std::int64_t row_;
  bool turned_;
  Axis rows_, columns_;
  Point at_;
  double pitch_x_ = 10, pitch_y_ = 10;
};

}  // namespace report::draw
