// SPDX-License-Identifier: MIT
/// \file
/// Function and variable qualifiers, and the macros that tell a program which compiler it meets.
///
/// Part of our cuda_runtime.h for clang. Everything in these headers that has a body is `nodebug`,
/// so that line numbers stay on the student's line. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include <stddef.h>

#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// Host and device would have to share the variable's storage, which this compiler does not arrange.
#define __managed__ \
  __attribute__((device, unavailable("__managed__ needs nvcc; use cudaMallocManaged")))
// Parameters are read in place anyway.
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(count)
#define __forceinline__ __inline__ __attribute__((always_inline))
// See bits/shared_ptr_base.h for the word in libstdc++.
#define __noinline__ __attribute__((noinline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define __assume(condition) __builtin_assume(condition)

/// A device function that has the name and type of a host function. Without this difference clang
/// takes the two for one when it reads these headers precompiled.
#define COURSE_BESIDE_HOST __attribute__((enable_if(true, "in device code")))

/// How every function of these headers is defined: for device code, host code, both.
#define COURSE_DEVICE \
  static __device__ __inline__ __attribute__((always_inline, nodebug)) COURSE_BESIDE_HOST
#define COURSE_HOST static __host__ __inline__ __attribute__((always_inline, nodebug))
#define COURSE_BOTH static __host__ __device__ __inline__ __attribute__((always_inline, nodebug))
