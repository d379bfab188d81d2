// SPDX-License-Identifier: MIT
#include "report/draw_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <tuple>

#include "base/text.h"

namespace report::draw {

namespace {

using protocol::TraceKind;

/// Rounds down, also for elements before the start.
std::int64_t floor_divide(std::int64_t element, std::int64_t length) {
  return element >= 0 ? element / length : -((-element + length - 1) / length);
}

/// Shared arrays come without a shape: one that fits the block has the block's rows, padded or not.
std::int64_t shared_row(std::int64_t elements, const protocol::Dim3& block) {
  if (block[1] == 1) return 0;
  for (const std::int64_t more : {0, 1, 2}) {
    for (const std::int64_t length : {std::int64_t{block[0]}, std::int64_t{block[0]} + 1}) {
      if (length > 1 && elements == length * (block[1] + more)) return length;
    }
  }
  return 0;
}

Array array_of(const protocol::TracedArray& traced, const protocol::Dim3& block,
               const RowShapes& rows) {
  Array array;
  array.name = shown_name(traced);
  array.shared = traced.space == protocol::TraceSpace::Shared;
  array.element_bytes = traced.element_bytes;
  array.elements = static_cast<std::int64_t>(traced.bytes / traced.element_bytes);
  array.start = traced.start;
  if (array.shared) {
    array.shape.row = shared_row(array.elements, block);
  } else if (const auto row = rows.find(traced.name); row != rows.end()) {
    array.shape = row->second;
  }
  return array;
}

/// Adds one access's touches to a phase, each element that a lane's bytes cover.
void add_touches(const protocol::TracedAccess& access, const Array& array, std::uint32_t index,
                 std::vector<Touch>& touches) {
  std::size_t next = 0;
  for (std::uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
    const std::int64_t offset = access.offsets[next++];
    const std::int64_t size = array.element_bytes;
    const std::int64_t first = floor_divide(offset, size);
    const std::int64_t last = floor_divide(offset + access.bytes - 1, size);
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    for (std::int64_t element = first; element <= last; ++element) {
      touches.push_back({{access.block, access.warp * 32 + lane},
                         index,
                         element,
                         access.kind,
                         access.outside,
                         1,
                         false,
                         touches.size()});
    }
  }
}

auto key_of(const Touch& touch) {
  return std::tie(touch.array, touch.element, touch.thread, touch.kind, touch.outside);
}

void fold(std::vector<Touch>& touches) {
  std::ranges::stable_sort(touches,
                           [](const Touch& a, const Touch& b) { return key_of(a) < key_of(b); });
  std::vector<Touch> folded;
  for (const Touch& touch : touches) {
    if (!folded.empty() && key_of(folded.back()) == key_of(touch)) {
      folded.back().count += touch.count;
    } else {
      folded.push_back(touch);
    }
  }
  touches = std::move(folded);
}

}  // namespace

std::string shown_name(const protocol::TracedArray& array) {
  if (array.name.empty()) return "memory";
  const bool is_number =
      std::ranges::all_of(array.name, [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? "buffer" + array.name : array.name;
}

std::vector<ThreadId> LaunchModel::threads() const {
  std::vector<ThreadId> all;
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    for (std::uint32_t number = 0; number < threads_per_block(); ++number) {
      all.push_back({b, number});
    }
  }
  return all;
}

std::optional<LaunchModel> model_of(const protocol::Launch& launch, const RowShapes& rows) {
  if (!launch.trace) return std::nullopt;
  const protocol::Trace& trace = *launch.trace;
  LaunchModel model;
  model.kernel = launch.name;
  model.grid = launch.grid;
  model.block = launch.block;
  model.blocks = trace.blocks;
  model.dropped = trace.dropped;
  model.counters = launch.counters;
  std::vector<std::uint32_t> index(trace.arrays.size(), UINT32_MAX);
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (trace.arrays[i].role == "metadata") continue;
    index[i] = static_cast<std::uint32_t>(model.arrays.size());
    model.arrays.push_back(array_of(trace.arrays[i], launch.block, rows));
  }
  std::map<std::uint32_t, Phase> phases;
  for (const protocol::TracedAccess& access : trace.accesses) {
    const std::uint32_t array = index[access.array];
    if (array == UINT32_MAX) continue;
    add_touches(access, model.arrays[array], array, phases[access.phase].touches);
  }
  for (auto& [number, phase] : phases) {
    if (model.phases.size() == kMostPhases) {
      ++model.phases_left_out;
      continue;
    }
    fold(phase.touches);
    if (number < trace.barriers.size()) {
      phase.ends_at_barrier = true;
      phase.barrier_line = trace.barriers[number].line;
    }
    model.phases.push_back(std::move(phase));
  }
  return model;
}

std::int64_t Array::row_of(std::int64_t element) const {
  return shape.row == 0 ? 0 : floor_divide(element, shape.row);
}

RowShape row_shape(const std::vector<std::int64_t>& shape,
                   const std::vector<std::int64_t>& strides) {
  if (shape.size() != strides.size()) return {};
  std::vector<std::int64_t> steps;  // of the dimensions that have more than one element
  bool has_unit = false;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] <= 1) continue;
    if (strides[d] == 1) has_unit = true;
    if (strides[d] > 1) steps.push_back(strides[d]);
  }
  if (!has_unit || steps.empty()) return {};
  std::ranges::sort(steps);
  const auto layer = std::ranges::find_if(
      steps, [&](std::int64_t step) { return step > steps[0] && step % steps[0] == 0; });
  return {steps[0], layer == steps.end() ? 0 : *layer};
}

