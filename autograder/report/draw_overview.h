// SPDX-License-Identifier: MIT
/// \file
/// Many threads: arrays that are read on the left, the block's threads in the middle, arrays that
/// are written on the right, a colour for each warp. Tested by draw_test.cpp.
#pragma once

#include "report/draw_model.h"
#include "report/draw_scene.h"

namespace report::draw {

/// One phase of one recorded block; without headings.
Scene draw_overview(const LaunchModel& model, std::size_t phase, std::uint32_t block, double width);

}  // namespace report::draw
