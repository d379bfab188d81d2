// SPDX-License-Identifier: MIT
/// \file
/// CUDA's name for the make_ functions; ours stand beside the types. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "vector_types.h"
