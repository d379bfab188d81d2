// SPDX-License-Identifier: MIT
#include "device/case_report.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "protocol/channel.h"
#include "protocol/cuda_error.h"

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
  CHECK(report.result().host_notes.at(0).count == 10);
}

TEST_CASE("printed text beyond 8 MB is dropped, and said to be", "[device][case_report]") {
  CaseReport report;
  report.add_printed(std::string(8'388'608, 'x'));
  CHECK(report.result().host_notes.empty());
  report.add_printed("yz");
  CHECK(report.result().device_output.size() == 8'388'608);
  CHECK(report.result().host_notes.at(0).kind == "printed_not_kept");
  CHECK(report.result().host_notes.at(0).count == 2);
  report.take_printed();
  report.add_printed("again");
  CHECK(report.result().device_output == "again");
}

TEST_CASE("launches beyond the list still count in the totals", "[device][case_report]") {
  CaseReport report;
  for (int i = 0; i < 20010; ++i) {
    LaunchReport launch;
    launch.record.counters.global_loads = 3;
    launch.record.buffers = {{"in", protocol::BufferRole::Input, launch.record.counters}};
    report.add_launch(std::move(launch));
  }
  std::uint64_t loads = 0, of_buffer = 0;
  for (const protocol::Launch& launch : report.result().launches) {
    loads += launch.counters.global_loads;
    of_buffer += launch.buffers.at(0).counters.global_loads;
  }
  CHECK(loads == 60030);
  CHECK(of_buffer == 60030);
}

namespace {

/// A name that JSON makes as long as it can.
const std::string kLong(60'000, '\x01');

void add_long_launches(CaseReport& report) {
  for (int i = 0; i < 1500; ++i) {
    LaunchReport launch;
    launch.record.kernel = launch.record.name = kLong;
    launch.record.lines.resize(200, {kLong, 1, {}});
    launch.record.buffers.resize(200, {kLong, protocol::BufferRole::Scratch, {}});
    report.add_launch(std::move(launch));
  }
}

void add_long_texts(CaseReport& report) {
  for (int i = 0; i < 200; ++i) {
    const std::string text = std::to_string(i) + kLong;
    report.add_note({text, text, text, 1});
    report.add_not_modelled({text, text, text, i});
    Finding one = finding(text, i, text);
    one.kernel = one.file = one.help = text;
    report.add_finding(one);
  }
}

}  // namespace

TEST_CASE("whatever a program names and says, the report fits into one message",
          "[device][case_report]") {
  CaseReport report;
  const auto fill = GENERATE(0, 1, 2, 3);
  if (fill == 0 || fill == 3) add_long_launches(report);
  if (fill == 1 || fill == 3) add_long_texts(report);
  if (fill == 2 || fill == 3) {
    for (int i = 0; i < 200; ++i) report.add_printed(kLong);
  }
  CHECK(protocol::to_json(report.result()).size() < protocol::kMaxBodyBytes);
  const auto& notes = report.result().host_notes;
  const auto said = [&notes](const std::string& kind) {
    return std::ranges::any_of(notes, [&kind](const auto& note) { return note.kind == kind; });
  };
  CHECK(said("launches_not_listed") == (fill == 0 || fill == 3));
  CHECK(said("notes_not_listed") == (fill == 1 || fill == 3));
  CHECK(said("findings_not_listed") == (fill == 1 || fill == 3));
  CHECK(said("printed_not_kept") == (fill == 2 || fill == 3));
}

TEST_CASE("a launch that failed is listed where others find no room", "[device][case_report]") {
  CaseReport report;
  add_long_launches(report);
  const std::size_t listed = report.result().launches.size();
  for (int i = 0; i < 50; ++i) report.add_refused_launch({}, protocol::cudaErrorInvalidValue);
  CHECK(report.result().launches.size() > listed);
  CHECK(report.result().launches.back().error == "cudaErrorInvalidValue");
}

TEST_CASE("long texts are cut between characters", "[device][case_report]") {
  CaseReport report;
  std::string umlauts = "x";
  for (int i = 0; i < 3000; ++i) umlauts += "\u00e4";
  report.add_note({"kind", umlauts, umlauts, 1});
  const protocol::HostNote& note = report.result().host_notes.at(0);
  CHECK(note.help == umlauts.substr(0, 999) + "...");
  CHECK(note.message == umlauts.substr(0, 1999) + "...");
}
