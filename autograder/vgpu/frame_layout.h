// SPDX-License-Identifier: MIT
/// \file
/// Where the registers, immediates and .param variables of one function live. Used by the decoder
/// only.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ptx/module.h"
#include "vgpu/program.h"

namespace vgpu {

/// Gives each register and each .param variable of a function a place in its frame, and each
/// immediate one in its constant bank.
class FrameLayout {
 public:
  FrameLayout(const ptx::Function& function, FunctionCode& code);

  Slot register_slot(ptx::RegisterId reg) const { return slots_[reg]; }
  int register_bits(ptx::RegisterId reg) const;

  /// The place of a .param variable of the function.
  const FrameArea& area(ptx::VariableId variable) const { return areas_[variable]; }

  /// A register seen as a parameter of a call.
  FrameArea register_area(ptx::RegisterId reg) const;

  /// A slot of `bits` (1, 16, 32, 64, 128) that holds the value in all lanes.
  Slot constant(std::uint64_t value, int bits);

  /// Offset of a .local variable in the function's local memory.
  std::uint32_t local_offset(ptx::VariableId variable) const { return local_offsets_[variable]; }

 private:
  std::uint32_t reserve(std::uint32_t bytes, std::uint32_t alignment);

  const ptx::Function& function_;
  FunctionCode& code_;
  std::vector<Slot> slots_;
  std::vector<FrameArea> areas_;
  std::vector<std::uint32_t> local_offsets_;
  std::map<std::pair<std::uint64_t, int>, Slot> constants_;
};

/// Is the variable a formal parameter of a kernel? Those live in the launch, all other .param
/// variables in the frame.
bool is_kernel_parameter(const ptx::Function& function, ptx::VariableId variable);

/// Bytes of a slot of that many bits.
constexpr std::uint32_t slot_bytes(int bits) {
  return bits == 1 ? 4U : static_cast<std::uint32_t>(bits) / 8U * kWarpSize;
}

/// The width of the slot of a register of that type: 1, 16, 32, 64 or 128.
constexpr int slot_bits_of(ptx::Type type) {
  const int bits = ptx::bits(type);
  return bits == 8 ? 16 : bits;
}

}  // namespace vgpu
