// SPDX-License-Identifier: MIT
/// \file
/// threadIdx, blockIdx, blockDim, gridDim, warpSize.
///
/// Each is an object whose members are properties: reading `.x` reads the special register. Part of
/// our cuda_runtime.h for clang. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "vector_types.h"

#define COURSE_REGISTER(MEMBER, REGISTER)                                                 \
  __declspec(property(get = get_##MEMBER)) unsigned int MEMBER;                           \
  __attribute__((always_inline, nodebug)) static __device__ unsigned int get_##MEMBER() { \
    return __nvvm_read_ptx_sreg_##REGISTER##_##MEMBER();                                  \
  }

#define COURSE_INDEX(NAME, TYPE, REGISTER)                                      \
  struct TYPE {                                                                 \
    COURSE_REGISTER(x, REGISTER)                                                \
    COURSE_REGISTER(y, REGISTER)                                                \
    COURSE_REGISTER(z, REGISTER)                                                \
    __attribute__((always_inline, nodebug)) __device__ operator uint3() const { \
      return uint3{get_x(), get_y(), get_z()};                                  \
    }                                                                           \
    __attribute__((always_inline, nodebug)) __device__ operator dim3() const {  \
      return dim3(get_x(), get_y(), get_z());                                   \
    }                                                                           \
  };                                                                            \
  extern const __device__ __attribute__((weak)) TYPE NAME;

namespace course_cuda {
COURSE_INDEX(threadIdx, ThreadIndex, tid)
COURSE_INDEX(blockIdx, BlockIndex, ctaid)
COURSE_INDEX(blockDim, BlockSize, ntid)
COURSE_INDEX(gridDim, GridSize, nctaid)
}  // namespace course_cuda
#undef COURSE_INDEX
#undef COURSE_REGISTER

using course_cuda::blockDim;
using course_cuda::blockIdx;
using course_cuda::gridDim;
using course_cuda::threadIdx;

/// Threads of a warp.
__device__ const int warpSize = 32;
