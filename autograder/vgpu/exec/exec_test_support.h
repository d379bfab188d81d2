// SPDX-License-Identifier: MIT
/// \file
/// For the tests of lane handlers: one instruction on registers of one warp, on any instruction
/// set.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "ptx/module.h"
#include "vgpu/exec/select.h"

namespace vgpu::testing {

/// A value per lane; narrower registers use the low bits, predicates bit 0.
using LaneValues = std::array<std::uint64_t, kWarpSize>;

/// The same value in all lanes.
LaneValues all_lanes(std::uint64_t value);

/// The registers of one function, as the decoder would lay them out, with every lane at reach.
class Registers {
 public:
  explicit Registers(const ptx::Function& function);

  void set(ptx::RegisterId reg, const LaneValues& values);
  LaneValues get(ptx::RegisterId reg) const;

  /// Runs an instruction for the lanes of `mask`. False when the form has no handler.
  bool run(const ptx::Module& module, const ptx::Instruction& in, Isa isa, Mask mask);

  /// The choice made for the instruction of the last run.
  const Selection& selection() const { return selection_; }

 private:
  Slot source(const ptx::Operand& operand, int bits);
  bool spread(const ptx::Operand& operand, bool is_result, int bits, LaneOp& op, unsigned& next);

  const ptx::Function& function_;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> frame_;
  std::vector<std::uint64_t> constants_;
  Selection selection_;
};

/// The instruction sets that this machine can run, the baseline first.
std::vector<Isa> runnable_isas();

}  // namespace vgpu::testing
