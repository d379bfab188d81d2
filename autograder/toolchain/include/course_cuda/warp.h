// SPDX-License-Identifier: MIT
/// \file
/// What the threads of a warp do together: shuffles, votes, matches, reductions.
///
/// Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "course_cuda/qualifiers.h"

COURSE_DEVICE unsigned int __activemask() {
  unsigned int mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}
COURSE_DEVICE int __all_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_all_sync(mask, predicate);
}
COURSE_DEVICE int __any_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_any_sync(mask, predicate);
}
COURSE_DEVICE int __uni_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_uni_sync(mask, predicate);
}
COURSE_DEVICE unsigned int __ballot_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_ballot_sync(mask, predicate);
}

// One kind of shuffle for every type. The last operand holds the lanes that a segment of `width`
// keeps apart and the bound of the lane number, as PTX has it. Types of 64 bits go in two halves.
#define COURSE_SHUFFLE(NAME, KIND, LANE, BOUND)                                                   \
  COURSE_DEVICE int NAME(unsigned int mask, int v, LANE lane, int width = 32) {                   \
    return __nvvm_shfl_sync_##KIND##_i32(mask, v, static_cast<int>(lane),                         \
                                         (32 - width) << 8 | BOUND);                              \
  }                                                                                               \
  COURSE_DEVICE float NAME(unsigned int mask, float v, LANE lane, int width = 32) {               \
    return __nvvm_shfl_sync_##KIND##_f32(mask, v, static_cast<int>(lane),                         \
                                         (32 - width) << 8 | BOUND);                              \
  }                                                                                               \
  COURSE_DEVICE unsigned int NAME(unsigned int mask, unsigned int v, LANE lane, int width = 32) { \
    return static_cast<unsigned int>(NAME(mask, static_cast<int>(v), lane, width));               \
  }                                                                                               \
  COURSE_DEVICE long long NAME(unsigned int mask, long long v, LANE lane, int width = 32) {       \
    const auto bits = static_cast<unsigned long long>(v);                                         \
    const unsigned int low = NAME(mask, static_cast<unsigned int>(bits), lane, width);            \
    const unsigned int high = NAME(mask, static_cast<unsigned int>(bits >> 32), lane, width);     \
    return static_cast<long long>(static_cast<unsigned long long>(high) << 32 | low);             \
  }                                                                                               \
  COURSE_DEVICE unsigned long long NAME(unsigned int mask, unsigned long long v, LANE lane,       \
                                        int width = 32) {                                         \
    return static_cast<unsigned long long>(NAME(mask, static_cast<long long>(v), lane, width));   \
  }                                                                                               \
  COURSE_DEVICE long NAME(unsigned int mask, long v, LANE lane, int width = 32) {                 \
    return static_cast<long>(NAME(mask, static_cast<long long>(v), lane, width));                 \
  }                                                                                               \
  COURSE_DEVICE unsigned long NAME(unsigned int mask, unsigned long v, LANE lane,                 \
                                   int width = 32) {                                              \
    return static_cast<unsigned long>(NAME(mask, static_cast<long long>(v), lane, width));        \
  }                                                                                               \
  COURSE_DEVICE double NAME(unsigned int mask, double v, LANE lane, int width = 32) {             \
    return __builtin_bit_cast(double, NAME(mask, __builtin_bit_cast(long long, v), lane, width)); \
  }
COURSE_SHUFFLE(__shfl_sync, idx, int, 0x1f)
COURSE_SHUFFLE(__shfl_up_sync, up, unsigned int, 0)
COURSE_SHUFFLE(__shfl_down_sync, down, unsigned int, 0x1f)
COURSE_SHUFFLE(__shfl_xor_sync, bfly, int, 0x1f)
#undef COURSE_SHUFFLE

// Which lanes hold the same value.
#define COURSE_MATCH(T, WIDTH, BITS)                                                \
  COURSE_DEVICE unsigned int __match_any_sync(unsigned int mask, T v) {             \
    return static_cast<unsigned int>(                                               \
        __nvvm_match_any_sync_i##WIDTH(mask, __builtin_bit_cast(BITS, v)));         \
  }                                                                                 \
  COURSE_DEVICE unsigned int __match_all_sync(unsigned int mask, T v, int* all) {   \
    return static_cast<unsigned int>(                                               \
        __nvvm_match_all_sync_i##WIDTH##p(mask, __builtin_bit_cast(BITS, v), all)); \
  }
COURSE_MATCH(int, 32, int)
COURSE_MATCH(unsigned int, 32, int)
COURSE_MATCH(float, 32, int)
COURSE_MATCH(long, 64, long long)
COURSE_MATCH(unsigned long, 64, long long)
COURSE_MATCH(long long, 64, long long)
COURSE_MATCH(unsigned long long, 64, long long)
COURSE_MATCH(double, 64, long long)
#undef COURSE_MATCH

// One instruction from compute capability 8.0 on.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define COURSE_REDUCE(NAME, T, INSTRUCTION)                                                    \
  COURSE_DEVICE T NAME(unsigned int mask, T v) {                                               \
    T result;                                                                                  \
    asm volatile("redux.sync." INSTRUCTION " %0, %1, %2;" : "=r"(result) : "r"(v), "r"(mask)); \
    return result;                                                                             \
  }
COURSE_REDUCE(__reduce_add_sync, int, "add.s32")
COURSE_REDUCE(__reduce_add_sync, unsigned int, "add.u32")
COURSE_REDUCE(__reduce_min_sync, int, "min.s32")
COURSE_REDUCE(__reduce_min_sync, unsigned int, "min.u32")
COURSE_REDUCE(__reduce_max_sync, int, "max.s32")
COURSE_REDUCE(__reduce_max_sync, unsigned int, "max.u32")
COURSE_REDUCE(__reduce_and_sync, unsigned int, "and.b32")
COURSE_REDUCE(__reduce_or_sync, unsigned int, "or.b32")
COURSE_REDUCE(__reduce_xor_sync, unsigned int, "xor.b32")
#undef COURSE_REDUCE
#endif
