// SPDX-License-Identifier: MIT
#include "checkers/memcheck.h"

#include <catch2/catch.hpp>
#include <functional>

#include "checkers/event_builder.h"

namespace {

using namespace checkers;
using vgpu::AccessKind;
using vgpu::InvalidReason;

/// One invalid access of lane 3 of warp 1 in block 2, on line 9.
protocol::Finding found(const test::Scene& scene, vgpu::InvalidAccess access, vgpu::Address address,
                        vgpu::Segment* segment) {
  std::array<vgpu::Address, 32> addresses{};
  std::array<vgpu::Segment*, 32> segments{};
  addresses[3] = address;
  segments[3] = segment;
  access.site = 9;
  access.warp = 1;
  access.mask |= 1U << 3;
  access.addresses = addresses.data();
  access.segments = segments.data();
  Memcheck memcheck(scene.info);
  memcheck.begin_block(scene.block(2));
  memcheck.invalid(access);
  const auto findings = memcheck.finish();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].line == 9);
  CHECK(findings[0].thread == protocol::Dim3{35, 0, 0});
  CHECK(findings[0].block == protocol::Dim3{2, 0, 0});
  return findings[0];
}

struct Near {
  AccessKind kind;
  std::int64_t offset;
  std::uint32_t bytes;
  const char* finding;
  const char* words;
};

}  // namespace

TEST_CASE("an access outside says which buffer and how far off", "[checkers][memcheck]") {
  const Near near = GENERATE(values<Near>({
      {AccessKind::Load, 512, 4, "out_of_bounds_read",
       "a[128] is 1 past the end of a (128 elements of 4 bytes)"},
      {AccessKind::Store, 512, 4, "out_of_bounds_write", "a[128] is 1 past the end"},
      {AccessKind::Atomic, 512, 4, "out_of_bounds_write", "out-of-bounds atomic of 4 bytes"},
      {AccessKind::Load, 4 * 1127, 4, "out_of_bounds_read", "a[1127] is 1,000 past the end"},
      {AccessKind::Load, -4, 4, "out_of_bounds_read", "a[-1] is 1 before the start of a"},
      {AccessKind::Load, -8, 4, "out_of_bounds_read", "a[-2] is 2 before the start of a"},
      {AccessKind::Load, 512, 16, "out_of_bounds_read",
       "a[32] is 1 past the end of a (32 elements of 16 bytes)"},
      {AccessKind::Load, 510, 4, "out_of_bounds_read", "reaches past the end of a"},
  }));
  CAPTURE(near.offset, near.bytes);
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 512);
  a.site = "main.cu:20";
  vgpu::InvalidAccess access;
  access.kind = near.kind;
  access.bytes = near.bytes;
  const auto finding = found(scene, access, a.base + static_cast<std::uint64_t>(near.offset), &a);
  CHECK(finding.kind == near.finding);
  CHECK_THAT(finding.message, Catch::Contains(near.words));
  CHECK_THAT(finding.message, Catch::Contains("thread (35,0,0) of block (2,0,0)"));
  CHECK_THAT(finding.message, Catch::Contains("k.cu:9"));
  CHECK_THAT(finding.message, Catch::Contains("a was allocated at main.cu:20"));
  CHECK(std::count(finding.message.begin(), finding.message.end(), '\n') <= 2);
  // A guard against the length cures the one, not the other.
  const bool below = finding.help.find("below 0") != std::string::npos;
  CHECK(below == (near.offset < 0));
}

TEST_CASE("an address that is no device memory is told apart", "[checkers][memcheck]") {
  const auto [address, words] = GENERATE(table<vgpu::Address, std::string>({
      {0, "is a null pointer"},
      {400, "null pointer plus an index"},
      {0x7F12'3456'7000, "host pointer"},
      {0x55D0'0000'1000, "host pointer"},
      {0x0500'0000'0000'0000, "no memory was ever allocated"},
  }));
  test::Scene scene;
  vgpu::InvalidAccess access;
  access.reason = InvalidReason::Unmapped;
  const auto finding = found(scene, access, address, nullptr);
  CHECK(finding.kind == "out_of_bounds_read");
  CHECK_THAT(finding.message, Catch::Contains(words));
}

TEST_CASE("freed, misaligned and constant memory have their words", "[checkers][memcheck]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 512);
  a.freed_site = "main.cu:30";
  const auto [reason, kind, words] = GENERATE(table<InvalidReason, std::string, std::string>({
      {InvalidReason::Freed, "use_after_free", "a[2], freed at main.cu:30"},
      {InvalidReason::Misaligned, "misaligned", "byte 8 of a) is no multiple of 4"},
      {InvalidReason::ReadOnly, "out_of_bounds_read", "kernels may only read"},
  }));
  vgpu::InvalidAccess access;
  access.reason = reason;
  const auto finding = found(scene, access, a.base + 8, &a);
  CHECK(finding.kind == kind);
  CHECK_THAT(finding.message, Catch::Contains(words));
}

TEST_CASE("shared memory is found by its array, local memory by its thread",
          "[checkers][memcheck]") {
  test::Scene scene;
  vgpu::Segment& s = scene.shared("_ZZ1kPfE1s", 252, 256);
  vgpu::InvalidAccess access;
  access.space = ptx::Space::Shared;
  access.kind = AccessKind::Store;
  CHECK_THAT(found(scene, access, 256 + 252, &s).message,
             Catch::Contains("s[63] is 1 past the end of s"));
  CHECK_THAT(found(scene, access, vgpu::address_map::kSharedFirst + 256 + 252, &s).message,
             Catch::Contains("s[63] is 1 past the end of s"));
  access.space = ptx::Space::Local;
  CHECK_THAT(found(scene, access, 4096, nullptr).message,
             Catch::Contains("local memory of the thread"));
}

TEST_CASE("every lane counts, one message speaks", "[checkers][memcheck]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 512);
  vgpu::InvalidAccess access;
  access.mask = 0xFF0;
  CHECK(found(scene, access, a.base + 512, &a).count == 9);
}

TEST_CASE("freeing twice is told from freeing nonsense", "[checkers][memcheck]") {
  test::Scene scene;
  Memcheck memcheck(scene.info);
  memcheck.begin_block(scene.block(0));
  vgpu::ProblemEvent event;
  event.mask = 1;
  event.site = 4;
  event.problem = vgpu::ExecutionProblem::DoubleFree;
  memcheck.problem(event);
  event.site = 5;
  event.problem = vgpu::ExecutionProblem::InvalidFree;
  memcheck.problem(event);
  event.problem = vgpu::ExecutionProblem::Trap;
  memcheck.problem(event);
  const auto findings = memcheck.finish();
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].kind == "double_free");
  CHECK(findings[1].kind == "invalid_free");
}
