// SPDX-License-Identifier: MIT
#include "protocol/launch_limits.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"
#include "protocol/cuda_error.h"

namespace protocol {

namespace {

LaunchRefusal refuse(std::string message) {
  return {cudaErrorInvalidValue, std::move(message)};
}

/// Names of the axes in messages.
constexpr const char* kAxes[] = {"x", "y", "z"};

/// Registers are handed out to warps in portions of this size (CUDA occupancy calculator).
constexpr std::uint32_t kRegisterPortion = 256;

}  // namespace

LaunchRefusal check_launch(const DeviceInfo& device, const KernelInfo& kernel,
                           std::uint64_t max_dynamic_shared_bytes, const LaunchShape& shape) {
  std::uint64_t threads = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    if (shape.grid[i] == 0 || shape.grid[i] > device.max_grid[i]) {
      return refuse(fmt::format("the grid has {} blocks along {}; from 1 to {} are possible",
                                shape.grid[i], kAxes[i], device.max_grid[i]));
    }
    if (shape.block[i] == 0 || shape.block[i] > device.max_block[i]) {
      return refuse(fmt::format("the block has {} threads along {}; from 1 to {} are possible",
                                shape.block[i], kAxes[i], device.max_block[i]));
    }
    threads *= shape.block[i];
  }
  if (threads > device.max_threads_per_block) {
    return refuse(fmt::format("the block has {} x {} x {} = {} threads; at most {} are possible",
                              shape.block[0], shape.block[1], shape.block[2], threads,
                              device.max_threads_per_block));
  }
  if (threads > kernel.max_threads_per_block) {
    return refuse(fmt::format("the block has {} threads; the kernel's __launch_bounds__ allow {}",
                              threads, kernel.max_threads_per_block));
  }
  if (kernel.static_shared_bytes > device.shared_bytes_per_block) {
    return refuse(fmt::format(
        "{} bytes of shared memory in a block were asked for; {} are possible (more only as "
        "dynamic shared memory, with cudaFuncSetAttribute)",
        base::with_thousands(kernel.static_shared_bytes),
        base::with_thousands(device.shared_bytes_per_block)));
  }
  const std::uint64_t by_default =
      device.shared_bytes_per_block -
      std::min(device.shared_bytes_per_block, kernel.static_shared_bytes);
  const std::uint64_t allowed = std::max(by_default, max_dynamic_shared_bytes);
  if (shape.dynamic_shared_bytes > allowed) {
    return refuse(fmt::format(
        "{} bytes of dynamic shared memory were asked for; at most {} are possible (more with "
        "cudaFuncSetAttribute)",
        shape.dynamic_shared_bytes, allowed));
  }
  return {};
}

std::uint32_t resident_blocks(const DeviceInfo& device, const KernelInfo& kernel,
                              std::uint32_t threads, std::uint64_t dynamic_shared_bytes) {
  if (threads == 0 || threads > device.max_threads_per_block) return 0;
  const std::uint32_t warps = (threads + device.warp_size - 1) / device.warp_size;
  const std::uint32_t warp_limit = device.max_threads_per_multiprocessor / device.warp_size / warps;
  std::uint64_t blocks = std::min(device.max_blocks_per_multiprocessor, warp_limit);
  const std::uint64_t shared = kernel.static_shared_bytes + dynamic_shared_bytes;
  if (shared > 0) blocks = std::min(blocks, device.shared_bytes_per_multiprocessor / shared);
  if (kernel.registers > 0) {
    const std::uint64_t per_warp =
        (std::uint64_t{kernel.registers} * device.warp_size + kRegisterPortion - 1) /
        kRegisterPortion * kRegisterPortion;
    blocks = std::min(blocks, device.registers_per_multiprocessor / (per_warp * warps));
  }
  return static_cast<std::uint32_t>(blocks);
}

}  // namespace protocol
