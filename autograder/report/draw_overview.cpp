// SPDX-License-Identifier: MIT
#include "report/draw_overview.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "base/text.h"
#include "report/draw_cells.h"

namespace report::draw {

namespace {

using protocol::TraceKind;

constexpr std::int64_t kWrap = 32;       ///< cells of a line where there are no rows
constexpr std::int64_t kLeastFold = 16;  ///< cells of a line where a row takes several
constexpr double kArrows = 74;
constexpr double kHeading = 34;
constexpr double kStrip = 15;  ///< labels of columns
constexpr double kWidestCell = 18;
constexpr double kLeastCell = 3;
constexpr double kTallest = 460;
constexpr std::size_t kMostColumns = 64;
constexpr double kLongestName = 134;
constexpr double kWidestGrid = 200;  ///< of cells of the least size: three side by side have room
constexpr std::size_t kMostRows = 40;
constexpr std::size_t kSampleWarps = 4;
constexpr double kHeadingSize = 12;

/// Cells of a line for rows that are too long: as many as warps have threads, or else what leaves
/// no line half full, if at all possible.
std::int64_t fold_of(std::int64_t row) {
  if (row % kWrap == 0) return kWrap;
  for (auto width = static_cast<std::int64_t>(kMostColumns); width >= kLeastFold; --width) {
    if (row % width == 0) return width;
  }
  return kWrap;
}

/// A grid of cells with headings.
struct Panel {
  std::uint32_t array = 0;
  bool threads = false;
  Grid grid;
  std::int64_t row = 0;            ///< cells of a line
  bool numbered = false;           ///< lines are labelled with what their first cell is
  std::int64_t rows_of_layer = 0;  ///< 0: there are no layers
  double labels = 0;               ///< room for the labels of lines, one for all of a column
  std::vector<std::string> heading;
  std::map<std::int64_t, std::set<std::uint32_t>> owners;  ///< warps by element
  std::set<std::int64_t> bad, marked;
  explicit Panel(Grid cells) : grid(std::move(cells)) {}
  double width(double cell) const {
    return labels + std::max(grid.width_at(cell), heading_width());
  }
  /// Headings begin above the first cell: arrows end to the left of it.
  double heading_width() const {
    double widest = 0;
    for (const std::string& line : heading) {
      widest = std::max(widest, text_width(line, kHeadingSize));
    }
    return widest;
  }
  double height(double cell) const { return kHeading + kStrip + grid.height_at(cell); }
  Box cell_box() const {
    const Box area = grid.area();
    return {area.x - labels, area.y, labels + area.width, area.height};
  }
};

int warp_colour(const std::set<std::uint32_t>& warps) {
  if (warps.empty()) return kNoColour;
  return warps.size() == 1 ? static_cast<int>(*warps.begin() % kColours) : kManyColour;
}

/// Makes one picture.
class Overview {
 public:
  Overview(const LaunchModel& model, const Phase& phase, std::uint32_t block, double width)
      : model_(model), phase_(phase), block_(block), width_(width) {}

  Scene draw() {
    make_arrays();
    make_threads();
    for (auto* column : {&left_, &middle_, &right_}) make_room_for_labels(*column);
    choose_cell();
    place();
    for (const auto* column : {&left_, &middle_, &right_}) {
      for (const Panel& panel : *column) paint(panel);
    }
    paint_arrows();
    scene_.width = width_;
    return std::move(scene_);
  }

 private:
  bool mine(const Touch& touch) const { return touch.thread.block == block_; }

  void make_arrays() {
    std::set<std::uint32_t> reads, writes;
    for (const Touch& touch : phase_.touches) {
      if (!mine(touch)) continue;
      (touch.kind == TraceKind::Read ? reads : writes).insert(touch.array);
    }
    for (const std::uint32_t array : reads) left_.push_back(make_array(array, true));
    for (const std::uint32_t array : writes) right_.push_back(make_array(array, false));
  }

