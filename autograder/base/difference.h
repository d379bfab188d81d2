// SPDX-License-Identifier: MIT
/// \file
/// Where two texts part. Tested by difference_test.cpp.
#pragma once

#include <string>
#include <string_view>

namespace base {

/// "'8 requests' became '9 requests'": the first line in which the texts differ, without blanks at
/// its ends, at most 200 bytes of each; "nothing" is a line that only the other has. Empty where
/// the lines are the same.
std::string first_difference(std::string_view before, std::string_view after);

}  // namespace base
