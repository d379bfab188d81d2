// SPDX-License-Identifier: MIT
/// \file
/// The parts of the reader that make entries, parameters and cases. Only reader.cpp includes it.
/// Tested by reader_test.cpp.
#pragma once

#include "course/exercise.h"
#include "course/table_reader.h"

namespace course {

/// Reads one [[entry]] and appends it.
void read_entry(const toml::table& table, ReadContext& context, Exercise& exercise);

/// Reads all [[case]] of a file and appends them.
void read_cases(TableReader& root, bool hidden, Exercise& exercise);

}  // namespace course