  Panel make_array(std::uint32_t index, bool reads) {
    const Array& array = model_.arrays[index];
    std::map<std::int64_t, std::set<std::uint32_t>> owners;
    std::set<std::int64_t> wanted, bad, marked;
    for (const Phase& phase : model_.phases) {
      for (const Touch& touch : phase.touches) {
        if (touch.array != index || !mine(touch)) continue;
        wanted.insert(touch.element);
        if (&phase != &phase_ || (touch.kind == TraceKind::Read) != reads) continue;
        owners[touch.element].insert(touch.thread.warp());
        if (touch.outside) bad.insert(touch.element);
        if (touch.marked) marked.insert(touch.element);
      }
    }
    std::int64_t row = array.shape.row != 0 ? array.shape.row : kWrap;
    Grid grid(array.elements, row, wanted, kMostColumns, kMostRows);
    const bool folded = grid.columns().shortened || grid.columns().length(kLeastCell) > kWidestGrid;
    if (folded) {
      row = fold_of(row);
      grid = Grid(array.elements, row, wanted, kMostColumns, kMostRows);
    }
    Panel panel(std::move(grid));
    scene_.shortened = scene_.shortened || panel.grid.shortened();
    panel.array = index;
    panel.row = row;
    panel.numbered = folded || array.shape.row == 0;
    panel.rows_of_layer = array.rows_of_layer();
    panel.owners = std::move(owners);
    panel.bad = std::move(bad);
    panel.marked = std::move(marked);
    panel.heading = {fmt::format("{} ({})", fitted(array.name, kHeadingSize, kLongestName),
                                 array.shared ? "shared" : "global"),
                     base::counted(static_cast<std::uint64_t>(array.elements), "element")};
    return panel;
  }

  void make_threads() {
    const std::int64_t count = model_.threads_per_block();
    const bool rows = model_.block[1] * model_.block[2] > 1;
    const bool folded = rows && model_.block[0] > kMostColumns;
    const std::int64_t row = folded ? fold_of(model_.block[0]) : rows ? model_.block[0] : kWrap;
    std::set<std::int64_t> all;
    for (std::int64_t number = 0; number < count; ++number) all.insert(number);
    Panel panel(Grid(count, row, all, kMostColumns, 1024));
    panel.threads = true;
    panel.row = row;
    panel.numbered = folded || !rows;
    panel.rows_of_layer = model_.block[2] > 1 ? model_.block[1] : 0;
    for (const Touch& touch : phase_.touches) {
      if (!mine(touch)) continue;
      panel.owners[touch.thread.number].insert(touch.thread.warp());
      if (touch.marked) panel.marked.insert(touch.thread.number);
    }
    panel.heading = {"block " + block_label(model_, block_),
                     base::counted(static_cast<std::uint64_t>(count), "thread")};
    middle_.push_back(std::move(panel));
  }

  /// What stands beside a line of cells.
  std::string line_label(const Panel& panel, std::int64_t line,
                         const std::set<std::int64_t>& first) const {
    if (!panel.numbered) return row_label(line, panel.rows_of_layer, first.contains(line));
    const std::int64_t column = std::max<std::int64_t>(panel.grid.columns().indices.front(), 0);
    const std::int64_t cell = line * panel.row + column;
    if (!panel.threads) return element_label(model_.arrays[panel.array], cell);
    return thread_label(model_, {block_, static_cast<std::uint32_t>(cell)});
  }

  std::set<std::int64_t> first_lines(const Panel& panel) const {
    return panel.numbered ? std::set<std::int64_t>()
                          : first_of_layers(panel.grid.rows(), panel.rows_of_layer);
  }

  void make_room_for_labels(std::vector<Panel>& column) const {
    double widest = 0;
    for (const Panel& panel : column) {
      const std::set<std::int64_t> first = first_lines(panel);
      for (const std::int64_t line : panel.grid.rows().indices) {
        if (line == kGap) continue;
        widest = std::max(widest, text_width(line_label(panel, line, first), kSmallText));
      }
    }
    for (Panel& panel : column) panel.labels = widest + 10;
  }

