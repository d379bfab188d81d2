// SPDX-License-Identifier: MIT
/// \file
/// A valid PTX kernel made from random bytes: arithmetic, branches that part the warp, bounded
/// loops, calls, global and shared memory, atomics of all kinds, shuffles, votes, barriers. Every
/// program ends.
///
/// Equal bytes give equal text, so that a fuzzer can search the programs. Tested by the replay of
/// fuzz_differential.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace fuzz {

/// The text of a module with one kernel, `k(u64 buffer, u64 buffer)`.
std::string random_kernel(std::span<const std::byte> bytes);

}  // namespace fuzz
