// SPDX-License-Identifier: MIT
/// \file
/// char1 ... double4 with CUDA's alignment, their make_ functions, and dim3.
///
/// Part of our cuda_runtime.h for clang. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "course_cuda/qualifiers.h"

// Defines the four types of a component type, T1 ... T4. Pairs and quads are aligned so that one
// instruction moves them (at most 16 bytes), triples as their components.
#define COURSE_VECTOR(T, NAME)                                        \
  struct NAME##1 {                                                    \
    T x;                                                              \
  };                                                                  \
  struct __align__(2 * sizeof(T)) NAME##2 {                           \
    T x, y;                                                           \
  };                                                                  \
  struct NAME##3 {                                                    \
    T x, y, z;                                                        \
  };                                                                  \
  struct __align__(4 * sizeof(T) > 16 ? 16 : 4 * sizeof(T)) NAME##4 { \
    T x, y, z, w;                                                     \
  };                                                                  \
  COURSE_BOTH NAME##1 make_##NAME##1(T x) {                           \
    return NAME##1 {x};                                               \
  }                                                                   \
  COURSE_BOTH NAME##2 make_##NAME##2(T x, T y) {                      \
    return NAME##2 {x, y};                                            \
  }                                                                   \
  COURSE_BOTH NAME##3 make_##NAME##3(T x, T y, T z) {                 \
    return NAME##3 {x, y, z};                                         \
  }                                                                   \
  COURSE_BOTH NAME##4 make_##NAME##4(T x, T y, T z, T w) {            \
    return NAME##4 {x, y, z, w};                                      \
  }

COURSE_VECTOR(signed char, char)
COURSE_VECTOR(unsigned char, uchar)
COURSE_VECTOR(short, short)
COURSE_VECTOR(unsigned short, ushort)
COURSE_VECTOR(int, int)
COURSE_VECTOR(unsigned int, uint)
COURSE_VECTOR(long, long)
COURSE_VECTOR(unsigned long, ulong)
COURSE_VECTOR(long long, longlong)
COURSE_VECTOR(unsigned long long, ulonglong)
COURSE_VECTOR(float, float)
COURSE_VECTOR(double, double)
#undef COURSE_VECTOR

namespace course_cuda {
template <class T>
struct IsUint3;
template <>
struct IsUint3<uint3> {
  using type = int;
};
}  // namespace course_cuda

/// Size of a grid or block. What is not given is 1.
struct dim3 {
  unsigned int x, y, z;
  __attribute__((nodebug))
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  // A template, so that threadIdx converts to dim3 in one way only.
  template <class T, typename course_cuda::IsUint3<T>::type = 0>
  __attribute__((nodebug)) __host__ __device__ constexpr dim3(T v) : x(v.x), y(v.y), z(v.z) {}
  __attribute__((nodebug)) __host__ __device__ constexpr operator uint3() const {
    return uint3{x, y, z};
  }
};
