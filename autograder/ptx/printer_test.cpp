// SPDX-License-Identifier: MIT
#include "ptx/printer.h"

#include <catch2/catch.hpp>
#include <string>

#include "base/files.h"
#include "ptx/parser.h"

namespace {

using namespace ptx;

std::string sample(const char* name) {
  return base::read_file(std::string(PTX_SAMPLES) + "/" + name).value();
}

constexpr const char* kSamples[] = {"stencil_nvcc.ptx", "stencil_clang.ptx", "calls_nvcc.ptx",
                                    "calls_clang.ptx", "forms.ptx"};

/// The parts of a line that numbering does not touch.
std::string describe(const Module& module, std::uint32_t line) {
  std::string text;
  for (; line != kNoId; line = module.lines[line].inlined_at) {
    const SourceLine& at = module.lines[line];
    text += std::to_string(at.file) + ":" + std::to_string(at.line) + ":" +
            std::to_string(at.column) + " " + at.function + "\n";
  }
  return text;
}

void check_same(const Module& before, const Module& after) {
  CHECK(before.version_major == after.version_major);
  CHECK(before.target == after.target);
  CHECK(before.files == after.files);
  REQUIRE(before.variables.size() == after.variables.size());
  for (std::size_t i = 0; i < before.variables.size(); ++i) {
    const Variable& a = before.variables[i];
    const Variable& b = after.variables[i];
    INFO(a.name);
    CHECK(a.name == b.name);
    CHECK(a.space == b.space);
    CHECK(a.type == b.type);
    CHECK(a.size == b.size);
    CHECK(a.alignment == b.alignment);
    CHECK(a.initial == b.initial);
    CHECK(a.relocations.size() == b.relocations.size());
    CHECK(a.managed == b.managed);
  }
  REQUIRE(before.functions.size() == after.functions.size());
  for (std::size_t i = 0; i < before.functions.size(); ++i) {
    const Function& a = before.functions[i];
    const Function& b = after.functions[i];
    INFO(a.name);
    CHECK(a.name == b.name);
    CHECK(a.parameters == b.parameters);
    CHECK(a.registers.size() == b.registers.size());
    CHECK(a.variables.size() == b.variables.size());
    CHECK(a.labels.size() == b.labels.size());
    REQUIRE(a.instructions.size() == b.instructions.size());
    for (std::size_t k = 0; k < a.instructions.size(); ++k) {
      INFO(to_string(before, a, a.instructions[k]));
      CHECK(a.instructions[k].opcode == b.instructions[k].opcode);
      CHECK(a.instructions[k].operand_count == b.instructions[k].operand_count);
      CHECK(describe(before, a.instructions[k].line) == describe(after, b.instructions[k].line));
    }
  }
}

TEST_CASE("a printed module parses to the same module") {
  for (const char* name : kSamples) {
    INFO(name);
    const ParseResult first = parse_module(sample(name), name);
    CHECK(base::to_string(first.diagnostics).empty());
    const std::string printed = print_module(first.module);
    const ParseResult second = parse_module(printed, "printed.ptx");
    CHECK(base::to_string(second.diagnostics).empty());
    check_same(first.module, second.module);
    CHECK(print_module(second.module) == printed);
  }
}

TEST_CASE("an instruction without a line does not get the one before it") {
  const auto parsed = parse_module(
      ".version 7.2\n.target sm_70\n.address_size 64\n.file 1 \"k.cu\"\n.visible .entry k()\n{\n"
      ".loc 1 10 5\nbar.sync 0;\n.loc 1 9*5\nbar.sync 0;\n.loc 1 10 5\nret;\n}\n",
      "lines.ptx");
  const std::string printed = print_module(parsed.module);
  const auto again = parse_module(printed, "printed.ptx");
  CHECK(print_module(again.module) == printed);
  const auto& before = parsed.module.functions[0].instructions;
  const auto& after = again.module.functions[0].instructions;
  CHECK(before[1].line == kNoId);
  CHECK(again.module.lines[after[1].line].line == 0);
  CHECK(again.module.lines[after[2].line].line == 10);
}

TEST_CASE("an instruction is printed as it may stand in a message") {
  const ParseResult result = parse_module(sample("forms.ptx"), "forms.ptx");
  const Function* forms = result.module.find_function("forms");
  REQUIRE(forms != nullptr);
  std::string all;
  for (const Instruction& in : forms->instructions) {
    all += to_string(result.module, *forms, in) + "\n";
  }
  for (const char* expected :
       {"ld.param.v2.u32 {%r2, %r3}, [shape+8]\n", "mov.u16 %rs1, %ctaid.y\n",
        "mov.b32 %r5, {0, %rs1}\n", "mov.b64 {%r6, _}, %rd3\n",
        "setp.lt.and.s32 %p1|%p2, %r4, %r1, !%q\n", "@!%p1 bra.uni DONE\n",
        "fma.rn.ftz.f32 %f2, %f1, 0f3FC00000, 0fBF800000\n",
        "tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [picture, {%f1, %f2}]\n", "addc.u32 %r9, %r5, 0\n",
        "atom.global.cas.b32 %r10, [counter], 0, 1\n",
        "ld.global.nc.L1::no_allocate.u32 %r12, [%rd1]\n", "call (%r13), add_registers, (%r4, 5)\n",
        "call.uni new_name, (param0)\n", "@%p2 brx.idx %r4, targets\n",
        "frobnicate.u32 %r4, %r5\n"}) {
    INFO(expected);
    CHECK(all.find(expected) != std::string::npos);
  }
}

}  // namespace
