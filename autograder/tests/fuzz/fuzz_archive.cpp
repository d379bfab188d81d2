// SPDX-License-Identifier: MIT
// The reader of submitted archives: whatever is in one, nothing comes out outside of its folder,
// and not more than the limits allow.
#include "base/files.h"
#include "cli/archive.h"
#include "tests/fuzz/target.h"

namespace fs = std::filesystem;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const base::TemporaryFolder folder("fuzz");
  const fs::path archive = folder.path() / "in.zip";
  const fs::path target = folder.path() / "deep" / "out";
  fs::create_directories(target);
  base::write_file(archive, fuzz::text_of(data, size));
  const cli::ArchiveLimits limits{1U << 20, 64};
  (void)cli::unpack(archive, target, limits);
  std::uintmax_t bytes = 0, files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
    const bool ours =
        entry.path() == archive || entry.path() == folder.path() / "deep" || entry.path() == target;
    if (ours) continue;
    fuzz::require(entry.path().string().starts_with(target.string() + "/"), "all lies below");
    fuzz::require(!entry.is_symlink(), "no link comes out");
    if (!entry.is_regular_file()) continue;
    bytes += entry.file_size();
    ++files;
  }
  fuzz::require(bytes <= limits.bytes && files <= limits.files, "the limits hold");
  return 0;
}
