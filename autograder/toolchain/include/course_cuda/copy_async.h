// SPDX-License-Identifier: MIT
/// \file
/// The part of memcpy_async that cooperative groups and barriers share: one thread's share of a
/// copy. Tested by autograder/tests/faults/asynchronous.cu.
#pragma once
#pragma GCC system_header

#include "../cuda_pipeline.h"

namespace course_cuda {

/// Starts what the thread `rank` of `threads` copies of `bytes` bytes, in the largest pieces that
/// the addresses and the length allow; pieces below four bytes are plain copies.
COURSE_DEVICE void copy_share(void* shared, const void* global, size_t bytes, size_t rank,
                              size_t threads) {
  const size_t together =
      reinterpret_cast<size_t>(shared) | reinterpret_cast<size_t>(global) | bytes;
  auto* to = static_cast<char*>(shared);
  const auto* from = static_cast<const char*>(global);
  if (together % 16 == 0) {
    for (size_t i = rank * 16; i < bytes; i += threads * 16)
      __pipeline_memcpy_async(to + i, from + i, 16);
  } else if (together % 4 == 0) {
    for (size_t i = rank * 4; i < bytes; i += threads * 4)
      __pipeline_memcpy_async(to + i, from + i, 4);
  } else {
    for (size_t i = rank; i < bytes; i += threads) to[i] = from[i];
  }
}

}  // namespace course_cuda
