// SPDX-License-Identifier: MIT
/// \file
/// What a picture shows, before anything has a place: which thread touches which element, in which
/// phase between barriers. Tested by draw_model_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/run_result.h"

namespace report::draw {

/// A thread of the recorded blocks.
struct ThreadId {
  std::uint32_t block = 0;   ///< index into LaunchModel::blocks
  std::uint32_t number = 0;  ///< within the block
  std::uint32_t warp() const { return number / 32; }
  friend auto operator<=>(const ThreadId&, const ThreadId&) = default;
};

/// Rows of a buffer, and layers of rows.
struct RowShape {
  std::int64_t row = 0;    ///< elements of a row; 0: one dimension
  std::int64_t layer = 0;  ///< elements of a layer, a multiple of `row`; 0: at most two dimensions
  RowShape() = default;
  /// Rows of that length, in layers of that size.
  RowShape(std::int64_t row_length, std::int64_t layer_size = 0)
      : row(row_length), layer(layer_size) {}
  friend bool operator==(const RowShape&, const RowShape&) = default;
};

/// How buffers lie in memory, as far as the exercise says so, by name. Buffers that are not listed
/// have one dimension.
using RowShapes = std::map<std::string, RowShape>;

/// An array that is drawn.
struct Array {
  std::string name;           ///< as people know it
  bool shared = false;        ///< of the block, else global
  std::int64_t elements = 0;  ///< how many
  std::uint32_t element_bytes = 4;
  std::uint32_t start = 0;  ///< first address modulo 128
  RowShape shape;           ///< rows and layers
  /// Which row an element lies in, counted through all layers; also for elements outside.
  std::int64_t row_of(std::int64_t element) const;
  /// How many rows a layer has; 0 without layers.
  std::int64_t rows_of_layer() const { return shape.layer == 0 ? 0 : shape.layer / shape.row; }
};

/// A thread touches an element.
struct Touch {
  ThreadId thread;
  std::uint32_t array = 0;   ///< index into LaunchModel::arrays
  std::int64_t element = 0;  ///< may lie outside
  protocol::TraceKind kind = protocol::TraceKind::Read;
  bool outside = false;     ///< the access is wrong and was not done
  std::uint64_t count = 1;  ///< how often, in this phase
  bool marked = false;      ///< this is what to look at
  std::uint64_t order = 0;  ///< touches are recorded in this order
};

/// What happens between two barriers, by array, element, thread and kind.
struct Phase {
  std::vector<Touch> touches;
  std::uint32_t barrier_line = 0;  ///< of the barrier at its end; 0: none or not known
  bool ends_at_barrier = false;
};

/// A launch.
struct LaunchModel {
  std::string kernel;                  ///< bare name
  protocol::Dim3 grid{1, 1, 1};        ///< blocks
  protocol::Dim3 block{1, 1, 1};       ///< threads
  std::vector<protocol::Dim3> blocks;  ///< those recorded
  std::vector<Array> arrays;
  std::vector<Phase> phases;  ///< at most kMostPhases
  std::size_t phases_left_out = 0;
  std::uint64_t dropped = 0;    ///< accesses that were not recorded
  protocol::Counters counters;  ///< of the whole launch
  /// All threads of the recorded blocks.
  std::vector<ThreadId> threads() const;
  std::uint32_t threads_per_block() const { return block[0] * block[1] * block[2]; }
};

/// More phases than this make no picture.
inline constexpr std::size_t kMostPhases = 12;

/// The model of a recorded launch; nothing when the launch has no trace. Metadata buffers (shapes,
/// strides) are left out.
std::optional<LaunchModel> model_of(const protocol::Launch& launch, const RowShapes& rows);

/// Rows and layers of a buffer with that shape and those strides (in elements).
RowShape row_shape(const std::vector<std::int64_t>& shape,
                   const std::vector<std::int64_t>& strides);

/// A recorded array's name as people know it: "buffer0" for one that only has a number.
std::string shown_name(const protocol::TracedArray& array);

/// "a[3]", "a[1][2]" for arrays with rows, "a[0][1][2]" for those with layers.
std::string element_name(const Array& array, std::int64_t element);
/// "3", "1,2", "0,1,2": what stands in a cell.
std::string element_label(const Array& array, std::int64_t element);
/// What stands beside a row, counted through all layers: "1"; with layers "z=0 y=1" when it is the
/// `first` of its layer that is shown, else "y=1".
std::string row_label(std::int64_t row, std::int64_t rows_of_layer, bool first);
/// A row's number within its layer.
std::int64_t row_in_layer(std::int64_t row, std::int64_t rows_of_layer);
/// "3", or "1,2" (x first) where the block has more dimensions.
std::string thread_label(const LaunchModel& model, ThreadId thread);
/// "2", or "(1,2)" (x first) where the grid has more dimensions.
std::string block_label(const LaunchModel& model, std::uint32_t block);
/// "thread 3", "thread (1,2)", with its block where the launch has several.
std::string thread_name(const LaunchModel& model, ThreadId thread);
/// "map<<<1, 4>>>", "map<<<(2,3), (16,16)>>>".
std::string launch_text(const LaunchModel& model);
/// "reads", "writes", "changes".
std::string verb(protocol::TraceKind kind);
/// "thread 3 reads a[3]", with how often and whether that was wrong.
std::string sentence(const LaunchModel& model, const Touch& touch);
/// "4 reads, 4 writes of global memory; ...": a line for each memory.
std::vector<std::string> count_lines(const LaunchModel& model);

/// Compares what each thread does to global arrays, and marks in both models the first thread's
/// accesses that only one of them has. A sentence that says so; empty when there is no difference.
std::string mark_difference(LaunchModel& mine, LaunchModel& reference);

}  // namespace report::draw
