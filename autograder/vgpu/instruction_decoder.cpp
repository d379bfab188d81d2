// SPDX-License-Identifier: MIT
#include "vgpu/instruction_decoder.h"

#include <algorithm>

#include "ptx/shape.h"

namespace vgpu {

using ptx::Opcode;
using ptx::Operand;
using ptx::Space;

InstructionDecoder::InstructionDecoder(Program& program, std::uint32_t function,
                                       const LaneTable& lanes, const SymbolMap& symbols)
    : program_(program),
      module_(program.source),
      function_(program.source.functions[function]),
      function_id_(function),
      code_(program.functions[function]),
      lanes_(lanes),
      symbols_(symbols),
      layout_(function_, code_) {}

void InstructionDecoder::run() {
  if (!function_.is_entry) {
    for (const auto id : function_.parameters) code_.parameters.push_back(layout_.area(id));
    for (const auto id : function_.returns) code_.returns.push_back(layout_.area(id));
  }
  code_.code.reserve(function_.instructions.size() + 1);
  for (const ptx::Instruction& in : function_.instructions) code_.code.push_back(decode(in));
  code_.code.push_back(Instr{});  // Running off the end returns.
  code_.code.back().kind = function_.is_entry ? Kind::Exit : Kind::Return;
  find_meeting_points();
  find_runs();
  find_twins();
}

Instr InstructionDecoder::decode(const ptx::Instruction& in) {
  Instr out;
  if (in.guard != ptx::kNoId) {
    out.guard = layout_.register_slot(in.guard).offset();
    out.guard_negated = in.guard_negated;
  }
  bool known = false;
  switch (ptx::info(in.opcode).unit) {
    case ptx::Unit::Lane:
    case ptx::Unit::Warp:
      known = decode_move_of_address(in, out) || decode_lane(in, out);
      break;
    case ptx::Unit::Memory:
      known = decode_memory(in, out);
      break;
    case ptx::Unit::Control:
      known = in.opcode == Opcode::Call ? decode_call(in, out) : decode_branch(in, out);
      break;
    case ptx::Unit::Barrier:
      known = decode_barrier(in, out);
      break;
    case ptx::Unit::Fence:
      out.kind = Kind::Fence;
      out.extra = static_cast<std::uint32_t>(in.mod.scope == ptx::Scope::None ? ptx::Scope::Gpu
                                                                              : in.mod.scope);
      out.op.imm = static_cast<std::uint32_t>(in.mod.semantics);
      code_.order_visible = true;
      known = true;
      break;
    case ptx::Unit::Other:
      known = decode_other(in, out);
      break;
    case ptx::Unit::Unmodelled:
      known = decode_tensor(in, out);
      break;
  }
  if (!known) out.kind = Kind::NotModelled;
  return out;
}

std::optional<Slot> InstructionDecoder::source(const Operand& operand, int bits) {
  switch (operand.kind) {
    case Operand::Kind::Register:
      return layout_.register_slot(operand.reg);
    case Operand::Kind::Immediate:
      return layout_.constant(operand.bits, bits);
    case Operand::Kind::Special:
      return special_register(operand, bits);
    case Operand::Kind::Sink:
      return layout_.constant(0, bits);
    default:
      if (const auto address = symbol_address(operand)) return layout_.constant(*address, bits);
      return std::nullopt;
  }
}

std::optional<Slot> InstructionDecoder::special_register(const Operand& operand, int bits) {
  ptx::SpecialRegister which = operand.special;
  if (which == ptx::SpecialRegister::EnvReg) {
    if (operand.bits != 1 && operand.bits != 2) return layout_.constant(0, bits);
    which = operand.bits == 1 ? kEnvReg1 : kEnvReg2;
  } else if (which >= ptx::SpecialRegister::Clock &&
             which != ptx::SpecialRegister::DynamicSmemSize &&
             which != ptx::SpecialRegister::TotalSmemSize) {
    return std::nullopt;
  }
  return Slot::at(Bank::Warp, static_cast<std::uint32_t>(which) * slot_bytes(32));
}

std::optional<Slot> InstructionDecoder::result(const Operand& operand) {
  if (operand.kind == Operand::Kind::Register) return layout_.register_slot(operand.reg);
  if (operand.kind == Operand::Kind::Sink) return Slot::at(Bank::Registers, 0);
  return std::nullopt;
}

std::optional<Address> InstructionDecoder::symbol_address(const Operand& operand) {
  if (operand.kind == Operand::Kind::Function)
    return address_map::kFunctionFirst + operand.function;
  if (operand.kind != Operand::Kind::Variable) return std::nullopt;
  if (!operand.local_variable) {
    const std::uint32_t shared = symbols_.shared_index[operand.variable];
    if (shared != ptx::kNoId) use_shared(shared);
    return symbols_.variable_address[operand.variable] + operand.bits;
  }
  const ptx::Variable& variable = function_.variables[operand.variable];
  if (variable.space == Space::Shared) {
    const std::uint32_t shared = symbols_.local_shared[function_id_][operand.variable];
    use_shared(shared);
    return program_.shared[shared].address + operand.bits;
  }
  if (variable.space == Space::Param && function_.is_entry) {
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      if (function_.parameters[i] == operand.variable) {
        return address_map::kParamFirst + code_.entry_parameter_offsets[i] + operand.bits;
      }
    }
  }
  return std::nullopt;
}

