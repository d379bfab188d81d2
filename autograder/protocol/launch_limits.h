// SPDX-License-Identifier: MIT
/// \file
/// Which launches the device takes. The program's runtime asks first, so that the call itself
/// returns the error; the worker asks again, because it believes nothing. Tested by
/// launch_limits_test.cpp.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/cuda_messages.h"

namespace protocol {

/// Extents of a launch.
struct LaunchShape {
  Dim3 grid{1, 1, 1};                      ///< blocks
  Dim3 block{1, 1, 1};                     ///< threads
  std::uint64_t dynamic_shared_bytes = 0;  ///< third launch argument
};

/// Why a launch cannot start.
struct LaunchRefusal {
  std::uint32_t error = 0;  ///< CUDA error number; 0 when it can start
  std::string message;      ///< one sentence for people
};

/// Checks a launch against the device and the kernel. `max_dynamic_shared_bytes` is what
/// cudaFuncSetAttribute allowed, or 0 for the default. Errors are those of CUDA 13 on an H200.
LaunchRefusal check_launch(const DeviceInfo& device, const KernelInfo& kernel,
                           std::uint64_t max_dynamic_shared_bytes, const LaunchShape& shape);

/// Blocks of a kernel that fit on one multiprocessor at a time (cudaOccupancy...).
std::uint32_t resident_blocks(const DeviceInfo& device, const KernelInfo& kernel,
                              std::uint32_t threads, std::uint64_t dynamic_shared_bytes);

}  // namespace protocol
