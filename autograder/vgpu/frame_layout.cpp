// SPDX-License-Identifier: MIT
#include "vgpu/frame_layout.h"

#include <algorithm>
#include <cstring>

namespace vgpu {

namespace {
constexpr std::uint32_t kSlotAlignment = 64;  // whole vectors of AVX-512
}

bool is_kernel_parameter(const ptx::Function& function, ptx::VariableId variable) {
  return function.is_entry && std::find(function.parameters.begin(), function.parameters.end(),
                                        variable) != function.parameters.end();
}

FrameLayout::FrameLayout(const ptx::Function& function, FunctionCode& code)
    : function_(function), code_(code) {
  code_.frame_bytes = kScratchBytes;
  code_.constants.assign(kSlotAlignment, std::byte{0});
  slots_.resize(function.registers.size());
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (function.registers[i].type == ptx::Type::Pred)
      slots_[i] = Slot::at(Bank::Registers, reserve(4, 4));
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const ptx::Type type = function.registers[i].type;
    if (type == ptx::Type::Pred) continue;
    slots_[i] = Slot::at(Bank::Registers, reserve(slot_bytes(slot_bits_of(type)), kSlotAlignment));
  }
  areas_.resize(function.variables.size());
  local_offsets_.resize(function.variables.size());
  for (std::size_t i = 0; i < areas_.size(); ++i) {
    const ptx::Variable& variable = function.variables[i];
    if (variable.space == ptx::Space::Local) {
      const auto alignment =
          static_cast<std::uint32_t>(std::max<std::uint64_t>(variable.alignment, 8));
      code_.local_bytes = (code_.local_bytes + alignment - 1) / alignment * alignment;
      local_offsets_[i] = code_.local_bytes;
      code_.local_bytes += static_cast<std::uint32_t>(variable.size);
    }
    if (variable.space != ptx::Space::Param ||
        is_kernel_parameter(function, static_cast<ptx::VariableId>(i)))
      continue;
    FrameArea& area = areas_[i];
    area.size = static_cast<std::uint32_t>(variable.size);
    area.array = variable.size > 8 ||
                 variable.size != static_cast<std::uint64_t>(ptx::bits(variable.type)) / 8;
    area.offset = reserve(std::max(area.footprint(), 4U), kSlotAlignment);
  }
  code_.frame_bytes = reserve(0, kSlotAlignment);
}

std::uint32_t FrameLayout::reserve(std::uint32_t bytes, std::uint32_t alignment) {
  const std::uint32_t at = (code_.frame_bytes + alignment - 1) / alignment * alignment;
  code_.frame_bytes = at + bytes;
  return at;
}

int FrameLayout::register_bits(ptx::RegisterId reg) const {
  return slot_bits_of(function_.registers[reg].type);
}

FrameArea FrameLayout::register_area(ptx::RegisterId reg) const {
  return {slots_[reg].offset(), static_cast<std::uint32_t>(register_bits(reg)) / 8U, false};
}

Slot FrameLayout::constant(std::uint64_t value, int bits) {
  if (bits == 1) value = value != 0 ? kFullMask : 0;
  if (bits < 64 && bits > 1) value &= (std::uint64_t{1} << bits) - 1;
  const auto [found, fresh] = constants_.try_emplace({value, bits});
  if (!fresh) return found->second;
  const std::size_t at =
      (code_.constants.size() + kSlotAlignment - 1) / kSlotAlignment * kSlotAlignment;
  code_.constants.resize(at + slot_bytes(bits), std::byte{0});
  std::byte* slot = code_.constants.data() + at;
  const std::size_t width = bits == 1 ? 4 : static_cast<std::size_t>(std::min(bits, 64)) / 8;
  const unsigned lanes = bits == 1 ? 1 : kWarpSize;
  for (unsigned lane = 0; lane < lanes; ++lane) std::memcpy(slot + lane * width, &value, width);
  if (bits == 128 && static_cast<std::int64_t>(value) < 0) {
    std::memset(slot + kWarpSize * 8, 0xFF, kWarpSize * 8);
  }
  found->second = Slot::at(Bank::Constants, static_cast<std::uint32_t>(at));
  return found->second;
}

}  // namespace vgpu
