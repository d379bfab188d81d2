// SPDX-License-Identifier: MIT
#include "report/draw_detail.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "report/draw_cells.h"

namespace report::draw {

namespace {

using protocol::TraceKind;

constexpr double kWidestPitch = 44;
constexpr double kLeastPitch = 12;
constexpr double kCellHeight = 26;
constexpr double kRowHeight = kCellHeight + 4;  ///< of threads
constexpr double kLabelStrip = 15;              ///< for labels that do not fit into their cells
constexpr double kHeading = 18;
constexpr double kSpace = 24;   ///< between neighbours
constexpr double kArrows = 50;  ///< room for arrows
constexpr double kPadding = 9;  ///< within a block's frame
constexpr double kHeadingSize = 12;
constexpr std::size_t kMostCells = 64;
constexpr std::size_t kMostRows = 8;
/// Threads are not drawn narrower than this where there is room, nor blocks wrapped.
constexpr double kGoodPitch = 30;
constexpr double kLeastBlockPitch = 24;
/// Cells may be so narrow that arrays can stand side by side.
constexpr double kLeastAbreast = 14;
/// In a row of so many threads there is no room for the block's name.
constexpr std::size_t kFullRow = 28;

/// Something with a place of its own in a row of things.
struct Item {
  double width = 0, height = 0;
  Point at;
};

/// Puts items side by side into as few rows as fit, each row centred; those of a row stand on one
/// line or hang from one. Returns the height.
template <class Items>
double pack(Items& items, double width, double top, bool stand) {
  std::size_t first = 0;
  double y = top;
  while (first < items.size()) {
    double used = items[first].width, height = items[first].height;
    std::size_t last = first + 1;
    while (last < items.size() && used + kSpace + items[last].width <= width) {
      used += kSpace + items[last].width;
      height = std::max(height, items[last].height);
      ++last;
    }
    double x = (width - used) / 2;
    for (std::size_t i = first; i < last; ++i) {
      items[i].at = {x, stand ? y + height - items[i].height : y};
      x += items[i].width + kSpace;
    }
    y += height + (last < items.size() ? 14 : 0);
    first = last;
  }
  return y - top;
}

/// An array in its place.
struct PlacedArray : Item {
  std::uint32_t array = 0;
  Grid grid;
  std::string heading;
  bool labels_fit = true;
  bool heading_below = false;  ///< arrows come from above
  PlacedArray(std::uint32_t index, Grid cells) : array(index), grid(std::move(cells)) {}
};

/// A block's threads in their place.
struct PlacedBlock : Item {
  std::uint32_t block = 0;
  std::vector<ThreadId> threads;
  std::vector<std::uint32_t> columns, rows;  ///< those that have a thread
  std::vector<std::string> heading;          ///< stands to the left: arrows are above and below
  double heading_width = 0;
};

/// Makes one picture.
class Detail {
 public:
  Detail(const LaunchModel& model, const Phase& phase, const std::vector<ThreadId>& threads,
         double width)
      : model_(model), phase_(phase), threads_(threads), width_(width) {
    for (std::size_t i = 0; i < threads.size(); ++i) {
      colours_[threads[i]] = static_cast<int>(i % kColours);
    }
    for (const Touch& touch : phase.touches) {
      if (colours_.contains(touch.thread)) touches_.push_back(&touch);
    }
  }

  Scene draw() {
    choose_arrays();
    choose_pitch();
    double y = 0;
    if (!above_.empty()) y += place_arrays(above_, y) + kArrows;
    y += place_blocks(y);
    if (!below_.empty()) y += kArrows + place_arrays(below_, y + kArrows);
    for (const PlacedArray& placed : above_) paint(placed, /*reads=*/true);
    for (const PlacedArray& placed : below_) paint(placed, /*reads=*/false);
    paint_blocks();
    paint_arrows();
    scene_.width = width_;
    scene_.height = y;
    return std::move(scene_);
  }

 private:
  bool is_read(const Touch& touch) const { return touch.kind == TraceKind::Read; }

