// SPDX-License-Identifier: MIT
#include "checkers/findings.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "checkers/describe.h"
#include "checkers/event_builder.h"

namespace {

using namespace checkers;
using protocol::Severity;

void add(FindingSet& set, vgpu::SiteId site, Witness who, Severity severity = Severity::Error,
         std::uint64_t count = 1) {
  set.add({FindingKind::OutOfBoundsRead, site}, who, {severity, 0}, count, [&] {
    return Description{"block " + std::to_string(who.block), {}, {}};
  });
}

}  // namespace

TEST_CASE("every kind has a name of its own, words and a lesson", "[checkers][findings]") {
  std::set<std::string_view> names;
  const std::string page = findings_page();
  for (const FindingInfo& row : finding_table()) {
    CAPTURE(row.name);
    CHECK(names.insert(row.name).second);
    CHECK(find_finding(row.name) == &row);
    CHECK(&info_of(row.kind) == &row);
    CHECK_THAT(std::string(row.help), Catch::Contains("lesson "));
    CHECK_THAT(page, Catch::Contains("## " + std::string(row.name)));
  }
  CHECK(find_finding("no_such_kind") == nullptr);
}

TEST_CASE("the page of findings is the one that the table makes", "[checkers][findings]") {
  const std::filesystem::path file = std::filesystem::path(COURSE_DOCS) / "findings.md";
  if (std::getenv("COURSE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(file) << findings_page();
  }
  std::ifstream in(file);
  const std::string committed(std::istreambuf_iterator<char>(in), {});
  INFO("COURSE_UPDATE_GOLDEN=1 checkers_test rewrites docs/findings.md");
  CHECK(committed == findings_page());
}

TEST_CASE("alike findings fold to a count and the lowest witness", "[checkers][findings]") {
  test::Scene scene;
  FindingSet set(scene.info);
  add(set, 7, {3, 5});
  add(set, 7, {1, 40}, Severity::Error, 10);
  add(set, 7, {2, 0});
  add(set, 8, {0, 0});
  const auto findings = set.finish();
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].count == 12);
  CHECK(findings[0].message == "block 1");
  CHECK(findings[0].block == protocol::Dim3{1, 0, 0});
  CHECK(findings[0].thread == protocol::Dim3{40, 0, 0});
  CHECK(findings[0].file == "k.cu");
  CHECK(findings[0].line == 7);
  CHECK(findings[0].other_line == 0);
  CHECK(findings[0].kernel == "k");
  CHECK(findings[0].kind == "out_of_bounds_read");
  CHECK(findings[0].help == info_of(FindingKind::OutOfBoundsRead).help);
}

TEST_CASE("an error among warnings speaks for all", "[checkers][findings]") {
  test::Scene scene;
  FindingSet set(scene.info);
  add(set, 7, {0, 0}, Severity::Warning);
  add(set, 7, {3, 0}, Severity::Error);
  add(set, 7, {1, 0}, Severity::Warning);
  add(set, 5, {0, 0}, Severity::Warning);
  const auto findings = set.finish();
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].line == 7);
  CHECK(findings[0].severity == Severity::Error);
  CHECK(findings[0].message == "block 3");
  CHECK(findings[0].count == 3);
  CHECK(findings[1].severity == Severity::Warning);
}

TEST_CASE("merging gives the same whatever the order", "[checkers][findings]") {
  test::Scene scene;
  const auto merged = [&](bool swapped) {
    FindingSet a(scene.info), b(scene.info);
    add(a, 7, {3, 5});
    add(a, 9, {3, 5});
    add(b, 7, {1, 1});
    if (swapped) std::swap(a, b);
    a.merge(std::move(b));
    return a.finish();
  };
  CHECK(merged(false) == merged(true));
  CHECK(merged(false)[0].count == 2);
}

TEST_CASE("variables are named without their function", "[checkers][describe]") {
  CHECK(variable_name("_ZZ3sumPfPKfE1s") == "s");
  CHECK(variable_name("table") == "table");
  CHECK(variable_name("_ZN3lab5tableE") == "table");
}
