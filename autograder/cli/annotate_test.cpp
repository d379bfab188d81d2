// SPDX-License-Identifier: MIT
#include "cli/annotate.h"

#include <catch2/catch.hpp>

#include "base/files.h"
#include "base/text.h"

namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

protocol::LineCounters line_of(const std::string& file, int line, std::uint64_t requests,
                               std::uint64_t sectors) {
  protocol::LineCounters counted;
  counted.file = file;
  counted.line = line;
  counted.counters.warp_instructions = 4 * requests;
  counted.counters.thread_instructions = 64 * requests;
  counted.counters.global_load_requests = requests;
  counted.counters.global_load_sectors = sectors;
  return counted;
}

/// The rows for a file of twelve lines, "text 1" to "text 12", with these counts.
std::vector<std::string> rows_of(const std::vector<std::vector<protocol::LineCounters>>& launches) {
  const base::TemporaryFolder folder("annotate-test");
  std::string source;
  for (int line = 1; line <= 12; ++line) source += "text " + std::to_string(line) + "\n";
  base::write_file(folder.path() / "k.cu", source);
  protocol::RunResult result;
  for (const auto& lines : launches) {
    result.launches.emplace_back();
    result.launches.back().lines = lines;
  }
  return base::split_lines(cli::annotated_source(result, folder.path(), {}));
}

}  // namespace

TEST_CASE("a line's counts stand before its text, launches summed", "[cli][annotate]") {
  const auto rows = rows_of({{line_of("k.cu", 2, 1000, 4000)}, {line_of("k.cu", 2, 1000, 12000)}});
  CHECK_THAT(rows[0], Contains("executed") && EndsWith("| k.cu"));
  CHECK_THAT(rows[1], EndsWith("1 | text 1"));
  CHECK_THAT(rows[2], Contains("8,000") && Contains("16.0") && Contains("2,000") &&
                          Contains("8.0") && EndsWith("2 | text 2"));
}

TEST_CASE("lines far from instructions are left out", "[cli][annotate]") {
  const auto rows = rows_of({{line_of("k.cu", 1, 1, 4), line_of("k.cu", 11, 1, 4)}});
  REQUIRE(rows.size() > 8);
  CHECK_THAT(rows[3], EndsWith("3 | text 3"));
  CHECK(rows[4] == "...");
  CHECK_THAT(rows[5], EndsWith("9 | text 9"));
}

TEST_CASE("all rows of a file are aligned", "[cli][annotate]") {
  const auto rows = rows_of({{line_of("k.cu", 2, 123456, 4), line_of("k.cu", 5, 1, 4)}});
  for (std::size_t i = 1; i < 8; ++i) CHECK(rows[i].find('|') == rows[0].find('|'));
}

TEST_CASE("counts of a file that cannot be read come without text", "[cli][annotate]") {
  const auto rows = rows_of({{line_of("gone.cu", 3, 7, 7)}});
  CHECK_THAT(rows[0], EndsWith("| gone.cu"));
  CHECK_THAT(rows[3], EndsWith("3 |"));
}

TEST_CASE("without any line it says so", "[cli][annotate]") {
  CHECK(rows_of({}).front() == "no line of the source was executed by a kernel");
}
