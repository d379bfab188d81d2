// SPDX-License-Identifier: MIT
/// \file
/// One memory request of one warp: the 32-byte sectors of global memory that it moves, or the
/// banks of shared memory that it wants. Tested by draw_requests_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "protocol/trace.h"
#include "report/draw_model.h"
#include "report/draw_scene.h"

namespace report::draw {

/// Which request to draw: of a source line, or of an array where the line is 0.
struct RequestChoice {
  std::uint32_t line = 0;
  std::string array;
};

/// The sectors that a request touches: their numbers in order, counted from the array's first.
std::vector<std::int64_t> sectors_of(const protocol::TracedAccess& access,
                                     const protocol::TracedArray& array);

/// A word of shared memory that one pass delivers, and to which lanes.
struct BankWord {
  std::int64_t word = 0;        ///< counted from the start of shared memory's first row of banks
  std::vector<unsigned> lanes;  ///< that want it
  unsigned bank() const { return static_cast<unsigned>(((word % 32) + 32) % 32); }
};

/// The passes that a request takes; in each, every bank delivers one word at most. Lanes of 8 bytes
/// go by half warps, of 16 bytes by quarter warps.
std::vector<std::vector<BankWord>> passes_of(const protocol::TracedAccess& access,
                                             const protocol::TracedArray& array);

/// The request with the most sectors among those chosen. A diagnostic when there is none.
base::Result<Scene> draw_sectors(const protocol::Launch& launch, const RequestChoice& choice);

/// The request with the most passes among those chosen. A diagnostic when there is none.
base::Result<Scene> draw_banks(const protocol::Launch& launch, const RequestChoice& choice);

}  // namespace report::draw