  void choose_cell() {
    const auto widest = [&](const std::vector<Panel>& column, double cell) {
      double width = 0;
      for (const Panel& panel : column) width = std::max(width, panel.width(cell));
      return width;
    };
    const auto tallest = [&](const std::vector<Panel>& column, double cell) {
      double height = 0;
      for (const Panel& panel : column) height += panel.grid.height_at(cell);
      return height;
    };
    for (cell_ = kWidestCell; cell_ > kLeastCell; cell_ -= 1) {
      const double across = widest(left_, cell_) + widest(middle_, cell_) + widest(right_, cell_) +
                            (left_.empty() ? 0 : kArrows) + (right_.empty() ? 0 : kArrows);
      const double down =
          std::max({tallest(left_, cell_), tallest(middle_, cell_), tallest(right_, cell_)});
      if (across <= width_ && down <= kTallest) break;
    }
  }

  void place() {
    double x = 0, height = 0, used = 0;
    std::vector<std::pair<std::vector<Panel>*, std::pair<double, double>>> sizes;
    for (auto* column : {&left_, &middle_, &right_}) {
      double width = 0, down = 0;
      for (const Panel& panel : *column) {
        width = std::max(width, panel.width(cell_));
        down += panel.height(cell_) + (down > 0 ? 10 : 0);
      }
      sizes.push_back({column, {width, down}});
      if (column->empty()) continue;
      used += width + (used > 0 ? kArrows : 0);
      height = std::max(height, down);
    }
    x = (width_ - used) / 2;
    for (auto& [column, size] : sizes) {
      double y = (height - size.second) / 2;
      for (Panel& panel : *column) {
        panel.grid.place({x + panel.labels, y + kHeading + kStrip}, cell_, cell_);
        y += panel.height(cell_) + 10;
      }
      if (!column->empty()) x += size.first + kArrows;
    }
    scene_.height = height;
  }

  int colour_at(const Panel& panel, std::int64_t index) const {
    const auto found = panel.owners.find(index);
    return found == panel.owners.end() ? kNoColour : warp_colour(found->second);
  }

  Look look_at(const Panel& panel, std::int64_t index) const {
    if (panel.threads) return panel.owners.contains(index) ? Look::Cell : Look::Idle;
    const bool outside = index < 0 || index >= model_.arrays[panel.array].elements;
    return outside || panel.bad.contains(index) ? Look::Ghost : Look::Cell;
  }

  /// Is there a cell? Behind the end of the last row there is none, unless somebody touches it.
  bool is_there(const Panel& panel, std::int64_t index) const {
    if (index == kGap) return false;
    const std::int64_t size =
        panel.threads ? model_.threads_per_block() : model_.arrays[panel.array].elements;
    return (index >= 0 && index < size) || panel.bad.contains(index);
  }

  std::vector<Text> heading_texts(const Panel& panel) const {
    const Box area = panel.grid.area();
    std::vector<Text> texts;
    for (std::size_t i = 0; i < panel.heading.size(); ++i) {
      texts.push_back({{area.x, area.y - kStrip - 21 + 15.0 * static_cast<double>(i)},
                       panel.heading[i],
                       i == 0 ? kHeadingSize : kSmallText,
                       Anchor::Start,
                       i == 0,
                       i != 0});
    }
    return texts;
  }

  void paint(const Panel& panel) {
    for (const Text& text : heading_texts(panel)) scene_.texts.push_back(text);
    Shape run;
    bool open = false;
    const auto close = [&] {
      if (open) scene_.shapes.push_back(run);
      open = false;
    };
    std::size_t last_slot = 0;
    panel.grid.each([&](std::size_t slot, std::int64_t index, const Box& box) {
      if (slot != last_slot) close();
      last_slot = slot;
      if (!is_there(panel, index)) return close();
      const int colour = colour_at(panel, index);
      const Look look = look_at(panel, index);
      const bool marked = panel.marked.contains(index);
      const bool joins = open && run.colour == colour && run.look == look && run.marked == marked &&
                         std::abs(run.box.right() - box.x) < 0.01;
      if (joins) {
        run.box.width += box.width;
        ++run.run;
        return;
      }
      close();
      run = {box, look, colour, "", "", marked, 1};
      open = true;
    });
    close();
    label_rows(panel);
    label_columns(panel);
  }

