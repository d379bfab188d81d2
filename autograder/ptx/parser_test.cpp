// SPDX-License-Identifier: MIT
#include "ptx/parser.h"

#include <catch2/catch.hpp>
#include <string>

namespace {

using namespace ptx;

constexpr const char* kHead = ".version 7.2\n.target sm_70\n.address_size 64\n";

ParseResult parse(const std::string& text) {
  return parse_module(kHead + text, "test.ptx");
}

const Function& function(const ParseResult& result, const char* name) {
  const Function* found = result.module.find_function(name);
  REQUIRE(found != nullptr);
  return *found;
}

const Variable& variable(const ParseResult& result, const char* name) {
  const Variable* found = result.module.find_variable(name);
  INFO(name);
  REQUIRE(found != nullptr);
  return *found;
}

TEST_CASE("versions 7.2 to 9.0 are read") {
  struct Case {
    const char* text;
    int major;
    int minor;
  };
  for (const Case& c :
       {Case{"7.2", 7, 2}, Case{"7.8", 7, 8}, Case{"8.5", 8, 5}, Case{"9.0", 9, 0}}) {
    INFO(c.text);
    const ParseResult result = parse_module(
        std::string(".version ") + c.text + "\n.target sm_90a, debug\n.address_size 64\n", "v.ptx");
    CHECK(result.diagnostics.empty());
    CHECK(result.module.version_major == c.major);
    CHECK(result.module.version_minor == c.minor);
    CHECK(result.module.target == "sm_90a");
  }
}

TEST_CASE("a text that is no PTX is refused") {
  for (const char* text : {"", "ELF", "int main() {}", ".visible .entry k() { ret; }"}) {
    INFO(text);
    const ParseResult result = parse_module(text, "test.ptx");
    CHECK(result.fatal);
    CHECK_FALSE(result.diagnostics.empty());
  }
}

TEST_CASE("variables have the size, alignment and bytes that their declaration says") {
  const ParseResult result = parse(R"(
.global .align 8 .b8 raw[20];
.global .u32 one = 0x25CFU, two[2][3] = {{1}, {2, 3}};
.const .f64 d = -2.5;
.extern .shared .align 16 .b8 dynamic[];
.global .v4 .f32 v;
.global .b16 open[] = {1, 2, 3};
.global .attribute(.managed) .align 4 .s32 m = -1;
)");
  CHECK(base::to_string(result.diagnostics).empty());
  CHECK(variable(result, "raw").size == 20);
  CHECK(variable(result, "raw").alignment == 8);
  CHECK_FALSE(variable(result, "raw").has_initializer);
  CHECK(variable(result, "one").initial.size() == 4);
  CHECK(variable(result, "two").size == 24);
  REQUIRE(variable(result, "two").initial.size() == 20);
  CHECK(variable(result, "two").initial[0] == std::byte{1});
  CHECK(variable(result, "two").initial[12] == std::byte{2});
  CHECK(variable(result, "two").initial[16] == std::byte{3});
  CHECK(variable(result, "d").space == Space::Const);
  CHECK(variable(result, "d").initial[7] == std::byte{0xC0});
  CHECK(variable(result, "dynamic").is_extern);
  CHECK(variable(result, "dynamic").unsized);
  CHECK(variable(result, "dynamic").size == 0);
  CHECK(variable(result, "dynamic").alignment == 16);
  CHECK(variable(result, "v").size == 16);
  CHECK(variable(result, "v").alignment == 16);
  CHECK(variable(result, "open").size == 6);
  CHECK(variable(result, "m").managed);
  CHECK(variable(result, "m").initial[3] == std::byte{0xFF});
}

TEST_CASE("addresses in initialisers become relocations, also before their symbol is declared") {
  const ParseResult result = parse(R"(
.func f (.param .b32 a);
.global .u64 table[3] = {f, generic(later)+8, 0};
.global .align 1 .u8 packed[12] = {3, 0XFF(later), 0xFF00(later), 0xFF0000(later), 0xFF000000(later),
  0xFF00000000(later), 0xFF0000000000(later), 0xFF000000000000(later), 0xFF00000000000000(later),
  0xFF(f), 0xFF00(f)};
.global .u32 later[4];
)");
  CHECK(base::to_string(result.diagnostics).empty());
  const Variable& table = variable(result, "table");
  REQUIRE(table.relocations.size() == 2);
  CHECK(table.relocations[0].is_function);
  CHECK(table.relocations[0].width == 8);
  CHECK(table.relocations[1].generic);
  CHECK(table.relocations[1].addend == 8);
  CHECK(table.relocations[1].offset == 8);
  CHECK(result.module.variables[table.relocations[1].symbol].name == "later");
  const Variable& packed = variable(result, "packed");
  REQUIRE(packed.relocations.size() == 2);
  CHECK(packed.relocations[0].offset == 1);
  CHECK(packed.relocations[0].width == 8);
  CHECK(packed.relocations[0].shift == 0);
  CHECK(packed.relocations[1].offset == 9);
  CHECK(packed.relocations[1].width == 2);
}

TEST_CASE("malformed declarations are reported and leave the rest alone") {
  const char* const cases[] = {
      ".global .u32 x[99999999999999999999];",
      ".global .u32 x = {1, 2};",
      ".global .u32 x[2] = {1, 2, 3};",
      ".global .u64 x = missing;",
      ".global .align 3 .u32 x;",
      ".global x;",
      ".global .u32 x[1 << 62];",
      ".global .u32 x[",
      ".global .pred x;",
      ".global .u32 y; .global .u32 y;",
      ".global .b8 x[4][1099511627776] = {{1}};",
      ".shared .b8 x[99999999];",
      ".func f(.param .b8 p[99999]);",
      ".func k2(); .entry k2() { ret; }",
      ".entry (.param .b32 r) k3() { ret; }",
  };
  for (const char* text : cases) {
    INFO(text);
    const ParseResult result =
        parse(std::string(text) + "\n.visible .entry k() { ret; }\n.entry k2() { ret; }\n");
    CHECK_FALSE(result.diagnostics.empty());
    CHECK(result.module.find_function("k2") != nullptr);
  }
}

TEST_CASE("scopes may declare names again") {
  const ParseResult result = parse(R"(
.visible .entry k() {
  .reg .b32 %r<3>;
  mov.u32 %r1, 1;
  { .reg .b64 %r<2>; mov.u64 %r1, 2;
    { .reg .pred %r1; mov.pred %r1, 1; } }
  mov.u32 %r1, 3;
  ret;
})");
  const Function& k = function(result, "k");
  REQUIRE(k.problems.empty());
  const auto type = [&](std::size_t i) {
    return k.registers[k.operand(k.instructions[i], 0).reg].type;
  };
  CHECK(type(0) == Type::B32);
  CHECK(type(1) == Type::B64);
  CHECK(type(2) == Type::Pred);
  CHECK(k.operand(k.instructions[0], 0).reg == k.operand(k.instructions[3], 0).reg);
  CHECK(k.registers.size() == 3);
}

TEST_CASE("a branch goes to the nearest label of its name, also one further on") {
  const ParseResult result = parse(R"(
.visible .entry k() {
  bra END;
  { bra END; END: mov.u32 %tid.x, 0; }
  bra END;
END:
})");
  const Function& k = function(result, "k");
  const auto target = [&](std::size_t i) {
    return k.labels[k.operand(k.instructions[i], 0).label].instruction;
  };
  CHECK(target(0) == 4);
  CHECK(target(1) == 2);
  CHECK(target(3) == 4);
}

TEST_CASE("what is not understood costs one instruction, which keeps its text") {
  const ParseResult result = parse(R"(
.visible .entry bad() {
  .reg .pred %p<2>; .reg .b32 %r<2>;
  @!%p1 frobnicate.v3   %r1, {a, /* comment */ b} ;
  add.frob.s32 %r1, %r1, 1;
  bra nowhere;
  @%r1 ret;
  , , ;
  .unknown_directive 1, 2;
  ret;
}
.visible .entry good() { ret; }
)");
  CHECK(result.diagnostics.empty());
  const Function& bad = function(result, "bad");
  REQUIRE(bad.instructions.size() == 6);
  REQUIRE(bad.problems.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) CHECK(bad.instructions[i].opcode == Opcode::Unknown);
  const Instruction& first = bad.instructions[0];
  CHECK(result.module.opcode_texts[first.text] == "frobnicate.v3 %r1, {a, b}");
  CHECK(first.guard != kNoId);
  CHECK(first.guard_negated);
  CHECK(first.ptx_line == 7);
  CHECK(bad.problems[0].where.line == 7);
  CHECK(bad.problems[0].message.find("unknown instruction 'frobnicate.v3'") == 0);
  CHECK(result.module.opcode_texts[bad.instructions[2].text] == "bra nowhere");
  CHECK(bad.instructions[5].opcode == Opcode::Ret);
  CHECK(function(result, "good").problems.empty());
}

TEST_CASE("a function is declared, then defined, under one id") {
  const ParseResult result = parse(R"(
.func (.param .b32 r) f (.param .b32 a);
.func (.param .b32 r) g (.param .b32 a) {
  .param .b32 x; .param .b32 y;
  call (y), f, (x);
  ret;
}
.func (.param .b32 r) f (.param .b32 a) { ret; }
.weak .func h () { ret; }
.extern .func e (.param .b64 a);
)");
  CHECK(base::to_string(result.diagnostics).empty());
  CHECK(result.module.functions.size() == 4);
  const Function& g = function(result, "g");
  REQUIRE(g.problems.empty());
  const Instruction& call = g.instructions[0];
  CHECK(call.return_count == 1);
  CHECK(call.operand_count == 3);
  CHECK(g.operand(call, 1).kind == Operand::Kind::Function);
  CHECK(&result.module.functions[g.operand(call, 1).function] == &function(result, "f"));
  CHECK(function(result, "f").has_body);
  CHECK(function(result, "h").is_weak);
  CHECK(function(result, "e").is_extern);
  CHECK_FALSE(function(result, "e").has_body);
}

TEST_CASE("a definition that differs from its declaration is refused") {
  const ParseResult result = parse(R"(
.func f (.param .b32 a);
.func f (.param .b32 a, .param .b32 b) { ret; }
.func g () { ret; }
.func g () { ret; }
)");
  CHECK(result.diagnostics.size() == 2);
  CHECK_FALSE(function(result, "f").has_body);
}

TEST_CASE("indirect calls know what they pass") {
  const ParseResult result = parse(R"(
.visible .entry k() {
  .reg .b64 %rd<2>;
  { .param .b64 p0; .param .b32 r0;
    proto : .callprototype (.param .b32 _) _ (.param .b64 _);
    call (r0), %rd1, (p0), proto; }
  ret;
})");
  const Function& k = function(result, "k");
  INFO(base::to_string(k.problems));
  REQUIRE(k.problems.empty());
  const Instruction& call = k.instructions[0];
  CHECK(call.operand_count == 4);
  CHECK(k.operand(call, 1).kind == Operand::Kind::Register);
  CHECK(k.operand(call, 3).kind == Operand::Kind::Prototype);
  CHECK(k.prototypes[0].parameters[0].size == 8);
}

TEST_CASE("tables of branch targets hold labels") {
  const ParseResult result = parse(R"(
.visible .entry k() {
  .reg .b32 %r<2>;
  ts: .branchtargets A, B;
  brx.idx %r1, ts;
A: ret;
B: ret;
us: .branchtargets A, NOWHERE;
  brx.idx %r1, us;
})");
  const Function& k = function(result, "k");
  REQUIRE(k.prototypes.size() == 2);
  REQUIRE(k.prototypes[0].branch_targets.size() == 2);
  CHECK(k.labels[k.prototypes[0].branch_targets[1]].instruction == 2);
  CHECK(k.instructions[0].opcode == Opcode::BrxIdx);
  CHECK(k.instructions[3].opcode == Opcode::Unknown);
  CHECK(k.problems.size() == 1);
}

TEST_CASE("a missing brace ends the function where the next one begins") {
  const ParseResult result = parse(".visible .entry a() { ret;\n.visible .entry b() { ret; }\n");
  CHECK(result.diagnostics.size() == 1);
  CHECK(function(result, "b").instructions.size() == 1);
  CHECK(function(result, "a").problems.size() == 1);
}

TEST_CASE("unknown directives and pragmas are skipped") {
  const ParseResult result = parse(R"(
.pragma "nounroll";
.brand_new 1, 2, "x"
.brand_new_block
{ .b8 1,2 { } }
@@DWARF .byte 1
.visible .entry k(.param .u64 .ptr .global .align 8 p)
.maxntid 256, 1, 1 .minnctapersm 2 .noreturn .brand_new 5
{ .pragma "used_bytes_mask 15"; .brand_new; ret; }
)");
  CHECK(base::to_string(result.diagnostics).empty());
  const Function& k = function(result, "k");
  CHECK(k.problems.empty());
  CHECK(k.max_threads[0] == 256);
  CHECK(k.variables[k.parameters[0]].alignment == 8);
}

}  // namespace
