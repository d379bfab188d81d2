// SPDX-License-Identifier: MIT
#include "report/draw_detail.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "report/draw_cells.h"
#include "report/draw_place.h"

namespace report::draw {

namespace {

using protocol::TraceKind;

constexpr double kWidestPitch = 44;
constexpr double kLeastPitch = 12;
constexpr double kCellHeight = 26;
constexpr double kRowGap = 10;                        ///< heads of arrows are seen in it
constexpr double kRowHeight = kCellHeight + kRowGap;  ///< of threads
constexpr double kLabelRoom = 5;                      ///< beside a label in its cell
constexpr double kHeading = 18;
constexpr double kArrows = 50;  ///< room for arrows
constexpr double kHeadingSize = 12;
constexpr std::size_t kMostCells = 64;
constexpr std::size_t kMostRows = 8;
/// Threads are not drawn narrower than this where there is room.
constexpr double kGoodPitch = 30;
/// Of long rows only a part is shown where that gives cells of this width.
constexpr double kGoodCell = 24;
/// Cells may be so narrow that arrays can stand side by side.
constexpr double kLeastAbreast = 14;
/// In a row of so many threads there is no room for the block's name.
constexpr std::size_t kFullRow = 28;
/// An array of which more rows than this are touched is turned, if fewer columns are.
constexpr std::size_t kMostStanding = 8;
/// Threads that form more rows than this stand in one: a warp's, and those of a block with layers.
constexpr std::size_t kMostWarpRows = 2;
constexpr std::size_t kMostLayerRows = 4;

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
    std::set<std::uint32_t> rows;
    for (const ThreadId& thread : threads) rows.insert(thread.number / model.block[0]);
    const bool part = threads.size() < model.threads_per_block();
    in_line_ = (part && rows.size() > kMostWarpRows) ||
               (model.block[2] > 1 && rows.size() > kMostLayerRows);
  }

  /// What the threads write and then read makes two stages, in which they are drawn once each. And
  /// where the arrays of a stage have no room side by side, the threads are drawn once more for
  /// each further line of arrays: no arrow runs through an array on its way to another.
  Scene draw() {
    const std::set<std::uint32_t> handed_on = written_then_read(touches_);
    std::vector<Stage> stages(handed_on.empty() ? 1 : 2);
    for (PlacedArray& placed : choose_arrays(true)) {
      stages[handed_on.contains(placed.array) ? 1 : 0].reads.push_back(std::move(placed));
    }
    for (PlacedArray& placed : choose_arrays(false)) {
      const bool late = !handed_on.empty() && !handed_on.contains(placed.array);
      stages[late ? 1 : 0].writes.push_back(std::move(placed));
    }
    choose_pitch(stages);
    double y = 0;
    for (Stage& stage : stages) y = draw_stage(stage, y);
    scene_.width = width_;
    scene_.height = y;
    return std::move(scene_);
  }

 private:
  static bool is_read(const Touch& touch) { return touch.kind == TraceKind::Read; }

  double draw_stage(Stage& stage, double y) {
    for (auto* list : {&stage.reads, &stage.writes}) {
      for (PlacedArray& placed : *list) measure(placed);
    }
    std::vector<Line> reads = lines_of(std::move(stage.reads), width_);
    std::vector<Line> writes = lines_of(std::move(stage.writes), width_);
    const std::size_t steps = std::max({reads.size(), writes.size(), std::size_t{1}});
    for (std::size_t k = 0; k < steps; ++k) {
      // What is written last comes last.
      const std::size_t w = k + writes.size() - steps;
      above_ = k < reads.size() ? std::move(reads[k]) : Line();
      below_ = w < writes.size() ? std::move(writes[w]) : Line();
      if (y > 0) {
        scene_.texts.push_back({{0, y + 24},
                                "the same threads, no barrier in between:",
                                kSmallText,
                                Anchor::Start,
                                false,
                                true});
        y += 38;
      }
      y = draw_step(y);
    }
    return y;
  }

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

