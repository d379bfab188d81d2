// SPDX-License-Identifier: MIT
#include "grader/cache.h"

#include <algorithm>
#include <system_error>
#include <vector>

#include "base/files.h"
#include "base/hash.h"

namespace grader {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kHashLength = 64;
constexpr std::uintmax_t kLargestEntry = std::uintmax_t{1} << 30;

}  // namespace

fs::path Cache::place_of(const std::string& key) const {
  return folder_ / key.substr(0, 2) / key.substr(2);
}

std::optional<std::string> Cache::get(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path place = place_of(key);
  std::error_code error;
  if (!fs::is_regular_file(place, error)) return std::nullopt;
  auto entry = base::read_file(place, kLargestEntry);
  if (!entry.ok() || entry->size() < kHashLength ||
      base::sha256(std::string_view(*entry).substr(kHashLength)) !=
          std::string_view(*entry).substr(0, kHashLength)) {
    fs::remove(place, error);
    return std::nullopt;
  }
  // The time of last use, for prune().
  fs::last_write_time(place, fs::file_time_type::clock::now(), error);
  return entry->substr(kHashLength);
}

void Cache::put(const std::string& key, std::string_view content) const {
  if (folder_.empty()) return;
  try {
    base::write_file(place_of(key), base::sha256(content) + std::string(content));
  } catch (const std::system_error&) {
    // Without the entry the work is done again; that is all.
  }
}

void Cache::prune(std::uintmax_t limit_bytes) const {
  struct Entry {
    fs::file_time_type used;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::uintmax_t sum = 0;
  std::error_code error;
  if (folder_.empty() || !fs::is_directory(folder_, error)) return;
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(folder_, error)) {
    if (!file.is_regular_file(error)) continue;
    entries.push_back({file.last_write_time(error), file.file_size(error), file.path()});
    sum += entries.back().bytes;
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& one, const Entry& other) { return one.used < other.used; });
  for (const Entry& entry : entries) {
    if (sum <= limit_bytes) return;
    fs::remove(entry.path, error);
    sum -= entry.bytes;
  }
}

fs::path cache_folder(const char* xdg_cache_home, const fs::path& build_folder) {
  if (xdg_cache_home != nullptr && *xdg_cache_home != '\0') {
    return fs::path(xdg_cache_home) / "cuda-course";
  }
  return build_folder / "cache";
}

}  // namespace grader
