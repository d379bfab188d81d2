// SPDX-License-Identifier: MIT
/// \file
/// A name that programs include; its contents are in cuda_runtime.h, which comes first anyway.
#pragma once
#pragma GCC system_header

#include "cuda_runtime.h"