void InstructionDecoder::use_shared(std::uint32_t index) {
  if (std::find(code_.shared.begin(), code_.shared.end(), index) == code_.shared.end()) {
    code_.shared.push_back(index);
  }
}

/// Adds an operand to the op's sources or results, a vector member by member. `bits`: width of
/// immediates.
bool InstructionDecoder::spread(const Operand& operand, bool is_result, int bits, LaneOp& op,
                                unsigned& next) {
  const Operand* members = &operand;
  std::uint32_t count = 1;
  if (operand.kind == Operand::Kind::Vector) {
    members = function_.elements.data() + operand.first;
    count = operand.count;
    if (count == 0) return false;
    bits /= static_cast<int>(count);
  }
  for (std::uint32_t i = 0; i < count; ++i, ++next) {
    if (next >= (is_result ? op.dst.size() : op.src.size())) return false;
    const auto slot = is_result ? result(members[i]) : source(members[i], bits);
    if (!slot) return false;
    (is_result ? op.dst[next] : op.src[next]) = *slot;
    if (!is_result && members[i].negated)
      op.negated = static_cast<std::uint8_t>(op.negated | 1U << next);
  }
  return true;
}

bool InstructionDecoder::decode_lane(const ptx::Instruction& in, Instr& out) {
  const SelectContext context{module_, function_, in};
  const Selection selection = lanes_.select(context);
  if (selection.handler == nullptr) return false;
  const auto shape = ptx::parse_shape(ptx::info(in.opcode).operands);
  if (!shape || shape->anything) return false;
  unsigned missing = shape->count - std::min<unsigned>(shape->count, in.operand_count);
  std::size_t index = 0;
  unsigned results = 0, sources = 0;
  for (unsigned i = 0; i < shape->count && index < in.operand_count; ++i) {
    if (shape->operands[i].optional && missing > 0) {
      --missing;
      continue;
    }
    const Operand& operand = function_.operand(in, index);
    const bool is_result = shape->operands[i].result;
    if (!spread(operand, is_result, context.slot_bits(index), out.op,
                is_result ? results : sources))
      return false;
    ++index;
  }
  out.handler = selection.handler;
  out.op.imm = selection.imm;
  out.kind = Kind::Lane;
  if (ptx::info(in.opcode).unit == ptx::Unit::Warp && in.opcode != Opcode::Activemask &&
      in.mod.sync) {
    out.kind = Kind::Collective;
    out.extra = sources - 1;  // the member mask stands last
  }
  const SiteId site = next_site();
  program_.flops[site] = selection.flops;
  program_.approximate[site] = selection.approximate;
  return true;
}