  void label_rows(const Panel& panel) {
    const Box area = panel.grid.area();
    const std::set<std::int64_t> first = first_lines(panel);
    const auto slots = labelled_slots(panel.grid.rows(), cell_, [&](std::int64_t line) {
      return AxisLabel{9, first.contains(line),
                       panel.numbered ? line : row_in_layer(line, panel.rows_of_layer)};
    });
    for (const std::size_t slot : slots) {
      const std::int64_t line = panel.grid.rows().indices[slot];
      const double y = area.y + *panel.grid.rows().offset(line, cell_) + cell_ / 2 + 4;
      scene_.texts.push_back(
          {{area.x - 5, y}, line_label(panel, line, first), kSmallText, Anchor::End, false, true});
    }
    label_gaps(panel, area);
  }

  /// Dots where something is left out.
  void label_gaps(const Panel& panel, const Box& area) {
    std::vector<Point> taken;
    const auto dots = [&](double x, double y) {
      const bool near = std::ranges::any_of(taken, [&](Point other) {
        return std::abs(other.x - x) < kSmallText && std::abs(other.y - y) < kSmallText;
      });
      if (near) return;
      taken.push_back({x, y});
      scene_.texts.push_back({{x, y + 4}, "…", kSmallText, Anchor::Middle, false, true});
    };
    const Axis& rows = panel.grid.rows();
    const Axis& columns = panel.grid.columns();
    double y = area.y;
    for (const std::int64_t row : rows.indices) {
      if (row == kGap) dots(area.centre().x, y + rows.gap / 2);
      y += row == kGap ? rows.gap : cell_;
    }
    double x = area.x;
    for (const std::int64_t column : columns.indices) {
      if (column == kGap) dots(x + columns.gap / 2, middle_of(rows, area));
      x += column == kGap ? columns.gap : cell_;
    }
  }

  /// The middle of the run of rows that is nearest to the middle.
  double middle_of(const Axis& rows, const Box& area) const {
    double best = area.centre().y, distance = std::numeric_limits<double>::max();
    double y = area.y, from = area.y;
    for (std::size_t i = 0; i < rows.indices.size(); ++i) {
      const bool gap = rows.indices[i] == kGap;
      y += gap ? rows.gap : cell_;
      if (gap) from = y;
      const bool ends = !gap && (i + 1 == rows.indices.size() || rows.indices[i + 1] == kGap);
      const double middle = (from + y) / 2;
      if (ends && std::abs(middle - area.centre().y) < distance) {
        distance = std::abs(middle - area.centre().y);
        best = middle;
      }
    }
    return best;
  }

  void label_columns(const Panel& panel) {
    for (const std::int64_t column : labelled_columns(panel)) {
      scene_.texts.push_back(column_label(panel, column));
    }
  }

  Text column_label(const Panel& panel, std::int64_t column) const {
    const Box area = panel.grid.area();
    const double x = area.x + *panel.grid.columns().offset(column, cell_) + cell_ / 2;
    return {{x, area.y - 4}, std::to_string(column), kSmallText, Anchor::Middle, false, true};
  }

  std::vector<std::int64_t> labelled_columns(const Panel& panel) const {
    const Axis& columns = panel.grid.columns();
    std::vector<std::int64_t> labelled;
    for (const std::size_t slot : labelled_slots(columns, cell_, [](std::int64_t column) {
           return AxisLabel{text_width(std::to_string(column), kSmallText), false, column};
         })) {
      labelled.push_back(columns.indices[slot]);
    }
    return labelled;
  }

