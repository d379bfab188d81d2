// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <string>

#include "ptx/parser.h"

namespace {

using namespace ptx;

constexpr const char* kText = R"(.version 9.0
.target sm_75
.address_size 64
.file 1 "a.cu", 1700000000, 512
.file 3 "inc/b.h"
.visible .entry k() {
  .loc 1 10 3
  ret;
  .loc 3 20 5, function_name $L__info_string0, inlined_at 1 10 3
  ret;
  .loc 3 30 7, function_name $L__info_string1 + 1, inlined_at 3 20 5
  ret;
  .loc 1 10 3
  ret;
  .loc 3 99 1, inlined_at 1 77 2
  ret;
}
.visible .entry other() { ret; }
.section .debug_str
{
$L__info_string0:
.b8 95,90,49,102,0
$L__info_string1:
.b8 120
.b8 103,0
}
)";

TEST_CASE("an inlined line leads to its call, and that to the call around it") {
  const ParseResult result = parse_module(kText, "test.ptx");
  CHECK(base::to_string(result.diagnostics).empty());
  const Module& module = result.module;
  REQUIRE(module.files.size() == 4);
  CHECK(module.files[1] == "a.cu");
  CHECK(module.files[3] == "inc/b.h");
  const Function& k = module.functions[0];
  REQUIRE(k.instructions.size() == 5);
  const auto line = [&](std::size_t i) -> const SourceLine& {
    return module.lines[k.instructions[i].line];
  };
  CHECK(line(0).line == 10);
  CHECK(line(0).inlined_at == kNoId);
  CHECK(line(1).function == "_Z1f");
  CHECK(line(1).inlined_at == k.instructions[0].line);
  CHECK(line(2).function == "g");
  CHECK(line(2).inlined_at == k.instructions[1].line);
  CHECK(k.instructions[3].line == k.instructions[0].line);
  REQUIRE(line(4).inlined_at != kNoId);
  CHECK(module.lines[line(4).inlined_at].line == 77);
  CHECK(module.functions[1].instructions[0].line == kNoId);
}

TEST_CASE("malformed line information is not fatal") {
  for (const char* loc :
       {".loc", ".loc 1", ".loc 1 2", ".loc 1 2 x", ".loc 1 2 3, inlined_at", ".loc 1 2 3, frob 7",
        ".loc 1 2 3, function_name", ".loc 4294967295 99999999999999999999 1"}) {
    INFO(loc);
    const ParseResult result = parse_module(
        std::string(".version 9.0\n.target sm_75\n.visible .entry k() {\n") + loc + "\nret;\n}\n",
        "test.ptx");
    REQUIRE(result.module.functions.size() == 1);
    REQUIRE_FALSE(result.module.functions[0].instructions.empty());
    CHECK(result.module.functions[0].instructions.back().opcode == Opcode::Ret);
  }
}

}  // namespace
