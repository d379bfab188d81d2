// SPDX-License-Identifier: MIT
/// \file
/// Writes a picture as SVG: light and dark, with words for those who cannot see it. Tested by
/// draw_scene_test.cpp.
#pragma once

#include <string>

#include "report/draw_scene.h"

namespace report::draw {

/// The file. Equal pictures give equal bytes; names that came from a student are escaped.
std::string to_svg(const Scene& scene);

}  // namespace report::draw
