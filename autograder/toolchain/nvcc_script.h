// SPDX-License-Identifier: MIT
/// \file
/// nvcc's work on one file with its two halves side by side.
///
/// nvcc runs its parts one after the other: host preprocessor and front end, device preprocessor
/// and compiler, then the host compiler. The first two need nothing of each other but a name for
/// the module, which can be given to both. `nvcc --dryrun` prints the parts (an option of its
/// documented command line; sccache builds on it too). Tested by nvcc_script_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toolchain {

/// A script for /bin/sh that does what nvcc would do, from what --dryrun printed. Nothing when that
/// is not exactly the seven known parts: then nvcc has to do it.
std::optional<std::string> side_by_side_script(std::string_view dry_run);

}  // namespace toolchain
