// SPDX-License-Identifier: MIT
#include "vgpu/value_flow.h"

#include <catch2/catch.hpp>
#include <string>

#include "ptx/parser.h"

namespace {

using vgpu::ValueFlow;

/// A module of one kernel with this body.
ptx::Module kernel_of(const std::string& body) {
  auto parsed = ptx::parse_module(
      ".version 7.2\n.target sm_70\n.address_size 64\n.file 1 \"k.cu\"\n.visible .entry k()\n{\n"
      "  .reg .b32 %r<9>;\n  .reg .f32 %f<9>;\n  .reg .f64 %fd<9>;\n  .reg .b64 %rd<9>;\n"
      "  .reg .b16 %rs<9>;\n  .reg .pred %p<3>;\n" +
          body + "  ret;\n}\n",
      "test.ptx");
  REQUIRE(parsed.module.functions.size() == 1);
  return std::move(parsed.module);
}

/// The flows of the kernel, by instruction.
std::vector<ValueFlow> flows_of(const std::string& body) {
  return vgpu::find_value_flow(kernel_of(body).functions.front());
}

}  // namespace

TEST_CASE("a value that is only stored is a copy, and the store knows its load",
          "[vgpu][value_flow]") {
  const auto flows = flows_of("ld.global.u64 %rd1, [%rd2];\nst.global.u64 [%rd3], %rd1;\n");
  CHECK(flows[0].copied == 1);
  CHECK(flows[0].unused == 0);
  CHECK(flows[1].from[0] == 0);
}

TEST_CASE("elements of a vector are followed one by one", "[vgpu][value_flow]") {
  const auto flows = flows_of(
      "ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd2];\nadd.f32 %f5, %f1, %f1;\n"
      "st.shared.f32 [%rd3], %f3;\nst.global.v2.f32 [%rd3], {%f5,%f4};\n");
  CHECK(flows[0].unused == 0b0010);
  CHECK(flows[0].copied == 0b1100);
  CHECK(flows[2].from[0] == 0);
  CHECK(flows[2].element[0] == 2);
  CHECK(flows[3].from[0] == ValueFlow::kNone);
  CHECK(flows[3].from[1] == 0);
  CHECK(flows[3].element[1] == 3);
}

TEST_CASE("elements that nobody reads are unused, under a guard and in a register used twice",
          "[vgpu][value_flow]") {
  const auto flows = flows_of(
      "setp.eq.u32 %p1, %r1, 0;\n@%p1 ld.global.v2.f32 {%f1,%f2}, [%rd2];\n"
      "ld.global.v2.f32 {%f3,%f2}, [%rd3];\n@%p1 st.global.f32 [%rd3], %f1;\n"
      "st.global.f32 [%rd3+4], %f3;\n");
  CHECK(flows[1].unused == 0b10);
  CHECK(flows[1].copied == 0);  // without the guard the register keeps what it had
  CHECK(flows[2].unused == 0b10);
  CHECK(flows[2].copied == 0b01);
}

TEST_CASE("the old value of an atomic is unused when nothing reads its register",
          "[vgpu][value_flow]") {
  const auto flows = flows_of(
      "atom.global.add.u32 %r1, [%rd2], 1;\natom.global.add.u32 %r2, [%rd2], 1;\n"
      "atom.global.cas.b32 %r3, [%rd2], %r2, 5;\nst.global.u32 [%rd3], %r3;\n");
  CHECK(flows[0].unused == 1);
  CHECK(flows[1].unused == 0);
  CHECK(flows[2].unused == 0);
  CHECK(flows[3].from[0] == ValueFlow::kNone);  // an atomic's value is no copy
}

TEST_CASE("a value that is computed with, compared, or an address is used", "[vgpu][value_flow]") {
  const std::string use = GENERATE("add.u64 %rd4, %rd1, 1;\n", "st.global.u64 [%rd1], %rd5;\n",
                                   "ld.global.u64 %rd4, [%rd1];\n", "mov.u64 %rd4, %rd1;\n");
  const auto flows =
      flows_of("ld.global.u64 %rd1, [%rd2];\n" + use + "st.global.u64 [%rd3], %rd1;\n");
  CHECK(flows[0].copied == 0);
  CHECK(flows[2].from[0] == ValueFlow::kNone);
}

TEST_CASE("copies of one line from one base stand together", "[vgpu][value_flow]") {
  const std::string between = GENERATE("", ".loc 1 8 0\n");
  const auto flows = flows_of(".loc 1 7 0\nld.global.u32 %r1, [%rd2];\n" + between +
                              "ld.global.u16 %rs1, [%rd2+4];\n" +
                              "st.global.u32 [%rd3], %r1;\nst.global.u16 [%rd3+4], %rs1;\n");
  CHECK(flows[0].among_others == between.empty());
  CHECK(flows[1].among_others == between.empty());
}

TEST_CASE("a value stored with another width is used", "[vgpu][value_flow]") {
  const auto flows = flows_of("ld.global.u16 %rs1, [%rd2];\nst.global.u8 [%rd3], %rs1;\n");
  CHECK(flows[0].copied == 0);
}

TEST_CASE("a register with two definitions is not followed", "[vgpu][value_flow]") {
  const auto flows = flows_of(
      "ld.global.u32 %r1, [%rd2];\nld.global.u32 %r1, [%rd4];\nst.global.u32 [%rd3], %r1;\n");
  CHECK(flows[0].copied == 0);
  CHECK(flows[1].copied == 0);
  CHECK(flows[2].from[0] == ValueFlow::kNone);
}

TEST_CASE("the first guess of a compare-and-swap loop is known", "[vgpu][value_flow]") {
  const auto guesses_of = [](const std::string& body) {
    return vgpu::find_guesses(kernel_of(body).functions.front());
  };
  CHECK(
      guesses_of("ld.global.u32 %r1, [%rd1];\nmov.u32 %r2, %r1;\n"
                 "atom.global.cas.b32 %r3, [%rd1], %r2, %r4;\n")[0]);
  CHECK(
      guesses_of("ld.global.f64 %fd1, [%rd1];\nmov.b64 %rd2, %fd1;\n"
                 "atom.global.cas.b64 %rd3, [%rd1], %rd2, %rd4;\n")[0]);
  // What is put in, what is computed with first, and what goes nowhere near one.
  CHECK_FALSE(
      guesses_of("ld.global.u32 %r1, [%rd1];\n"
                 "atom.global.cas.b32 %r3, [%rd1], %r2, %r1;\n")[0]);
  CHECK_FALSE(
      guesses_of("ld.global.u32 %r1, [%rd1];\nadd.s32 %r2, %r1, 1;\n"
                 "atom.global.cas.b32 %r3, [%rd1], %r2, %r4;\n")[0]);
  CHECK_FALSE(
      guesses_of("ld.global.u32 %r1, [%rd1];\n"
                 "atom.global.add.u32 %r3, [%rd1], %r1;\n")[0]);
}
