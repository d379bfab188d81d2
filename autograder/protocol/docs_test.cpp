// SPDX-License-Identifier: MIT
// The pages about formats list what the tables list, in the tables' words.
#include <catch2/catch.hpp>
#include <string>

#include "base/files.h"
#include "protocol/run_result.h"

namespace {

std::string page(const std::string& name) {
  const auto text = base::read_file(std::string(COURSE_DOCS) + "/formats/" + name);
  REQUIRE(text.ok());
  return *text;
}

void check_row(const std::string& text, const std::string& name, const std::string& second,
               const std::string& third) {
  const std::string row = "| `" + name + "` | " + second + " | " + third + " |";
  CAPTURE(row);
  CHECK(text.find(row) != std::string::npos);
}

}  // namespace

TEST_CASE("the page about run results lists every counter", "[protocol][docs]") {
  const std::string text = page("run_result.md");
  for (const protocol::CounterInfo& row : protocol::counter_table()) {
    check_row(text, std::string(row.name), std::string(row.unit), std::string(row.help));
  }
}

TEST_CASE("the page about the protocol lists every message", "[protocol][docs]") {
  const std::string text = page("protocol.md");
#define MESSAGE_TYPE(Name, way, help) check_row(text, #Name, way, help);
#include "protocol/message_types.def"
#undef MESSAGE_TYPE
}
