// SPDX-License-Identifier: MIT
// The select functions of one instruction set as a table.
#include "vgpu/exec/handlers.h"

namespace vgpu::VGPU_ISA {

#define VGPU_CASE_Lane(Id) \
  case ptx::Opcode::Id:    \
    return select_##Id(context);
#define VGPU_CASE_Warp(Id) VGPU_CASE_Lane(Id)
#define VGPU_CASE_Memory(Id)
#define VGPU_CASE_Control(Id)
#define VGPU_CASE_Barrier(Id)
#define VGPU_CASE_Fence(Id)
#define VGPU_CASE_Other(Id)
#define VGPU_CASE_Unmodelled(Id)

Selection select(const SelectContext& context) {
  switch (context.in.opcode) {
#define OPCODE(Id, mnemonic, operands, types, modifiers, unit) VGPU_CASE_##unit(Id)
#include "ptx/opcodes.def"
#undef OPCODE
    default:
      return {};
  }
}

}  // namespace vgpu::VGPU_ISA
