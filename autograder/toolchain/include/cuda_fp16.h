// SPDX-License-Identifier: MIT
/// \file
/// half and half2 for clang: storage of 16 bits, arithmetic in the processor's own instructions.
///
/// On the host everything goes through float, which for one operation rounds to the same value.
/// Tested by header_test.cpp and build_test.cpp (half.cu).
#pragma once
#pragma GCC system_header

#include "cuda_runtime.h"

#include "course_cuda/half_type.h"
#include "course_cuda/half_operations.h"
#include "course_cuda/half_pairs.h"
