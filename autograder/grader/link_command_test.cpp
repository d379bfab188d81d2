// SPDX-License-Identifier: MIT
#include "grader/link_command.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "base/files.h"
#include "base/hash.h"
#include "tests/support/skip.h"
#include "toolchain/plan.h"

namespace {

namespace fs = std::filesystem;

grader::LinkCommand command_of(const toolchain::Compiler& compiler, const grader::Cache& cache) {
  return {compiler, "fingerprint", cache, std::chrono::seconds(60)};
}

}  // namespace

TEST_CASE("clang is asked how it links once, and anew when a file that it names is gone",
          "[grader][link]") {
  const auto clang =
      toolchain::choose(toolchain::CompilerChoice::Clang,
                        toolchain::find_compilers(toolchain::SearchPlaces::of_environment()));
  if (!clang.ok()) COURSE_SKIP(clang.errors()[0].message);
  const base::TemporaryFolder folder;
  const grader::Cache cache(folder.path());
  const std::vector<std::string> words = command_of(*clang, cache).words();
  REQUIRE_FALSE(words.empty());
  CHECK(fs::exists(words.front()));
  // What the cache holds is taken as long as it is true.
  const std::string key = base::HashBuilder().add("link 1").add("fingerprint").hex();
  const auto kept = [&](const std::string& lines) {
    cache.put(key, lines);
    return command_of(*clang, cache).words();
  };
  CHECK(kept("/bin/sh\nother\n") == std::vector<std::string>{"/bin/sh", "other"});
  CHECK(kept("/bin/sh\n/no/such/crtbeginS.o\n") == words);
  CHECK(kept("/no/such/ld\nother\n") == words);
  CHECK(kept("") == words);
}

TEST_CASE("where a compiler does not say how it links there is no command", "[grader][link]") {
  const grader::Cache none("");
  toolchain::Compiler compiler;
  compiler.kind = toolchain::CompilerKind::Clang;
  compiler.program = "/usr/bin/false";
  compiler.root = "/usr";
  CHECK(command_of(compiler, none).words().empty());
  compiler.kind = toolchain::CompilerKind::Nvcc;
  CHECK(command_of(compiler, none).words().empty());
}
