// SPDX-License-Identifier: MIT
/// \file
/// What a launch is given and how it ends; shared by the blocks that run it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vgpu/events.h"
#include "vgpu/program.h"

namespace vgpu {

class Undo;

/// Extents and limits of one launch.
struct LaunchConfig {
  Dim3 grid, block;
  std::uint64_t dynamic_shared_bytes = 0;
  std::uint64_t instruction_limit = 10'000'000;  ///< warp instructions per block
  unsigned threads = 1;                          ///< host threads
  bool cooperative = false;  ///< all blocks are resident, and the grid has a barrier of its own
};

/// How a launch ended; the runtime turns it into a CUDA error. Findings do not count here, except
/// where the hardware would have stopped too.
enum class LaunchStatus : std::uint8_t {
  Ok,
  InvalidConfiguration,  ///< extents or shared memory beyond the limits
  IllegalAddress,        ///< an access outside every allocation, or to freed memory
  MisalignedAddress,
  Trap,
  Assertion,
  StackOverflow,
  InstructionLimit,
  Deadlock,
  BarrierDivergence,
  NotModelled,
};

/// Limits of the virtual device (compute capability 7.5's, CUDA C++ Programming Guide, "Compute
/// Capabilities").
struct DeviceLimits {
  std::uint32_t max_threads_per_block = 1024;
  Dim3 max_block{1024, 1024, 64};
  Dim3 max_grid{0x7FFFFFFF, 65535, 65535};
  std::uint64_t static_shared_bytes = 48U << 10;
  std::uint64_t shared_bytes = 64U << 10;  ///< with cudaFuncSetAttribute
};

/// Everything that the blocks of one launch have in common.
struct LaunchContext {
  const Program* program = nullptr;
  const FunctionCode* kernel = nullptr;
  GlobalMemory* memory = nullptr;
  LaunchConfig config;
  LaunchInfo info;
  Segment parameters;                      ///< the kernel's arguments
  std::vector<std::byte> parameter_bytes;  ///< behind `parameters`
  std::vector<std::uint32_t> shared_used;  ///< indices into Program::shared
  Address grid_workspace = 0;  ///< cooperative launches: what %envreg1 and %envreg2 name
  bool order_visible = false;  ///< see FunctionCode; of all that the kernel calls
  bool allocates = false;      ///< the same
  const LaneTable* lanes = nullptr;
  Undo* undo = nullptr;  ///< a screened run: told of each buffer before it is written to
};

/// The outcome of a launch, beside what the tools collected.
struct LaunchOutcome {
  LaunchStatus status = LaunchStatus::Ok;
  std::string message;  ///< for InvalidConfiguration and NotModelled: why
  std::string output;   ///< what device printf wrote, in the order of blocks
};

/// Checks extents, shared memory and parameters against the limits and the kernel, and fills the
/// context. \return Ok or InvalidConfiguration, with a message
LaunchOutcome prepare_launch(const Program& program, const FunctionCode& kernel,
                             GlobalMemory& memory, const DeviceLimits& limits,
                             const LaunchConfig& config, std::span<const std::byte> parameters,
                             LaunchContext& context);

}  // namespace vgpu
