// SPDX-License-Identifier: MIT
/// \file
/// Unpacks a submitted zip or tarball.
///
/// The archive is hostile: names that lead outside, links, devices, bombs. Only regular files and
/// folders come out, all below the target. Tested by archive_test.cpp.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"

namespace cli {

/// Bounds for what comes out of one archive.
struct ArchiveLimits {
  std::uint64_t bytes = std::uint64_t{64} << 20;
  std::uint64_t files = 2'000;
};

/// Is the name that of an archive we know?
bool is_archive(const std::filesystem::path& file);

/// Unpacks below `folder`. Returns how many files came out; entries that are no regular files or
/// lead outside are passed over.
base::Result<std::uint64_t> unpack(const std::filesystem::path& archive,
                                   const std::filesystem::path& folder,
                                   const ArchiveLimits& limits = {});

}  // namespace cli
