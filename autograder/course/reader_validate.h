// SPDX-License-Identifier: MIT
/// \file
/// Checks of an exercise as a whole, after its tables were read: names that refer to each other,
/// variables, numbers that make sense, and every case's sizes. Tested by reader_test.cpp.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "course/exercise.h"

namespace course {

/// Adds what is wrong; also merges the entries' default variables into the cases.
void validate(Exercise& exercise, bool copies_given, std::vector<base::Diagnostic>& problems);

}  // namespace course
