// SPDX-License-Identifier: MIT
/// \file
/// CUDA for clang without a CUDA Toolkit: what a course uses of the language and the runtime API.
///
/// Included before a program's first line, like nvcc does with its own. The order matters: device
/// versions of standard functions come before the standard headers (course_cuda/math.h says why).
/// docs/design/two_compilers.md tells how it is used. Tested by header_test.cpp and build_test.cpp.
#pragma once
#pragma GCC system_header

#ifndef __CUDA__
#error "these headers are for clang's CUDA mode (-x cuda)"
#endif

#include "course_cuda/qualifiers.h"
#include "vector_types.h"

// Device versions of what the C library declares, then the C library.
#include "course_cuda/environment.h"
#include "course_cuda/math.h"
#include "course_cuda/synchronize.h"
#include "course_cuda/host_math.h"

#include "course_cuda/atomics.h"
#include "course_cuda/intrinsics_float.h"
#include "course_cuda/intrinsics_integer.h"
#include "course_cuda/intrinsics_packed.h"
#include "course_cuda/memory.h"
#include "course_cuda/warp.h"
#include "device_launch_parameters.h"

#include "cuda_runtime_api.h"
#include "course_cuda/runtime_templates.h"

// Cannot be precompiled, as host and device share its functions' types; follows by itself then.
#ifndef COURSE_PRECOMPILED
#include "course_cuda/new.h"
#endif
