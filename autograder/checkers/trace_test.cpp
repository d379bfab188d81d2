// SPDX-License-Identifier: MIT
#include "checkers/trace.h"

#include <catch2/catch.hpp>

#include "checkers/event_builder.h"

using namespace checkers;
using namespace checkers::test;
using protocol::Trace;
using protocol::TraceKind;
using protocol::TraceRequest;
using protocol::TraceSpace;

namespace {

TraceRequest wanted() {
  TraceRequest request;
  request.wanted = true;
  return request;
}

/// One read and one write by each warp of the block, with a barrier in between.
void run_block(Tracing& client, const Scene& scene, vgpu::Segment& a, vgpu::Segment& s,
               std::uint64_t number) {
  client.begin_block(scene.block(number));
  const auto warps = static_cast<std::uint32_t>(scene.info.block.volume() / 32);
  for (std::uint32_t warp = 0; warp < warps; ++warp) {
    client.access(load(3, a, strided(warp * 128, 4)).warp(warp));
  }
  barrier(client, scene, 4);
  for (std::uint32_t warp = warps; warp-- > 0;) {
    client.access(store(5, s, strided(warp * 128, 4)).warp(warp));
  }
  client.end_block();
}

}  // namespace

TEST_CASE("a trace says who touched which bytes, in which phase and on which line",
          "[checkers][trace]") {
  Scene scene(1, 64);
  vgpu::Segment& a = scene.global("a", 256, vgpu::Role::Input);
  vgpu::Segment& s = scene.shared("_ZZ3sumPfE1s", 256, 64);
  Tracing client(scene.info, wanted());
  run_block(client, scene, a, s, 0);
  const Trace trace = client.finish();
  REQUIRE(trace.arrays.size() == 2);
  CHECK(trace.arrays[0].name == "a");
  CHECK(trace.arrays[0].role == "input");
  CHECK(trace.arrays[1].name == "s");
  CHECK(trace.arrays[1].space == TraceSpace::Shared);
  CHECK(trace.arrays[1].start == 64);
  REQUIRE(trace.accesses.size() == 4);
  CHECK(trace.accesses[1].warp == 1);
  CHECK(trace.accesses[1].phase == 0);
  CHECK(trace.accesses[1].offsets.front() == 128);
  CHECK(trace.places[trace.accesses[1].place].line == 3);
  CHECK(trace.accesses[2].kind == TraceKind::Write);
  CHECK(trace.accesses[2].phase == 1);
  CHECK(trace.accesses[2].warp == 0);
  CHECK(trace.accesses[2].array == 1);
  REQUIRE(trace.barriers.size() == 1);
  CHECK(trace.barriers[0].line == 4);
  CHECK(trace.dropped == 0);
  CHECK(problem_of(trace).empty());
}

TEST_CASE("of a large launch only the chosen block is recorded", "[checkers][trace]") {
  Scene scene(4, 64);
  vgpu::Segment& a = scene.global("a", 256);
  vgpu::Segment& s = scene.shared("s", 256);
  TraceRequest request = wanted();
  request.block = {2, 0, 0};
  Tracing client(scene.info, request);
  for (std::uint64_t block = 0; block < 4; ++block) run_block(client, scene, a, s, block);
  const Trace trace = client.finish();
  REQUIRE(trace.blocks.size() == 1);
  CHECK(trace.blocks[0][0] == 2);
  CHECK(trace.accesses.size() == 4);
}

TEST_CASE("a block that the launch does not have leaves the trace empty", "[checkers][trace]") {
  Scene scene(4, 64);
  vgpu::Segment& a = scene.global("a", 256);
  TraceRequest request = wanted();
  request.block = {9, 0, 0};
  Tracing client(scene.info, request);
  run_block(client, scene, a, a, 0);
  CHECK(client.finish().blocks.empty());
}

TEST_CASE("the order of blocks and the number of threads do not change a trace",
          "[checkers][trace]") {
  Scene scene(2, 32);
  vgpu::Segment& a = scene.global("a", 256);
  vgpu::Segment& s = scene.shared("s", 256);
  TraceRequest request = wanted();
  request.max_accesses = GENERATE(4096U, 2U);
  Tracing in_order(scene.info, request);
  run_block(in_order, scene, a, s, 0);
  run_block(in_order, scene, a, s, 1);
  Tracing first(scene.info, request), second(scene.info, request);
  run_block(second, scene, a, s, 0);
  run_block(first, scene, a, s, 1);
  first.merge(std::move(second));
  CHECK(first.finish() == in_order.finish());
  CHECK(in_order.finish().blocks.size() == 2);
}

