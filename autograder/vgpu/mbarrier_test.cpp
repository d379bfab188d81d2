// SPDX-License-Identifier: MIT
#include "vgpu/mbarrier.h"

#include <catch2/catch.hpp>
#include <cstring>

using ptx::Opcode;
using vgpu::mbarrier_action;
using vgpu::MbarrierState;

namespace {

std::uint64_t fresh(std::uint32_t count) {
  return MbarrierState{count, count, 0, false}.encode();
}

std::uint64_t after(Opcode opcode, std::uint64_t object, std::uint64_t operand) {
  return mbarrier_action(opcode)->update(object, operand, 0);
}

bool ended(std::uint64_t object, std::uint64_t token) {
  return mbarrier_action(Opcode::MbarrierTestWait)->test(object, token);
}

}  // namespace

TEST_CASE("the object keeps counts, bytes of both signs and parity", "[vgpu][mbarrier]") {
  const MbarrierState state{MbarrierState::kMostArrivals, 7, -3, true};
  const MbarrierState back = MbarrierState::decode(state.encode());
  CHECK(back.expected == state.expected);
  CHECK(back.pending == 7);
  CHECK(back.bytes == -3);
  CHECK(back.odd);
}

TEST_CASE("a phase ends with the last expected arrival, and the next one expects as many",
          "[vgpu][mbarrier]") {
  const std::uint64_t start = fresh(3);
  const std::uint64_t one = after(Opcode::MbarrierArrive, start, 1);
  const std::uint64_t three = after(Opcode::MbarrierArrive, one, 2);
  CHECK_FALSE(ended(one, start));
  CHECK(ended(three, start));
  CHECK(MbarrierState::decode(three).pending == 3);
  const auto by_parity = mbarrier_action(Opcode::MbarrierTryWaitParity)->test;
  CHECK_FALSE(by_parity(one, 0));
  CHECK(by_parity(one, 1));  // the phase before
  CHECK(by_parity(three, 0));
}

TEST_CASE("an arrival that drops out is not expected again", "[vgpu][mbarrier]") {
  const std::uint64_t dropped = after(Opcode::MbarrierArriveDrop, fresh(2), 1);
  CHECK(MbarrierState::decode(dropped).expected == 1);
  const std::uint64_t next = after(Opcode::MbarrierArrive, dropped, 1);
  CHECK(ended(next, dropped));
  CHECK(MbarrierState::decode(next).pending == 1);
}

TEST_CASE("a phase waits for expected bytes too", "[vgpu][mbarrier]") {
  const std::uint64_t start = fresh(1);
  const std::uint64_t arrived = after(Opcode::MbarrierArriveExpectTx, start, 64);
  CHECK_FALSE(ended(arrived, start));
  const std::uint64_t half = after(Opcode::MbarrierCompleteTx, arrived, 32);
  CHECK_FALSE(ended(half, start));
  CHECK(ended(after(Opcode::MbarrierCompleteTx, half, 32), start));
}

TEST_CASE("init writes a count that later arrivals meet", "[vgpu][mbarrier]") {
  const std::uint32_t counts[32] = {5, 6};
  std::uint64_t objects[2] = {};
  const std::uint64_t offsets[32] = {0, 8};
  mbarrier_action(Opcode::MbarrierInit)
      ->store(reinterpret_cast<const std::byte*>(counts), reinterpret_cast<std::byte*>(objects),
              offsets, 0, 0b11);
  CHECK(objects[0] == fresh(5));
  CHECK(objects[1] == fresh(6));
}
