// SPDX-License-Identifier: MIT
/// \file
/// The mbarrier object: how its 64 bits are laid out here, and what each mbarrier instruction makes
/// of them.
///
/// The layout is opaque to programs (PTX ISA, "mbarrier"). An arrival is an atomic on the object, a
/// wait an atomic that changes nothing and tests what it read. Copies by cp.async are done when
/// they are issued, so an arrival that waits for them arrives at once. Tested by mbarrier_test.cpp.
#pragma once

#include <cstdint>
#include <optional>

#include "ptx/opcode.h"
#include "vgpu/memory_ops.h"

namespace vgpu {

/// The object taken apart.
struct MbarrierState {
  static constexpr std::uint32_t kMostArrivals = (1U << 20) - 1;  ///< PTX ISA, "mbarrier.init"

  std::uint32_t expected = 0;  ///< arrivals of each phase
  std::uint32_t pending = 0;   ///< arrivals that this phase still waits for
  std::int32_t bytes = 0;      ///< bytes of asynchronous copies that it still waits for
  bool odd = false;            ///< parity of the phase

  /// As the object in memory.
  std::uint64_t encode() const;
  /// The object taken apart.
  static MbarrierState decode(std::uint64_t object);
};

/// What the decoder needs to know of an mbarrier instruction.
struct MbarrierAction {
  AtomicFunction update = nullptr;   ///< the object afterwards
  AtomicTest test = nullptr;         ///< waits: has the phase ended?
  StoreMove store = nullptr;         ///< init and inval, which write the object
  unsigned operand_bytes = 4;        ///< width of the operand, if there is one
  bool default_operand_one = false;  ///< a count that may be left out
  bool waits_for_copies = false;     ///< cp.async.mbarrier.arrive
  bool acquires = false;             ///< waits; arrivals release
};

/// The action of an opcode; nothing for those that are no mbarrier instruction.
std::optional<MbarrierAction> mbarrier_action(ptx::Opcode opcode);

}  // namespace vgpu
