// SPDX-License-Identifier: MIT
/// \file
/// Another name of cuda_pipeline.h. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "cuda_pipeline.h"
