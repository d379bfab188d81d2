// SPDX-License-Identifier: MIT
#include "cli/archive.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/files.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

using Reader = std::unique_ptr<archive, decltype(&archive_read_free)>;

/// The name as a path below the target; nothing when it leads elsewhere.
std::optional<fs::path> safe_path(const char* name) {
  if (name == nullptr) return std::nullopt;
  const fs::path path = fs::path(name).lexically_normal();
  if (path.empty() || path.is_absolute()) return std::nullopt;
  const auto leads_up = [](const fs::path& part) { return part == ".."; };
  if (std::any_of(path.begin(), path.end(), leads_up)) return std::nullopt;
  return path;
}

/// Where an entry that does not come out belongs; folders come with their files.
void put_aside(archive_entry* entry, bool leads_inside, LeftAside& aside) {
  const char* known = archive_entry_pathname(entry);
  const std::string name = known == nullptr ? "" : known;
  const auto type = archive_entry_filetype(entry);
  if (!leads_inside) {
    aside.outside.push_back(name);
  } else if (type == AE_IFLNK || archive_entry_hardlink(entry) != nullptr) {
    aside.links.push_back(name);
  } else if (type != AE_IFDIR) {
    aside.others.push_back(name);
  }
}

base::Diagnostic problem(const fs::path& file, std::string message) {
  return {{file.filename().string()}, std::move(message), ""};
}

/// The entry's bytes; nothing when there are more than `room`.
std::optional<std::string> content_of(archive* reader, std::uint64_t room) {
  std::string content;
  char buffer[1 << 16];
  la_ssize_t count = 0;
  while ((count = archive_read_data(reader, buffer, sizeof buffer)) > 0) {
    content.append(buffer, static_cast<std::size_t>(count));
    if (content.size() > room) return std::nullopt;
  }
  if (count < 0) return std::nullopt;
  return content;
}

}  // namespace

namespace {

void add_file(archive* writer, const fs::path& file, const std::string& name) {
  const std::string content = base::read_file(file).value();
  const bool runs = (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, name.c_str());
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, runs ? 0755 : 0644);
  archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
  archive_write_header(writer, entry);
  archive_write_data(writer, content.data(), content.size());
  archive_entry_free(entry);
}

}  // namespace

void pack(const fs::path& folder, const std::string& top, const fs::path& archive_file) {
  const std::unique_ptr<archive, decltype(&archive_write_free)> writer(archive_write_new(),
                                                                       archive_write_free);
  archive_write_set_format_pax_restricted(writer.get());
  archive_write_add_filter_gzip(writer.get());
  if (archive_write_open_filename(writer.get(), archive_file.c_str()) != ARCHIVE_OK) {
    throw std::runtime_error("cannot write " + archive_file.string());
  }
  std::vector<fs::path> files;
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(folder)) {
    if (file.is_regular_file() && !file.is_symlink()) files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    add_file(writer.get(), file, top + "/" + file.lexically_relative(folder).string());
  }
  if (archive_write_close(writer.get()) != ARCHIVE_OK) {
    throw std::runtime_error("cannot write " + archive_file.string());
  }
}

bool is_archive(const fs::path& file) {
  const std::string name = file.filename().string();
  const auto ends = [&name](const char* ending) { return name.ends_with(ending); };
  return ends(".zip") || ends(".tar") || ends(".tar.gz") || ends(".tgz") || ends(".tar.xz") ||
         ends(".tar.bz2") || ends(".rar") || ends(".7z");
}

base::Result<std::uint64_t> unpack(const fs::path& archive_file, const fs::path& folder,
                                   const ArchiveLimits& limits, LeftAside* aside) {
  const Reader reader(archive_read_new(), archive_read_free);
  archive_read_support_filter_all(reader.get());
  archive_read_support_format_zip(reader.get());
  archive_read_support_format_tar(reader.get());
  if (archive_read_open_filename(reader.get(), archive_file.c_str(), 1 << 16) != ARCHIVE_OK) {
    return problem(archive_file, "cannot be opened as an archive: only zip and tar are taken");
  }
  std::uint64_t bytes = 0, files = 0, seen = 0;
  archive_entry* entry = nullptr;
  int status = ARCHIVE_OK;
  while ((status = archive_read_next_header(reader.get(), &entry)) == ARCHIVE_OK ||
         status == ARCHIVE_WARN) {
    if (++seen > 10 * limits.files) return problem(archive_file, "holds too many entries");
    const std::optional<fs::path> path = safe_path(archive_entry_pathname(entry));
    if (!path || archive_entry_filetype(entry) != AE_IFREG ||
        archive_entry_hardlink(entry) != nullptr) {
      if (aside != nullptr) put_aside(entry, path.has_value(), *aside);
      continue;
    }
    if (++files > limits.files) return problem(archive_file, "holds too many files");
    const std::optional<std::string> content = content_of(reader.get(), limits.bytes - bytes);
    if (!content) return problem(archive_file, "is damaged or unpacks to too many bytes");
    bytes += content->size();
    try {
      base::write_file(folder / *path, *content);
    } catch (const std::exception& error) {
      return problem(archive_file, error.what());
    }
  }
  if (status != ARCHIVE_EOF) return problem(archive_file, "is damaged");
  return files;
}

}  // namespace cli
