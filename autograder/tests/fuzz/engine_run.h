// SPDX-License-Identifier: MIT
/// \file
/// One kernel, run under all checks, and everything that can be seen of it as one text. For fuzz
/// targets that compare runs.
#pragma once

#include <string>
#include <string_view>

#include "vgpu/exec/select.h"

namespace fuzz {

/// How to run.
struct RunSettings {
  vgpu::Isa isa = vgpu::Isa::Baseline;  ///< host instruction set
  unsigned threads = 1;                 ///< host threads
  std::uint64_t instruction_limit = 8000;
};

/// Loads `ptx` and launches each of its kernels (at most four): a grid of 8 blocks of 64 threads,
/// every 8-byte parameter a buffer of its own with 4 KiB. Returns status, counters, findings and
/// the buffers' bytes.
std::string run_kernels(std::string_view ptx, const RunSettings& settings);

}  // namespace fuzz
