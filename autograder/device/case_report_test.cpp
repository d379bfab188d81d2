// SPDX-License-Identifier: MIT
#include "device/case_report.h"

#include <catch2/catch.hpp>

using namespace device;
using protocol::Finding;

namespace {

Finding finding(const std::string& kind, int line, const std::string& message = "") {
  Finding result;
  result.kind = kind;
  result.file = "a.cu";
  result.line = line;
  result.message = message;
  return result;
}

/// The counts of the findings that are left after adding these.
std::vector<std::uint64_t> check(const std::vector<Finding>& added, std::uint32_t limit = 100) {
  CaseReport report(limit);
  for (const Finding& one : added) report.add_finding(one);
  std::vector<std::uint64_t> counts;
  for (const Finding& kept : report.result().findings) counts.push_back(kept.count);
  return counts;
}

using Counts = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("alike findings of several launches fold, others do not", "[device][case_report]") {
  CHECK(check({finding("trap", 3, "one"), finding("trap", 3, "two")}) == Counts{2});
  CHECK(check({finding("trap", 3), finding("trap", 4)}) == Counts{1, 1});
  CHECK(check({finding("trap", 3), finding("assertion", 3)}) == Counts{1, 1});
}

TEST_CASE("findings without a line fold only with the same text", "[device][case_report]") {
  CHECK(check({finding("x", 0, "one"), finding("x", 0, "two"), finding("x", 0, "one")}) ==
        Counts{2, 1});
}

TEST_CASE("findings beyond the limit are counted in a note", "[device][case_report]") {
  CaseReport report(1);
  for (int line = 1; line <= 4; ++line) report.add_finding(finding("trap", line));
  CHECK(report.result().findings.size() == 1);
  REQUIRE(report.result().host_notes.size() == 1);
  CHECK(report.result().host_notes[0].count == 3);
}

TEST_CASE("a program that launches without end does not fill memory", "[device][case_report]") {
  CaseReport report;
  for (int i = 0; i < 20010; ++i) report.add_launch({});
  CHECK(report.result().launches.size() == 20000);
  CHECK(report.result().host_notes.at(0).kind == "launches_not_listed");
  report.add_printed(std::string(9'000'000, 'x'));
  report.add_printed("y");
  CHECK(report.result().device_output.size() == 8'388'608);
}
