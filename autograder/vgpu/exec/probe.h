// SPDX-License-Identifier: MIT
/// \file
/// For the tests of lane handlers: one instruction, written as PTX, on registers of one warp, on
/// any instruction set; and the kernel around it with which a real GPU does the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/module.h"
#include "vgpu/exec/select.h"

namespace vgpu::testing {

/// A value per lane; narrower registers use the low bits, predicates bit 0.
using LaneValues = std::array<std::uint64_t, kWarpSize>;

/// The same value in all lanes.
LaneValues all_lanes(std::uint64_t value);

/// An instruction to try.
///
/// `operands` is a shape: results, '=', sources; a letter for the register of each: p predicate,
/// h .b16, r .b32, d .b64, f .f32, D .f64. In braces a vector, after ! a negated predicate, after #
/// a literal up to the next blank: "r=rr#0x96", "d={rr}".
struct Form {
  std::string opcode;    ///< "mad.lo.s32"
  std::string operands;  ///< "r=rrr"
  /// Several instructions instead of one, for the carry: registers are then named %r0, %r1, ...
  /// (%rd, %f as the letter says) in the order of `operands`, which only declares them.
  std::string sequence = {};

  /// How tests and golden files name it.
  std::string name() const { return sequence.empty() ? opcode + " " + operands : sequence; }
};

/// Operands of a form as registers, in the order of the text.
struct ProbeOperand {
  char letter = 'r';
  bool result = false;
};

/// PTX of a kernel that does the form for each of `n` threads: reads kProbeWords 64-bit words per
/// thread from `in`, writes as many to `out`.
std::string kernel_text(const Form& form);
inline constexpr unsigned kProbeWords = 5;

/// A form, parsed and ready to run.
class Probe {
 public:
  explicit Probe(Form form);

  /// Empty, or why the form cannot run (parser's problem, no handler).
  const std::string& problem() const { return problem_; }
  const Selection& selection() const { return selection_; }
  const std::vector<ProbeOperand>& results() const { return results_; }
  const std::vector<ProbeOperand>& sources() const { return sources_; }
  /// The instructions of the form: one, or those of its sequence.
  std::span<const ptx::Instruction> instructions() const { return instructions_; }

  /// Results of one warp for the lanes of `mask`; the result registers hold `before` beforehand.
  std::vector<LaneValues> run(Isa isa, const std::vector<LaneValues>& sources,
                              Mask mask = kFullMask, std::uint64_t before = 0);

 private:
  const ptx::Function& function() const { return module_.functions.front(); }
  void run_one(const ptx::Instruction& in, Isa isa, Mask mask);
  Slot source(const ptx::Operand& operand, int bits);
  void spread(const ptx::Operand& operand, bool is_result, int bits, LaneOp& op, unsigned& next);
  void write(Slot slot, int bits, const LaneValues& values);

  Form form_;
  std::string problem_;
  ptx::Module module_;
  std::span<const ptx::Instruction> instructions_;
  std::vector<ProbeOperand> results_;
  std::vector<ProbeOperand> sources_;
  std::vector<ptx::RegisterId> registers_;  ///< of the form: results, then sources
  std::vector<Slot> slots_;                 ///< by register of the function
  std::vector<std::uint64_t> frame_;
  std::vector<std::uint64_t> constants_;
  Selection selection_;
};

/// Values for the sources of a form, a warp at a time: first those where something happens (zeros,
/// limits, infinities, NaNs) in all pairs, then scattered ones. The same at every call.
std::vector<LaneValues> sample_sources(const std::vector<ProbeOperand>& sources, unsigned warp);

/// The instruction sets that this machine can run, the baseline first.
std::vector<Isa> runnable_isas();

}  // namespace vgpu::testing