namespace {

/// An element's place: the row within its layer where there are layers.
struct Place {
  std::int64_t layer, row, column;
};

Place place_of(const Array& array, std::int64_t element) {
  const std::int64_t row = array.row_of(element);
  const std::int64_t column = element - row * array.shape.row;
  if (array.shape.layer == 0) return {0, row, column};
  const std::int64_t layer = floor_divide(row, array.rows_of_layer());
  return {layer, row - layer * array.rows_of_layer(), column};
}

}  // namespace

std::string element_label(const Array& array, std::int64_t element) {
  if (array.shape.row == 0) return std::to_string(element);
  const Place at = place_of(array, element);
  if (array.shape.layer == 0) return fmt::format("{},{}", at.row, at.column);
  return fmt::format("{},{},{}", at.layer, at.row, at.column);
}

std::string element_name(const Array& array, std::int64_t element) {
  if (array.shape.row == 0) return fmt::format("{}[{}]", array.name, element);
  const Place at = place_of(array, element);
  if (array.shape.layer == 0) return fmt::format("{}[{}][{}]", array.name, at.row, at.column);
  return fmt::format("{}[{}][{}][{}]", array.name, at.layer, at.row, at.column);
}

std::int64_t row_in_layer(std::int64_t row, std::int64_t rows_of_layer) {
  return rows_of_layer == 0 ? row : row - floor_divide(row, rows_of_layer) * rows_of_layer;
}

std::string row_label(std::int64_t row, std::int64_t rows_of_layer, bool first) {
  if (rows_of_layer == 0) return std::to_string(row);
  const std::int64_t layer = floor_divide(row, rows_of_layer);
  const std::int64_t within = row_in_layer(row, rows_of_layer);
  return first ? fmt::format("z={} y={}", layer, within) : fmt::format("y={}", within);
}

std::string thread_label(const LaunchModel& model, ThreadId thread) {
  const protocol::Dim3 at = protocol::thread_place(thread.number, model.block);
  if (model.block[2] > 1) return fmt::format("{},{},{}", at[0], at[1], at[2]);
  if (model.block[1] > 1) return fmt::format("{},{}", at[0], at[1]);
  return std::to_string(at[0]);
}

std::string block_label(const LaunchModel& model, std::uint32_t block) {
  const protocol::Dim3& at = model.blocks[block];
  if (model.grid[2] > 1) return fmt::format("({},{},{})", at[0], at[1], at[2]);
  if (model.grid[1] > 1) return fmt::format("({},{})", at[0], at[1]);
  return std::to_string(at[0]);
}

std::string thread_name(const LaunchModel& model, ThreadId thread) {
  std::string label = thread_label(model, thread);
  if (label.find(',') != std::string::npos) label = "(" + label + ")";
  std::string name = "thread " + label;
  if (model.blocks.size() > 1 || model.grid[0] * model.grid[1] * model.grid[2] > 1) {
    name += " of block " + block_label(model, thread.block);
  }
  return name;
}

namespace {

std::string extent(const protocol::Dim3& size) {
  if (size[1] * size[2] == 1) return std::to_string(size[0]);
  if (size[2] == 1) return fmt::format("({},{})", size[0], size[1]);
  return fmt::format("({},{},{})", size[0], size[1], size[2]);
}

}  // namespace

std::string launch_text(const LaunchModel& model) {
  return fmt::format("{}<<<{}, {}>>>", model.kernel, extent(model.grid), extent(model.block));
}

std::string verb(TraceKind kind) {
  switch (kind) {
    case TraceKind::Read:
      return "reads";
    case TraceKind::Write:
      return "writes";
    case TraceKind::Atomic:
      return "changes";
  }
  return "reads";
}

