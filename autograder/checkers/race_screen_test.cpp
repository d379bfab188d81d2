// SPDX-License-Identifier: MIT
#include "checkers/race_screen.h"

#include <array>
#include <catch2/catch.hpp>
#include <deque>
#include <random>
#include <utility>

#include "checkers/event_builder.h"
#include "checkers/racecheck.h"
#include "vgpu/warp_shape.h"

namespace {

using namespace checkers;
using test::Access;
using test::at;
using test::atomic;
using test::load;
using test::store;
using test::strided;
using vgpu::ScreenVerdict;

struct Bench : test::ClientBench<RaceScreen> {
  vgpu::Segment& h = scene.global("h", 16384);

  void block(std::uint64_t number) {
    client.end_block();
    client.begin_block(scene.block(number));
  }
  bool clear() const { return client.verdict() == ScreenVerdict::Clear; }
};

/// Tells a racecheck and the screens of two host threads the same history of accesses to few
/// words, so that threads meet often.
class History {
 public:
  explicit History(unsigned seed) : random_(seed) {
    patterns_ = 1 + pick(3);
    writes_ = 1 + pick(6);
    barriers_ = pick(12);
    const bool own_words = pick(2) == 0;
    for (std::uint64_t block = 0; block < 3; ++block) {
      screen_ = &screens_[block % 2];
      exact.begin_block(scene_.block(block));
      screen_->begin_block(scene_.block(block));
      for (unsigned i = 0; i < 8; ++i) step(own_words ? block * 1024 : 0);
      screen_->end_block();
    }
    screens_[0].merge(std::move(screens_[1]));
  }
  ScreenVerdict verdict() const { return screens_[0].verdict(); }

 private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }

  test::Offsets offsets(std::uint64_t first) {
    const std::uint64_t shift = 4 * pick(2);
    switch (pick(patterns_)) {
      case 0:
        return strided(first, 4);
      case 1:
        return strided(first + shift, 4);
      case 2:
        return [=](unsigned lane) { return first + lane % 16 * 4; };
      default:
        return at(first + shift);
    }
  }

  void step(std::uint64_t first) {
    const std::uint32_t warp = pick(2);
    const vgpu::Mask some =
        pick(2) == 0 ? static_cast<vgpu::Mask>(random_()) | 1 : vgpu::Mask{1} << pick(32);
    const vgpu::Mask mask = pick(3) != 0 ? vgpu::kFullMask : some;
    switch (pick(12 + barriers_)) {
      case 0:
        both([&](auto& client) { client.warp_sync({9, warp, mask, pick_once_}); });
        break;
      case 1:
        both([&](auto& client) {
          client.fence({9, warp, mask, ptx::Scope::Gpu, ptx::Semantics::AcqRel});
        });
        break;
      default:
        access(first, warp, mask);
        break;
      case 12:
      case 13:
      case 14:
      case 15:
      case 16:
      case 17:
      case 18:
      case 19:
        both([&](auto& client) { test::barrier(client, scene_, 20); });
        break;
    }
  }

  void access(std::uint64_t first, std::uint32_t warp, vgpu::Mask mask) {
    vgpu::Segment& segment = pick(2) == 0 ? s_ : g_;
    const unsigned what = pick(writes_ + 3);
    const vgpu::AccessKind kind = what == 0   ? vgpu::AccessKind::Store
                                  : what == 1 ? vgpu::AccessKind::Atomic
                                              : vgpu::AccessKind::Load;
    const bool bytes = kind != vgpu::AccessKind::Atomic && pick(8) == 0;
    const std::uint64_t place = segment.space == ptx::Space::Shared ? 0 : first;
    Access access(kind, 3 + what, segment,
                  bytes ? strided(place, 1) : offsets(place + warp * 128 * pick(2)));
    access.warp(warp).mask(mask).values([](unsigned lane) { return lane; });
    if (bytes) access.bytes(1);
    vgpu::WarpAccess event = access.event();
    exact.access(event);
    vgpu::WarpShape shape;
    if (pick(2) == 0) {
      shape.build(event.offsets, event.mask, event.bytes());
      event.shape = &shape;
    }
    screen_->access(event);
  }

  template <class Tell>
  void both(Tell tell) {
    pick_once_ = pick(2) == 0;
    tell(exact);
    tell(*screen_);
  }

  std::mt19937 random_;
  unsigned patterns_ = 1, writes_ = 1, barriers_ = 0;
  bool pick_once_ = false;
  test::Scene scene_;
  vgpu::Segment& s_ = scene_.shared("s", 1024);
  vgpu::Segment& g_ = scene_.global("g", 16384);
  std::array<RaceScreen, 2> screens_{RaceScreen{scene_.info}, RaceScreen{scene_.info}};
  RaceScreen* screen_ = nullptr;

 public:
  Racecheck exact{scene_.info};
};

}  // namespace

TEST_CASE("whatever racecheck finds, the screen suspects", "[checkers][race_screen]") {
  unsigned races = 0, clear = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    const History history(seed);
    const bool race = !history.exact.finish().empty();
    INFO("seed " << seed);
    if (race) REQUIRE(history.verdict() != ScreenVerdict::Clear);
    races += race ? 1 : 0;
    clear += history.verdict() == ScreenVerdict::Clear ? 1 : 0;
  }
  CHECK(races > 400);
  CHECK(clear > 100);
}

