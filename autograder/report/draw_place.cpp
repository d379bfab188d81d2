// SPDX-License-Identifier: MIT
#include "report/draw_place.h"

#include <fmt/format.h>

#include <map>

namespace report::draw {

std::set<std::uint32_t> written_then_read(const std::vector<const Touch*>& touches) {
  std::map<std::uint32_t, std::uint64_t> read, write;  // the first of each
  for (const Touch* touch : touches) {
    auto& first = touch->kind == protocol::TraceKind::Read ? read : write;
    const auto [found, fresh] = first.emplace(touch->array, touch->order);
    found->second = std::min(found->second, touch->order);
  }
  std::set<std::uint32_t> arrays;
  for (const auto& [array, order] : write) {
    const auto found = read.find(array);
    if (found != read.end() && order < found->second) arrays.insert(array);
  }
  return arrays;
}

std::set<ThreadId> few_of(const std::vector<const Touch*>& touches, std::uint32_t array,
                          bool reads) {
  constexpr std::size_t kMostArrows = 200, kFew = 4;
  std::set<ThreadId> all;
  std::size_t arrows = 0;
  for (const Touch* touch : touches) {
    if (touch->array != array || (touch->kind == protocol::TraceKind::Read) != reads) continue;
    all.insert(touch->thread);
    ++arrows;
  }
  if (arrows <= kMostArrows || all.size() <= kFew) return {};
  const std::vector<ThreadId> list(all.begin(), all.end());
  std::set<ThreadId> few;
  for (std::size_t i = 0; i < kFew; ++i) few.insert(list[i * (list.size() - 1) / (kFew - 1)]);
  return few;
}

double spread(const Box& box, std::size_t k, std::size_t n) {
  if (n <= 1) return box.centre().x;
  const double step = std::min(9.0, (box.width - 6) / static_cast<double>(n - 1));
  return box.centre().x + (static_cast<double>(k) - static_cast<double>(n - 1) / 2) * step;
}

std::string node_label(const LaunchModel& model, const ThreadId& thread, double room) {
  const std::string label = thread_label(model, thread);
  if (text_width(label, kSmallText) <= room) return label;
  const protocol::Dim3 at = protocol::thread_place(thread.number, model.block);
  const std::string plane = fmt::format("{},{}", at[0], at[1]);
  if (model.block[2] == 1 || text_width(plane, kSmallText) > room) return "";
  return fmt::format("{}\nz={}", plane, at[2]);
}

std::string slot_label(const Array& array, const Grid& grid, bool is_row, std::int64_t index) {
  if (!is_row) return std::to_string(index);
  const std::int64_t layer = array.rows_of_layer();
  return row_label(index, layer, first_of_layers(grid.rows(), layer).contains(index));
}

double side_of(const Array& array, const Grid& grid) {
  if (array.shape.row == 0) return 0;
  double widest = 0;
  for (const std::int64_t index : grid.down().indices) {
    if (index == kGap) continue;
    const std::string label = slot_label(array, grid, !grid.turned(), index);
    widest = std::max(widest, text_width(label, kSmallText) + 7);
  }
  return widest;
}

std::vector<Line> lines_of(std::vector<PlacedArray>&& arrays, double width) {
  std::vector<Line> lines;
  double used = 0;
  for (PlacedArray& placed : arrays) {
    if (lines.empty() || used + kSpace + placed.width > width) {
      lines.emplace_back();
      used = -kSpace;
    }
    used += kSpace + placed.width;
    lines.back().push_back(std::move(placed));
  }
  return lines;
}

namespace {

/// How many of the blocks from `first` on have room side by side; `sizes`: drawn threads of each.
std::size_t blocks_abreast(const LaunchModel& model, const std::vector<std::size_t>& sizes,
                           std::size_t first, double width) {
  constexpr double kLeastPitch = 24;  // of a thread
  const double name = text_width("(0,0,0)", kSmallText) + 8 + 2 * kPadding;
  double used = -kSpace;
  std::size_t count = 0;
  for (std::size_t i = first; i < sizes.size(); ++i, ++count) {
    const auto columns = static_cast<double>(std::min<std::size_t>(sizes[i], model.block[0]));
    used += kSpace + name + columns * kLeastPitch;
    if (count > 0 && used > width) break;
  }
  return count;
}

}  // namespace

std::vector<std::vector<ThreadId>> groups_abreast(const LaunchModel& model,
                                                  const std::vector<ThreadId>& threads,
                                                  double width) {
  std::vector<std::size_t> sizes;  // of the blocks
  for (std::size_t i = 0; i < threads.size(); ++i) {
    if (i == 0 || threads[i].block != threads[i - 1].block) sizes.push_back(0);
    ++sizes.back();
  }
  std::vector<std::vector<ThreadId>> groups;
  auto next = threads.begin();
  for (std::size_t first = 0; first < sizes.size();) {
    const std::size_t count = blocks_abreast(model, sizes, first, width);
    std::vector<ThreadId>& group = groups.emplace_back();
    for (std::size_t i = first; i < first + count; ++i) {
      group.insert(group.end(), next, next + static_cast<std::ptrdiff_t>(sizes[i]));
      next += static_cast<std::ptrdiff_t>(sizes[i]);
    }
    first += count;
  }
  return groups;
}

}  // namespace report::draw
