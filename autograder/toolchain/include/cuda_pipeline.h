// SPDX-License-Identifier: MIT
/// \file
/// Asynchronous copies into shared memory for clang: __pipeline_memcpy_async and what waits for it.
///
/// From compute capability 8.0 on they are cp.async instructions; before, plain copies, as with
/// nvcc. Tested by header_test.cpp and autograder/tests/faults/asynchronous.cu.
#pragma once
#pragma GCC system_header

#include "cuda_runtime.h"

/// Copies 4, 8 or 16 bytes, the last `zfill` of which become zeros.
COURSE_DEVICE void __pipeline_memcpy_async(void* __restrict__ shared,
                                           const void* __restrict__ global, size_t size,
                                           size_t zfill = 0) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  const size_t from = __cvta_generic_to_global(global);
  const int bytes = static_cast<int>(size - zfill);
  if (size == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes)
                 : "memory");
  } else if (size == 8) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(from), "r"(bytes)
                 : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(bytes)
                 : "memory");
  }
#else
  if (zfill != 0) {
    for (size_t i = 0; i < size; ++i) {
      static_cast<char*>(shared)[i] = i < size - zfill ? static_cast<const char*>(global)[i] : 0;
    }
  } else if (size == 16) {
    *static_cast<int4*>(shared) = *static_cast<const int4*>(global);
  } else if (size == 8) {
    *static_cast<int2*>(shared) = *static_cast<const int2*>(global);
  } else {
    *static_cast<int*>(shared) = *static_cast<const int*>(global);
  }
#endif
}

/// Ends a batch of copies.
COURSE_DEVICE void __pipeline_commit() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/// Waits until at most the last `prior` batches of this thread are under way (8 at most).
COURSE_DEVICE void __pipeline_wait_prior(size_t prior) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define COURSE_WAIT(N)                                        \
  case N:                                                     \
    asm volatile("cp.async.wait_group " #N ";" ::: "memory"); \
    break;
  switch (prior) {
    COURSE_WAIT(0)
    COURSE_WAIT(1)
    COURSE_WAIT(2)
    COURSE_WAIT(3)
    COURSE_WAIT(4)
    COURSE_WAIT(5)
    COURSE_WAIT(6)
    COURSE_WAIT(7)
    default:
      asm volatile("cp.async.wait_group 8;" ::: "memory");
  }
#undef COURSE_WAIT
#else
  (void)prior;
#endif
}