/// mov of %clock and its kin, or of the address of a variable in the frame's local memory.
bool InstructionDecoder::decode_move_of_address(const ptx::Instruction& in, Instr& out) {
  if (in.opcode != Opcode::Mov || in.operand_count != 2) return false;
  const Operand& operand = function_.operand(in, 1);
  const auto target = result(function_.operand(in, 0));
  if (!target) return false;
  out.op.dst[0] = *target;
  if (operand.kind == Operand::Kind::Special && operand.special >= ptx::SpecialRegister::Clock &&
      operand.special <= ptx::SpecialRegister::GlobalTimerHi) {
    using enum ptx::SpecialRegister;
    out.kind = Kind::Clock;
    out.op.imm = static_cast<std::uint32_t>(ptx::bits(in.mod.type));
    out.extra = operand.special == ClockHi || operand.special == GlobalTimerHi ? 32 : 0;
    return out.op.imm == 32 || out.op.imm == 64;
  }
  if (operand.kind == Operand::Kind::Variable && operand.local_variable &&
      function_.variables[operand.variable].space == Space::Local) {
    out.kind = Kind::LocalAddress;
    out.extra = layout_.local_offset(operand.variable) + static_cast<std::uint32_t>(operand.bits);
    out.op.imm = static_cast<std::uint32_t>(ptx::bits(in.mod.type));
    return out.op.imm == 32 || out.op.imm == 64;
  }
  return false;
}

bool InstructionDecoder::decode_branch(const ptx::Instruction& in, Instr& out) {
  switch (in.opcode) {
    case Opcode::Ret:
      out.kind = function_.is_entry ? Kind::Exit : Kind::Return;
      return true;
    case Opcode::Exit:
      out.kind = Kind::Exit;
      return true;
    case Opcode::Bra: {
      const Operand& label = function_.operand(in, 0);
      if (label.kind != Operand::Kind::Label) return false;
      out.kind = Kind::Branch;
      out.extra = static_cast<std::uint32_t>(code_.branches.size());
      code_.branches.push_back({{function_.labels[label.label].instruction}, false, false});
      return true;
    }
    case Opcode::BrxIdx: {
      const Operand& list = function_.operand(in, 1);
      const auto index = source(function_.operand(in, 0), 32);
      if (list.kind != Operand::Kind::Prototype || !index) return false;
      BranchOp branch;
      branch.indexed = true;
      for (const auto label : function_.prototypes[list.bits].branch_targets) {
        branch.targets.push_back(function_.labels[label].instruction);
      }
      if (branch.targets.empty()) return false;
      out.kind = Kind::Branch;
      out.op.src[0] = *index;
      out.extra = static_cast<std::uint32_t>(code_.branches.size());
      code_.branches.push_back(std::move(branch));
      return true;
    }
    default:
      return false;
  }
}

std::optional<FrameArea> InstructionDecoder::call_area(const Operand& operand) {
  if (operand.kind == Operand::Kind::Register) return layout_.register_area(operand.reg);
  if (operand.kind == Operand::Kind::Variable && operand.local_variable &&
      function_.variables[operand.variable].space == Space::Param) {
    return layout_.area(operand.variable);
  }
  return std::nullopt;
}

