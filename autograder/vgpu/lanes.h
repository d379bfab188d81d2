// SPDX-License-Identifier: MIT
/// \file
/// What a lane handler sees: the registers of one warp as slots of 32 lanes, and the mask of lanes
/// that act.
///
/// A handler does one decoded PTX instruction for all active lanes of a warp. Its code is compiled
/// once per instruction set (baseline, AVX2, AVX-512), so this header is free of anything with
/// external linkage but these types. The handlers are in vgpu/exec/; the decoder (decode.h) chooses
/// one per instruction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace vgpu {

inline constexpr unsigned kWarpSize = 32;
using Mask = std::uint32_t;  ///< bit i: lane i
inline constexpr Mask kFullMask = 0xFFFFFFFF;

/// The places a slot can be in.
enum class Bank : std::uint32_t {
  Registers,  ///< the current frame; starts with kScratchBytes that nobody reads, for dropped
              ///< results
  Constants,  ///< immediates of the function, the same value in all 32 lanes; never written
  Warp,       ///< special registers of the warp (%tid and the like); never written by handlers
};

inline constexpr std::uint32_t kScratchBytes = 512;

/// Where an operand lives: a bank and a byte offset.
///
/// Layout of a slot by the width of the register: predicate: one Mask (4 bytes). 8 and 16 bits:
/// std::uint16_t[32]. 32 bits: std::uint32_t[32]. 64 bits: std::uint64_t[32]. 128 bits:
/// std::uint64_t low[32], high[32].
struct Slot {
  std::uint32_t code = 0;

  static constexpr Slot at(Bank bank, std::uint32_t offset) {
    return {offset << 2 | static_cast<std::uint32_t>(bank)};
  }
  constexpr std::uint32_t bank() const { return code & 3; }
  constexpr std::uint32_t offset() const { return code >> 2; }
  friend constexpr bool operator==(Slot, Slot) = default;
};

/// Operands of a lane instruction in the order of the row's shape: vector operands are spread out,
/// `p|q` fills dst[0] and dst[1], a dropped result (`_`) is a slot in the scratch area.
struct LaneOp {
  std::array<Slot, 4> dst;
  std::array<Slot, 5> src;
  std::uint32_t imm = 0;     ///< whatever the selecting function wants to tell its handler
  std::uint8_t negated = 0;  ///< bit i: src[i] is a predicate written as !%p
};

/// The registers and the mask that a handler works on. Lanes outside `mask` keep their values.
struct Lanes {
  std::byte* bank[3] = {nullptr, nullptr, nullptr};
  Mask mask = 0;

  template <class T>
  const T* source(Slot slot) const {
    return reinterpret_cast<const T*>(bank[slot.bank()] + slot.offset());
  }
  template <class T>
  T* result(Slot slot) const {
    return reinterpret_cast<T*>(bank[slot.bank()] + slot.offset());
  }
  /// Source predicate number `index`, negation applied; bits outside the mask are meaningless.
  Mask predicate(const LaneOp& op, unsigned index) const {
    const Mask value = *source<Mask>(op.src[index]);
    return (op.negated >> index & 1) != 0 ? ~value : value;
  }
  /// Writes a predicate for the active lanes.
  void set_predicate(Slot slot, Mask value) const {
    Mask& target = *result<Mask>(slot);
    target = (target & ~mask) | (value & mask);
  }
};

/// Lanes of a memory access whose places follow each other, or that all have one place.
struct LanePiece {
  std::int64_t delta = 0;  ///< of its first lane, from the access's first lane
  std::uint8_t lane = 0;   ///< first
  std::uint8_t count = 0;  ///< lanes
  bool uniform = false;    ///< all at one place
};

/// Does one instruction for the lanes of `lanes.mask` (never 0).
using LaneHandler = void (*)(const Lanes& lanes, const LaneOp& op);

}  // namespace vgpu
