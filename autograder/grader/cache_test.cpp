// SPDX-License-Identifier: MIT
#include "grader/cache.h"

#include <catch2/catch.hpp>
#include <thread>

#include "base/files.h"
#include "base/hash.h"

namespace {

std::string key(const std::string& name) {
  return base::sha256(name);
}

}  // namespace

TEST_CASE("what was kept is found again, what was not is not", "[grader][cache]") {
  const base::TemporaryFolder folder;
  const grader::Cache cache(folder.path() / "cache");
  CHECK_FALSE(cache.get(key("a")).has_value());
  const std::string content("zero \0 byte", 11);
  cache.put(key("a"), content);
  CHECK(cache.get(key("a")) == content);
  CHECK_FALSE(cache.get(key("b")).has_value());
}

TEST_CASE("a damaged entry is no entry", "[grader][cache]") {
  const base::TemporaryFolder folder;
  const grader::Cache cache(folder.path());
  cache.put(key("a"), "content");
  const std::filesystem::path file = folder.path() / key("a").substr(0, 2) / key("a").substr(2);
  REQUIRE(std::filesystem::exists(file));
  SECTION("cut off") {
    std::filesystem::resize_file(file, 66);
  }
  SECTION("empty") {
    std::filesystem::resize_file(file, 0);
  }
  SECTION("changed") {
    base::write_file(file, base::sha256("content") + "CONTENT");
  }
  CHECK_FALSE(cache.get(key("a")).has_value());
  cache.put(key("a"), "content");
  CHECK(cache.get(key("a")) == "content");
}

TEST_CASE("a folder that cannot be written costs only time", "[grader][cache]") {
  const grader::Cache cache("/proc/no/such/folder");
  CHECK_NOTHROW(cache.put(key("a"), "x"));
  CHECK_FALSE(cache.get(key("a")).has_value());
  CHECK_NOTHROW(grader::Cache("").put(key("a"), "x"));
}

TEST_CASE("writers at the same time leave a whole entry", "[grader][cache]") {
  const base::TemporaryFolder folder;
  const grader::Cache cache(folder.path());
  const std::string content(100'000, 'x');
  {
    std::vector<std::jthread> writers;
    for (int i = 0; i < 4; ++i) {
      writers.emplace_back([&] {
        for (int round = 0; round < 20; ++round) cache.put(key("a"), content);
      });
    }
    for (int round = 0; round < 50; ++round) {
      const auto seen = cache.get(key("a"));
      CHECK((!seen.has_value() || *seen == content));
    }
  }
  CHECK(cache.get(key("a")) == content);
}

TEST_CASE("pruning keeps what was used last", "[grader][cache]") {
  const base::TemporaryFolder folder;
  const grader::Cache cache(folder.path());
  cache.put(key("old"), std::string(1000, 'o'));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  cache.put(key("new"), std::string(1000, 'n'));
  cache.prune(1500);
  CHECK_FALSE(cache.get(key("old")).has_value());
  CHECK(cache.get(key("new")).has_value());
}