TEST_CASE("what is beyond the limit is counted, and every warp keeps its first accesses",
          "[checkers][trace]") {
  Scene scene(1, 64);
  vgpu::Segment& a = scene.global("a", 4096);
  TraceRequest request = wanted();
  request.max_accesses = 4;
  Tracing client(scene.info, request);
  client.begin_block(scene.block(0));
  for (std::uint32_t i = 0; i < 5; ++i) client.access(load(3, a, strided(i * 128, 4)).warp(1));
  client.access(load(3, a, strided(0, 4)).warp(0));
  const Trace trace = client.finish();
  CHECK(trace.accesses.size() == 3);
  CHECK(trace.dropped == 3);
  CHECK(trace.accesses[0].warp == 0);
}

TEST_CASE("an access outside of its array is recorded as such", "[checkers][trace]") {
  Scene scene(1, 32);
  vgpu::Segment& a = scene.global("a", 16);
  Tracing client(scene.info, wanted());
  client.begin_block(scene.block(0));
  std::array<vgpu::Address, 32> addresses{};
  std::array<vgpu::Segment*, 32> segments{};
  segments.fill(&a);
  segments[6] = nullptr;
  for (std::uint64_t lane = 0; lane < 32; ++lane) addresses[lane] = a.base + lane * 4;
  vgpu::InvalidAccess event;
  event.site = 3;
  event.mask = 0x70;
  event.addresses = addresses.data();
  event.segments = segments.data();
  client.invalid(event);
  const Trace trace = client.finish();
  REQUIRE(trace.accesses.size() == 1);
  CHECK(trace.accesses[0].outside);
  CHECK(trace.accesses[0].lanes == 0x30);
  CHECK(trace.accesses[0].offsets == std::vector<std::int64_t>{16, 20});
}

TEST_CASE("lanes that touch different arrays become an access each", "[checkers][trace]") {
  Scene scene(1, 32);
  vgpu::Segment& a = scene.global("a", 128);
  vgpu::Segment& b = scene.global("b", 128);
  Tracing client(scene.info, wanted());
  client.begin_block(scene.block(0));
  Access access = load(3, a, strided(0, 4));
  vgpu::WarpAccess event = access.event();
  std::array<vgpu::Segment*, 32> segments{};
  for (std::size_t lane = 0; lane < 32; ++lane) segments[lane] = lane % 2 == 0 ? &a : &b;
  event.segment = nullptr;
  event.segments = segments.data();
  client.access(event);
  const Trace trace = client.finish();
  REQUIRE(trace.accesses.size() == 2);
  CHECK(trace.accesses[0].lanes == 0x55555555);
  CHECK(trace.accesses[1].lanes == 0xAAAAAAAA);
  CHECK(trace.accesses[1].offsets.front() == 4);
}

TEST_CASE("a watched byte leaves the last write to it, of all blocks, and nothing else",
          "[checkers][trace]") {
  Scene scene(100, 64);
  vgpu::Segment& out = scene.global("out", 512, vgpu::Role::Output);
  vgpu::Segment& other = scene.global("other", 512);
  TraceRequest request = wanted();
  request.watched = "out";
  request.watched_byte = 130;
  const auto run = [&](Tracing& client, std::uint64_t number) {
    client.begin_block(scene.block(number));
    client.access(store(2, other, strided(128, 4)));
    client.access(load(3, out, strided(128, 4)));
    if (number < 2) client.access(store(4, out, strided(128, 4)));
    if (number == 1) client.access(store(6, out, strided(0, 4)).warp(1));
    if (number == 1) client.access(store(5, out, strided(100, 4)).warp(1));
    client.access(store(7, out, strided(256, 4)));
    client.end_block();
  };
  Tracing in_order(scene.info, request), first(scene.info, request), second(scene.info, request);
  for (std::uint64_t block = 0; block < 100; ++block) run(in_order, block);
  for (const std::uint64_t block : {0, 2, 4}) run(first, block);
  for (const std::uint64_t block : {1, 3}) run(second, block);
  first.merge(std::move(second));
  for (const Tracing* client : {&in_order, &first}) {
    const Trace trace = client->finish();
    CHECK(problem_of(trace).empty());
    REQUIRE(trace.blocks.size() == 1);
    CHECK(trace.blocks[0][0] == 1);
    REQUIRE(trace.arrays.size() == 1);
    const protocol::TracedAccess& last = trace.accesses.back();
    CHECK(last.warp == 1);
    CHECK(last.lanes == 1U << 7);
    CHECK(trace.places[last.place].line == 5);
  }
  request.watched_byte = 12;
  Tracing elsewhere(scene.info, request);
  run(elsewhere, 0);
  CHECK(elsewhere.finish().accesses.empty());
}

TEST_CASE("local memory is not part of the pictures", "[checkers][trace]") {
  Scene scene(1, 32);
  vgpu::Segment& a = scene.global("a", 128);
  Tracing client(scene.info, wanted());
  client.begin_block(scene.block(0));
  Access access = load(3, a, strided(0, 4));
  vgpu::WarpAccess event = access.event();
  event.space = ptx::Space::Local;
  event.segment = nullptr;
  client.access(event);
  CHECK(client.finish().accesses.empty());
}
