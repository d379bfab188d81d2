// SPDX-License-Identifier: MIT
/// \file
/// cooperative_groups' scans over tiles and coalesced groups. Tested by
/// tests/programs/partitions.cu.
#pragma once
#pragma GCC system_header

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {

/// Each thread gets what the threads up to it, itself included, give together.
template <class Group, class T, class Function>
COURSE_DEVICE T inclusive_scan(const Group& group, T value, Function function) {
  for (unsigned int distance = 1; distance < group.num_threads(); distance *= 2) {
    const T before = group.shfl_up(value, distance);
    if (group.thread_rank() >= distance) value = function(before, value);
  }
  return value;
}
template <class Group, class T>
COURSE_DEVICE T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

/// Each thread gets what the threads before it give together; the first gets T().
template <class Group, class T, class Function>
COURSE_DEVICE T exclusive_scan(const Group& group, T value, Function function) {
  const T before = group.shfl_up(inclusive_scan(group, value, function), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
COURSE_DEVICE T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
