// SPDX-License-Identifier: MIT
/// \file
/// Decodes the instructions of one function. Used by decode.cpp only.
#pragma once

#include <optional>
#include <string>

#include "ptx/module.h"
#include "vgpu/exec/select.h"
#include "vgpu/frame_layout.h"
#include "vgpu/program.h"

namespace vgpu {

/// Where the symbols of a module are; filled before any instruction is decoded.
struct SymbolMap {
  std::vector<Address>
      variable_address;  ///< by module VariableId: generic, or within the shared window
  std::vector<std::uint32_t>
      shared_index;  ///< by module VariableId: into Program::shared, or ptx::kNoId
  std::vector<std::vector<std::uint32_t>>
      local_shared;  ///< by FunctionId, then local VariableId: the same
};

/// One function's decoder.
class InstructionDecoder {
 public:
  InstructionDecoder(Program& program, std::uint32_t function, const LaneTable& lanes,
                     const SymbolMap& symbols);

  /// Fills code, side tables and control flow of the function.
  void run();

 private:
  Instr decode(const ptx::Instruction& in);
  /// Of the instruction that is decoded now.
  SiteId next_site() const { return code_.first_site + static_cast<SiteId>(code_.code.size()); }
  bool decode_lane(const ptx::Instruction& in, Instr& out);
  bool decode_move_of_address(const ptx::Instruction& in, Instr& out);
  bool decode_memory(const ptx::Instruction& in, Instr& out);
  bool decode_load_store(const ptx::Instruction& in, bool is_load, Instr& out);
  bool decode_atomic(const ptx::Instruction& in, Instr& out);
  bool decode_async_copy(const ptx::Instruction& in, Instr& out);
  bool decode_frame_move(const ptx::Instruction& in, bool is_load, const ptx::Operand& address,
                         Instr& out);
  bool decode_branch(const ptx::Instruction& in, Instr& out);
  bool decode_call(const ptx::Instruction& in, Instr& out);
  bool decode_barrier(const ptx::Instruction& in, Instr& out);
  bool decode_mbarrier(const ptx::Instruction& in, Instr& out);
  bool decode_pending_count(const ptx::Instruction& in, Instr& out);
  bool decode_tensor(const ptx::Instruction& in, Instr& out);
  bool decode_matrix_move(const ptx::Instruction& in, TensorForm& form);
  bool fragment_registers(const ptx::Operand& operand, Fragment& fragment);
  bool decode_other(const ptx::Instruction& in, Instr& out);
  bool decode_space_conversion(const ptx::Instruction& in, Instr& out);
  bool decode_is_space(const ptx::Instruction& in, Instr& out);

  bool address_of(const ptx::Operand& operand, MemoryOp& memory);
  std::optional<Slot> source(const ptx::Operand& operand, int bits);
  std::optional<Slot> special_register(const ptx::Operand& operand, int bits);
  std::optional<Slot> result(const ptx::Operand& operand);
  std::optional<Address> symbol_address(const ptx::Operand& operand);
  std::optional<FrameArea> call_area(const ptx::Operand& operand);
  bool spread(const ptx::Operand& operand, bool is_result, int bits, LaneOp& op, unsigned& next);
  void use_shared(std::uint32_t index);
  void find_meeting_points();
  void find_spinning_loops();
  void find_runs();
  bool is_guess(const ptx::Instruction& in);
  void find_twins();

  Program& program_;
  const ptx::Module& module_;
  const ptx::Function& function_;
  std::uint32_t function_id_;
  FunctionCode& code_;
  const LaneTable& lanes_;
  const SymbolMap& symbols_;
  FrameLayout layout_;
  std::vector<bool>
      guesses_;  ///< loads that are first guesses, see find_guesses(); empty: not asked
};

}  // namespace vgpu