  /// An array looks the same in every phase: what any phase touches is shown.
  std::set<std::int64_t> wanted(std::uint32_t array) const {
    std::set<std::int64_t> elements;
    for (const Phase& phase : model_.phases) {
      for (const Touch& touch : phase.touches) {
        if (touch.array == array && colours_.contains(touch.thread)) elements.insert(touch.element);
      }
    }
    return elements;
  }

  /// The cells of an array. Of long rows only those that matter are shown, when cells could not be
  /// labelled else.
  Grid make_grid(std::uint32_t index) const {
    const Array& array = model_.arrays[index];
    const std::set<std::int64_t> elements = wanted(index);
    Grid grid(array.elements, array.row, elements, kMostCells, kMostRows);
    if (array.row == 0) return grid;
    double widest = 0;
    for (const std::int64_t element : elements) {
      // The label at the end of its row is as long as any in it.
      const std::int64_t last =
          element + array.row - 1 - std::max<std::int64_t>(element, 0) % array.row;
      widest = std::max(widest, text_width(element_label(array, last), kSmallText) + 1);
    }
    const auto room = static_cast<std::size_t>(width_ / std::max(widest, kLeastPitch));
    if (grid.columns().count() <= room) return grid;
    Grid shorter(array.elements, array.row, elements, room, kMostRows);
    return shorter.shortened() ? grid : shorter;
  }

  void choose_arrays() {
    std::set<std::uint32_t> reads, writes;
    for (const Touch* touch : touches_) {
      (is_read(*touch) ? reads : writes).insert(touch->array);
    }
    for (const auto& [set, list] : {std::pair{&reads, &above_}, std::pair{&writes, &below_}}) {
      for (const std::uint32_t index : *set) {
        const Array& array = model_.arrays[index];
        PlacedArray placed(index, make_grid(index));
        placed.heading =
            fmt::format("{}: {} memory, {}", array.name, array.shared ? "shared" : "global",
                        base::counted(static_cast<std::uint64_t>(array.elements), "element"));
        placed.heading_below = list == &below_;
        scene_.shortened = scene_.shortened || placed.grid.shortened();
        list->push_back(std::move(placed));
      }
    }
  }

  void choose_pitch() {
    pitch_ = kWidestPitch;
    const auto fit = [&](std::size_t cells, double taken) {
      if (cells == 0) return;
      pitch_ = std::min(pitch_, (width_ - taken) / static_cast<double>(cells));
    };
    for (const auto* list : {&above_, &below_}) {
      // Abreast, so that no arrow has to pass an array on its way; one below the other if it must.
      std::size_t cells = 0;
      double gaps = 0;
      for (const PlacedArray& placed : *list) {
        cells += placed.grid.columns().count();
        gaps += placed.grid.columns().length(0);
        fit(placed.grid.columns().count(), placed.grid.columns().length(0));
      }
      const double taken = gaps + kSpace * static_cast<double>(list->size());
      const double abreast =
          (width_ - taken) / static_cast<double>(std::max<std::size_t>(cells, 1));
      if (abreast >= kLeastAbreast) pitch_ = std::min(pitch_, abreast);
    }
    pitch_ = std::floor(std::max(pitch_, kLeastPitch));
    choose_node_pitch();
  }

  void choose_node_pitch() {
    std::map<std::uint32_t, std::set<std::uint32_t>> columns;
    for (const ThreadId& thread : threads_) columns[thread.block].insert(column_of(thread));
    std::size_t most = 1, all = 0;
    for (const auto& [block, list] : columns) {
      most = std::max(most, list.size());
      all += list.size();
    }
    const double heading = text_width("(0,0,0)", kSmallText) + 8;
    const bool single = columns.size() == 1;
    const double beside = most >= kFullRow ? 0 : single ? 2 * heading : heading;
    const double one = (width_ - 2 * kPadding - beside) / static_cast<double>(most);
    const auto blocks = static_cast<double>(columns.size());
    const double name = most >= kFullRow ? 0 : heading;
    const double taken = blocks * (2 * kPadding + name) + (blocks - 1) * kSpace;
    const double abreast = (width_ - taken) / static_cast<double>(all);
    node_pitch_ = std::min(std::max(pitch_, kGoodPitch), one);
    if (abreast >= kLeastBlockPitch) node_pitch_ = std::min(node_pitch_, abreast);
    node_pitch_ = std::floor(std::max(node_pitch_, kLeastPitch));
  }