TEST_CASE("legal patterns are clear", "[checkers][race_screen]") {
  Bench bench;
  SECTION("each thread reads and writes its own element") {
    for (std::uint64_t block = 0; block < 3; ++block) {
      bench.block(block);
      const auto own = strided(block * 256, 4), mate = strided(block * 256 + 128, 4);
      bench << load(3, bench.g, own) << store(3, bench.g, own) << load(3, bench.g, own);
      bench << load(3, bench.g, mate).warp(1) << store(3, bench.g, mate).warp(1);
    }
  }
  SECTION("a tile in shared memory between barriers") {
    for (int turn = 0; turn < 3; ++turn) {
      bench << store(3, bench.s, strided(0, 4)) << store(3, bench.s, strided(128, 4)).warp(1);
      bench.barrier();
      bench << load(4, bench.s, strided(128, 4)) << load(4, bench.s, strided(0, 4)).warp(1);
      bench << load(4, bench.s, at(0)) << load(4, bench.s, at(0)).warp(1);
      bench.barrier();
    }
  }
  SECTION("lanes of a warp around __syncwarp") {
    bench << store(3, bench.s, strided(0, 4));
    bench.client.warp_sync({9, 0, vgpu::kFullMask, true});
    bench << load(4, bench.s, at(0));
    bench.client.warp_sync({9, 0, vgpu::kFullMask, true});
    bench << store(5, bench.s, strided(0, 4));
  }
  SECTION("atomics of all blocks") {
    for (std::uint64_t block = 0; block < 3; ++block) {
      bench.block(block);
      bench << atomic(3, bench.g, at(0)) << atomic(3, bench.g, at(0)).warp(1);
    }
  }
  SECTION("a histogram in shared memory: zeroed, counted, added up") {
    for (std::uint64_t block = 0; block < 3; ++block) {
      bench.block(block);
      bench << store(3, bench.s, strided(0, 4));
      bench.barrier();
      bench << atomic(4, bench.s, at(0)) << atomic(4, bench.s, at(0)).warp(1);
      bench.barrier();
      bench << load(5, bench.s, strided(0, 4)) << atomic(5, bench.g, strided(0, 4));
    }
  }
  SECTION("bytes of one word by several threads") {
    bench << store(3, bench.g, strided(0, 1)).bytes(1);
    bench << store(3, bench.g, strided(32, 1)).bytes(1).warp(1);
  }
  SECTION("one buffer read by all blocks, another written") {
    for (std::uint64_t block = 0; block < 3; ++block) {
      bench.block(block);
      bench << load(3, bench.g, at(0)) << store(4, bench.h, strided(block * 128, 4));
    }
  }
  CHECK(bench.clear());
}

TEST_CASE("a buffer that was only read so far is a guess", "[checkers][race_screen]") {
  const bool guess = GENERATE(true, false);
  Bench bench;
  if (!guess) bench.client.guess_nothing();
  bench << load(3, bench.g, strided(0, 4));
  bench.block(1);
  bench << load(3, bench.g, strided(128, 4)) << store(4, bench.g, strided(128, 4));
  CHECK(bench.client.verdict() == (guess ? ScreenVerdict::Unsure : ScreenVerdict::Clear));
}

TEST_CASE("what the rule has to judge is suspect", "[checkers][race_screen]") {
  Bench bench;
  SECTION("asynchronous copies") {
    bench << store(3, bench.s, strided(0, 16)).bytes(16).asynchronous();
  }
  SECTION("volatile in global memory") {
    bench << load(3, bench.g, at(0)).semantics(ptx::Semantics::Volatile, ptx::Scope::None);
  }
  SECTION("atomics that reach their block only") {
    bench << atomic(3, bench.g, at(0)).semantics(ptx::Semantics::Relaxed, ptx::Scope::Cta);
  }
  SECTION("atomics beside a plain write of one of their threads") {
    bench << store(3, bench.s, at(0)).lane(0) << atomic(4, bench.s, at(0));
  }
  SECTION("a block that is set aside") {
    bench.client.pause_block();
  }
  SECTION("a run that cannot be finished") {
    bench.client.give_up();
  }
  CHECK(bench.client.verdict() == ScreenVerdict::Suspect);
}

TEST_CASE("blocks of two host threads meet where one writes what the other touches",
          "[checkers][race_screen]") {
  using vgpu::AccessKind;
  const auto [first, second, offset, clear] =
      GENERATE(table<AccessKind, AccessKind, std::uint64_t, bool>({
          {AccessKind::Load, AccessKind::Load, 0, true},
          {AccessKind::Store, AccessKind::Load, 0, false},
          {AccessKind::Load, AccessKind::Store, 0, false},
          {AccessKind::Store, AccessKind::Store, 0, false},
          {AccessKind::Store, AccessKind::Store, 4096, true},
          {AccessKind::Atomic, AccessKind::Atomic, 0, true},
          {AccessKind::Atomic, AccessKind::Load, 0, false},
      }));
  test::Scene scene;
  vgpu::Segment& g = scene.global("g", 16384);
  RaceScreen one(scene.info), two(scene.info);
  one.begin_block(scene.block(0));
  two.begin_block(scene.block(1));
  Access a(first, 3, g, strided(0, 4)), b(second, 3, g, strided(offset, 4));
  one.access(a.event());
  two.access(b.event());
  one.end_block();
  two.end_block();
  one.merge(std::move(two));
  CHECK((one.verdict() == ScreenVerdict::Clear) == clear);
}

TEST_CASE("more moments than a mark can name start anew", "[checkers][race_screen]") {
  Bench bench;
  for (std::uint64_t block = 0; block < 3; ++block) {
    bench.block(block);
    for (unsigned i = 0; i < screen::kMostMoments / 4; ++i) {
      bench << store(3, bench.s, at(0)).lane(0);
      bench.barrier();
    }
    bench << store(4, bench.g, strided(block * 128, 4)) << load(5, bench.s, at(0));
  }
  CHECK(bench.clear());
  bench.block(3);
  bench << load(6, bench.g, at(0));  // written by block 0
  CHECK_FALSE(bench.clear());
}
