// SPDX-License-Identifier: MIT
/// \file
/// From a parsed instruction to the lane handler that does it.
///
/// One `select_<Id>` per row of ptx/opcodes.def whose unit is Lane or Warp; a row without its
/// function fails at link time, by name. Each instruction set of the host has its own table; the
/// best one is chosen once, at start. Tested by exec/exec_test.cpp.
#pragma once

#include <string_view>

#include "ptx/module.h"
#include "vgpu/lanes.h"

namespace vgpu {

/// What a select function may look at.
struct SelectContext {
  const ptx::Module& module;
  const ptx::Function& function;
  const ptx::Instruction& in;

  /// Width in bits of the slot of operand `index` (1, 16, 32, 64 or 128): the register's declared
  /// width, which may be larger than the instruction's type (ld, st, cvt), or the width of the type
  /// for an immediate.
  int slot_bits(std::size_t index) const;
};

/// The choice. No handler: this form is not modelled.
struct Selection {
  LaneHandler handler = nullptr;
  std::uint32_t imm = 0;     ///< becomes LaneOp::imm
  std::uint8_t flops = 0;    ///< floating-point operations per active lane (fma: 2)
  bool approximate = false;  ///< result may differ from the hardware's in the last places
};

/// A device function that the engine does itself (`__nv_expf`): results in dst[0..], arguments in
/// src[0..].
struct NativeFunction {
  LaneHandler handler = nullptr;
  std::string_view signature;  ///< result, then arguments in parentheses: "f(ff)"; letters in
                               ///< native_functions.def
};

/// Instruction sets of the host for which handlers are compiled.
enum class Isa : std::uint8_t { Baseline, Avx2, Avx512 };

/// What is done with the 32 addresses of a warp.
struct AddressFunctions {
  /// Is addresses[i] - base == delta[i] wherever on[i] is all ones?
  bool (*same_distances64)(const std::uint64_t* addresses, std::uint64_t base,
                           const std::uint64_t* delta, const std::uint64_t* on);
  bool (*same_distances32)(const std::uint32_t* addresses, std::uint32_t base,
                           const std::uint32_t* delta, const std::uint32_t* on);
  /// out[i] = base + delta[i]
  void (*add_to_all)(std::uint64_t* out, const std::uint64_t* delta, std::uint64_t base);
  /// Lanes of `slot` = what they want; `data` is the first lane's place. 4 or 8 bytes a lane.
  void (*load_pieces)(const LanePiece* pieces, unsigned count, unsigned bytes, std::byte* slot,
                      const std::byte* data);
  void (*store_pieces)(const LanePiece* pieces, unsigned count, unsigned bytes,
                       const std::byte* slot, std::byte* data);
};

/// The handlers of one instruction set.
struct LaneTable {
  Isa isa;
  AddressFunctions addresses;
  Selection (*select)(const SelectContext& context);     ///< by context.in.opcode
  NativeFunction (*find_native)(std::string_view name);  ///< no handler when unknown
};

/// The table for an instruction set; falls back to Baseline when it is not compiled in or this
/// processor lacks it.
const LaneTable& lane_table(Isa isa);

/// The widest instruction set that this processor has and this build contains. All give the same
/// bits.
Isa best_isa();

}  // namespace vgpu
