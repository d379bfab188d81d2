// SPDX-License-Identifier: MIT
// The part of InstructionDecoder that deals with the matrix instructions of a warp.
#include "vgpu/instruction_decoder.h"
#include "vgpu/tensor.h"

namespace vgpu {

using ptx::Operand;

namespace {

/// Do the lanes hold the whole matrix, mma.sync's once, wmma's as often as it fits, and nothing
/// else?
bool holds_the_matrix(const Fragment& fragment) {
  const std::uint32_t held = fragment.elements() * kWarpSize;
  const std::uint32_t size = fragment.rows * fragment.columns;
  const bool fits =
      fragment.layout == Fragment::Layout::Wmma ? held >= size && held % size == 0 : held == size;
  for (unsigned lane = 0; fits && lane < kWarpSize; ++lane) {
    for (std::uint32_t element = 0; element < fragment.elements(); ++element) {
      const Fragment::Position at = fragment.position(lane, element);
      if (at.row >= fragment.rows || at.column >= fragment.columns) return false;
    }
  }
  return fits;
}

}  // namespace

/// The registers of a matrix operand.
bool InstructionDecoder::fragment_registers(const Operand& operand, Fragment& fragment) {
  const Operand* members = &operand;
  std::uint32_t count = 1;
  if (operand.kind == Operand::Kind::Vector) {
    members = function_.elements.data() + operand.first;
    count = operand.count;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (members[i].kind != Operand::Kind::Register ||
        layout_.register_bits(members[i].reg) != static_cast<int>(fragment.register_bytes() * 8)) {
      return false;
    }
    fragment.registers.push_back(layout_.register_slot(members[i].reg));
  }
  return holds_the_matrix(fragment);
}

bool InstructionDecoder::decode_tensor(const ptx::Instruction& in, Instr& out) {
  std::optional<TensorForm> form = parse_tensor_opcode(module_.opcode_texts[in.text]);
  if (!form) return false;
  TensorOp& op = form->op;
  if (op.form == TensorOp::Form::Multiply) {
    if (in.operand_count != 4 || !fragment_registers(function_.operand(in, 0), op.d) ||
        !fragment_registers(function_.operand(in, 1), op.a) ||
        !fragment_registers(function_.operand(in, 2), op.b) ||
        !fragment_registers(function_.operand(in, 3), op.c)) {
      return false;
    }
    const SiteId site = code_.first_site + static_cast<SiteId>(code_.code.size());
    program_.approximate[site] = op.d.type != ptx::Type::S32;
  } else if (!decode_matrix_move(in, *form)) {
    return false;
  }
  out.kind = Kind::Tensor;
  out.extra = static_cast<std::uint32_t>(code_.tensors.size());
  code_.tensors.push_back(std::move(op));
  return true;
}

/// wmma.load, wmma.store and ldmatrix: their memory operand and, for the first two, the stride.
bool InstructionDecoder::decode_matrix_move(const ptx::Instruction& in, TensorForm& form) {
  TensorOp& op = form.op;
  const bool stores = op.form == TensorOp::Form::Store;
  const bool rows = op.form == TensorOp::Form::LoadRows;
  if (in.operand_count < 2) return false;
  MemoryOp memory;
  memory.space = form.space == "global"   ? ptx::Space::Global
                 : form.space == "shared" ? ptx::Space::Shared
                                          : ptx::Space::Generic;
  memory.kind = stores ? AccessKind::Store : AccessKind::Load;
  if (!address_of(function_.operand(in, stores ? 0 : 1), memory)) return false;
  const Operand& matrix = function_.operand(in, stores ? 1 : 0);
  if (rows) memory.element_bytes = 16;
  Fragment& fragment = stores ? op.c : op.d;
  if (!fragment_registers(matrix, fragment)) return false;
  if (rows && fragment.registers.size() * 8 != fragment.rows) return false;
  if (!rows) {
    memory.element_bytes = static_cast<std::uint8_t>(fragment.element_bytes());
    const auto stride = in.operand_count > 2 ? source(function_.operand(in, 2), 32)
                                             : layout_.constant(form.default_stride, 32);
    if (!stride) return false;
    op.stride = *stride;
  }
  op.memory = static_cast<std::uint32_t>(code_.memory_ops.size());
  code_.memory_ops.push_back(memory);
  return true;
}

}  // namespace vgpu
