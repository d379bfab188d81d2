// SPDX-License-Identifier: MIT
#include "cli/picture.h"

#include <catch2/catch.hpp>

using namespace cli;

TEST_CASE("a figure's name says what it shows", "[cli][picture]") {
  const auto plain = parse_figure_name("four");
  REQUIRE(plain.ok());
  CHECK(plain->case_key == "four");
  CHECK_FALSE(plain->block);
  const auto full =
      parse_figure_name("large.block-1-0-2.warp-3.sectors-a.launch-2.answer-no_guard.beside");
  REQUIRE(full.ok());
  CHECK(*full->block == std::array<std::uint32_t, 3>{1, 0, 2});
  CHECK(*full->warp == 3);
  CHECK(full->sectors == "a");
  CHECK(*full->launch == 2);
  CHECK(full->answer == "no_guard");
  CHECK(full->beside);
  CHECK(parse_figure_name("four.banks-tile")->banks == "tile");
}

TEST_CASE("a figure's name with an unknown part is refused", "[cli][picture]") {
  for (const char* name : {"four.colour", "four.warp-x", "four.warp", "four.block-a",
                           "four.beside-2", "four.", "four.sectors-"}) {
    CHECK_FALSE(parse_figure_name(name).ok());
  }
}

TEST_CASE("a page's figures are found once each, others are not its", "[cli][picture]") {
  const std::string page =
      "![who reads what](figures/four.svg)\n[again](figures/four.svg)\n"
      "![a logo](../logo.svg) ![x](figures/large.warp-1.svg) ![y](figures/photo.png)\n";
  CHECK(figures_of_page(page) == std::vector<std::string>{"four", "large.warp-1"});
}

TEST_CASE("a block is given by one to three numbers", "[cli][picture]") {
  CHECK(*parse_block("7") == std::array<std::uint32_t, 3>{7, 0, 0});
  CHECK(*parse_block("1,2,3") == std::array<std::uint32_t, 3>{1, 2, 3});
  for (const char* text : {"", "1,", "1,2,3,4", "-1", "1 2", "99999999999"}) {
    CHECK_FALSE(parse_block(text).ok());
  }
}

TEST_CASE("a request for a block records that block only, even of a small launch",
          "[cli][picture]") {
  PictureRequest request;
  CHECK(trace_request(request).all_blocks_threads > 0);
  request.block = {1, 0, 0};
  CHECK(trace_request(request).all_blocks_threads == 0);
  CHECK(trace_request(request).block == std::array<std::uint32_t, 3>{1, 0, 0});
}

TEST_CASE("findings that cost points stand as notes, two at most", "[cli][picture]") {
  protocol::RunResult run;
  CHECK(notes_of(run, "").empty());
  protocol::Finding finding;
  finding.message = "a[4] is 1 past the end\n  thread (4,0,0)";
  run.findings = {finding, finding, finding};
  run.findings[0].severity = protocol::Severity::Warning;
  CHECK(notes_of(run, "") == std::vector<std::string>(2, "a[4] is 1 past the end"));
  CHECK(notes_of(run, "it was stopped").front() == "the run ended early: it was stopped");
}
