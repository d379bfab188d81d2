// SPDX-License-Identifier: MIT
#include "cli/progress.h"

#include <catch2/catch.hpp>

#include "base/files.h"

namespace {

using cli::Progress;

TEST_CASE("what was solved is still solved the next time", "[cli][progress]") {
  const base::TemporaryFolder folder;
  Progress first = Progress::of(folder.path());
  first.solved("a01_map");
  first.tried("a02_zip");
  first.save();
  const Progress later = Progress::of(folder.path());
  CHECK(later.is_solved("a01_map"));
  CHECK(later.is_tried("a01_map"));
  CHECK_FALSE(later.is_solved("a02_zip"));
  CHECK(later.is_tried("a02_zip"));
  CHECK(later.all_solved() == std::vector<std::string>{"a01_map"});
}

TEST_CASE("tiers are counted for one hint at a time", "[cli][progress]") {
  const base::TemporaryFolder folder;
  Progress progress = Progress::of(folder.path());
  progress.show("a01_map", "Who writes out[1]?", 2);
  progress.save();
  Progress later = Progress::of(folder.path());
  CHECK(later.shown("a01_map", "Who writes out[1]?") == 2);
  CHECK(later.shown("a01_map", "another hint") == 0);
  CHECK(later.shown("a02_zip", "Who writes out[1]?") == 0);
}

TEST_CASE("nothing is written where nothing has happened", "[cli][progress]") {
  const base::TemporaryFolder folder;
  Progress progress = Progress::of(folder.path());
  progress.save();
  CHECK_FALSE(std::filesystem::exists(folder.path() / ".course"));
}

TEST_CASE("a spoilt file counts as empty, and is replaced", "[cli][progress]") {
  const base::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / ".course");
  base::write_file(folder.path() / ".course/progress.json", "{\"solved\": [1, ");
  Progress progress = Progress::of(folder.path());
  CHECK(progress.all_solved().empty());
  progress.solved("a01_map");
  progress.save();
  CHECK(Progress::of(folder.path()).is_solved("a01_map"));
}

TEST_CASE("a folder that cannot be written is no error", "[cli][progress]") {
  Progress progress = Progress::of("/proc/nowhere");
  progress.solved("a01_map");
  progress.save();
  CHECK(progress.is_solved("a01_map"));
}

}  // namespace