bool InstructionDecoder::decode_call(const ptx::Instruction& in, Instr& out) {
  CallOp call;
  std::size_t index = 0;
  for (; index < in.return_count; ++index) {
    const auto area = call_area(function_.operand(in, index));
    if (!area) return false;
    call.returns.push_back(*area);
  }
  const Operand& callee = function_.operand(in, index++);
  if (callee.kind == Operand::Kind::Function) {
    call.function = callee.function;
    code_.callees.push_back(callee.function);
    const SystemFunction system = program_.functions[callee.function].system;
    if (system == SystemFunction::Malloc || system == SystemFunction::Free) {
      code_.order_visible = true;
      code_.allocates = true;
    }
  } else if (callee.kind == Operand::Kind::Register) {
    call.indirect = true;
    call.target = layout_.register_slot(callee.reg);
    code_.calls_indirectly = true;
  } else {
    return false;
  }
  for (; index < in.operand_count; ++index) {
    const Operand& operand = function_.operand(in, index);
    if (operand.kind == Operand::Kind::Prototype) continue;
    const auto area = call_area(operand);
    if (!area) return false;
    call.arguments.push_back(*area);
  }
  out.kind = Kind::Call;
  out.extra = static_cast<std::uint32_t>(code_.calls.size());
  code_.calls.push_back(std::move(call));
  return true;
}

bool InstructionDecoder::decode_barrier(const ptx::Instruction& in, Instr& out) {
  if (in.opcode == Opcode::BarWarpSync) {
    const auto mask = source(function_.operand(in, 0), 32);
    if (!mask) return false;
    out.kind = Kind::WarpBarrier;
    out.op.src[0] = *mask;
    return true;
  }
  const bool reduces = in.opcode == Opcode::BarRed || in.opcode == Opcode::BarRedPopc ||
                       in.opcode == Opcode::BarrierRed || in.opcode == Opcode::BarrierRedPopc;
  if (!reduces && in.opcode != Opcode::Bar && in.opcode != Opcode::Barrier)
    return decode_mbarrier(in, out);
  BarrierOp barrier;
  std::size_t index = 0;
  if (reduces) {
    const auto target = result(function_.operand(in, index++));
    if (!target) return false;
    out.op.dst[0] = *target;
    barrier.form = in.mod.operation == ptx::Operation::And  ? BarrierForm::RedAnd
                   : in.mod.operation == ptx::Operation::Or ? BarrierForm::RedOr
                                                            : BarrierForm::RedPopc;
  } else if (in.mod.arrive) {
    barrier.form = BarrierForm::Arrive;
  }
  const auto id = source(function_.operand(in, index++), 32);
  if (!id) return false;
  out.op.src[0] = *id;
  const std::size_t count_until = in.operand_count - (reduces ? 1U : 0U);
  if (index < count_until) {
    const auto count = source(function_.operand(in, index++), 32);
    if (!count) return false;
    out.op.src[1] = *count;
    barrier.has_count = true;
  }
  if (reduces) {
    unsigned next = 2;
    if (!spread(function_.operand(in, index), false, 1, out.op, next)) return false;
  }
  out.kind = Kind::Barrier;
  out.extra = static_cast<std::uint32_t>(code_.barriers.size());
  code_.barriers.push_back(barrier);
  return true;
}

void InstructionDecoder::find_meeting_points() {
  std::vector<FlowStep> steps(code_.code.size());
  for (std::size_t pc = 0; pc < steps.size(); ++pc) {
    const Instr& in = code_.code[pc];
    steps[pc].conditional = in.guard != kNoGuard;
    if (in.kind == Kind::Branch) {
      const BranchOp& branch = code_.branches[in.extra];
      steps[pc].kind = branch.indexed ? FlowStep::Kind::Indexed : FlowStep::Kind::Branch;
      steps[pc].targets = branch.targets;
    } else if (in.kind == Kind::Return || in.kind == Kind::Exit || in.kind == Kind::Trap) {
      steps[pc].kind = FlowStep::Kind::Leave;
    }
  }
  code_.flow = std::make_unique<ControlFlow>(steps);
  find_spinning_loops();
  for (std::size_t pc = 0; pc < steps.size(); ++pc) {
    const auto here = static_cast<std::uint32_t>(pc);
    Instr& in = code_.code[pc];
    const bool after_call =
        pc > 0 && code_.code[pc - 1].kind == Kind::Call;  // lanes may call different functions
    in.meeting_point = code_.flow->is_meeting_point(here) || after_call;
    if (in.kind != Kind::Branch) continue;
    const std::int32_t loop = code_.flow->innermost_loop(here);
    const auto leaves = [&](std::uint32_t target) { return !code_.flow->contains(loop, target); };
    BranchOp& branch = code_.branches[in.extra];
    branch.leaves_loop =
        loop != kNoLoop && (std::any_of(branch.targets.begin(), branch.targets.end(), leaves) ||
                            (steps[pc].conditional && leaves(here + 1)));
  }
}