  /// The cells of one of `count` arrays side by side. Of long rows only what matters is shown where
  /// that gives wider cells.
  Grid make_grid(std::uint32_t index, std::size_t count) const {
    const Array& array = model_.arrays[index];
    const std::set<std::int64_t> elements = wanted(index);
    const std::int64_t row = array.shape.row;
    const auto room = static_cast<std::size_t>(width_ / kGoodCell);
    std::set<std::int64_t> rows, columns;
    for (const std::int64_t element : elements) {
      rows.insert(array.row_of(element));
      columns.insert(element - array.row_of(element) * row);
    }
    const bool turned = rows.size() > kMostStanding && rows.size() > columns.size();
    const auto grid_of = [&](std::size_t most) {
      return turned ? Grid(array.elements, row, elements, kMostRows, most, true)
                    : Grid(array.elements, row, elements, most, kMostRows);
    };
    Grid grid = grid_of(turned ? room : kMostCells);
    for (const std::size_t most : {room / count, room}) {
      if (turned || grid.across().count() <= most) break;
      Grid shorter = grid_of(most);
      if (!shorter.across().shortened) return shorter;
    }
    for (std::size_t most = kMostCells; too_wide(array, grid) && most > 1; most = most * 3 / 4) {
      grid = grid_of(most);
    }
    return grid;
  }

  bool too_wide(const Array& array, const Grid& grid) const {
    return grid.width_at(kLeastPitch) + side_of(array, grid) > width_;
  }

  /// Those that are read or the others, in the order of the first access.
  std::vector<PlacedArray> choose_arrays(bool reads) {
    std::map<std::uint32_t, std::uint64_t> first;
    for (const Touch* touch : touches_) {
      if (is_read(*touch) != reads) continue;
      const auto [found, fresh] = first.emplace(touch->array, touch->order);
      found->second = std::min(found->second, touch->order);
    }
    std::vector<PlacedArray> list;
    for (const auto& [index, order] : first) {
      const Array& array = model_.arrays[index];
      PlacedArray placed(index, make_grid(index, first.size()));
      placed.few = few_of(touches_, index, reads);
      const std::string rest = fmt::format(
          ": {} memory, {}{}{}", array.shared ? "shared" : "global",
          base::counted(static_cast<std::uint64_t>(array.elements), "element"),
          placed.grid.turned() ? " (a row goes down)" : "",
          placed.few.empty() ? "" : fmt::format(" (arrows of {} threads)", placed.few.size()));
      placed.heading =
          fitted(array.name, kHeadingSize, width_ - text_width(rest, kHeadingSize)) + rest;
      placed.read = reads;
      placed.order = order;
      scene_.shortened = scene_.shortened || placed.grid.shortened();
      list.push_back(std::move(placed));
    }
    std::ranges::stable_sort(list, {}, &PlacedArray::order);
    return list;
  }

  void choose_pitch(const std::vector<Stage>& stages) {
    pitch_ = kWidestPitch;
    for (const Stage& stage : stages) {
      fit_pitch(stage.reads);
      fit_pitch(stage.writes);
    }
    pitch_ = std::floor(std::max(pitch_, kLeastPitch));
    choose_node_pitch();
  }

  /// Side by side if at all possible.
  void fit_pitch(const std::vector<PlacedArray>& list) {
    std::vector<double> sides;
    for (const PlacedArray& placed : list) {
      const auto count = static_cast<double>(placed.grid.across().count());
      sides.push_back(side_of(model_.arrays[placed.array], placed.grid));
      const double fixed = placed.grid.across().length(0) + sides.back();
      if (count > 0) pitch_ = std::min(pitch_, (width_ - fixed) / count);
    }
    for (double pitch = pitch_; pitch >= kLeastAbreast; pitch -= 1) {
      double used = -kSpace;
      for (std::size_t i = 0; i < list.size(); ++i) {
        used += kSpace + std::max(sides[i] + list[i].grid.width_at(pitch),
                                  text_width(list[i].heading, kHeadingSize));
      }
      if (used > width_) continue;
      pitch_ = pitch;
      return;
    }
  }

  void choose_node_pitch() {
    std::map<std::uint32_t, std::set<std::uint32_t>> columns;
    double label = 0;
    for (const ThreadId& thread : threads_) {
      columns[thread.block].insert(column_of(thread));
      label = std::max(label, text_width(thread_label(model_, thread), kSmallText) + 5);
    }
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
    node_pitch_ = std::floor(std::min({std::max({pitch_, kGoodPitch, label}), one, abreast}));
    // Cells and threads of one width make arrows that stand upright.
    if (single && pitch_ >= std::max(label, node_pitch_ * 0.85)) {
      node_pitch_ = std::min(pitch_, node_pitch_);
    }
  }

