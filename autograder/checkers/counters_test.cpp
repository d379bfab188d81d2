// SPDX-License-Identifier: MIT
#include "checkers/counters.h"

#include <catch2/catch.hpp>

#include "checkers/event_builder.h"

namespace {

using namespace checkers;
using test::at;
using test::atomic;
using test::load;
using test::store;
using test::strided;

protocol::Launch finish(const Counting& counting) {
  protocol::Launch launch;
  counting.finish(launch);
  return launch;
}

}  // namespace

TEST_CASE("loads and stores count elements, requests and sectors", "[checkers][counters]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 4096);
  Counting counting(scene.info);
  counting.begin_block(scene.block(0));
  counting.access(load(3, a, strided(0, 16)).bytes(4, 4));
  counting.access(load(3, a, strided(0, 4)).mask(1));
  counting.access(store(4, a, strided(0, 4)).warp(1));
  counting.end_block();
  const protocol::Counters total = finish(counting).counters;
  CHECK(total.global_loads == 129);
  CHECK(total.global_load_requests == 2);
  CHECK(total.global_load_sectors == 17);
  CHECK(total.global_stores == 32);
  CHECK(total.global_store_requests == 1);
  CHECK(total.global_store_sectors == 4);
  CHECK(total.max_global_loads_per_thread == 5);
  CHECK(total.max_global_stores_per_thread == 1);
}

TEST_CASE("of a vector load only what is used counts", "[checkers][counters]") {
  struct Load {
    std::uint8_t unused;
    std::uint64_t elements, requests, sectors, conflicts;
  };
  const Load expected = GENERATE(values<Load>({
      {0b0000, 128, 1, 16, 0},
      {0b1000, 128, 1, 16, 0},  // three stay whole
      {0b1100, 64, 1, 16, 2},
      {0b1010, 64, 2, 32, 6},
      {0b1110, 32, 1, 16, 3},
  }));
  CAPTURE(static_cast<int>(expected.unused));
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 4096);
  vgpu::Segment& s = scene.shared("s", 4096);
  std::vector<vgpu::ValueFlow> flows(test::Scene::kSites);
  flows[3].unused = flows[4].unused = expected.unused;
  scene.info.flows = flows;
  Counting counting(scene.info);
  counting.begin_block(scene.block(0));
  counting.access(load(3, a, strided(0, 16)).bytes(4, 4));
  counting.access(load(4, s, strided(0, 16)).bytes(4, 4));
  counting.end_block();
  const protocol::Counters total = finish(counting).counters;
  CHECK(total.global_loads == expected.elements);
  CHECK(total.global_load_requests == expected.requests);
  CHECK(total.global_load_sectors == expected.sectors);
  CHECK(total.max_global_loads_per_thread == expected.elements / 32);
  CHECK(total.shared_load_bank_conflicts == expected.conflicts);
}

TEST_CASE("a volatile vector load and a vector store stay whole", "[checkers][counters]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 4096);
  std::vector<vgpu::ValueFlow> flows(test::Scene::kSites);
  flows[3].unused = flows[4].unused = 0b1110;
  scene.info.flows = flows;
  Counting counting(scene.info);
  counting.begin_block(scene.block(0));
  counting.access(load(3, a, strided(0, 16)).bytes(4, 4).semantics(ptx::Semantics::Volatile));
  counting.access(store(4, a, strided(0, 16)).bytes(4, 4));
  counting.end_block();
  const protocol::Counters total = finish(counting).counters;
  CHECK(total.global_loads == 128);
  CHECK(total.global_stores == 128);
}

TEST_CASE("atomics are neither load nor store requests", "[checkers][counters]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 4096);
  vgpu::Segment& s = scene.shared("s", 4096);
  Counting counting(scene.info);
  counting.begin_block(scene.block(0));
  counting.access(atomic(3, a, at(0)));
  counting.access(atomic(3, s, at(0)).mask(3));
  counting.end_block();
  const protocol::Counters total = finish(counting).counters;
  protocol::Counters expected;
  expected.global_atomics = 32;
  expected.shared_atomics = 2;
  CHECK(total == expected);
}

TEST_CASE("the longest thread counts over all blocks and buffers", "[checkers][counters]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 4096);
  vgpu::Segment& b = scene.global("b", 4096);
  Counting counting(scene.info);
  for (std::uint64_t block = 0; block < 3; ++block) {
    counting.begin_block(scene.block(block));
    for (std::uint64_t i = 0; i < block; ++i) counting.access(load(3, a, at(0)).lane(5));
    counting.access(load(3, b, at(0)).lane(block == 2 ? 5 : 6));
    counting.end_block();
  }
  const protocol::Launch launch = finish(counting);
  CHECK(launch.counters.max_global_loads_per_thread == 3);
  REQUIRE(launch.buffers.size() == 2);
  CHECK(launch.buffers[0].counters.max_global_loads_per_thread == 2);
  CHECK(launch.buffers[1].counters.max_global_loads_per_thread == 1);
}

