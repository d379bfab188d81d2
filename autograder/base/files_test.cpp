// SPDX-License-Identifier: MIT
#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <system_error>

TEST_CASE("what is written is read back, byte for byte", "[base][files]") {
  const base::TemporaryFolder folder;
  const std::string content("a\0b\r\n", 5);
  const auto path = folder.path() / "deep" / "file";
  base::write_file(path, content);
  CHECK(base::read_file(path).value() == content);
}

TEST_CASE("a file that cannot be read is a diagnostic that names it", "[base][files]") {
  const base::TemporaryFolder folder;
  const auto missing = base::read_file(folder.path() / "missing");
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.errors()[0].where.file == (folder.path() / "missing").string());
  CHECK_FALSE(base::read_file(folder.path()).ok());
  base::write_file(folder.path() / "big", "12345");
  CHECK_FALSE(base::read_file(folder.path() / "big", 4).ok());
}

TEST_CASE("a failed write leaves the old content and no litter", "[base][files]") {
  const base::TemporaryFolder folder;
  CHECK_THROWS_AS(base::write_file("/proc/none/file", "x"), std::system_error);
  base::write_file(folder.path() / "target" / "inside", "old");
  CHECK_THROWS_AS(base::write_file(folder.path() / "target", "new"), std::system_error);
  std::size_t entries = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path()))
    ++entries;
  CHECK(entries == 1);
}

TEST_CASE("a link stays a link when it is written to", "[base][files]") {
  const base::TemporaryFolder folder;
  base::write_file(folder.path() / "file", "old");
  std::filesystem::create_symlink("file", folder.path() / "link");
  base::write_file(folder.path() / "link", "new");
  CHECK(std::filesystem::is_symlink(folder.path() / "link"));
  CHECK(base::read_file(folder.path() / "file").value() == "new");
}

TEST_CASE("a pipe is written to and not replaced, and a full device is an error", "[base][files]") {
  const base::TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  base::write_file(pipe, "through");
  char seen[16] = {};
  CHECK(read(reader, seen, sizeof seen) == 7);
  close(reader);
  CHECK(std::string(seen) == "through");
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK_THROWS_AS(base::write_file("/dev/full", "x"), std::system_error);
  CHECK(std::filesystem::is_character_file("/dev/full"));
}

TEST_CASE("a temporary folder is gone after its life", "[base][files]") {
  std::filesystem::path path;
  {
    const base::TemporaryFolder folder;
    path = folder.path();
    base::write_file(path / "x", "y");
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("only old folders of processes that are gone are removed", "[base][files]") {
  const base::TemporaryFolder place;
  const pid_t gone = fork();
  if (gone == 0) _exit(0);
  REQUIRE(waitpid(gone, nullptr, 0) == gone);
  const std::string number = std::to_string(gone);
  const auto make = [&](const std::string& name) {
    base::write_file(place.path() / name / "inside", "x");
    return place.path() / name;
  };
  const auto abandoned = make("course-run." + number + ".AbCdEf");
  const auto alive = make("course-run." + std::to_string(getpid()) + ".AbCdEf");
  const auto other = make("mine." + number + ".AbCdEf");
  const auto without = make("course-run.AbCdEf");
  const auto link = place.path() / ("course-link." + number + ".AbCdEf");
  std::filesystem::create_directory_symlink(other, link);
  base::remove_abandoned_folders(place.path(), std::time(nullptr) - 60);
  CHECK(std::filesystem::exists(abandoned));
  base::remove_abandoned_folders(place.path(), std::time(nullptr) + 60);
  CHECK_FALSE(std::filesystem::exists(abandoned));
  for (const auto& kept : {alive, other, without, link}) CHECK(std::filesystem::exists(kept));
}
