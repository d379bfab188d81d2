// SPDX-License-Identifier: MIT
#include "ptx/operand_check.h"

#include <catch2/catch.hpp>
#include <string>

#include "ptx/parser.h"

namespace {

using ptx::Opcode;

constexpr const char* kBefore = R"(.version 8.5
.target sm_90
.address_size 64
.global .u32 sym;
.func (.param .b32 r) callee (.param .b64 a, .param .b32 b);
.visible .entry k(.param .u64 p) {
.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 %fd<9>; .reg .pred %p<5>;
.reg .b16 %rs<5>; .reg .b128 %q<3>; .reg .b8 %b<4>;
.param .b32 ret32; .param .b64 arg64; .param .b32 arg32;
)";

ptx::ParseResult parse(const std::string& statement) {
  return ptx::parse_module(kBefore + statement + "\nret;\n}\n", "test.ptx");
}

struct Case {
  const char* statement;
  bool accepted;
};

// Which of these the assembler of CUDA 13.0 takes was tried; exceptions are marked.
const Case kCases[] = {
    {"add.s32 %r1, %r2, %r3;", true},
    {"add.s32 %r1, %r2;", false},
    {"add.s32 %r1, %r2, %r3, %r4;", false},
    {"add.s32 %r1, %rd2, %r3;", false},
    {"add.s32 5, %r2, %r3;", false},
    {"add.s32 %r1, %p1, %r3;", false},
    {"add.s32 %r1, !%r2, %r3;", false},
    {"add.u32 %r1, %tid.x, 4;", false},
    {"add.u64 %rd1, sym, 4;", false},
    {"add.f32 %f1, %f2, 1.5;", true},
    {"add.f32 %f1, %f2, 0d3FF8000000000000;", true},
    {"add.f32 %f1, %f2, 1;", false},
    {"add.f64 %fd1, %fd2, 0f3F800000;", true},
    {"add.f32 %r1, %f1, %f2;", true},
    {"shl.b64 %rd1, %rd2, %r3;", true},
    {"shl.b64 %rd1, %rd2, %rd3;", false},
    {"mul.wide.s32 %rd1, %r1, %r2;", true},
    {"mul.wide.s32 %r1, %rs1, %rs2;", false},
    {"mov.u64 %rd1, sym+4;", true},
    {"mov.u32 %r1, sym;", true},
    {"mov.u16 %rs1, sym;", false},
    {"mov.u32 %r1, %tid.x;", true},
    {"mov.u16 %rs1, %tid.x;", true},
    {"mov.u64 %rd1, %tid.x;", false},
    {"mov.u32 %r1, %gridid;", true},
    {"mov.b32 %r1, 0f3F800000;", true},
    {"mov.pred %p1, 1;", true},
    {"mov.b64 {%r1, %r2}, %rd1;", true},
    {"mov.b64 {%r1, _}, %rd1;", true},
    {"mov.b64 {%r1, %r2}, %r3;", false},
    {"mov.b64 %rd1, {%rs1, %rs2, %rs3, %rs4};", true},
    {"mov.b64 %rd1, {%rs1, %rs2};", false},
    {"mov.b32 {%b0, %b1, %b2, %b3}, %r1;", true},
    {"mov.b128 {%rd1, %rd2}, %q1;", true},
    {"cvt.u32.u16 %r1, %r2;", true},
    {"cvt.u16.u32 %r1, %r2;", true},
    {"cvt.u32.u64 %r1, %r2;", false},
    {"cvt.u64.u32 %rd1, %tid.x;", true},
    {"cvt.rn.f32.s32 %f1, %r1;", true},
    {"cvt.rn.f32.s32 %fd1, %r1;", false},
    {"cvt.rn.f16x2.f32 %r1, %f1, %f2;", true},
    {"cvt.rn.f16x2.f32 %r1, %f1;", false},
    {"ld.global.u32 %r1, [%rd1];", true},
    {"ld.global.u32 %rd1, [%rd1+8];", true},
    {"ld.global.f32 %fd1, [%rd1];", false},
    {"ld.global.u64 %r1, [%rd1];", false},
    {"ld.global.u32 %r1, %rd1;", false},
    {"ld.global.u32 %r1, [%p1];", false},
    {"ld.global.u32 %r1, [1.5];", false},
    {"ld.global.v2.u32 {%r1, %r2}, [%rd1];", true},
    {"ld.global.v2.u32 {%r1, _}, [%rd1];", true},
    {"ld.global.v2.u32 {%r1, 5}, [%rd1];", false},
    {"ld.global.v2.u32 %r1, [%rd1];", false},
    {"ld.global.v4.u32 {%r1, %r2}, [%rd1];", false},
    {"ld.global.u32 {%r1, %r2}, [%rd1];", false},
    {"st.global.v2.f32 [%rd1], {%f1, 0f00000000};", true},
    {"st.global.u64 [%rd1], sym;", false},
    {"st.global.u8 [%rd1], %r1;", true},
    {"setp.eq.s32 %p1|%p2, %r1, %r2;", true},
    {"setp.eq.s32 _|%p2, %r1, %r2;", true},
    {"setp.eq.s32 %p1, %p2, %r1, %r2;", false},
    {"setp.eq.s32 %r1, %r1, %r2;", false},
    {"setp.lt.and.s32 %p1, %r1, %r2, !%p3;", true},
    {"setp.lt.and.s32 %p1, %r1, %r2;", false},
    {"selp.u32 %r1, 1, 0, %p1;", true},
    {"selp.u32 %r1, 1, 0, %r1;", false},
    {"and.pred %p1, !%p2, 1;", true},
    {"vote.sync.any.pred %p1, 1, -1;", true},
    {"shfl.sync.up.b32 %r1|%p1, %r2, %r3, 0, -1;", true},
    {"shfl.sync.up.b32 %r1, %r2, %r3, 0;", false},
    {"bar.sync %r1;", true},
    {"bar.sync %rd1;", false},
    {"bar.sync;", false},
    {"bar.red.popc.u32 %r1, 0, %p1;", true},
    {"bar.red.popc.u32 %r1, 0, 64, %p1;", true},
    {"atom.global.cas.b32 %r1, [%rd1], %r2, %r3;", true},
    {"atom.global.cas.b32 %r1, [%rd1], %r2;", false},
    {"atom.global.add.u32 _, [%rd1], 1;", true},
    {"add.cc.u32 %r1, %r1, 1; addc.u32 %r2, 0, 0;", true},
    {"lop3.b32 %r1, %r2, %r3, %r4, 0x80;", true},
    {"lop3.b32 %r1, %r2, %r3, %r4, %r5;", false},
    {"cp.async.ca.shared.global [%r1], [%rd1], 4;", true},
    {"cp.async.ca.shared.global [%r1], [%rd1], 4, %r2;", true},
    {"cp.async.ca.shared.global [%r1], 4, 4;", false},
    {"bra nowhere;", false},
    {"bra here; here:", true},
    {"call (ret32), callee, (arg64, arg32);", true},
    {"call (%r1), callee, (%rd1, 7);", true},
    {"call (ret32), callee, (arg32, arg32);", false},
    {"call (ret32), callee, (arg64);", false},
    {"call callee, (arg64, arg32);", false},
    {"call (ret32), k, (arg64, arg32);", false},
    {"call (ret32), %rd1, (arg64, arg32);", false},
    {"call (5), callee, (arg64, arg32);", false},
    {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f2};", true},
};

TEST_CASE("operands that fit are accepted and near misses are not") {
  for (const Case& c : kCases) {
    INFO(c.statement);
    const ptx::ParseResult result = parse(c.statement);
    REQUIRE(result.diagnostics.empty());
    const ptx::Function* kernel = result.module.find_function("k");
    REQUIRE(kernel != nullptr);
    INFO(base::to_string(kernel->problems));
    CHECK(kernel->problems.empty() == c.accepted);
    CHECK((kernel->instructions.front().opcode != Opcode::Unknown) == c.accepted);
    CHECK(kernel->instructions.back().opcode == Opcode::Ret);
  }
}

TEST_CASE("float literals get the width of their type") {
  const auto bits_of = [](const char* statement) {
    const ptx::ParseResult result = parse(statement);
    const ptx::Function& kernel = result.module.functions.back();
    return kernel.operand(kernel.instructions.front(), 2).bits;
  };
  CHECK(bits_of("add.f32 %f1, %f2, 1.5;") == 0x3FC00000);
  CHECK(bits_of("add.f32 %f1, %f2, -1.5;") == 0xBFC00000);
  CHECK(bits_of("add.f32 %f1, %f2, 0d3FF8000000000000;") == 0x3FC00000);
  CHECK(bits_of("add.f64 %fd1, %fd2, 0f3FC00000;") == 0x3FF8000000000000);
  CHECK(bits_of("add.s32 %r1, %r2, -1;") == ~0ULL);
  CHECK(bits_of("add.s32 %r1, %r2, (3 + 4) * 2 - (1 << 4);") == static_cast<std::uint64_t>(-2));
}

TEST_CASE("the carry flag becomes an operand") {
  const ptx::ParseResult result = parse("sub.cc.u32 %r1, %r1, 1; subc.cc.u32 %r2, 0, 0;");
  const ptx::Function& kernel = result.module.functions.back();
  const ptx::Instruction& first = kernel.instructions[0];
  const ptx::Instruction& second = kernel.instructions[1];
  REQUIRE(first.operand_count == 4);
  REQUIRE(second.operand_count == 5);
  const ptx::RegisterId carry = kernel.operand(first, 1).reg;
  CHECK(kernel.registers[carry].name == "%cc");
  CHECK(kernel.registers[carry].type == ptx::Type::Pred);
  CHECK(kernel.operand(second, 1).reg == carry);
  CHECK(kernel.operand(second, 4).reg == carry);
}

TEST_CASE("taking the low part of a special register is a conversion") {
  const ptx::ParseResult result = parse("mov.u16 %rs1, %tid.x;");
  const ptx::Instruction& in = result.module.functions.back().instructions.front();
  CHECK(in.opcode == Opcode::Cvt);
  CHECK(in.mod.type == ptx::Type::U16);
  CHECK(in.mod.type2 == ptx::Type::U32);
}

}  // namespace
