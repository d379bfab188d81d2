// SPDX-License-Identifier: MIT
/// \file
/// Every PTX opcode that this project knows, derived from the one table in opcodes.def.
///
/// A row gives the mnemonic, the operand shape, the types and the modifier groups; the parser, the
/// printer, the decoder of the virtual GPU and the page "PTX we support" read it. Tested by
/// opcode_test.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ptx/groups.h"
#include "ptx/shape.h"

namespace ptx {

/// One enumerator per row of opcodes.def.
enum class Opcode : std::uint8_t {
#define OPCODE(Id, mnemonic, operands, types, modifiers, unit) Id,
#include "ptx/opcodes.def"
#undef OPCODE
};

/// How the virtual GPU treats an opcode.
enum class Unit : std::uint8_t {
  Lane,  ///< each lane by itself, registers only: a lane handler (vgpu/exec) does it
  Warp,  ///< exchanges values between lanes of a warp, registers only: a lane handler does it under
         ///< a member mask
  Memory,     ///< reads or writes a state space
  Control,    ///< changes the program counter
  Barrier,    ///< waits for other threads
  Fence,      ///< orders memory accesses
  Other,      ///< handled one by one in the decoder
  Unmodelled  ///< parsed, never executed: the launch says so when a lane gets there
};

/// What one row says.
struct OpcodeInfo {
  Opcode opcode;
  std::string_view name;      ///< identifier of the row, "MadLo"
  std::string_view mnemonic;  ///< "mad"
  std::string_view operands;  ///< operand shape, see opcodes.def
  std::uint32_t types;        ///< set of accepted type groups
  std::uint64_t modifiers;    ///< set of accepted modifier groups
  Unit unit;
};

/// The row of an opcode.
const OpcodeInfo& info(Opcode opcode);

/// The operand shape of an opcode.
const Shape& shape(Opcode opcode);

/// The rows whose mnemonic begins the text ("cp.async.wait_all", "mad.lo.s32"), longest mnemonic
/// first choice; empty when there is none.
std::span<const OpcodeInfo> find_rows(std::string_view text);

/// All rows in table order (sorted by mnemonic).
std::span<const OpcodeInfo> opcode_table();

}  // namespace ptx
