// SPDX-License-Identifier: MIT
#include "vgpu/exec/exec_test_support.h"

#include <cstring>

#include "ptx/shape.h"

namespace vgpu::testing {
namespace {

int slot_bits(ptx::Type type) {
  return ptx::bits(type) == 8 ? 16 : ptx::bits(type);
}
std::uint32_t slot_bytes(int bits) {
  return bits == 1 ? 8U : static_cast<std::uint32_t>(bits) / 8U * kWarpSize;
}

std::uint64_t read(const std::byte* slot, int bits, unsigned lane) {
  std::uint64_t value = 0;
  if (bits == 1) {
    std::memcpy(&value, slot, sizeof(Mask));
    return value >> lane & 1;
  }
  const std::size_t bytes = bits == 128 ? 8U : static_cast<std::size_t>(bits) / 8;
  std::memcpy(&value, slot + bytes * lane, bytes);
  return value;
}

void write(std::byte* slot, int bits, unsigned lane, std::uint64_t value) {
  if (bits == 1) {
    Mask mask = 0;
    std::memcpy(&mask, slot, sizeof mask);
    mask = (mask & ~(1U << lane)) | static_cast<Mask>(value & 1) << lane;
    std::memcpy(slot, &mask, sizeof mask);
    return;
  }
  const std::size_t bytes = bits == 128 ? 8U : static_cast<std::size_t>(bits) / 8;
  std::memcpy(slot + bytes * lane, &value, bytes);
}

}  // namespace

LaneValues all_lanes(std::uint64_t value) {
  LaneValues values{};
  values.fill(value);
  return values;
}

Registers::Registers(const ptx::Function& function) : function_(function) {
  std::uint32_t bytes = kScratchBytes;
  for (const ptx::Register& reg : function.registers) {
    slots_.push_back(Slot::at(Bank::Registers, bytes));
    bytes += slot_bytes(slot_bits(reg.type));
  }
  frame_.assign(bytes / 8, 0);
}

void Registers::set(ptx::RegisterId reg, const LaneValues& values) {
  auto* bytes = reinterpret_cast<std::byte*>(frame_.data()) + slots_[reg].offset();
  const int bits = slot_bits(function_.registers[reg].type);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) write(bytes, bits, lane, values[lane]);
}

LaneValues Registers::get(ptx::RegisterId reg) const {
  const auto* bytes = reinterpret_cast<const std::byte*>(frame_.data()) + slots_[reg].offset();
  LaneValues values{};
  const int bits = slot_bits(function_.registers[reg].type);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) values[lane] = read(bytes, bits, lane);
  return values;
}

Slot Registers::source(const ptx::Operand& operand, int bits) {
  if (operand.kind == ptx::Operand::Kind::Register) return slots_[operand.reg];
  const auto offset = static_cast<std::uint32_t>(constants_.size() * 8);
  constants_.resize(constants_.size() + slot_bytes(bits) / 8);
  auto* bytes = reinterpret_cast<std::byte*>(constants_.data()) + offset;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) write(bytes, bits, lane, operand.bits);
  return Slot::at(Bank::Constants, offset);
}

bool Registers::spread(const ptx::Operand& operand, bool is_result, int bits, LaneOp& op,
                       unsigned& next) {
  const ptx::Operand* members = &operand;
  std::uint32_t count = 1;
  if (operand.kind == ptx::Operand::Kind::Vector) {
    members = function_.elements.data() + operand.first;
    count = operand.count;
    bits /= static_cast<int>(count);
  }
  for (std::uint32_t i = 0; i < count; ++i, ++next) {
    if (is_result && members[i].kind == ptx::Operand::Kind::Sink) {
      op.dst[next] = Slot::at(Bank::Registers, 0);
    } else if (is_result) {
      op.dst[next] = slots_[members[i].reg];
    } else {
      op.src[next] = source(members[i], bits);
      if (members[i].negated) op.negated = static_cast<std::uint8_t>(op.negated | 1U << next);
    }
  }
  return true;
}

bool Registers::run(const ptx::Module& module, const ptx::Instruction& in, Isa isa, Mask mask) {
  const SelectContext context{module, function_, in};
  selection_ = lane_table(isa).select(context);
  if (selection_.handler == nullptr) return false;
  constants_.clear();
  const auto shape = ptx::parse_shape(ptx::info(in.opcode).operands);
  if (!shape || shape->anything) return false;
  const auto assignment = ptx::assign_operands(*shape, in.operand_count);
  if (!assignment) return false;
  LaneOp op{};
  op.imm = selection_.imm;
  unsigned results = 0;
  unsigned sources = 0;
  for (std::size_t i = 0; i < in.operand_count; ++i) {
    const bool is_result = i < assignment->results;
    spread(function_.operand(in, i), is_result, context.slot_bits(i), op,
           is_result ? results : sources);
  }
  Lanes lanes;
  lanes.bank[0] = reinterpret_cast<std::byte*>(frame_.data());
  lanes.bank[1] = reinterpret_cast<std::byte*>(constants_.data());
  lanes.mask = mask;
  selection_.handler(lanes, op);
  return true;
}

std::vector<Isa> runnable_isas() {
  std::vector<Isa> isas = {Isa::Baseline};
  for (const Isa isa : {Isa::Avx2, Isa::Avx512}) {
    if (lane_table(isa).isa == isa) isas.push_back(isa);
  }
  return isas;
}

}  // namespace vgpu::testing
