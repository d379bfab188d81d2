// SPDX-License-Identifier: MIT
/// \file
/// The select functions: one per row of ptx/opcodes.def with unit Lane or Warp. A row without its
/// function fails at link time, by name.
///
/// Those of unit Lane exist once per instruction set, in the namespace VGPU_ISA; what would gain
/// nothing from wider registers is compiled once. Tested by exec_test.cpp.
#pragma once

#include "vgpu/exec/select.h"

#ifndef VGPU_ISA
#define VGPU_ISA baseline
#endif

namespace vgpu {

#define VGPU_SELECT_Lane(Id)                           \
  namespace VGPU_ISA {                                 \
  Selection select_##Id(const SelectContext& context); \
  }
#define VGPU_SELECT_Warp(Id) Selection select_##Id(const SelectContext& context);
#define VGPU_SELECT_Memory(Id)
#define VGPU_SELECT_Control(Id)
#define VGPU_SELECT_Barrier(Id)
#define VGPU_SELECT_Fence(Id)
#define VGPU_SELECT_Other(Id)
#define VGPU_SELECT_Unmodelled(Id)
#define OPCODE(Id, mnemonic, operands, types, modifiers, unit) VGPU_SELECT_##unit(Id)
#include "ptx/opcodes.def"
#undef OPCODE
#undef VGPU_SELECT_Lane
#undef VGPU_SELECT_Warp
#undef VGPU_SELECT_Memory
#undef VGPU_SELECT_Control
#undef VGPU_SELECT_Barrier
#undef VGPU_SELECT_Fence
#undef VGPU_SELECT_Other
#undef VGPU_SELECT_Unmodelled

namespace VGPU_ISA {

/// The floating-point side of the rows that do both integers and floating-point numbers.
Selection select_float(const SelectContext& context);

/// Arithmetic of f32 and f64 under a directed rounding (rz, rm, rp), in a file that may change the
/// processor's rounding mode.
Selection select_directed(const SelectContext& context);

/// Choice by opcode among all the functions above; none for a row of another unit.
Selection select(const SelectContext& context);

/// See AddressFunctions.
bool same_distances64(const std::uint64_t* addresses, std::uint64_t base,
                      const std::uint64_t* delta, const std::uint64_t* on);
bool same_distances32(const std::uint32_t* addresses, std::uint32_t base,
                      const std::uint32_t* delta, const std::uint32_t* on);
void add_to_all(std::uint64_t* out, const std::uint64_t* delta, std::uint64_t base);
void load_pieces(const LanePiece* pieces, unsigned count, unsigned bytes, std::byte* slot,
                 const std::byte* data);
void store_pieces(const LanePiece* pieces, unsigned count, unsigned bytes, const std::byte* slot,
                  std::byte* data);

}  // namespace VGPU_ISA

/// f16, f16x2, bf16, bf16x2.
Selection select_half(const SelectContext& context);

/// sin, cos, lg2, ex2, tanh of f32; rcp and rsqrt .approx of f64.
Selection select_approximate(const SelectContext& context);

/// Conversions in their general form, lane by lane: the choice when no quick form exists.
Selection select_general_cvt(const SelectContext& context);

/// A native function by name; no handler when unknown.
NativeFunction find_native(std::string_view name);

}  // namespace vgpu
