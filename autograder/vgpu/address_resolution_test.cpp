// SPDX-License-Identifier: MIT
#include "vgpu/address_resolution.h"

#include <catch2/catch.hpp>

namespace {

using namespace vgpu;

struct World {
  GlobalMemory memory;
  Segment* a = memory.allocate(128, "a");
  Segment* b = memory.allocate(64, "b");
  std::vector<Segment> shared = std::vector<Segment>(1);
  Segment parameters;
  ResolvedAccess access;

  World() {
    shared[0].base = 0x0080'0000;
    shared[0].size = 64;
    shared[0].space = ptx::Space::Shared;
  }
  void run(ptx::Space space, AccessKind kind, std::uint32_t bytes, Mask mask) {
    resolve({&memory, shared, &parameters}, space, kind, bytes, mask, nullptr, access);
  }
  Mask invalid(InvalidReason reason) const {
    return access.invalid[static_cast<std::size_t>(reason)];
  }
};

}  // namespace

TEST_CASE("a warp that reads one array side by side is contiguous and valid", "[vgpu][resolve]") {
  World world;
  for (unsigned lane = 0; lane < 32; ++lane)
    world.access.addresses[lane] = world.a->base + lane * 4;
  world.run(ptx::Space::Global, AccessKind::Load, 4, kFullMask);
  CHECK(world.access.valid == kFullMask);
  CHECK(world.access.segment == world.a);
  CHECK(world.access.pattern == Pattern::Contiguous);
  CHECK(world.access.any_invalid == 0);
}

TEST_CASE("only the lanes past the end are invalid", "[vgpu][resolve]") {
  World world;
  for (unsigned lane = 0; lane < 32; ++lane)
    world.access.addresses[lane] = world.a->base + (lane + 1) * 4;
  world.run(ptx::Space::Global, AccessKind::Load, 4, kFullMask);
  CHECK(world.access.valid == 0x7FFFFFFF);
  CHECK(world.invalid(InvalidReason::OutOfBounds) == 0x80000000);
  CHECK(world.access.segments[31] == world.a);
}

TEST_CASE("every way to miss has its own reason", "[vgpu][resolve]") {
  World world;
  world.a->read_only = true;
  world.memory.release(world.b->base);
  world.access.addresses.fill(0);
  world.access.addresses[1] = world.b->base;
  world.access.addresses[2] = world.a->base + 2;
  world.access.addresses[3] = world.a->base;
  world.access.addresses[4] = world.a->base - 4;
  world.run(ptx::Space::Global, AccessKind::Store, 4, 0x1F);
  CHECK(world.invalid(InvalidReason::Unmapped) == 0x01);
  CHECK(world.invalid(InvalidReason::Freed) == 0x02);
  CHECK(world.invalid(InvalidReason::Misaligned) == 0x04);
  CHECK(world.invalid(InvalidReason::ReadOnly) == 0x08);
  CHECK(world.invalid(InvalidReason::OutOfBounds) == 0x10);
  CHECK(world.access.valid == 0);
}

TEST_CASE("lanes in two arrays are valid, each in its own", "[vgpu][resolve]") {
  World world;
  world.access.addresses.fill(world.a->base);
  world.access.addresses[1] = world.b->base + 60;
  world.run(ptx::Space::Global, AccessKind::Load, 4, 0x3);
  CHECK(world.access.valid == 0x3);
  CHECK(world.access.segment == nullptr);
  CHECK(world.access.segments[1] == world.b);
  CHECK(world.access.offsets[1] == 60);
}

TEST_CASE("a generic access finds its space, and lanes elsewhere wait for a second round",
          "[vgpu][resolve]") {
  World world;
  world.access.addresses.fill(world.a->base);
  world.access.addresses[0] = address_map::kSharedFirst + 0x0080'0000 + 8;
  world.run(ptx::Space::Generic, AccessKind::Load, 4, 0x3);
  CHECK(world.access.space == ptx::Space::Shared);
  CHECK(world.access.valid == 0x1);
  CHECK(world.access.offsets[0] == 8);
  CHECK(world.access.mixed == 0x2);
}

TEST_CASE("a shared index error stays in the array's slot", "[vgpu][resolve]") {
  World world;
  world.access.addresses.fill(0x0080'0000 - 4);
  world.access.addresses[1] = 0x0080'0000 + 64;
  world.run(ptx::Space::Shared, AccessKind::Store, 4, 0x3);
  CHECK(world.invalid(InvalidReason::OutOfBounds) == 0x3);
  CHECK(world.access.segments[0] == &world.shared[0]);
}
