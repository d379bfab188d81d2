// SPDX-License-Identifier: MIT
/// \file
/// Results of slow work kept by content: shared objects, expected outputs, exercise results.
///
/// Several graders may use the folder at once; an entry that is damaged is no entry. Tested by
/// cache_test.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// A folder of entries named by hashes.
class Cache {
 public:
  /// An empty path keeps nothing.
  explicit Cache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The entry, or nothing where there is none or it is damaged.
  std::optional<std::string> get(const std::string& key) const;

  /// Keeps an entry. A full disk or a folder that may not be written only costs time later on.
  void put(const std::string& key, std::string_view content) const;

  /// Removes the entries that were not used for longest until at most this many bytes are left.
  void prune(std::uintmax_t limit_bytes) const;

 private:
  std::filesystem::path place_of(const std::string& key) const;

  std::filesystem::path folder_;
};

/// $XDG_CACHE_HOME/cuda-course where that variable is set, else the folder "cache" below the build
/// folder.
std::filesystem::path cache_folder(const char* xdg_cache_home,
                                   const std::filesystem::path& build_folder);

}  // namespace grader
