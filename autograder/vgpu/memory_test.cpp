// SPDX-License-Identifier: MIT
#include "vgpu/memory.h"

#include <catch2/catch.hpp>

using vgpu::GlobalMemory;
using vgpu::Segment;

TEST_CASE("any int index error stays in the allocation's own slot", "[vgpu][memory]") {
  GlobalMemory memory;
  Segment* a = memory.allocate(100, "a");
  Segment* b = memory.allocate(100, "b");
  REQUIRE(a != nullptr);
  REQUIRE(b != nullptr);
  const auto index = GENERATE(std::int64_t{-2147483648}, std::int64_t{-1}, std::int64_t{100},
                              std::int64_t{2147483647});
  CAPTURE(index);
  const vgpu::Address address = a->base + static_cast<vgpu::Address>(index * 8);
  CHECK(memory.find(address) == a);
  CHECK(memory.find_range(address, 1) == nullptr);
}

TEST_CASE("a range is found only when all of it lies inside", "[vgpu][memory]") {
  GlobalMemory memory;
  Segment* a = memory.allocate(16, "a");
  CHECK(memory.find_range(a->base, 16) == a);
  CHECK(memory.find_range(a->base + 15, 1) == a);
  CHECK(memory.find_range(a->base + 15, 2) == nullptr);
  CHECK(memory.find_range(a->base - 1, 1) == nullptr);
  CHECK(memory.find_range(a->base + 16, 0) == a);
}

TEST_CASE("fresh memory is poisoned and counts as never written", "[vgpu][memory]") {
  GlobalMemory memory;
  const Segment* a = memory.allocate(8, "a");
  CHECK(a->data[7] == vgpu::kPoison);
  CHECK(a->initialized.count() == 0);
  CHECK(a->base % 512 == 0);
}

TEST_CASE("freed memory leaves a tombstone that knows where it was freed", "[vgpu][memory]") {
  GlobalMemory memory;
  Segment* a = memory.allocate(8, "a", vgpu::Role::None, "main.cu:3");
  const vgpu::Address base = a->base;
  CHECK_FALSE(memory.release(base + 1));
  CHECK(memory.release(base, "main.cu:9"));
  CHECK_FALSE(memory.release(base));
  REQUIRE(memory.find(base) == a);
  CHECK_FALSE(a->live);
  CHECK(a->freed_site == "main.cu:9");
  CHECK(memory.used_bytes() == 0);
}

TEST_CASE("memory beyond the capacity is refused and nothing is lost", "[vgpu][memory]") {
  GlobalMemory memory(1000);
  CHECK(memory.allocate(1001, "big") == nullptr);
  CHECK(memory.allocate(600, "a") != nullptr);
  CHECK(memory.allocate(600, "b") == nullptr);
  CHECK(memory.allocate(400, "c") != nullptr);
}

TEST_CASE("addresses of other worlds belong to no segment", "[vgpu][memory]") {
  const GlobalMemory memory;
  CHECK(memory.find(0) == nullptr);
  CHECK(memory.find(0x7FFF'1234'5678) == nullptr);
  CHECK(memory.find(vgpu::address_map::kSharedFirst) == nullptr);
}
