// SPDX-License-Identifier: MIT
/// \file
/// Moving values between registers of a warp and memory, with the conversions of ld, st, atom.
///
/// All functions work on lanes whose access was checked before. Tested through the kernel cases.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ptx/types.h"
#include "vgpu/exec/select.h"
#include "vgpu/lanes.h"

namespace vgpu {

/// data + offset for a pointer to bytes. What lies before a lane of the warp has a negative offset,
/// which wraps in the unsigned type: it must be added as the signed number that it stands for.
template <class Byte>
Byte* at_offset(Byte* data, std::uint64_t offset) {
  return data + static_cast<std::ptrdiff_t>(offset);
}

/// slot[lane] = value at data + offsets[lane] + extra, widened to the slot, for the lanes of the
/// mask. Offsets may be negative, so they wrap.
using LoadMove = void (*)(std::byte* slot, const std::byte* data, const std::uint64_t* offsets,
                          std::uint64_t extra, Mask mask);
/// The value at data + offsets[lane] + extra = slot[lane], cut to the memory type. Lanes in
/// ascending order.
using StoreMove = void (*)(const std::byte* slot, std::byte* data, const std::uint64_t* offsets,
                           std::uint64_t extra, Mask mask);
/// The new value of a memory cell, from its old value and one or two operands (all in the low
/// bits).
using AtomicFunction = std::uint64_t (*)(std::uint64_t old, std::uint64_t a, std::uint64_t b);

/// Whether what an atomic read is what it waits for, given its operand.
using AtomicTest = bool (*)(std::uint64_t old, std::uint64_t a);

using NativeHandler = NativeFunction;

/// The load of a memory type into a slot of `slot_bits`; null when PTX has no such load.
LoadMove find_load(ptx::Type type, int slot_bits);

/// The store of a slot of `slot_bits` as a memory type; null when PTX has no such store.
StoreMove find_store(ptx::Type type, int slot_bits);

/// The function of an atomic; null when not modelled.
AtomicFunction find_atomic(ptx::Operation operation, ptx::Type type);

/// Broadcast: slot[lane] = value at data for the lanes of the mask, when all lanes read the same
/// place.
void load_uniform(LoadMove move, std::byte* slot, const std::byte* data, Mask mask);

}  // namespace vgpu
