// SPDX-License-Identifier: MIT
/// \file
/// Two texts beside each other, for `autograder solution`. Tested by side_by_side_test.cpp.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cli {

/// Two columns that together take `width` places at the most; longer lines go on in the next row.
std::string side_by_side(std::string_view left, std::string_view right, std::size_t width);

}  // namespace cli
