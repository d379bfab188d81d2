// SPDX-License-Identifier: MIT
/// \file
/// Compact memory of who touched what: per word (per byte where bytes are accessed) the last plain
/// write, two plain readers and two strong accessors.
///
/// An accessor is 32 bits: a row of the access table, which says block, warp, clock, instruction,
/// and the lane. Two readers of different blocks, warps or lanes are enough: whoever writes later
/// conflicts with one of them. Tested by racecheck_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "checkers/race_rule.h"
#include "vgpu/events.h"

namespace checkers::race {

/// Row of the access table and lane; 0 for nobody.
using Accessor = std::uint32_t;

/// The table row of an accessor.
constexpr std::uint32_t row_of(Accessor accessor) {
  return accessor >> 5;
}
/// The lane of an accessor.
constexpr std::uint32_t lane_of(Accessor accessor) {
  return accessor & 31;
}
/// The accessor of a row and lane.
constexpr Accessor accessor(std::uint32_t row, std::uint32_t lane) {
  return row << 5 | lane;
}

/// One memory instruction of one warp.
struct AccessRow {
  std::uint32_t block = 0;
  std::uint16_t warp = 0;
  vgpu::AccessKind kind = vgpu::AccessKind::Load;
  Effect effect;
  Clock clock = 0;
  vgpu::SiteId site = vgpu::kNoSite;
  std::uint32_t order = 0;  ///< place in its warp's run: interval between barriers, then number

  friend bool same_moment(const AccessRow& a, const AccessRow& b) {
    return a.block == b.block && a.warp == b.warp && a.clock == b.clock && a.kind == b.kind;
  }
};

/// The access table. Row 0 stands for nobody.
class AccessTable {
 public:
  /// Most rows; afterwards add() gives 0.
  static constexpr std::uint32_t kMaxRows = (1U << 27) - 1;

  AccessTable() : rows_(1) {}
  /// The new row's number, or 0 when the table is full.
  std::uint32_t add(const AccessRow& row) {
    if (rows_.size() > kMaxRows) return 0;
    rows_.push_back(row);
    return static_cast<std::uint32_t>(rows_.size() - 1);
  }
  AccessRow& operator[](std::uint32_t row) { return rows_[row]; }
  const AccessRow& operator[](std::uint32_t row) const { return rows_[row]; }
  /// The number that the next row gets.
  std::uint32_t next() const { return static_cast<std::uint32_t>(rows_.size()); }
  /// Forgets all rows.
  void clear() { rows_.resize(1); }

 private:
  std::vector<AccessRow> rows_;
};

/// Who touched a word or a byte.
struct Cell {
  Accessor write = 0;               ///< last plain write
  std::array<Accessor, 2> reads{};  ///< plain readers
  std::uint32_t strong = 0;         ///< index into Shadow::strong(), 0 for none

  /// Nobody?
  bool empty() const { return (write | reads[0] | reads[1] | strong) == 0; }
};

/// Cells of all segments of one space.
class Shadow {
 public:
  static constexpr std::uint64_t kPageBytes = 4096;  ///< of the segment, per page
  static constexpr std::uint64_t kWordBytes = 4;     ///< granule until bytes are accessed

  /// Cells of 4 KiB of a segment.
  struct Page {
    bool fine = false;                        ///< a cell per byte instead of per word
    std::vector<Cell> cells;                  ///< kPageBytes / granule
    std::array<std::uint32_t, 32> settled{};  ///< one bit a word: more plain readers add nothing
  };

  /// Two strong accessors that lie far apart, and the latest one.
  struct StrongPair {
    std::array<Accessor, 2> apart{};
    Accessor latest = 0;
  };

  Shadow() : strong_(1) {}

  /// The page of that segment (by id) and number, made when it is new.
  Page& page(std::uint32_t segment, std::uint64_t number);

  /// Gives the page a cell per byte.
  void refine(Page& page);

  /// The pair of a cell, made when it has none.
  StrongPair& strong_of(Cell& cell);
  /// The pair of a cell that has one.
  const StrongPair& strong_of(const Cell& cell) const { return strong_[cell.strong]; }

  /// Forgets everything, keeps the memory.
  void clear();

  /// The page, or null when nothing there was touched.
  const Page* find(std::uint32_t segment, std::uint64_t number) const;

 private:
  std::vector<std::vector<std::unique_ptr<Page>>> segments_;  ///< by id, then page number
  std::vector<StrongPair> strong_;
};

}  // namespace checkers::race
