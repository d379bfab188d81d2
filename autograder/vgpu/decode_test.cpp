// SPDX-License-Identifier: MIT
#include "vgpu/decode.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "ptx/parser.h"
#include "vgpu/exec/select.h"
#include "vgpu/memory.h"

namespace {

/// A module of kernel k with that body, after `functions`. File 1 is the student's, file 2 a header
/// of ours.
std::unique_ptr<vgpu::Program> decoded(const std::string& functions, const std::string& body) {
  auto parsed = ptx::parse_module(
      ".version 7.2\n.target sm_70\n.address_size 64\n.file 1 \"zip.cu\"\n.file 2 \"strided.h\"\n" +
          functions +
          ".visible .entry k()\n{\n  .reg .b32 %r<9>;\n  .reg .f32 %f<9>;\n  .reg .b64 %rd<9>;\n" +
          body + "}\n",
      "test.ptx");
  vgpu::GlobalMemory memory(1 << 20);
  auto program =
      vgpu::decode(std::move(parsed.module), memory, vgpu::lane_table(vgpu::Isa::Baseline),
                   [](const std::string& path) { return path == "zip.cu" ? path : std::string(); });
  REQUIRE(program != nullptr);
  return program;
}

/// The lines of a kernel's instructions.
std::vector<int> lines_of(const std::string& body) {
  const auto program = decoded("", body);
  std::vector<int> lines;
  for (const vgpu::CodeLine& line : program->lines) lines.push_back(static_cast<int>(line.line));
  return lines;
}

/// Does the order of blocks show when a kernel does `mine` and calls a function that does `other`?
bool order_shows(const std::string& mine, const std::string& other) {
  const auto program =
      decoded(".func f()\n{\n  .reg .b32 %r<9>;\n  .reg .b64 %rd<9>;\n" + other + "\n  ret;\n}\n",
              mine + "\n  call f, ();\n  ret;\n");
  return program->order_visible(*program->find_kernel("k"));
}

}  // namespace

TEST_CASE("code of a header belongs to the student's line before it", "[vgpu][decode]") {
  CHECK(lines_of(".loc 1 67 7\nmov.u32 %r1, 0;\n.loc 2 42 5\nld.global.f32 %f1, [%rd1];\n"
                 ".loc 1 69 1\nret;\n") == std::vector<int>{67, 67, 69, 69});
}

TEST_CASE(
    "an access that lost its line behind code of a header belongs to the line after the guard",
    "[vgpu][decode]") {
  // As clang writes `if (i >= count) return;` (67), `x = a[offset_of(...)]` (68), `y = b[...]`
  // (69).
  CHECK(lines_of(".loc 1 67 7\nmov.u32 %r1, 0;\n.loc 2 0 17\nld.param.u32 %r2, [%rd2];\n"
                 "mov.u32 %r3, 0;\nld.global.f32 %f1, [%rd1];\n.loc 1 69 19\n"
                 "ld.global.f32 %f2, [%rd1];\nret;\n") ==
        std::vector<int>{67, 68, 67, 68, 69, 69, 69});
  // Where the next line is the same or comes before, as at the end of a loop, nothing is known.
  CHECK(lines_of(".loc 1 67 7\nmov.u32 %r1, 0;\n.loc 2 0 17\nld.global.f32 %f1, [%rd1];\n"
                 ".loc 1 60 1\nret;\n") == std::vector<int>{67, 67, 60, 60});
  CHECK(lines_of(".loc 1 67 7\nmov.u32 %r1, 0;\n.loc 1 0 7\nld.global.f32 %f1, [%rd1];\n"
                 ".loc 1 69 1\nret;\n") == std::vector<int>{67, 67, 69, 69});
}

TEST_CASE("atomics of two kinds show the order of blocks, wherever a kernel does them",
          "[vgpu][decode]") {
  const std::string sum = "red.global.add.u32 [%rd1], %r1;";
  const std::string least = "red.global.min.s32 [%rd1], %r1;";
  CHECK(order_shows(sum, "red.global.max.u32 [%rd1], %r1;"));
  CHECK(order_shows(sum, "red.global.add.u64 [%rd1], %rd2;"));  // carries into the other half
  CHECK(order_shows(least, "red.global.min.u32 [%rd1], %r1;"));
  CHECK(order_shows(least + "\nred.global.min.u32 [%rd1], %r1;", ""));
  CHECK(order_shows("", "red.global.inc.u32 [%rd1], %r1;"));
  // One kind, or shared memory, which no other block sees.
  CHECK_FALSE(order_shows(sum, sum));
  CHECK_FALSE(order_shows(sum, "red.global.add.s32 [%rd1], %r1;"));
  CHECK_FALSE(order_shows(least, least));
  CHECK_FALSE(order_shows(sum, "red.shared.max.u32 [%r2], %r1;"));
}