  /// A cell's label has to fit with a little room.
  bool fits(const std::string& label) const { return text_width(label, kSmallText) + 1 <= pitch_; }

  double place_arrays(std::vector<PlacedArray>& list, double top) {
    for (PlacedArray& placed : list) {
      const Array& array = model_.arrays[placed.array];
      placed.labels_fit = true;
      placed.grid.each([&](std::size_t, std::int64_t element, const Box&) {
        if (element != kGap && !fits(element_label(array, element))) placed.labels_fit = false;
      });
      const double strip = placed.labels_fit ? 0 : kLabelStrip;
      placed.width =
          std::max(placed.grid.width_at(pitch_), text_width(placed.heading, kHeadingSize));
      placed.height = kHeading + strip + placed.grid.height_at(kCellHeight);
    }
    // Nothing stands between the lower edge of an array that is read and the threads.
    const bool read = !list.front().heading_below;
    const double height = pack(list, width_, top, read);
    for (PlacedArray& placed : list) {
      const double strip = placed.labels_fit ? 0 : kLabelStrip;
      const double indent = (placed.width - placed.grid.width_at(pitch_)) / 2;
      const double above = (placed.heading_below ? 0 : kHeading) + strip;
      placed.grid.place({placed.at.x + indent, placed.at.y + above}, pitch_, kCellHeight);
    }
    return height;
  }

  std::uint32_t column_of(const ThreadId& thread) const {
    // A row of many threads is cut where the chosen threads end, so that x alone is the column.
    return thread.number % model_.block[0];
  }
  std::uint32_t row_of(const ThreadId& thread) const { return thread.number / model_.block[0]; }

  double place_blocks(double top) {
    std::map<std::uint32_t, PlacedBlock> by_block;
    for (const ThreadId& thread : threads_) {
      PlacedBlock& placed = by_block[thread.block];
      placed.block = thread.block;
      placed.threads.push_back(thread);
      const auto note = [](std::vector<std::uint32_t>& list, std::uint32_t value) {
        if (std::ranges::find(list, value) == list.end()) list.push_back(value);
      };
      note(placed.columns, column_of(thread));
      note(placed.rows, row_of(thread));
    }
    for (auto& [index, placed] : by_block) {
      std::ranges::sort(placed.columns);
      std::ranges::sort(placed.rows);
      if (placed.columns.size() < kFullRow) placed.heading = block_heading(placed);
      for (const std::string& line : placed.heading) {
        placed.heading_width = std::max(placed.heading_width, text_width(line, kSmallText) + 8);
      }
      // A single block's threads stand in the middle, its name is not weighed.
      const double beside = placed.heading_width * (by_block.size() == 1 ? 2 : 1);
      const double nodes = static_cast<double>(placed.columns.size()) * node_pitch_;
      placed.width = nodes + 2 * kPadding + beside;
      placed.height = static_cast<double>(placed.rows.size()) * kRowHeight - 4 + 2 * kPadding;
      blocks_.push_back(placed);
    }
    return pack(blocks_, width_, top, false);
  }

  std::vector<std::string> block_heading(const PlacedBlock& placed) const {
    if (placed.threads.size() < model_.threads_per_block()) {
      return {"warp", std::to_string(placed.threads.front().warp())};
    }
    return {"block", block_label(model_, placed.block)};
  }

