// SPDX-License-Identifier: MIT
#include "vgpu/mbarrier.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vgpu {

namespace {

constexpr unsigned kCountBits = 20;
constexpr unsigned kByteBits = 22;
constexpr std::uint64_t kCountMask = (std::uint64_t{1} << kCountBits) - 1;
constexpr std::uint64_t kByteMask = (std::uint64_t{1} << kByteBits) - 1;

/// A phase that waits for nothing more ends, and the next one begins.
std::uint64_t settled(MbarrierState state) {
  if (state.pending == 0 && state.bytes == 0) {
    state.odd = !state.odd;
    state.pending = state.expected;
  }
  return state.encode();
}

std::uint64_t arrive(std::uint64_t object, std::uint64_t count, std::uint64_t) {
  MbarrierState state = MbarrierState::decode(object);
  state.pending -= std::min(state.pending, static_cast<std::uint32_t>(count));
  return settled(state);
}

std::uint64_t arrive_drop(std::uint64_t object, std::uint64_t count, std::uint64_t) {
  MbarrierState state = MbarrierState::decode(object);
  state.expected -= std::min(state.expected, static_cast<std::uint32_t>(count));
  return arrive(state.encode(), count, 0);
}

std::uint64_t expect_bytes(std::uint64_t object, std::uint64_t bytes, std::uint64_t) {
  MbarrierState state = MbarrierState::decode(object);
  state.bytes += static_cast<std::int32_t>(bytes);
  return state.encode();
}

std::uint64_t arrive_expect(std::uint64_t object, std::uint64_t bytes, std::uint64_t) {
  return arrive(expect_bytes(object, bytes, 0), 1, 0);
}

std::uint64_t arrive_drop_expect(std::uint64_t object, std::uint64_t bytes, std::uint64_t) {
  return arrive_drop(expect_bytes(object, bytes, 0), 1, 0);
}

std::uint64_t complete_bytes(std::uint64_t object, std::uint64_t bytes, std::uint64_t) {
  MbarrierState state = MbarrierState::decode(object);
  state.bytes -= static_cast<std::int32_t>(bytes);
  return settled(state);
}

std::uint64_t arrive_once(std::uint64_t object, std::uint64_t, std::uint64_t) {
  return arrive(object, 1, 0);
}

std::uint64_t unchanged(std::uint64_t object, std::uint64_t, std::uint64_t) {
  return object;
}

/// The phase in which that state was seen has ended.
bool has_left_phase(std::uint64_t object, std::uint64_t seen) {
  return MbarrierState::decode(object).odd != MbarrierState::decode(seen).odd;
}

/// The phase of that parity, this one or the one before, has ended.
bool has_left_parity(std::uint64_t object, std::uint64_t parity) {
  return MbarrierState::decode(object).odd != ((parity & 1) != 0);
}

template <class Write>
void write_lanes(std::byte* data, const std::uint64_t* offsets, std::uint64_t extra, Mask mask,
                 Write value_of) {
  for (; mask != 0; mask &= mask - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(mask));
    const std::uint64_t object = value_of(lane);
    std::memcpy(at_offset(data + extra, offsets[lane]), &object, sizeof object);
  }
}

void store_initial(const std::byte* slot, std::byte* data, const std::uint64_t* offsets,
                   std::uint64_t extra, Mask mask) {
  write_lanes(data, offsets, extra, mask, [slot](unsigned lane) {
    std::uint32_t count = 0;
    std::memcpy(&count, slot + lane * sizeof count, sizeof count);
    count = std::min(count, MbarrierState::kMostArrivals);
    return MbarrierState{count, count, 0, false}.encode();
  });
}

void store_nothing(const std::byte*, std::byte* data, const std::uint64_t* offsets,
                   std::uint64_t extra, Mask mask) {
  write_lanes(data, offsets, extra, mask, [](unsigned) { return std::uint64_t{0}; });
}

}  // namespace

std::uint64_t MbarrierState::encode() const {
  return (expected & kCountMask) | (pending & kCountMask) << kCountBits |
         (static_cast<std::uint64_t>(bytes) & kByteMask) << 2 * kCountBits |
         static_cast<std::uint64_t>(odd) << 63;
}

MbarrierState MbarrierState::decode(std::uint64_t object) {
  MbarrierState state;
  state.expected = static_cast<std::uint32_t>(object & kCountMask);
  state.pending = static_cast<std::uint32_t>(object >> kCountBits & kCountMask);
  const auto bytes = static_cast<std::uint32_t>(object >> 2 * kCountBits & kByteMask);
  state.bytes = static_cast<std::int32_t>(bytes << (32 - kByteBits)) >> (32 - kByteBits);
  state.odd = object >> 63 != 0;
  return state;
}

std::optional<MbarrierAction> mbarrier_action(ptx::Opcode opcode) {
  MbarrierAction action;
  switch (opcode) {
    case ptx::Opcode::MbarrierInit:
      action.store = store_initial;
      return action;
    case ptx::Opcode::MbarrierInval:
      action.store = store_nothing;
      return action;
    case ptx::Opcode::MbarrierArrive:
    case ptx::Opcode::MbarrierArriveNoComplete:
      action.update = arrive;
      action.default_operand_one = true;
      return action;
    case ptx::Opcode::MbarrierArriveDrop:
    case ptx::Opcode::MbarrierArriveDropNoComplete:
      action.update = arrive_drop;
      action.default_operand_one = true;
      return action;
    case ptx::Opcode::MbarrierArriveExpectTx:
      action.update = arrive_expect;
      return action;
    case ptx::Opcode::MbarrierArriveDropExpectTx:
      action.update = arrive_drop_expect;
      return action;
    case ptx::Opcode::MbarrierExpectTx:
      action.update = expect_bytes;
      return action;
    case ptx::Opcode::MbarrierCompleteTx:
      action.update = complete_bytes;
      return action;
    case ptx::Opcode::CpAsyncMbarrierArrive:
      action.update = unchanged;  // one arrival more is expected, and comes at once
      action.waits_for_copies = true;
      return action;
    case ptx::Opcode::CpAsyncMbarrierArriveNoinc:
      action.update = arrive_once;
      action.waits_for_copies = true;
      return action;
    case ptx::Opcode::MbarrierTestWait:
    case ptx::Opcode::MbarrierTryWait:
      action.update = unchanged;
      action.test = has_left_phase;
      action.operand_bytes = 8;
      action.acquires = true;
      return action;
    case ptx::Opcode::MbarrierTestWaitParity:
    case ptx::Opcode::MbarrierTryWaitParity:
      action.update = unchanged;
      action.test = has_left_parity;
      action.acquires = true;
      return action;
    default:
      return std::nullopt;
  }
}

}  // namespace vgpu
