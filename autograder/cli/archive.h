// SPDX-License-Identifier: MIT
/// \file
/// Unpacks a submitted zip or tarball, packs the students' copy.
///
/// A submitted archive is hostile: names that lead outside, links, devices, bombs. Only regular
/// files and folders come out, all below the target. Tested by archive_test.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace cli {

/// Bounds for what comes out of one archive.
struct ArchiveLimits {
  std::uint64_t bytes = std::uint64_t{64} << 20;
  std::uint64_t files = 2'000;
};

/// Packs all regular files below `folder` into a gzipped tarball, under a folder of the name
/// `top`. Throws std::runtime_error.
void pack(const std::filesystem::path& folder, const std::string& top,
          const std::filesystem::path& archive);

/// Is the name that of an archive? Some kinds (rar, 7z) are known by name and refused by unpack().
bool is_archive(const std::filesystem::path& file);

/// Names in an archive that did not come out.
struct LeftAside {
  std::vector<std::string> links;    ///< links, also hard ones
  std::vector<std::string> outside;  ///< absolute paths, and those with ".."
  std::vector<std::string> others;   ///< pipes, devices
};

/// Unpacks below `folder`. Returns how many files came out; entries that are no regular files or
/// lead outside are passed over, and named in `aside` where one is given.
base::Result<std::uint64_t> unpack(const std::filesystem::path& archive,
                                   const std::filesystem::path& folder,
                                   const ArchiveLimits& limits = {}, LeftAside* aside = nullptr);

}  // namespace cli
