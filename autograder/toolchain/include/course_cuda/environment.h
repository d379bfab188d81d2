// SPDX-License-Identifier: MIT
/// \file
/// printf, assert, malloc and the memory functions in device code: calls that the engine answers.
///
/// Declared before the standard headers that declare them for the host. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "course_cuda/qualifiers.h"

extern "C" {
// clang turns the call of printf into vprintf(format, packed arguments).
__device__ int printf(const char*, ...) COURSE_BESIDE_HOST;
__device__ int vprintf(const char*, const char*) COURSE_BESIDE_HOST;
__device__ void* malloc(size_t) __attribute__((nothrow, malloc)) COURSE_BESIDE_HOST;
__device__ void free(void*) __attribute__((nothrow)) COURSE_BESIDE_HOST;
__device__ void __assertfail(const char* expression, const char* file, unsigned int line,
                             const char* function, size_t character_bytes);
// What the C library's assert calls.
COURSE_DEVICE void __assert_fail(const char* expression, const char* file, unsigned int line,
                                 const char* function) {
  __assertfail(expression, file, line, function, sizeof(char));
}
}

COURSE_DEVICE void* memcpy(void* to, const void* from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}
COURSE_DEVICE void* memmove(void* to, const void* from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}
COURSE_DEVICE void* memset(void* to, int value, size_t bytes) {
  return __builtin_memset(to, value, bytes);
}