  /// Whether labels fit into the cells, and the size.
  void measure(PlacedArray& placed) const {
    const Array& array = model_.arrays[placed.array];
    placed.grid.each([&](std::size_t, std::int64_t element, const Box&) {
      if (element == kGap) return;
      const std::string label = element_label(array, element);
      if (text_width(label, kSmallText) + kLabelRoom > pitch_) placed.labels_fit = false;
    });
    placed.side = placed.labels_fit ? 0 : side_of(model_.arrays[placed.array], placed.grid);
    placed.width = std::max(placed.side + placed.grid.width_at(pitch_),
                            text_width(placed.heading, kHeadingSize));
    placed.height = kHeading + placed.strip() + placed.grid.height_at(kCellHeight);
  }

  double draw_step(double top) {
    drawn_.clear();
    for (const Touch* touch : touches_) {
      if (line_of(*touch) != nullptr) drawn_.push_back(touch);
    }
    place_blocks();
    double y = top;
    if (!above_.empty()) y += place_arrays(above_, y) + kArrows;
    double height = 0;
    for (PlacedBlock& placed : blocks_) {
      placed.at.y = y;
      height = std::max(height, placed.height);
    }
    y += height;
    if (!below_.empty()) y += kArrows + place_arrays(below_, y + kArrows);
    for (const Line* line : {&above_, &below_}) {
      for (const PlacedArray& placed : *line) paint(placed);
    }
    paint_blocks();
    paint_arrows();
    return y;
  }

  /// The array that an access leads to, if this step draws it.
  const PlacedArray* line_of(const Touch& touch) const {
    const Line& line = is_read(touch) ? above_ : below_;
    const auto found = std::ranges::find(line, touch.array, &PlacedArray::array);
    return found == line.end() ? nullptr : &*found;
  }

  double place_arrays(Line& line, double top) {
    const double height = put_abreast(line, width_, top, line.front().read);
    for (PlacedArray& placed : line) place_grid(placed);
    if (line.size() == 1) {
      PlacedArray& alone = line.front();
      const double x = alone.at.x + lean_of(alone);
      alone.at.x = std::clamp(x, 0.0, width_ - alone.width);
      place_grid(alone);
    }
    return height;
  }

  void place_grid(PlacedArray& placed) const {
    const double used = placed.side + placed.grid.width_at(pitch_);
    const double indent = placed.side + (placed.width - used) / 2;
    const double above = (placed.read ? kHeading : 0) + placed.strip();
    placed.grid.place({placed.at.x + indent, placed.at.y + above}, pitch_, kCellHeight);
  }

  /// How far an array would have to move so that its arrows stand upright on the whole.
  double lean_of(const PlacedArray& placed) const {
    double sum = 0, count = 0;
    for (const Touch* touch : drawn_) {
      if (line_of(*touch) != &placed) continue;
      const std::optional<Box> cell = placed.grid.cell(touch->element);
      if (!cell) continue;
      sum += node_of(touch->thread).centre().x - cell->centre().x;
      count += 1;
    }
    return count == 0 ? 0 : sum / count;
  }

  std::uint32_t column_of(const ThreadId& thread) const {
    return in_line_ ? thread.number : thread.number % model_.block[0];
  }
  std::uint32_t row_of(const ThreadId& thread) const {
    return in_line_ ? 0 : thread.number / model_.block[0];
  }

