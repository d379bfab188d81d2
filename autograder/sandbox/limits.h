// SPDX-License-Identifier: MIT
/// \file
/// What a started process may use, and which files it may see.
///
/// Plain data; sandbox/process.h applies it. Tested by process_test.cpp and confine_test.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace sandbox {

/// Upper bounds for one process and everything it starts. 0 means "no bound".
struct Limits {
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;       ///< writable memory of each process
  std::chrono::seconds cpu{60};                              ///< processor time of each process
  std::chrono::milliseconds wall{std::chrono::seconds{60}};  ///< from start to forced end
  unsigned processes = 64;                                   ///< processes and threads together
  std::uint64_t file_bytes = std::uint64_t{256} << 20;       ///< largest file it may write
  std::uint64_t output_bytes = std::uint64_t{1} << 20;       ///< kept of stdout and of stderr each
};

/// The files that a confined process sees beside the system's own (/usr and what belongs to it).
/// Paths have the same names inside. Whatever is not listed does not exist for it, as far as the
/// rung of the ladder in force can bring that about.
struct View {
  std::vector<std::filesystem::path> read_only;  ///< files or folders
  std::vector<std::filesystem::path> writable;   ///< folders; handed to the unprivileged user
  std::uint64_t scratch_bytes = std::uint64_t{512} << 20;  ///< size of its private /tmp
};

}  // namespace sandbox