  void paint(const PlacedArray& placed, bool reads) {
    const Array& array = model_.arrays[placed.array];
    const double base = placed.heading_below ? placed.at.y + placed.height - 3 : placed.at.y + 11;
    scene_.texts.push_back({{placed.at.x + placed.width / 2, base},
                            placed.heading,
                            kHeadingSize,
                            Anchor::Middle,
                            true});
    std::map<std::int64_t, std::vector<const Touch*>> touched;
    for (const Touch* touch : touches_) {
      if (touch->array == placed.array && is_read(*touch) == reads) {
        touched[touch->element].push_back(touch);
      }
    }
    double free_from = -1;
    const std::vector<std::int64_t>& rows = placed.grid.rows().indices;
    const double area_top = placed.grid.area().y;
    const auto first_row = static_cast<std::size_t>(
        std::ranges::find_if(rows, [](std::int64_t row) { return row != kGap; }) - rows.begin());
    placed.grid.each([&](std::size_t slot, std::int64_t element, const Box& box) {
      if (element == kGap) {
        scene_.texts.push_back(
            {{box.centre().x, box.centre().y + 4}, "…", kSmallText, Anchor::Middle});
        return;
      }
      const auto found = touched.find(element);
      const bool outside = element < 0 || element >= array.elements;
      if (outside && found == touched.end() && !any_touch(placed.array, element)) return;
      Shape shape{box, Look::Cell, kNoColour, "", element_name(array, element), false, 1};
      if (outside) shape.look = Look::Ghost;
      if (found != touched.end()) describe(found->second, shape);
      const std::string label = element_label(array, element);
      if (placed.labels_fit) {
        shape.label = label;
      } else if (slot == first_row) {
        // As many labels above as there is room for, the first and round numbers before others.
        const double half = text_width(label, kSmallText) / 2;
        const double from = box.centre().x - half;
        if (from >= free_from && from >= 0 && box.centre().x + half <= width_) {
          scene_.texts.push_back(
              {{box.centre().x, area_top - 4}, label, kSmallText, Anchor::Middle, false, true});
          free_from = box.centre().x + half + 10;
        }
      }
      scene_.shapes.push_back(std::move(shape));
    });
  }

  bool any_touch(std::uint32_t array, std::int64_t element) const {
    return wanted(array).contains(element);
  }

  void describe(const std::vector<const Touch*>& list, Shape& shape) const {
    const ThreadId first = list.front()->thread;
    const bool one = std::ranges::all_of(list, [&](const Touch* t) { return t->thread == first; });
    shape.colour = one ? colours_.at(first) : kManyColour;
    shape.marked = std::ranges::any_of(list, [](const Touch* t) { return t->marked; });
    shape.tip =
        one ? sentence(model_, *list.front())
            : fmt::format("{} threads: {}, ...", list.size(), sentence(model_, *list.front()));
  }

  Box node_of(const PlacedBlock& placed, const ThreadId& thread) const {
    const auto column =
        std::ranges::find(placed.columns, column_of(thread)) - placed.columns.begin();
    const auto row = std::ranges::find(placed.rows, row_of(thread)) - placed.rows.begin();
    const double x =
        placed.at.x + placed.heading_width + kPadding + static_cast<double>(column) * node_pitch_;
    const double y = placed.at.y + kPadding + static_cast<double>(row) * kRowHeight;
    const double margin = node_pitch_ > 32 ? 1.5 : node_pitch_ > 20 ? 1 : 0.5;
    return {x + margin, y, node_pitch_ - 2 * margin, kCellHeight};
  }

  void paint_blocks() {
    for (const PlacedBlock& placed : blocks_) {
      const double nodes = static_cast<double>(placed.columns.size()) * node_pitch_;
      const Box frame{placed.at.x, placed.at.y, placed.heading_width + nodes + 2 * kPadding,
                      placed.height};
      scene_.shapes.push_back({frame, Look::Frame, kNoColour, "", "", false, 1});
      double base = frame.centre().y - 3;
      for (const std::string& line : placed.heading) {
        const double middle = frame.x + 5 + placed.heading_width / 2;
        scene_.texts.push_back({{middle, base}, line, kSmallText, Anchor::Middle, false, true});
        base += 14;
      }
      for (const ThreadId& thread : placed.threads) {
        const Box box = node_of(placed, thread);
        nodes_[thread] = box;
        Shape shape{box, Look::Thread, colours_.at(thread), "", thread_name(model_, thread), false,
                    1};
        const std::string label = thread_label(model_, thread);
        if (text_width(label, kSmallText) <= box.width) shape.label = label;
        const bool works = std::ranges::any_of(
            touches_, [&](const Touch* touch) { return touch->thread == thread; });
        if (!works) {
          shape.look = Look::Idle;
          shape.tip += " touches no memory here";
        }
        shape.marked = std::ranges::any_of(
            touches_, [&](const Touch* touch) { return touch->thread == thread && touch->marked; });
        scene_.shapes.push_back(std::move(shape));
      }
    }
  }

