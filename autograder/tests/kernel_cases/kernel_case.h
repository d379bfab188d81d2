// SPDX-License-Identifier: MIT
/// \file
/// A kernel case: one PTX file whose first comment says how to launch it and what must come of it.
/// The directives are described in docs/formats/kernel_case.md. Tested by running the cases.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "vgpu/events.h"

namespace kernel_cases {

/// `// arg: out = u32[64] zero` or `// arg: n = s32 7`
struct Argument {
  std::string name;
  std::string type;  ///< u8 u16 u32 s32 u64 f32 f64
  bool is_buffer = false;
  std::uint64_t count = 1;
  std::string fill;  ///< buffers: "zero", "poison", "iota", or values; scalars: the value
};

/// `// expect: ...`
struct Expectation {
  std::string what;     ///< "buffer", "finding", "counter", "status", "output", "none"
  std::string subject;  ///< name of the buffer, the counter, or kind of the finding
  std::string value;    ///< values, number, or line
};

/// A parsed case.
struct Case {
  std::string file;
  std::string ptx;
  std::string kernel;  ///< empty: the only one
  vgpu::Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;
  std::uint64_t limit = 1'000'000;
  std::vector<Argument> arguments;
  std::vector<Expectation> expectations;
};

/// Reads the directives of a case.
base::Result<Case> parse_case(std::string_view text, const std::string& file);

/// Runs the case with all checks on. The answer lists what was not as expected; empty when all was.
std::vector<std::string> run_case(const Case& kernel_case);

/// Runs the case with one and several host threads and each instruction set of this processor. The
/// answer lists the settings that show in the result: findings, counters, memory or output; empty
/// when none does.
std::vector<std::string> compare_settings(const Case& kernel_case);

}  // namespace kernel_cases
