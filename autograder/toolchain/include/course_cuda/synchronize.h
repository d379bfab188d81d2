// SPDX-License-Identifier: MIT
/// \file
/// Barriers and fences, and what one thread asks of the machine: clock, trap, sleep.
///
/// Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "course_cuda/qualifiers.h"

// clang before 15 believes that no intrinsic, a barrier included, lets other threads change a
// variable whose address is taken nowhere, and moves reads of a `__shared__ bool` over barriers
// (its GlobalsModRef analysis). An empty assembly statement that may touch memory stops that.
#define COURSE_KEEP_ORDER() asm volatile("" ::: "memory")
#define COURSE_ORDERED(SIGNATURE, CALL) \
  COURSE_DEVICE void SIGNATURE {        \
    COURSE_KEEP_ORDER();                \
    CALL;                               \
    COURSE_KEEP_ORDER();                \
  }
#define COURSE_ORDERED_VOTE(NAME, CALL)   \
  COURSE_DEVICE int NAME(int predicate) { \
    COURSE_KEEP_ORDER();                  \
    const int result = CALL(predicate);   \
    COURSE_KEEP_ORDER();                  \
    return result;                        \
  }
COURSE_ORDERED(__course_syncthreads(), __syncthreads())
/// __syncthreads is a builtin of clang, which cannot be defined anew.
#define __syncthreads() __course_syncthreads()
COURSE_ORDERED_VOTE(__syncthreads_count, __nvvm_bar0_popc)
COURSE_ORDERED_VOTE(__syncthreads_and, __nvvm_bar0_and)
COURSE_ORDERED_VOTE(__syncthreads_or, __nvvm_bar0_or)
COURSE_ORDERED(__syncwarp(unsigned int mask = 0xffffffffu), __nvvm_bar_warp_sync(mask))
COURSE_ORDERED(__barrier_sync(unsigned int id), __nvvm_barrier_sync(id))
COURSE_ORDERED(__barrier_sync_count(unsigned int id, unsigned int count),
               __nvvm_barrier_sync_cnt(id, count))
COURSE_ORDERED(__threadfence_block(), __nvvm_membar_cta())
COURSE_ORDERED(__threadfence(), __nvvm_membar_gl())
COURSE_ORDERED(__threadfence_system(), __nvvm_membar_sys())
#undef COURSE_ORDERED_VOTE
#undef COURSE_ORDERED
#undef COURSE_KEEP_ORDER

COURSE_DEVICE void __trap() {
  asm volatile("trap;");
}
COURSE_DEVICE void __brkpt() {
  asm volatile("brkpt;");
}
COURSE_DEVICE void __nanosleep(unsigned int duration) {
  asm volatile("nanosleep.u32 %0;" ::"r"(duration));
}
COURSE_DEVICE long long clock64() {
  return __nvvm_read_ptx_sreg_clock64();
}
COURSE_DEVICE long clock() {
  return __nvvm_read_ptx_sreg_clock();
}
COURSE_DEVICE unsigned int __isGlobal(const void* p) {
  return __nvvm_isspacep_global(p);
}
COURSE_DEVICE unsigned int __isShared(const void* p) {
  return __nvvm_isspacep_shared(p);
}
COURSE_DEVICE unsigned int __isConstant(const void* p) {
  return __nvvm_isspacep_const(p);
}
COURSE_DEVICE unsigned int __isLocal(const void* p) {
  return __nvvm_isspacep_local(p);
}

#define COURSE_TO_SPACE(NAME, SPACE)                               \
  COURSE_DEVICE size_t NAME(const void* p) {                       \
    size_t address;                                                \
    asm("cvta.to." SPACE ".u64 %0, %1;" : "=l"(address) : "l"(p)); \
    return address;                                                \
  }
COURSE_TO_SPACE(__cvta_generic_to_global, "global")
COURSE_TO_SPACE(__cvta_generic_to_shared, "shared")
COURSE_TO_SPACE(__cvta_generic_to_constant, "const")
COURSE_TO_SPACE(__cvta_generic_to_local, "local")
#undef COURSE_TO_SPACE
