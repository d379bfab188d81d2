// SPDX-License-Identifier: MIT
/// \file
/// A picture of a launch in words, for those who cannot see it. Tested by draw_describe_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "report/draw_model.h"

namespace report::draw {

/// What a picture of a launch shows.
struct Shown {
  bool warps = false;                 ///< the first recorded block, a warp at a time
  bool threads = true;                ///< the threads, one at a time
  std::optional<std::uint32_t> warp;  ///< of the threads only those of this warp of the first block
};

/// The launch, its counts and the accesses that are shown, as far as words help.
std::string description_of(const LaunchModel& model, const Shown& shown);

}  // namespace report::draw
