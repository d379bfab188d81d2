// SPDX-License-Identifier: MIT
#include "vgpu/undo.h"

#include <catch2/catch.hpp>

namespace vgpu {

TEST_CASE("a launch that is undone leaves bytes and marks as they were") {
  GlobalMemory memory;
  Segment& a = *memory.allocate(64, "a");
  Segment& b = *memory.allocate(64, "b");
  a.data[3] = std::byte{7};
  a.initialized.insert(3, 1);
  Undo undo(memory);
  REQUIRE(undo.keep(a));
  a.data[3] = std::byte{8};
  a.data[9] = std::byte{9};
  a.initialized.insert(9, 1);
  REQUIRE(undo.keep(a));     // the first copy counts
  b.data[0] = std::byte{1};  // never announced
  undo.restore();
  CHECK(a.data[3] == std::byte{7});
  CHECK(a.data[9] == kPoison);
  CHECK(a.initialized.contains(3));
  CHECK_FALSE(a.initialized.contains(9));
  CHECK(b.data[0] == std::byte{1});
}

TEST_CASE("a buffer beyond the limit is not copied") {
  GlobalMemory memory;
  Segment& small = *memory.allocate(64, "small");
  Segment& large = *memory.allocate(65, "large");
  Undo undo(memory, 128);
  CHECK(undo.keep(small));
  CHECK_FALSE(undo.keep(large));
  CHECK(undo.keep(small));
}

}  // namespace vgpu
