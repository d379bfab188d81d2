// SPDX-License-Identifier: MIT
#include "grader/headers.h"

#include <catch2/catch.hpp>
#include <filesystem>

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
  const base::TemporaryFolder folder;
  const grader::Cache cache(folder.path());
  std::string made;
  {
    const grader::Headers headers = headers_of(*clang, cache);
    const auto files = headers.get(0);
    made = base::read_file(files.device).value();
    CHECK(fs::exists(files.host));
    CHECK(headers.get(0).device == files.device);
    CHECK(headers.get(80).device != files.device);
  }
  const auto kept = entries(folder.path());
  CHECK(kept.size() == 4);
  const grader::Headers again = headers_of(*clang, cache);
  CHECK(base::read_file(again.get(0).device).value() == made);
  CHECK(entries(folder.path()) == kept);
}

TEST_CASE("headers are made anew when a file that they were made of is another",
          "[grader][headers]") {
  const auto clang = find_clang();
  if (!clang.ok()) COURSE_SKIP(clang.errors()[0].message);
  const base::TemporaryFolder folder;
  const grader::Cache cache(folder.path());
  headers_of(*clang, cache).get(0);
  // What the entries would be had stdlib.h been one byte shorter when they were made.
  for (const auto& [path, bytes] : entries(folder.path())) {
    std::string entry = bytes.substr(64);
    const std::size_t at = entry.find("stdlib.h ");
    REQUIRE(at != std::string::npos);
    entry[at + 9] = entry[at + 9] == '1' ? '2' : '1';
    cache.put(path.parent_path().filename().string() + path.filename().string(), entry);
  }
  const auto changed = entries(folder.path());
  const auto files = headers_of(*clang, cache).get(0);
  CHECK_FALSE(files.device.empty());
  for (const auto& [path, bytes] : entries(folder.path())) CHECK(bytes != changed.at(path));
}

TEST_CASE("where headers cannot be made there are none, and builds read the text",
          "[grader][headers]") {
  const grader::Cache none("");
  toolchain::Compiler missing;
  missing.kind = CompilerKind::Clang;
  missing.program = "/usr/bin/false";
  missing.root = "/usr";
  CHECK(headers_of(missing, none).get(0).device.empty());
  toolchain::Compiler nvcc;
  nvcc.kind = CompilerKind::Nvcc;
  CHECK(grader::Headers(nvcc, "", none, std::chrono::seconds(1)).get(0).device.empty());
}
