// SPDX-License-Identifier: MIT
#include "ptx/supported_page.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/files.h"
#include "base/text.h"
#include "ptx/opcode.h"

namespace {

TEST_CASE("the page has a row of five cells for every opcode") {
  std::size_t rows = 0;
  for (const std::string& line : base::split_lines(ptx::supported_page())) {
    if (line.rfind("| `", 0) != 0) continue;
    ++rows;
    INFO(line);
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++bars;
    }
    CHECK(bars == 6);
  }
  CHECK(rows == ptx::opcode_table().size() - 1);
}

TEST_CASE("the page says what runs and what is only read") {
  const std::string page = ptx::supported_page();
  CHECK(page.find("| `mad` | `d, a, b, c` |") != std::string::npos);
  CHECK(page.find("| `setp` | `d[\\|e], a, b` |") != std::string::npos);
  CHECK(page.find("| `tex` | | | | read, not run |") != std::string::npos);
  CHECK(page.find("| `wmma.mma` | | | | yes") != std::string::npos);
}

TEST_CASE("the page in docs/ is the table's") {
  const std::filesystem::path file = std::filesystem::path(COURSE_DOCS) / "supported_ptx.md";
  if (const char* update = std::getenv("COURSE_UPDATE_GOLDEN"); update != nullptr) {
    base::write_file(file, ptx::supported_page());
  }
  CHECK(base::read_file(file).value() == ptx::supported_page());
}

}  // namespace
