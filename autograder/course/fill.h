// SPDX-License-Identifier: MIT
/// \file
/// Contents of one buffer. Part of realise.h; apart from it so that the numbers of a fill can be
/// checked without making it. Tested by realise_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "course/exercise.h"
#include "course/realise.h"

namespace course {

/// A fill with its numbers.
struct RealFill {
  FillKind kind = FillKind::Uniform;  ///< how it is made
  bool whole = false;                 ///< whole numbers only
  double low = 0;                     ///< least value
  double high = 0;                    ///< largest value
  double mean = 0;                    ///< of Normal
  double deviation = 1;               ///< of Normal
  double start = 0;                   ///< also the value of a constant
  double increment = 0;               ///< 0 for a constant
  std::int64_t total = 0;             ///< of Offsets
  std::vector<double> values;         ///< of List and File
  std::vector<SpecialValue> special;  ///< sprinkled values
  std::int64_t special_count = 1;     ///< how often each
};

/// The fill of a parameter in a case: the case's where it has one.
inline const Fill& fill_of(const Parameter& parameter, const Case& the_case) {
  const auto own = the_case.fills.find(parameter.name);
  return own == the_case.fills.end() ? parameter.fill : own->second;
}

/// The numbers of a fill; what the element type cannot hold is a diagnostic.
base::Result<RealFill> plan_fill(const Fill& fill, ElementType element, const View& view,
                                 const Variables& variables);

/// The bytes of the whole storage: the view's elements as the fill says, gaps with large numbers
/// that spoil any result they get into.
std::vector<std::byte> fill_storage(const RealFill& fill, ElementType element, const View& view,
                                    std::uint64_t seed);

}  // namespace course
