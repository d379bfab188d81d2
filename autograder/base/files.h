// SPDX-License-Identifier: MIT
/// \file
/// Files read and written whole, with errors that say which file and why. Tested by files_test.cpp.
#pragma once

#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace base {

/// The file's bytes. A file above `limit_bytes` is a diagnostic, so that a hostile one cannot fill
/// memory.
Result<std::string> read_file(const std::filesystem::path& path,
                              std::uintmax_t limit_bytes = 64U << 20);

/// Writes through a neighbour and a rename, so that a reader (or a killed writer, or a full disk)
/// never sees half a file. Links are followed; devices and pipes (/dev/stdout) are written to as
/// they are. Missing folders are made. Throws std::system_error naming the file.
void write_file(const std::filesystem::path& wanted, std::string_view content);

/// A fresh folder below the system's temporary folder, removed with its contents at the end of its
/// life. Its name holds the number of this process.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(std::string_view prefix = "course");
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Removes temporary folders of this user below `place` whose process is gone and that nobody has
/// changed since `before` (seconds since 1970): what a process that was killed has left behind.
void remove_abandoned_folders(const std::filesystem::path& place, std::time_t before);

}  // namespace base