  /// Where along an edge the k-th of n arrows ends.
  static double spread(const Box& box, std::size_t k, std::size_t n) {
    if (n <= 1) return box.centre().x;
    const double step = std::min(9.0, (box.width - 6) / static_cast<double>(n - 1));
    return box.centre().x + (static_cast<double>(k) - static_cast<double>(n - 1) / 2) * step;
  }

  /// Arrows leave and reach rows of cells at their outer edge, so that no cell hides an end.
  double cell_end(const PlacedArray& placed, const Touch& touch, const Box& cell) const {
    const std::vector<std::int64_t>& rows = placed.grid.rows().indices;
    if (rows.size() == 1) return cell.centre().x;
    const auto slot =
        static_cast<std::size_t>(std::round((cell.y - placed.grid.area().y) / kCellHeight));
    return spread(cell, touch.element < 0 ? 0 : slot, rows.size());
  }

  const PlacedBlock& block_of(const ThreadId& thread) const {
    return *std::ranges::find(blocks_, thread.block, &PlacedBlock::block);
  }

  void paint_arrows() {
    for (const bool reads : {true, false}) {
      std::map<ThreadId, std::vector<const Touch*>> by_thread;
      for (const Touch* touch : touches_) {
        if (is_read(*touch) == reads) by_thread[touch->thread].push_back(touch);
      }
      for (const auto& [thread, list] : by_thread) {
        for (std::size_t k = 0; k < list.size(); ++k) paint_arrow(*list[k], k, list.size(), reads);
      }
    }
  }

  void paint_arrow(const Touch& touch, std::size_t k, std::size_t n, bool reads) {
    const auto& list = reads ? above_ : below_;
    const auto placed = std::ranges::find(list, touch.array, &PlacedArray::array);
    const std::optional<Box> cell = placed->grid.cell(touch.element);
    if (!cell) return;
    const Box node = nodes_.at(touch.thread);
    Arrow arrow;
    arrow.colour = touch.outside ? kBadColour : colours_.at(touch.thread);
    arrow.marked = touch.marked;
    arrow.tip = sentence(model_, touch);
    const PlacedBlock& block = block_of(touch.thread);
    const auto row = static_cast<std::size_t>(std::ranges::find(block.rows, row_of(touch.thread)) -
                                              block.rows.begin());
    const double x = spread(node, row * n + k, block.rows.size() * n);
    const double at_cell = cell_end(*placed, touch, *cell);
    const double rows = static_cast<double>(block.rows.size() - 1) * kRowHeight;
    const double first = block.at.y + kPadding;
    if (reads) {
      arrow.from = {at_cell, placed->grid.area().bottom()};
      arrow.to = {x, first};
      arrow.stroke = Stroke::Read;
    } else {
      arrow.from = {x, first + rows + kCellHeight};
      arrow.to = {at_cell, placed->grid.area().y - (placed->labels_fit ? 0 : kLabelStrip)};
      arrow.stroke = touch.kind == TraceKind::Atomic ? Stroke::Atomic : Stroke::Write;
    }
    scene_.arrows.push_back(std::move(arrow));
  }

  const LaunchModel& model_;
  const Phase& phase_;
  const std::vector<ThreadId>& threads_;
  double width_;
  double pitch_ = kWidestPitch;       ///< of cells
  double node_pitch_ = kWidestPitch;  ///< of threads
  std::map<ThreadId, int> colours_;
  std::vector<const Touch*> touches_;
  std::vector<PlacedArray> above_, below_;
  std::vector<PlacedBlock> blocks_;
  std::map<ThreadId, Box> nodes_;
  Scene scene_;
};

}  // namespace

Scene draw_detail(const LaunchModel& model, std::size_t phase, const std::vector<ThreadId>& threads,
                  double width) {
  return Detail(model, model.phases[phase], threads, width).draw();
}

}  // namespace report::draw
