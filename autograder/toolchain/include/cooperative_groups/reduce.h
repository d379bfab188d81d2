// SPDX-License-Identifier: MIT
/// \file
/// cooperative_groups::reduce over tiles and coalesced groups. Tested by build_test.cpp
/// (groups.cu).
#pragma once
#pragma GCC system_header

#include "cooperative_groups.h"

namespace cooperative_groups {

#define COURSE_FUNCTION_OBJECT(NAME, EXPRESSION)                                \
  template <class T>                                                            \
  struct NAME {                                                                 \
    __attribute__((nodebug)) __host__ __device__ T operator()(T a, T b) const { \
      return EXPRESSION;                                                        \
    }                                                                           \
  };
COURSE_FUNCTION_OBJECT(plus, a + b)
COURSE_FUNCTION_OBJECT(less, b < a ? b : a)
COURSE_FUNCTION_OBJECT(greater, a < b ? b : a)
COURSE_FUNCTION_OBJECT(bit_and, a& b)
COURSE_FUNCTION_OBJECT(bit_or, a | b)
COURSE_FUNCTION_OBJECT(bit_xor, a ^ b)
#undef COURSE_FUNCTION_OBJECT

/// Every thread of the tile gets the value.
template <unsigned int SIZE, class Parent, class T, class Function>
COURSE_DEVICE T reduce(const thread_block_tile<SIZE, Parent>& tile, T value, Function function) {
  for (unsigned int offset = SIZE / 2; offset > 0; offset /= 2) {
    value = function(value, tile.shfl_xor(value, offset));
  }
  return value;
}

template <class T, class Function>
COURSE_DEVICE T reduce(const coalesced_group& group, T value, Function function) {
  T result = group.shfl(value, 0);
  for (unsigned int rank = 1; rank < group.num_threads(); ++rank) {
    result = function(result, group.shfl(value, rank));
  }
  return result;
}

}  // namespace cooperative_groups
