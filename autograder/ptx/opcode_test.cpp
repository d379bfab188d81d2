// SPDX-License-Identifier: MIT
#include "ptx/opcode.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

namespace {

using ptx::info;
using ptx::Opcode;
using ptx::Unit;

TEST_CASE("every row of the opcode table is found by its mnemonic") {
  for (const ptx::OpcodeInfo& row : ptx::opcode_table()) {
    if (row.opcode == Opcode::Unknown) continue;
    INFO(row.name);
    const auto rows = ptx::find_rows(row.mnemonic);
    const bool found =
        std::ranges::any_of(rows, [&](const auto& other) { return other.opcode == row.opcode; });
    CHECK(found);
    CHECK(info(row.opcode).name == row.name);
  }
}

TEST_CASE("the longest mnemonic wins") {
  struct Case {
    const char* text;
    const char* mnemonic;
  };
  const Case cases[] = {
      {"cp.async.ca.shared.global", "cp.async"},
      {"cp.async.commit_group", "cp.async.commit_group"},
      {"cp.async.mbarrier.arrive.noinc.shared.b64", "cp.async.mbarrier.arrive.noinc"},
      {"mbarrier.try_wait.parity.acquire.cta.shared::cta.b64", "mbarrier.try_wait.parity"},
      {"bar.warp.sync", "bar.warp.sync"},
      {"bar.sync", "bar"},
      {"cvt.pack.sat.s8.s32.b32", "cvt.pack"},
      {"cvt.rn.f32.s32", "cvt"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    const auto rows = ptx::find_rows(c.text);
    REQUIRE_FALSE(rows.empty());
    CHECK(rows.front().mnemonic == c.mnemonic);
  }
  CHECK(ptx::find_rows("").empty());
  CHECK(ptx::find_rows("frobnicate.u32").empty());
  CHECK(ptx::find_rows(".add").empty());
}

TEST_CASE("rows that the engine runs lane by lane have few enough operands") {
  for (const ptx::OpcodeInfo& row : ptx::opcode_table()) {
    if (row.unit != Unit::Lane && row.unit != Unit::Warp) continue;
    INFO(row.name);
    const ptx::Shape& shape = ptx::shape(row.opcode);
    CHECK_FALSE(shape.anything);
    CHECK(shape.results >= 1);
    CHECK(shape.results <= 2);
    CHECK(shape.count - shape.results <= 5);
  }
}

TEST_CASE("only rows that are never run accept anything") {
  for (const ptx::OpcodeInfo& row : ptx::opcode_table()) {
    INFO(row.name);
    if (row.unit == Unit::Unmodelled) {
      CHECK(ptx::shape(row.opcode).anything);
      CHECK((row.modifiers & ptx::kAny) != 0);
    } else if (row.opcode != Opcode::Call) {
      CHECK_FALSE(ptx::shape(row.opcode).anything);
    }
  }
}

TEST_CASE("names of rows are unique") {
  std::set<std::string_view> names;
  for (const ptx::OpcodeInfo& row : ptx::opcode_table()) CHECK(names.insert(row.name).second);
}

TEST_CASE("a shape is taken apart") {
  const auto shape = ptx::parse_shape("t|p?= t u u u");
  REQUIRE(shape);
  CHECK(shape->count == 6);
  CHECK(shape->required == 5);
  CHECK(shape->results == 2);
  CHECK(shape->operands[1].optional);
  CHECK(shape->operands[1].result);
  CHECK_FALSE(shape->operands[2].result);
  for (const char* bad : {"tt= t", "t== t", "z", "=", "?", "t= t t t t t t t t"}) {
    INFO(bad);
    CHECK_FALSE(ptx::parse_shape(bad));
  }
  CHECK(ptx::parse_shape("")->count == 0);
}

}  // namespace
