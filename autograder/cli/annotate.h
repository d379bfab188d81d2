// SPDX-License-Identifier: MIT
/// \file
/// A program's source with what each line cost beside it: `autograder run --annotate`.
///
/// Tested by annotate_test.cpp.
#pragma once

#include <filesystem>
#include <string>

#include "cli/profile.h"
#include "protocol/run_result.h"

namespace cli {

/// The source files below `folder` that kernels come from, all launches summed: per line the warp
/// instructions, the lanes that were active, requests to global and shared memory, sectors per
/// request, bank conflicts, divergent branches. Lines far from any instruction are left out. A file
/// that cannot be read has its counts without text.
std::string annotated_source(const protocol::RunResult& result, const std::filesystem::path& folder,
                             const TextStyle& style);

}  // namespace cli
