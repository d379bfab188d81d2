// SPDX-License-Identifier: MIT
/// \file
/// Which checks a run makes: bits of a mask, and the words of `--checks`. Tested by
/// checks_test.cpp.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace checkers {

/// Checks that can be left out. Counters and problems of execution are always there.
enum Check : unsigned {
  kMemcheck = 1,   ///< addresses
  kInitcheck = 2,  ///< uninitialised reads
  kRacecheck = 4,  ///< races
  kSynccheck = 8,  ///< barriers and masks
};

inline constexpr unsigned kNoChecks = 0;    ///< counters only
inline constexpr unsigned kAllChecks = 15;  ///< everything

/// The mask for "all", "none" or a list such as "memcheck,racecheck".
base::Result<unsigned> parse_checks(std::string_view text);

/// The list for a mask: "all", "none", or names in the order above.
std::string checks_text(unsigned checks);

}  // namespace checkers