  /// Warps whose arrows are drawn: those at the ends and some in between.
  std::set<std::uint32_t> sample() const {
    std::set<std::uint32_t> all;
    for (const Touch& touch : phase_.touches) {
      if (mine(touch)) all.insert(touch.thread.warp());
    }
    if (all.size() <= kSampleWarps) return all;
    const std::vector<std::uint32_t> list(all.begin(), all.end());
    std::set<std::uint32_t> chosen;
    for (std::size_t i = 0; i < kSampleWarps; ++i) {
      chosen.insert(list[i * (list.size() - 1) / (kSampleWarps - 1)]);
    }
    return chosen;
  }

  /// The middle of the cells that a warp owns, on the panel's height.
  std::optional<double> level(const Panel& panel, std::uint32_t warp) const {
    double lowest = 0, highest = 0;
    bool any = false;
    for (const auto& [index, warps] : panel.owners) {
      const std::optional<Box> cell = warps.contains(warp) ? panel.grid.cell(index) : std::nullopt;
      if (!cell) continue;
      const double y = cell->centre().y;
      lowest = any ? std::max(lowest, y) : y;
      highest = any ? std::min(highest, y) : y;
      any = true;
    }
    if (!any) return std::nullopt;
    return (lowest + highest) / 2;
  }

  void paint_arrows() {
    const Panel& threads = middle_.front();
    for (const std::uint32_t warp : sample()) {
      const std::optional<double> here = level(threads, warp);
      if (!here) continue;
      const Box cells = threads.grid.area();
      for (const Panel& panel : left_) {
        if (const auto there = level(panel, warp)) {
          const Point to{cells.x - threads.labels, *here};
          add_arrow({panel.grid.area().right() + 4, *there}, to, left_, warp, panel, Stroke::Read);
        }
      }
      for (const Panel& panel : right_) {
        if (const auto there = level(panel, warp)) {
          const Point to{panel.grid.area().x - panel.labels, *there};
          add_arrow({cells.right() + 4, *here}, to, middle_, warp, panel, stroke_of(panel));
        }
      }
    }
  }

  /// Where an arrow from a panel may turn to its end: at once, or further to the right where it
  /// would run through a heading or another panel of the same column.
  Point turn_of(Point from, Point to, const std::vector<Panel>& column) const {
    std::vector<Box> taken;
    for (const Panel& panel : column) {
      for (const Text& text : heading_texts(panel)) taken.push_back(box_of(text));
      taken.push_back(panel.cell_box());
      for (const std::int64_t index : labelled_columns(panel)) {
        taken.push_back(box_of(column_label(panel, index)));
      }
    }
    for (std::size_t round = 0; round <= column.size(); ++round) {
      for (const Box& box : taken) {
        if (length_within(from, to, box) > 0) from.x = std::max(from.x, box.right() + 4);
      }
    }
    return from;
  }

  Stroke stroke_of(const Panel& panel) const {
    const bool atomic = std::ranges::any_of(phase_.touches, [&](const Touch& touch) {
      return touch.array == panel.array && touch.kind == TraceKind::Atomic;
    });
    return atomic ? Stroke::Atomic : Stroke::Write;
  }

  void add_arrow(Point from, Point to, const std::vector<Panel>& column, std::uint32_t warp,
                 const Panel& panel, Stroke stroke) {
    const char* word = stroke == Stroke::Read    ? "reads"
                       : stroke == Stroke::Write ? "writes"
                                                 : "changes";
    Arrow arrow{from, to, stroke, static_cast<int>(warp % kColours), "", false, std::nullopt};
    arrow.tip = fmt::format("warp {} {} {}", warp, word, model_.arrays[panel.array].name);
    const Point turn = turn_of(from, to, column);
    if (turn.x > from.x) arrow.corner = turn;
    scene_.arrows.push_back(std::move(arrow));
  }

  const LaunchModel& model_;
  const Phase& phase_;
  std::uint32_t block_;
  double width_;
  double cell_ = kWidestCell;
  std::vector<Panel> left_, middle_, right_;
  Scene scene_;
};

}  // namespace

Scene draw_overview(const LaunchModel& model, std::size_t phase, std::uint32_t block,
                    double width) {
  return Overview(model, model.phases[phase], block, width).draw();
}

}  // namespace report::draw
