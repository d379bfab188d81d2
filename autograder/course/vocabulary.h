// SPDX-License-Identifier: MIT
/// \file
/// The words that exercise.toml may use for things of other components: counters, finding kinds,
/// verdicts, patterns of wrong results. design.md sections 4 and 6 define them. Tested by
/// reader_test.cpp.
#pragma once

#include <string>
#include <vector>

namespace course {

/// Counters of the virtual GPU that a budget may name.
const std::vector<std::string>& counter_names();
/// Kinds of findings.
const std::vector<std::string>& finding_kinds();
/// The verdict ladder.
const std::vector<std::string>& verdict_names();
/// Shapes of wrong results that hints may ask for.
const std::vector<std::string>& pattern_names();

}  // namespace course
