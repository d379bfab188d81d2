// SPDX-License-Identifier: MIT
/// \file
/// Few threads, every access: arrays that are read above, threads in the middle, arrays that are
/// written below, an arrow for each access. Tested by draw_test.cpp.
#pragma once

#include <vector>

#include "report/draw_model.h"
#include "report/draw_scene.h"

namespace report::draw {

/// So many threads can be drawn one by one.
inline constexpr std::size_t kMostSingleThreads = 32;

/// One phase of the threads named (at most kMostSingleThreads), no wider than `width`; without
/// headings.
Scene draw_detail(const LaunchModel& model, std::size_t phase, const std::vector<ThreadId>& threads,
                  double width);

}  // namespace report::draw
