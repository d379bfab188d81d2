// SPDX-License-Identifier: MIT
#include "vgpu/barriers.h"

#include <catch2/catch.hpp>

using namespace vgpu;

namespace {

struct TwoWarps {
  Barriers barriers;
  std::vector<Mask> live{kFullMask, kFullMask};
  TwoWarps() { barriers.start(2); }
  void arrive(std::uint32_t warp, Mask lanes, SiteId site = 7, std::uint32_t needed = 0,
              BarrierForm form = BarrierForm::Sync) {
    barriers.arrive(1, warp, lanes, live[warp], 0, needed, form, site);
  }
  bool complete() const { return barriers.complete(1, live); }
};

}  // namespace

TEST_CASE("a barrier waits for every live thread of the block", "[vgpu][barriers]") {
  TwoWarps block;
  CHECK_FALSE(block.complete());
  block.arrive(0, kFullMask);
  CHECK_FALSE(block.complete());
  block.arrive(1, 0xFFFF);
  CHECK_FALSE(block.complete());
  block.arrive(1, 0xFFFF0000);
  CHECK(block.complete());
  CHECK(block.barriers.state(1).other_site == kNoSite);
}

TEST_CASE("threads that exited are not waited for", "[vgpu][barriers]") {
  TwoWarps block;
  block.arrive(0, kFullMask);
  block.live[1] = 0;
  CHECK(block.complete());
}

TEST_CASE("a barrier with a thread count is complete when so many came", "[vgpu][barriers]") {
  TwoWarps block;
  block.arrive(0, kFullMask, 7, 64, BarrierForm::Arrive);
  CHECK_FALSE(block.complete());
  block.arrive(1, kFullMask, 9, 64);
  CHECK(block.complete());
  CHECK(block.barriers.state(1).arrived_only[0] == kFullMask);
}

TEST_CASE("a second place of arrival is remembered until the barrier is reset",
          "[vgpu][barriers]") {
  TwoWarps block;
  block.arrive(0, kFullMask, 7);
  block.arrive(1, kFullMask, 9);
  CHECK(block.barriers.state(1).first_site == 7);
  CHECK(block.barriers.state(1).other_site == 9);
  block.barriers.reset(1);
  CHECK_FALSE(block.barriers.state(1).busy());
  CHECK_FALSE(block.complete());
}
