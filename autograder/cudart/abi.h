// SPDX-License-Identifier: MIT
/// \file
/// Types and functions of the CUDA runtime as programs see them.
///
/// There is one declaration of each in the project: the header that clang compiles programs with.
/// Including it here lets the compiler hold our definitions against it; toolchain's abi_test.cpp
/// holds it against the toolkit's. Tested by api_test.cpp.
#pragma once

#include "toolchain/include/cuda_runtime_api.h"

// What the header defines to pass for a CUDA compiler would mislead other headers.
#undef __CUDACC__
#undef __CUDACC_VER_MAJOR__
#undef __CUDACC_VER_MINOR__
#undef __CUDACC_EXTENDED_LAMBDA__
#undef __CUDACC_RELAXED_CONSTEXPR__
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#undef __managed__
#undef __noinline__
#undef __forceinline__

/// Marks what the library exports; everything else in it is hidden.
#define CUDART_EXPORT extern "C" __attribute__((visibility("default")))
