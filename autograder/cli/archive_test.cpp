// SPDX-License-Identifier: MIT
#include "cli/archive.h"

#include <archive.h>
#include <archive_entry.h>

#include <catch2/catch.hpp>

#include "base/files.h"

namespace {

namespace fs = std::filesystem;

/// Writes a tarball with one entry of the type.
void make_archive(const fs::path& file, const std::string& name, const std::string& content,
                  unsigned type = AE_IFREG) {
  archive* writer = archive_write_new();
  archive_write_set_format_pax_restricted(writer);
  archive_write_open_filename(writer, file.c_str());
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, name.c_str());
  archive_entry_set_filetype(entry, type);
  archive_entry_set_perm(entry, 0644);
  if (type == AE_IFLNK) archive_entry_set_symlink(entry, "/etc/passwd");
  archive_entry_set_size(entry, type == AE_IFREG ? static_cast<la_int64_t>(content.size()) : 0);
  archive_write_header(writer, entry);
  if (type == AE_IFREG) archive_write_data(writer, content.data(), content.size());
  archive_entry_free(entry);
  archive_write_free(writer);
}

}  // namespace

TEST_CASE("files come out below the target", "[cli][archive]") {
  const base::TemporaryFolder folder;
  make_archive(folder.path() / "a.tar", "assignments/map/map.cu", "text");
  const auto count = cli::unpack(folder.path() / "a.tar", folder.path() / "out");
  REQUIRE(count.ok());
  CHECK(*count == 1);
  CHECK(*base::read_file(folder.path() / "out/assignments/map/map.cu") == "text");
}

TEST_CASE("what was packed comes out the same", "[cli][archive]") {
  const base::TemporaryFolder folder;
  base::write_file(folder.path() / "in/a/b.txt", "text");
  cli::pack(folder.path() / "in", "course", folder.path() / "a.tar.gz");
  REQUIRE(cli::unpack(folder.path() / "a.tar.gz", folder.path() / "out").ok());
  CHECK(*base::read_file(folder.path() / "out/course/a/b.txt") == "text");
}

TEST_CASE("names that lead outside and links do not come out", "[cli][archive]") {
  auto [name, type] = GENERATE(table<std::string, unsigned>({
      {"../escape", AE_IFREG},
      {"a/../../escape", AE_IFREG},
      {"/escape", AE_IFREG},
      {"link", AE_IFLNK},
      {"pipe", AE_IFIFO},
  }));
  CAPTURE(name);
  const base::TemporaryFolder folder;
  make_archive(folder.path() / "a.tar", name, "text", type);
  cli::LeftAside aside;
  const auto count = cli::unpack(folder.path() / "a.tar", folder.path() / "out", {}, &aside);
  CHECK((!count.ok() || *count == 0));
  const auto& names = type == AE_IFREG   ? aside.outside
                      : type == AE_IFLNK ? aside.links
                                         : aside.others;
  CHECK(names == std::vector<std::string>{name});
  CHECK_FALSE(fs::exists(folder.path() / "escape"));
  CHECK_FALSE(fs::exists(folder.path() / "out"));
}

TEST_CASE("an archive that unpacks to too much, or is none, is refused", "[cli][archive]") {
  const base::TemporaryFolder folder;
  make_archive(folder.path() / "a.tar", "big", std::string(10'000, 'x'));
  CHECK_FALSE(cli::unpack(folder.path() / "a.tar", folder.path() / "out", {1000, 10}).ok());
  base::write_file(folder.path() / "b.zip", "this is no archive");
  CHECK_FALSE(cli::unpack(folder.path() / "b.zip", folder.path() / "out").ok());
}

TEST_CASE("archives are known by their names", "[cli][archive]") {
  for (const char* name : {"a.zip", "a.tar.gz", "a.tgz", "a.tar"}) CHECK(cli::is_archive(name));
  for (const char* name : {"a.cu", "zip", "a.txt"}) CHECK_FALSE(cli::is_archive(name));
}
