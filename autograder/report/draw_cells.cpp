// SPDX-License-Identifier: MIT
#include "report/draw_cells.h"

#include <algorithm>

namespace report::draw {

namespace {

std::int64_t row_of(std::int64_t element, std::int64_t length) {
  return element >= 0 ? element / length : -((-element + length - 1) / length);
}

/// Indices in order with gaps where some are missing; a gap of one index is filled.
std::vector<std::int64_t> with_gaps(const std::set<std::int64_t>& shown) {
  std::vector<std::int64_t> indices;
  for (const std::int64_t index : shown) {
    if (!indices.empty() && index == indices.back() + 2) indices.push_back(index - 1);
    if (!indices.empty() && index > indices.back() + 1) indices.push_back(kGap);
    indices.push_back(index);
  }
  return indices;
}

}  // namespace

std::size_t Axis::count() const {
  return indices.size() - static_cast<std::size_t>(std::ranges::count(indices, kGap));
}

double Axis::length(double pitch) const {
  const auto shown = static_cast<double>(count());
  return shown * pitch + static_cast<double>(indices.size() - count()) * gap;
}

std::optional<double> Axis::offset(std::int64_t index, double pitch) const {
  double at = 0;
  for (const std::int64_t shown : indices) {
    if (shown == index) return at;
    at += shown == kGap ? gap : pitch;
  }
  return std::nullopt;
}

Axis make_axis(const std::set<std::int64_t>& wanted, std::int64_t size, std::size_t most) {
  Axis axis;
  std::set<std::int64_t> shown;
  const std::size_t beyond = static_cast<std::size_t>(std::ranges::count_if(
      wanted, [&](std::int64_t index) { return index < 0 || index >= size; }));
  const bool all = size >= 0 && static_cast<std::uint64_t>(size) + beyond <= most;
  if (all) {
    for (std::int64_t index = 0; index < size; ++index) shown.insert(index);
    shown.insert(wanted.begin(), wanted.end());
  } else {
    const std::size_t each = wanted.size() * 3 <= most ? 1 : 0;
    for (const std::int64_t index : wanted) {
      if (shown.size() + 2 * each + 1 > most) {
        axis.shortened = true;
        break;
      }
      shown.insert(index);
      if (each == 0) continue;
      for (const std::int64_t near : {index - 1, index + 1}) {
        if (near >= 0 && near < size) shown.insert(near);
      }
    }
    if (shown.empty() && size > 0) {
      for (std::int64_t index = 0; index < static_cast<std::int64_t>(most); ++index) {
        shown.insert(index);
      }
    }
  }
  axis.indices = with_gaps(shown);
  // What is left out at either end shows too.
  if (axis.indices.empty()) return axis;
  if (axis.indices.front() > 0) axis.indices.insert(axis.indices.begin(), kGap);
  if (axis.indices.back() < size - 1) axis.indices.push_back(kGap);
  return axis;
}

Grid::Grid(std::int64_t elements, std::int64_t row, const std::set<std::int64_t>& wanted,
           std::size_t most_columns, std::size_t most_rows, bool turned)
    : row_(row), turned_(turned) {
  if (row == 0) {
    rows_.indices = {0};
    columns_ = make_axis(wanted, elements, most_columns);
    narrow_gaps();
    return;
  }
  std::set<std::int64_t> rows, columns;
  for (const std::int64_t element : wanted) {
    const std::int64_t r = row_of(element, row);
    rows.insert(r);
    columns.insert(element - r * row);
  }
  // Rows that matter may be four times as many as are shown for company.
  const std::size_t most = std::max(most_rows, std::min(rows.size(), 4 * most_rows));
  rows_ = make_axis(rows, (elements + row - 1) / row, most);
  columns_ = make_axis(columns, std::min(row, std::max<std::int64_t>(elements, 1)), most_columns);
  narrow_gaps();
}

void Grid::narrow_gaps() {
  constexpr std::size_t kMany = 8;
  Axis& axis = turned_ ? rows_ : columns_;
  if (axis.indices.size() - axis.count() > kMany) axis.gap = kNarrowGap;
}

void Grid::place(Point at, double pitch_x, double pitch_y) {
  at_ = at;
  pitch_x_ = pitch_x;
  pitch_y_ = pitch_y;
}

std::optional<Box> Grid::cell(std::int64_t element) const {
  const std::int64_t r = row_ == 0 ? 0 : row_of(element, row_);
  const std::int64_t c = element - r * row_;
  const auto x = across().offset(turned_ ? r : c, pitch_x_);
  const auto y = down().offset(turned_ ? c : r, pitch_y_);
  if (!x || !y) return std::nullopt;
  return Box{at_.x + *x, at_.y + *y, pitch_x_, pitch_y_};
}

void Grid::each(const std::function<void(std::size_t, std::int64_t, const Box&)>& visit) const {
  double y = at_.y;
  for (std::size_t slot = 0; slot < down().indices.size(); ++slot) {
    const std::int64_t d = down().indices[slot];
    const double height = d == kGap ? down().gap : pitch_y_;
    double x = at_.x;
    for (const std::int64_t a : across().indices) {
      const double width = a == kGap ? across().gap : pitch_x_;
      const bool gap = d == kGap || a == kGap;
      const std::int64_t element = gap ? kGap : turned_ ? a * row_ + d : d * row_ + a;
      visit(slot, element, {x, y, width, height});
      x += width;
    }
    y += height;
  }
}

std::set<std::int64_t> first_of_layers(const Axis& rows, std::int64_t rows_of_layer) {
  std::set<std::int64_t> first;
  if (rows_of_layer == 0) return first;
  std::optional<std::int64_t> last;
  for (const std::int64_t row : rows.indices) {
    if (row == kGap) continue;
    const std::int64_t layer = row_of(row, rows_of_layer);
    if (layer != last) first.insert(row);
    last = layer;
  }
  return first;
}

std::vector<std::size_t> labelled_slots(const Axis& axis, double pitch,
                                        const std::function<AxisLabel(std::int64_t)>& label) {
  constexpr double kBetween = 5;
  struct Slot {
    double from = 0, to = 0;
    int rank = 0;
    std::size_t index = 0;
    std::int64_t number = 0;
  };
  std::vector<Slot> slots;
  double at = 0, longest = 0;
  for (std::size_t i = 0; i < axis.indices.size(); ++i) {
    const std::int64_t index = axis.indices[i];
    if (index == kGap) {
      at += axis.gap;
      continue;
    }
    const AxisLabel wanted = label(index);
    const double half = wanted.length / 2, centre = at + pitch / 2;
    const bool after_gap = i > 0 && axis.indices[i - 1] == kGap;
    slots.push_back({centre - half, centre + half,
                     wanted.first ? 0
                     : after_gap  ? 1
                                  : 2,
                     i, wanted.number});
    if (!wanted.first) longest = std::max(longest, wanted.length);
    at += pitch;
  }
  std::int64_t step = 1;
  while (static_cast<double>(step) * pitch < longest + kBetween) step *= 2;
  std::ranges::stable_sort(slots, {}, &Slot::rank);
  std::vector<Slot> taken;
  for (const Slot& slot : slots) {
    if (slot.rank == 2 && slot.number % step != 0) continue;
    const bool free = std::ranges::all_of(taken, [&](const Slot& other) {
      return slot.from >= other.to + kBetween || slot.to + kBetween <= other.from;
    });
    if (free) taken.push_back(slot);
  }
  std::vector<std::size_t> chosen;
  for (const Slot& slot : taken) chosen.push_back(slot.index);
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace report::draw
