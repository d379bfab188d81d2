// SPDX-License-Identifier: MIT
/// \file
/// What a detailed picture places: arrays and blocks, side by side in lines. Tested by
/// draw_test.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/draw_cells.h"
#include "report/draw_model.h"
#include "report/draw_scene.h"

namespace report::draw {

/// Room between neighbours.
inline constexpr double kSpace = 24;
/// Within a block's frame.
inline constexpr double kPadding = 9;
/// For labels of cells that do not fit into them.
inline constexpr double kLabelStrip = 15;

/// Something with a place of its own in a line of things.
struct Item {
  double width = 0;   ///< in pixels
  double height = 0;  ///< in pixels
  Point at;           ///< upper left
};

/// An array in its place.
struct PlacedArray : Item {
  std::uint32_t array = 0;  ///< index into LaunchModel::arrays
  Grid grid;                ///< its cells
  std::string heading;      ///< above or below them
  bool read = false;        ///< above the threads; arrows come from its lower edge
  bool labels_fit = true;   ///< into the cells
  double side = 0;          ///< room for the labels of rows
  std::uint64_t order = 0;  ///< which array is touched first
  std::set<ThreadId> few;   ///< only these threads' arrows are drawn; empty: all
  /// An array without a place yet.
  PlacedArray(std::uint32_t index, Grid cells) : array(index), grid(std::move(cells)) {}
  /// Height of the labels above the cells.
  double strip() const { return labels_fit ? 0 : kLabelStrip; }
};

/// Arrays side by side.
using Line = std::vector<PlacedArray>;

/// What is drawn around the threads.
struct Stage {
  std::vector<PlacedArray> reads;   ///< above
  std::vector<PlacedArray> writes;  ///< below
};

/// A block's threads in their place.
struct PlacedBlock : Item {
  std::uint32_t block = 0;             ///< index into LaunchModel::blocks
  std::vector<ThreadId> threads;       ///< those that are drawn
  std::vector<std::uint32_t> columns;  ///< those that have a thread
  std::vector<std::uint32_t> rows;     ///< those that have a thread
  std::vector<std::string> heading;    ///< stands to the left: arrows are above and below
  double heading_width = 0;            ///< with its margins
};

/// Arrays that are first written and then read.
std::set<std::uint32_t> written_then_read(const std::vector<const Touch*>& touches);

/// Threads that stand for all that touch an array, where all their arrows would be a thicket; else
/// none. `reads`: those that read it, or the others.
std::set<ThreadId> few_of(const std::vector<const Touch*>& touches, std::uint32_t array,
                          bool reads);

/// Where along an edge the k-th of n arrows ends.
double spread(const Box& box, std::size_t k, std::size_t n);

/// A thread's place in its block, on two lines where one is wider than `room`; empty when both are.
std::string node_label(const LaunchModel& model, const ThreadId& thread, double room);

/// The label of a row or column of an array's grid.
std::string slot_label(const Array& array, const Grid& grid, bool is_row, std::int64_t index);

/// What the labels beside the lines of cells take.
double side_of(const Array& array, const Grid& grid);

/// Puts arrays into as many lines as it takes, so that none is wider.
std::vector<Line> lines_of(std::vector<PlacedArray>&& arrays, double width);

/// Puts the items side by side, centred; they stand on one line or hang from one. Returns the
/// height.
template <class Items>
double put_abreast(Items& items, double width, double top, bool stand) {
  double used = -kSpace, height = 0;
  for (const Item& item : items) {
    used += kSpace + item.width;
    height = std::max(height, item.height);
  }
  double x = (width - used) / 2;
  for (Item& item : items) {
    item.at = {x, stand ? top + height - item.height : top};
    x += item.width + kSpace;
  }
  return height;
}

/// The threads (sorted by block) of as many blocks at a time as have room side by side.
std::vector<std::vector<ThreadId>> groups_abreast(const LaunchModel& model,
                                                  const std::vector<ThreadId>& threads,
                                                  double width);

}  // namespace report::draw
