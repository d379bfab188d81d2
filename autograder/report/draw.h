// SPDX-License-Identifier: MIT
/// \file
/// Pictures of launches: headings, phases one below the other, a key, two answers side by side.
/// Tested by draw_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/draw_model.h"
#include "report/draw_scene.h"

namespace report::draw {

/// How to draw.
struct DrawOptions {
  std::string title;                  ///< first line; empty: the kernel's name
  std::vector<std::string> notes;     ///< lines for people: how the run ended
  std::optional<std::uint32_t> warp;  ///< only this warp, lane by lane
};

/// A launch: thread by thread where there are few, else warps and one of them close up.
Scene draw_launch(const LaunchModel& model, const DrawOptions& options);

/// Two answers to one case, beside each other where there is room, else one below the other.
/// `difference` is what mark_difference said.
Scene draw_pair(const LaunchModel& mine, const LaunchModel& reference,
                const std::string& difference, const DrawOptions& options);

/// Several pictures one below the other.
Scene stacked(const std::vector<Scene>& scenes);

}  // namespace report::draw