  void place_blocks() {
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
    blocks_.clear();
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
      placed.height = static_cast<double>(placed.rows.size()) * kRowHeight - kRowGap + 2 * kPadding;
      blocks_.push_back(placed);
    }
    put_abreast(blocks_, width_, 0, false);
  }

  std::vector<std::string> block_heading(const PlacedBlock& placed) const {
    if (placed.threads.size() < model_.threads_per_block()) {
      return {"warp", std::to_string(placed.threads.front().warp())};
    }
    return {"block", block_label(model_, placed.block)};
  }

  void paint(const PlacedArray& placed) {
    const Array& array = model_.arrays[placed.array];
    const double base = placed.read ? placed.at.y + 11 : placed.at.y + placed.height - 3;
    scene_.texts.push_back({{placed.at.x + placed.width / 2, base},
                            placed.heading,
                            kHeadingSize,
                            Anchor::Middle,
                            true});
    std::map<std::int64_t, std::vector<const Touch*>> touched;
    for (const Touch* touch : drawn_) {
      if (line_of(*touch) == &placed) touched[touch->element].push_back(touch);
    }
    const std::set<std::int64_t> shown = wanted(placed.array);
    placed.grid.each([&](std::size_t, std::int64_t element, const Box& box) {
      if (element == kGap) return;
      const auto found = touched.find(element);
      const bool outside = element < 0 || element >= array.elements;
      if (outside && !shown.contains(element)) return;
      Shape shape{box, Look::Cell, kNoColour, "", element_name(array, element), false, 1};
      if (outside) shape.look = Look::Ghost;
      if (found != touched.end()) describe(found->second, shape);
      if (placed.labels_fit) shape.label = element_label(array, element);
      scene_.shapes.push_back(std::move(shape));
    });
    paint_gaps(placed);
    if (!placed.labels_fit) paint_labels(placed);
  }

  /// Dots where something is left out: beside each line of cells, and once between lines.
  void paint_gaps(const PlacedArray& placed) {
    const Box area = placed.grid.area();
    const auto dots = [&](double x, double y) {
      scene_.texts.push_back({{x, y + 4}, "…", kSmallText, Anchor::Middle, false, true});
    };
    double y = area.y;
    for (const std::int64_t line : placed.grid.down().indices) {
      const double height = line == kGap ? placed.grid.down().gap : kCellHeight;
      if (line == kGap) dots(area.centre().x, y + height / 2);
      double x = area.x;
      for (const std::int64_t index : placed.grid.across().indices) {
        const double width = index == kGap ? placed.grid.across().gap : pitch_;
        if (index == kGap && line != kGap) dots(x + width / 2, y + height / 2);
        x += width;
      }
      y += height;
    }
  }

  /// Labels above the cells and beside their lines, as many as there is room for.
  void paint_labels(const PlacedArray& placed) {
    const Array& array = model_.arrays[placed.array];
    const Grid& grid = placed.grid;
    const Box area = grid.area();
    const bool flat = array.shape.row == 0;
    const auto across = [&](std::int64_t index) {
      return slot_label(array, placed.grid, grid.turned(), index);
    };
    const std::set<std::int64_t> layers = first_of_layers(grid.rows(), array.rows_of_layer());
    const auto slots = labelled_slots(grid.across(), pitch_, [&](std::int64_t index) {
      return AxisLabel{text_width(across(index), kSmallText),
                       grid.turned() && layers.contains(index),
                       grid.turned() ? row_in_layer(index, array.rows_of_layer()) : index};
    });
    for (const std::size_t slot : slots) {
      const std::int64_t index = grid.across().indices[slot];
      const double x = area.x + *grid.across().offset(index, pitch_) + pitch_ / 2;
      const Text text{{x, area.y - 4}, across(index), kSmallText, Anchor::Middle, false, true};
      const Box box = box_of(text);
      if (box.x >= 0 && box.right() <= width_) scene_.texts.push_back(text);
    }
    if (flat) return;
    for (const std::int64_t index : grid.down().indices) {
      if (index == kGap) continue;
      const double y = area.y + *grid.down().offset(index, kCellHeight) + kCellHeight / 2 + 4;
      const std::string label = slot_label(array, placed.grid, !grid.turned(), index);
      scene_.texts.push_back({{area.x - 5, y}, label, kSmallText, Anchor::End, false, true});
    }
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

  const PlacedBlock& block_of(const ThreadId& thread) const {
    return *std::ranges::find(blocks_, thread.block, &PlacedBlock::block);
  }

  Box node_of(const ThreadId& thread) const {
    const PlacedBlock& placed = block_of(thread);
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
      double base = frame.centre().y - 4;
      for (const std::string& line : placed.heading) {
        const double middle = frame.x + 5 + placed.heading_width / 2;
        scene_.texts.push_back({{middle, base}, line, kSmallText, Anchor::Middle, false, true});
        base += 14;
      }
      for (const ThreadId& thread : placed.threads) paint_node(thread);
    }
  }

  void paint_node(const ThreadId& thread) {
    Shape shape{node_of(thread),
                Look::Thread,
                colours_.at(thread),
                "",
                thread_name(model_, thread),
                false,
                1};
    shape.label = node_label(model_, thread, shape.box.width);
    bool works = false;
    for (const Touch* touch : drawn_) {
      if (touch->thread != thread) continue;
      works = true;
      shape.marked = shape.marked || touch->marked;
    }
    if (!works) {
      shape.look = Look::Idle;
      shape.tip += " touches no memory here";
    }
    scene_.shapes.push_back(std::move(shape));
  }

  /// Arrows leave and reach lines of cells at their outer edge, so that no cell hides an end.
  double cell_end(const PlacedArray& placed, const Box& cell) const {
    const std::vector<std::int64_t>& lines = placed.grid.down().indices;
    if (lines.size() == 1) return cell.centre().x;
    const auto slot =
        static_cast<std::size_t>(std::round((cell.y - placed.grid.area().y) / kCellHeight));
    return spread(cell, std::min(slot, lines.size() - 1), lines.size());
  }

  void paint_arrows() {
    for (const bool reads : {true, false}) {
      std::map<ThreadId, std::vector<const Touch*>> by_thread;
      for (const Touch* touch : drawn_) {
        if (is_read(*touch) == reads) by_thread[touch->thread].push_back(touch);
      }
      for (const auto& [thread, list] : by_thread) {
        for (std::size_t k = 0; k < list.size(); ++k) paint_arrow(*list[k], k, list.size());
      }
    }
  }

  void paint_arrow(const Touch& touch, std::size_t k, std::size_t n) {
    const PlacedArray& placed = *line_of(touch);
    const std::optional<Box> cell = placed.grid.cell(touch.element);
    if (!cell) return;
    if (!placed.few.empty() && !placed.few.contains(touch.thread) && !touch.marked) return;
    Arrow arrow;
    arrow.colour = touch.outside ? kBadColour : colours_.at(touch.thread);
    arrow.marked = touch.marked;
    arrow.tip = sentence(model_, touch);
    const PlacedBlock& block = block_of(touch.thread);
    const auto row = static_cast<std::size_t>(std::ranges::find(block.rows, row_of(touch.thread)) -
                                              block.rows.begin());
    const Box node = node_of(touch.thread);
    const double x = spread(node, row * n + k, block.rows.size() * n);
    const double at_cell = cell_end(placed, *cell);
    const double first = block.at.y + kPadding;
    const double last = first + static_cast<double>(block.rows.size() - 1) * kRowHeight;
    // To a thread within its block an arrow goes upright, behind the other threads of its column.
    if (placed.read) {
      arrow.from = {at_cell, placed.grid.area().bottom()};
      arrow.to = {x, node.y};
      if (node.y > first) arrow.corner = Point{x, first};
      arrow.stroke = Stroke::Read;
    } else {
      arrow.from = {x, node.bottom()};
      arrow.to = {at_cell, placed.grid.area().y - placed.strip()};
      if (node.y < last) arrow.corner = Point{x, last + kCellHeight};
      arrow.stroke = touch.kind == TraceKind::Atomic ? Stroke::Atomic : Stroke::Write;
    }
    arrow.behind = arrow.corner.has_value();
    scene_.arrows.push_back(std::move(arrow));
  }

  const LaunchModel& model_;
  const Phase& phase_;
  const std::vector<ThreadId>& threads_;
  double width_;
  bool in_line_ = false;              ///< threads in one row, whatever their block's shape
  double pitch_ = kWidestPitch;       ///< of cells
  double node_pitch_ = kWidestPitch;  ///< of threads
  std::map<ThreadId, int> colours_;
  std::vector<const Touch*> touches_;
  Line above_, below_;               ///< of this step
  std::vector<const Touch*> drawn_;  ///< in this step
  std::vector<PlacedBlock> blocks_;
  Scene scene_;
};

}  // namespace

Scene draw_detail(const LaunchModel& model, std::size_t phase, const std::vector<ThreadId>& threads,
                  double width) {
  Scene all;
  all.width = width;
  for (const std::vector<ThreadId>& group : groups_abreast(model, threads, width)) {
    if (all.height > 0) all.height += 20;
    const Scene part = Detail(model, model.phases[phase], group, width).draw();
    all.add(part, {0, all.height});
    all.height += part.height;
  }
  return all;
}

}  // namespace report::draw
