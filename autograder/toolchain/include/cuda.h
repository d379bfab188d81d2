// SPDX-License-Identifier: MIT
/// \file
/// What programs of the runtime API take from <cuda.h>: its version macro and types. The driver API
/// itself is not offered.
#pragma once
#pragma GCC system_header

#include "cuda_runtime_api.h"
