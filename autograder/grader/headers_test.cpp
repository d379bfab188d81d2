// SPDX-License-Identifier: MIT
#include "grader/headers.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

#include "base/files.h"
#include "tests/support/skip.h"

namespace {

namespace fs = std::filesystem;
using toolchain::CompilerChoice;
using toolchain::CompilerKind;

base::Result<toolchain::Compiler> find_clang() {
  return toolchain::choose(CompilerChoice::Clang,
                           toolchain::find_compilers(toolchain::SearchPlaces::of_environment()));
}

/// The entries of a cache, with their bytes.
std::map<fs::path, std::string> entries(const fs::path& folder) {
  std::map<fs::path, std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) found[entry.path()] = base::read_file(entry.path()).value();
  }
  return found;
}

grader::Headers headers_of(const toolchain::Compiler& compiler, const grader::Cache& cache) {
  return {compiler, toolchain::fingerprint(compiler), cache, std::chrono::seconds(60)};
}

}  // namespace

TEST_CASE("headers are made once, and taken from the cache later", "[grader][headers]") {
  const auto clang = find_clang();
  if (!clang.ok()) COURSE_SKIP(clang.errors()[0].message);
  const base::TemporaryFolder folder, one, other;
  const grader::Cache cache(folder.path());
  const grader::Headers headers = headers_of(*clang, cache);
  const auto files = headers.write_to(one.path() / "a", 0);
  const std::string made = base::read_file(files.device).value();
  CHECK(base::read_file(headers.write_to(one.path() / "b", 0).device).value() == made);
  CHECK(base::read_file(headers.write_to(one.path() / "c", 80).device).value() != made);
  const auto kept = entries(folder.path());
  CHECK(kept.size() == 4);
  const auto again = headers_of(*clang, cache).write_to(other.path(), 0);
  CHECK(base::read_file(again.device).value() == made);
  CHECK(base::read_file(again.host).value() == base::read_file(files.host).value());
  CHECK(entries(folder.path()) == kept);
}

TEST_CASE("headers are made anew when a file that they were made of is another",
          "[grader][headers]") {
  const auto clang = find_clang();
  if (!clang.ok()) COURSE_SKIP(clang.errors()[0].message);
  const base::TemporaryFolder folder, written;
  const grader::Cache cache(folder.path());
  headers_of(*clang, cache).write_to(written.path(), 0);
  // What the entries would be had stdlib.h been of another size when they were made.
  for (const auto& [path, bytes] : entries(folder.path())) {
    std::string entry = bytes.substr(64);
    const std::size_t at = entry.find("stdlib.h ");
    REQUIRE(at != std::string::npos);
    entry[at + 9] = entry[at + 9] == '1' ? '2' : '1';
    cache.put(path.parent_path().filename().string() + path.filename().string(), entry);
  }
  const auto changed = entries(folder.path());
  CHECK_FALSE(headers_of(*clang, cache).write_to(written.path(), 0).device.empty());
  for (const auto& [path, bytes] : entries(folder.path())) CHECK(bytes != changed.at(path));
}

TEST_CASE("where headers cannot be made there are none, and builds read the text",
          "[grader][headers]") {
  const base::TemporaryFolder folder;
  const grader::Cache none("");
  toolchain::Compiler missing;
  missing.kind = CompilerKind::Clang;
  missing.program = "/usr/bin/false";
  missing.root = "/usr";
  CHECK(headers_of(missing, none).write_to(folder.path(), 0).device.empty());
  toolchain::Compiler nvcc;
  nvcc.kind = CompilerKind::Nvcc;
  const grader::Headers headers(nvcc, "", none, std::chrono::seconds(1));
  CHECK(headers.write_to(folder.path(), 0).device.empty());
  CHECK(fs::is_empty(folder.path()));
}