TEST_CASE("a block that is set aside keeps its threads' counts", "[checkers][counters]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 4096);
  Counting counting(scene.info);
  counting.begin_block(scene.block(0));
  counting.access(load(3, a, at(0)).lane(5));
  counting.pause_block();
  counting.begin_block(scene.block(1));
  counting.access(load(3, a, at(0)).lane(5));
  counting.end_block();
  counting.resume_block(scene.block(0));
  counting.access(load(3, a, at(0)).lane(5));
  counting.end_block();
  CHECK(finish(counting).counters.max_global_loads_per_thread == 2);
}

TEST_CASE("metadata is counted apart and in no total", "[checkers][counters]") {
  test::Scene scene;
  vgpu::Segment& shape = scene.global("shape", 4096, vgpu::Role::Metadata);
  vgpu::Segment& a = scene.global("a", 4096, vgpu::Role::Input);
  Counting counting(scene.info);
  counting.begin_block(scene.block(0));
  counting.access(load(3, shape, at(0)));
  counting.access(load(3, a, strided(0, 4)));
  // One instruction, both buffers.
  test::Access mixed = load(4, a, strided(0, 4));
  std::array<vgpu::Segment*, 32> segments;
  for (unsigned lane = 0; lane < 32; ++lane) segments[lane] = lane < 8 ? &shape : &a;
  vgpu::WarpAccess event = mixed.event();
  event.segment = nullptr;
  event.segments = segments.data();
  counting.access(event);
  counting.end_block();
  const protocol::Launch launch = finish(counting);
  CHECK(launch.counters.global_loads == 32 + 24);
  CHECK(launch.counters.global_load_requests == 2);
  CHECK(launch.counters.global_load_sectors == 4 + 3);
  CHECK(launch.counters.max_global_loads_per_thread == 2);
  REQUIRE(launch.buffers.size() == 2);
  CHECK(launch.buffers[0].role == protocol::BufferRole::Metadata);
  CHECK(launch.buffers[0].counters.global_loads == 32 + 8);
  CHECK(launch.buffers[1].role == protocol::BufferRole::Input);
  CHECK(launch.buffers[1].counters.global_loads == 32 + 24);
}

TEST_CASE("counts stand at their source lines", "[checkers][counters]") {
  test::Scene scene;
  scene.set_flops(7, 2);
  vgpu::Segment& s = scene.shared("s", 4096);
  Counting counting(scene.info);
  counting.begin_block(scene.block(0));
  counting.access(load(5, s, strided(0, 128)));
  counting.access(store(6, s, strided(0, 8)));
  barrier(counting, scene, 6);
  counting.divergent_branch(5);
  counting.end_block();
  std::vector<std::uint64_t> issues(test::Scene::kSites, 0), lanes(test::Scene::kSites, 0);
  issues[7] = 3;
  lanes[7] = 90;
  counting.executed(issues, lanes);
  const protocol::Launch launch = finish(counting);
  REQUIRE(launch.lines.size() == 3);
  CHECK(launch.lines[0].line == 5);
  CHECK(launch.lines[0].counters.shared_loads == 32);
  CHECK(launch.lines[0].counters.shared_load_requests == 1);
  CHECK(launch.lines[0].counters.shared_load_bank_conflicts == 31);
  CHECK(launch.lines[0].counters.divergent_branches == 1);
  CHECK(launch.lines[1].counters.shared_store_bank_conflicts == 1);
  CHECK(launch.lines[1].counters.barriers == 2);
  CHECK(launch.lines[2].counters.warp_instructions == 3);
  CHECK(launch.lines[2].counters.thread_instructions == 90);
  CHECK(launch.lines[2].counters.flops == 180);
}

TEST_CASE("merged counters are the same whoever ran which block", "[checkers][counters]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 4096);
  const auto run = [&](Counting& counting, std::uint64_t block) {
    counting.begin_block(scene.block(block));
    for (std::uint64_t i = 0; i <= block; ++i) counting.access(load(3, a, strided(0, 4)));
    counting.end_block();
  };
  Counting one(scene.info), first(scene.info), second(scene.info);
  for (std::uint64_t block = 0; block < 4; ++block) {
    run(one, block);
    run(block % 2 == 0 ? second : first, block);
  }
  first.merge(std::move(second));
  CHECK(finish(first).counters == finish(one).counters);
  CHECK(finish(first).buffers == finish(one).buffers);
}

TEST_CASE("an asynchronous copy counts its words", "[checkers][counters]") {
  test::Scene scene;
  vgpu::Segment& a = scene.global("a", 4096);
  Counting counting(scene.info);
  counting.begin_block(scene.block(0));
  counting.access(load(3, a, strided(0, 16)).bytes(16).asynchronous());
  counting.end_block();
  CHECK(finish(counting).counters.global_loads == 128);
}