/// A loop spins when it looks at values that others write, and neither writes nor waits itself.
void InstructionDecoder::find_spinning_loops() {
  const std::vector<Loop>& loops = code_.flow->loops();
  std::vector<bool> works(loops.size(), false);
  code_.spinning_loops.assign(loops.size(), false);
  for (std::uint32_t pc = 0; pc < code_.code.size(); ++pc) {
    const Instr& in = code_.code[pc];
    bool looks = false;
    bool does_more = false;
    if (in.kind == Kind::Atomic) {
      looks = code_.memory_ops[in.extra].returns_value;
    } else if (in.kind == Kind::Load) {
      looks = code_.memory_ops[in.extra].semantics != ptx::Semantics::Weak;
    } else {
      does_more = in.kind == Kind::Store || in.kind == Kind::AsyncCopy || in.kind == Kind::Call ||
                  in.kind == Kind::Barrier || in.kind == Kind::WarpBarrier ||
                  in.kind == Kind::Collective || in.kind == Kind::Tensor;
    }
    if (!looks && !does_more) continue;
    for (std::int32_t loop = code_.flow->innermost_loop(pc); loop != kNoLoop;
         loop = loops[static_cast<std::size_t>(loop)].parent) {
      const auto index = static_cast<std::size_t>(loop);
      if (looks) code_.spinning_loops[index] = true;
      if (does_more) works[index] = true;
    }
  }
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (works[i]) code_.spinning_loops[i] = false;
  }
}

/// Counts, from the end, the instructions that nothing can come between.
void InstructionDecoder::find_runs() {
  constexpr std::uint8_t kMost = 255;
  std::uint8_t after = 0;
  for (std::size_t pc = code_.code.size(); pc-- > 0;) {
    Instr& in = code_.code[pc];
    const bool straight =
        in.guard == kNoGuard &&
        (in.kind == Kind::Lane || in.kind == Kind::Load || in.kind == Kind::Store ||
         in.kind == Kind::Atomic || in.kind == Kind::Skip);
    in.run = straight ? static_cast<std::uint8_t>(after == kMost ? 1 : after + 1) : 0;
    after = in.meeting_point ? 0 : in.run;
  }
}

/// Within straight runs, finds the memory instructions whose address register is the same and holds
/// the same as for one before.
void InstructionDecoder::find_twins() {
  constexpr std::size_t kReach = 64, kMostBack = 255;
  const auto in_memory = [](const Instr& in) {
    return in.kind == Kind::Load || in.kind == Kind::Store || in.kind == Kind::Atomic;
  };
  for (std::size_t pc = 0; pc < code_.code.size(); ++pc) {
    const Instr& in = code_.code[pc];
    if (in.run == 0 || !in_memory(in) || !code_.memory_ops[in.extra].has_register) continue;
    MemoryOp& op = code_.memory_ops[in.extra];
    for (std::size_t back = 1; back <= std::min(pc, kReach); ++back) {
      const Instr& other = code_.code[pc - back];
      if (code_.code[pc - back + 1].meeting_point || other.run == 0) break;
      if (std::ranges::find(other.op.dst, op.address) != other.op.dst.end()) break;
      if (!in_memory(other)) continue;
      const MemoryOp& before = code_.memory_ops[other.extra];
      if (!before.has_register || before.address != op.address) continue;
      if (back + before.twin > kMostBack) break;
      op.twin = static_cast<std::uint8_t>(back + before.twin);  // the first of them all
      break;
    }
  }
}

}  // namespace vgpu
