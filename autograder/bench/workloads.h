// SPDX-License-Identifier: MIT
/// \file
/// What `make bench` times: for each kernel of kernels.cu (and kernels.cl) its arguments, its
/// launch and how much it does. Knows neither the engine nor OpenCL.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace bench {

/// An int, or a buffer of 4-byte elements.
struct Argument {
  bool is_buffer = false;
  int scalar = 0;
  std::uint64_t count = 0;               ///< elements of the buffer
  std::vector<std::uint32_t> content{};  ///< all of them, as bits; empty for one to be written
};

using Extent = std::array<std::uint32_t, 3>;  ///< x, y, z

/// One kernel.
struct Workload {
  const char* name;
  const char* unit;            ///< what an operation is
  std::uint64_t usual_size;    ///< for our engine
  std::uint64_t smaller_size;  ///< for those that take a thousand times as long
  std::vector<Argument> (*arguments)(std::uint64_t n);
  Extent (*grid)(std::uint64_t n);
  Extent block;
  double (*operations)(std::uint64_t n);
};

/// All of them.
const std::vector<Workload>& workloads();

}  // namespace bench