std::string sentence(const LaunchModel& model, const Touch& touch) {
  std::string text = thread_name(model, touch.thread) + " " + verb(touch.kind) + " " +
                     element_name(model.arrays[touch.array], touch.element);
  if (touch.count > 1) text += fmt::format(", {} times", base::with_thousands(touch.count));
  if (touch.outside) text += ", which is not there";
  return text;
}

std::vector<std::string> count_lines(const LaunchModel& model) {
  const protocol::Counters& all = model.counters;
  std::vector<std::string> lines;
  const auto line = [](std::string_view memory, std::uint64_t reads, std::uint64_t writes,
                       std::uint64_t atomics) {
    std::string text = fmt::format("{}: {}, {}", memory, base::counted(reads, "read"),
                                   base::counted(writes, "write"));
    if (atomics != 0) text += ", " + base::counted(atomics, "atomic change");
    return text;
  };
  std::string global =
      line("global memory", all.global_loads, all.global_stores, all.global_atomics);
  if (all.max_global_loads_per_thread + all.max_global_stores_per_thread != 0) {
    global += fmt::format(" (busiest thread: {} and {})",
                          base::with_thousands(all.max_global_loads_per_thread),
                          base::with_thousands(all.max_global_stores_per_thread));
  }
  lines.push_back(std::move(global));
  if (all.shared_loads + all.shared_stores + all.shared_atomics != 0) {
    lines.push_back(line("shared memory", all.shared_loads, all.shared_stores, all.shared_atomics));
  }
  return lines;
}

namespace {

/// What a thread does to global memory, whenever: array, element, kind, how often.
using Deeds = std::map<std::tuple<std::string, std::int64_t, TraceKind>, std::uint64_t>;

/// By block and thread.
std::map<std::pair<protocol::Dim3, std::uint32_t>, Deeds> deeds_of(const LaunchModel& model) {
  std::map<std::pair<protocol::Dim3, std::uint32_t>, Deeds> all;
  for (const Phase& phase : model.phases) {
    for (const Touch& touch : phase.touches) {
      const Array& array = model.arrays[touch.array];
      if (array.shared) continue;
      const std::pair key{model.blocks[touch.thread.block], touch.thread.number};
      all[key][{array.name, touch.element, touch.kind}] += touch.count;
    }
  }
  return all;
}

void mark(LaunchModel& model, const std::pair<protocol::Dim3, std::uint32_t>& who,
          const Deeds& others) {
  for (Phase& phase : model.phases) {
    for (Touch& touch : phase.touches) {
      const Array& array = model.arrays[touch.array];
      if (array.shared || touch.thread.number != who.second ||
          model.blocks[touch.thread.block] != who.first) {
        continue;
      }
      touch.marked = !others.contains({array.name, touch.element, touch.kind});
    }
  }
}

/// "reads a[4]": the first marked access, or what it does when all of it is in the other too.
std::string deed_text(const LaunchModel& model) {
  for (const Phase& phase : model.phases) {
    for (const Touch& touch : phase.touches) {
      if (!touch.marked) continue;
      return verb(touch.kind) + " " + element_name(model.arrays[touch.array], touch.element);
    }
  }
  return "";
}

}  // namespace

std::string mark_difference(LaunchModel& mine, LaunchModel& reference) {
  const auto my_deeds = deeds_of(mine);
  const auto its_deeds = deeds_of(reference);
  auto keys = std::set<std::pair<protocol::Dim3, std::uint32_t>>();
  for (const auto& [key, deeds] : my_deeds) keys.insert(key);
  for (const auto& [key, deeds] : its_deeds) keys.insert(key);
  const Deeds none;
  const auto of = [&](const auto& all, const auto& key) -> const Deeds& {
    const auto found = all.find(key);
    return found == all.end() ? none : found->second;
  };
  for (const auto& key : keys) {
    const Deeds& my = of(my_deeds, key);
    const Deeds& its = of(its_deeds, key);
    if (my == its) continue;
    mark(mine, key, its);
    mark(reference, key, my);
    const auto block = std::ranges::find(mine.blocks, key.first);
    const auto index =
        static_cast<std::uint32_t>(block == mine.blocks.end() ? 0 : block - mine.blocks.begin());
    std::string text = "First difference: " + thread_name(mine, {index, key.second});
    const std::string here = deed_text(mine);
    const std::string there = deed_text(reference);
    if (!here.empty() && !there.empty()) {
      return text + " " + here + "; in the course's answer it " + there + ".";
    }
    if (!here.empty()) return text + " " + here + "; in the course's answer it does not.";
    if (!there.empty())
      return text + " does not do what the course's answer does: it " + there + ".";
    return text + " touches the same elements as in the course's answer, but not as often.";
  }
  return "";
}

}  // namespace report::draw
