// SPDX-License-Identifier: MIT
// The part of InstructionDecoder that deals with memory: loads, stores, atomics, asynchronous
// copies, address spaces.
#include <algorithm>
#include <optional>

#include "vgpu/instruction_decoder.h"
#include "vgpu/mbarrier.h"
#include "vgpu/value_flow.h"

namespace vgpu {

using ptx::Opcode;
using ptx::Operand;
using ptx::Space;

namespace {

/// slot = source + constant (src[1]), for addresses of 64 or (imm) 32 bits of source and result.
void add_address(const Lanes& lanes, const LaneOp& op) {
  const auto* a = lanes.source<std::uint64_t>(op.src[0]);
  const auto* b = lanes.source<std::uint64_t>(op.src[1]);
  auto* d = lanes.result<std::uint64_t>(op.dst[0]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if ((lanes.mask >> lane & 1) != 0) d[lane] = a[lane] + b[lane];
  }
}

/// The same where the source has 32 bits.
void add_narrow_address(const Lanes& lanes, const LaneOp& op) {
  const auto* a = lanes.source<std::uint32_t>(op.src[0]);
  const auto* b = lanes.source<std::uint64_t>(op.src[1]);
  auto* d = lanes.result<std::uint64_t>(op.dst[0]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if ((lanes.mask >> lane & 1) != 0) d[lane] = a[lane] + b[lane];
  }
}

/// p = does the generic address lie in the space op.imm?
void is_space(const Lanes& lanes, const LaneOp& op) {
  const auto* a = lanes.source<std::uint64_t>(op.src[0]);
  const auto space = static_cast<Space>(op.imm);
  Mask result = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const bool inside = space == Space::Shared  ? address_map::is_shared(a[lane])
                        : space == Space::Local ? address_map::is_local(a[lane])
                        : space == Space::Param
                            ? address_map::is_param(a[lane])
                            : !address_map::is_shared(a[lane]) && !address_map::is_local(a[lane]) &&
                                  !address_map::is_param(a[lane]);
    result |= static_cast<Mask>(inside) << lane;
  }
  lanes.set_predicate(op.dst[0], result);
}

/// d = arrivals that the phase of an mbarrier state waited for.
void pending_count(const Lanes& lanes, const LaneOp& op) {
  const auto* state = lanes.source<std::uint64_t>(op.src[0]);
  auto* d = lanes.result<std::uint32_t>(op.dst[0]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if ((lanes.mask >> lane & 1) != 0) d[lane] = MbarrierState::decode(state[lane]).pending;
  }
}

Address window_of(Space space) {
  return space == Space::Shared  ? address_map::kSharedFirst
         : space == Space::Local ? address_map::kLocalFirst
                                 : 0;
}

/// The kind of an atomic that leaves the same in memory in whatever order several of its kind come;
/// nothing for one whose order shows.
std::optional<CommutingAtomic> commuting_atomic(const ptx::Instruction& in) {
  if (in.opcode == Opcode::AtomCas || ptx::is_float(in.mod.type)) return std::nullopt;
  const int bits = ptx::bits(in.mod.type);
  switch (in.mod.operation) {
    case ptx::Operation::Min:
    case ptx::Operation::Max:
      return CommutingAtomic{in.mod.operation, bits, ptx::is_signed(in.mod.type)};
    case ptx::Operation::Add:
    case ptx::Operation::And:
    case ptx::Operation::Or:
    case ptx::Operation::Xor:
      return CommutingAtomic{in.mod.operation, bits, false};
    default:
      return std::nullopt;
  }
}

}  // namespace

/// The address operand [base + offset].
bool InstructionDecoder::address_of(const Operand& operand, MemoryOp& memory) {
  if (operand.kind != Operand::Kind::Address) return false;
  memory.offset = static_cast<std::int64_t>(operand.bits);
  if (operand.reg != ptx::kNoId) {
    const int bits = layout_.register_bits(operand.reg);
    if (bits != 32 && bits != 64) return false;
    memory.has_register = true;
    memory.wide_register = bits == 64;
    memory.address = layout_.register_slot(operand.reg);
    return true;
  }
  if (operand.variable == ptx::kNoId) return true;  // an absolute address
  if (operand.local_variable && function_.variables[operand.variable].space == Space::Local) {
    memory.in_frame = true;
    memory.offset += layout_.local_offset(operand.variable);
    return true;
  }
  Operand variable = operand;
  variable.kind = Operand::Kind::Variable;
  const auto address = symbol_address(variable);
  if (!address) return false;
  memory.offset = static_cast<std::int64_t>(*address);
  return true;
}

bool InstructionDecoder::decode_memory(const ptx::Instruction& in, Instr& out) {
  switch (in.opcode) {
    case Opcode::Ld:
    case Opcode::Ldu:
      return decode_load_store(in, true, out);
    case Opcode::St:
      return decode_load_store(in, false, out);
    case Opcode::Atom:
    case Opcode::AtomCas:
    case Opcode::Red:
      return decode_atomic(in, out);
    case Opcode::CpAsync:
      return decode_async_copy(in, out);
    case Opcode::CpAsyncCommitGroup:
      out.kind = Kind::AsyncStep;
      out.op.imm = static_cast<std::uint32_t>(AsyncStep::Commit);
      return true;
    case Opcode::CpAsyncWaitAll:
      out.kind = Kind::AsyncStep;
      out.op.imm = static_cast<std::uint32_t>(AsyncStep::WaitAll);
      return true;
    case Opcode::CpAsyncWaitGroup:
      out.kind = Kind::AsyncStep;
      out.op.imm = static_cast<std::uint32_t>(AsyncStep::WaitGroup);
      out.extra = static_cast<std::uint32_t>(function_.operand(in, 0).bits);
      return true;
    default:
      return false;
  }
}

/// The first guess of a compare-and-swap loop counts as a relaxed read.
bool InstructionDecoder::is_guess(const ptx::Instruction& in) {
  if (guesses_.empty()) guesses_ = find_guesses(function_);
  return guesses_[static_cast<std::size_t>(&in - function_.instructions.data())];
}

bool InstructionDecoder::decode_load_store(const ptx::Instruction& in, bool is_load, Instr& out) {
  const Operand& address = function_.operand(in, is_load ? 1 : 0);
  const Operand& value = function_.operand(in, is_load ? 0 : 1);
  const bool in_frame = address.variable != ptx::kNoId && address.local_variable &&
                        function_.variables[address.variable].space == Space::Param &&
                        !is_kernel_parameter(function_, address.variable);
  if (in_frame) return decode_frame_move(in, is_load, address, out);
  MemoryOp memory;
  memory.space = in.mod.space;
  memory.kind = is_load ? AccessKind::Load : AccessKind::Store;
  memory.element_bytes = static_cast<std::uint8_t>(ptx::bits(in.mod.type) / 8);
  memory.elements = in.mod.vector;
  memory.semantics = in.mod.semantics;
  memory.scope = in.mod.scope;
  if (is_load && is_guess(in)) {
    memory.semantics = ptx::Semantics::Relaxed;
    memory.scope = ptx::Scope::Gpu;
  }
  if (!address_of(address, memory)) return false;
  unsigned next = 0;
  if (!spread(value, is_load,
              ptx::bits(in.mod.type) == 8 ? 16 : ptx::bits(in.mod.type) * in.mod.vector, out.op,
              next) ||
      next != in.mod.vector) {
    return false;
  }
  const Operand& first =
      value.kind == Operand::Kind::Vector ? function_.elements[value.first] : value;
  int bits = std::max(16, ptx::bits(in.mod.type));
  for (std::uint32_t i = 0; i < std::max<std::uint32_t>(1, value.count); ++i) {
    const Operand& member =
        value.kind == Operand::Kind::Vector ? function_.elements[value.first + i] : first;
    if (member.kind == Operand::Kind::Register) bits = layout_.register_bits(member.reg);
  }
  if (is_load) {
    memory.load = find_load(in.mod.type, bits);
  } else {
    memory.store = find_store(in.mod.type, bits);
  }
  if (memory.load == nullptr && memory.store == nullptr) return false;
  memory.plain_move = memory.elements == 1 && bits == ptx::bits(in.mod.type) && bits >= 32;
  if (memory.semantics != ptx::Semantics::Weak) code_.order_visible = true;
  out.kind = is_load ? Kind::Load : Kind::Store;
  out.extra = static_cast<std::uint32_t>(code_.memory_ops.size());
  code_.memory_ops.push_back(memory);
  return true;
}

bool InstructionDecoder::decode_frame_move(const ptx::Instruction& in, bool is_load,
                                           const Operand& address, Instr& out) {
  if (address.reg != ptx::kNoId) return false;
  FrameMove move;
  move.area = layout_.area(address.variable);
  move.at = static_cast<std::uint32_t>(address.bits);
  move.element_bytes = static_cast<std::uint8_t>(ptx::bits(in.mod.type) / 8);
  move.elements = in.mod.vector;
  if (move.at + std::uint32_t{move.element_bytes} * move.elements > move.area.size) return false;
  const Operand& value = function_.operand(in, is_load ? 0 : 1);
  unsigned next = 0;
  const int type_bits = std::max(16, ptx::bits(in.mod.type));
  if (!spread(value, is_load, type_bits * (value.kind == Operand::Kind::Vector ? in.mod.vector : 1),
              out.op, next)) {
    return false;
  }
  const Operand& first =
      value.kind == Operand::Kind::Vector ? function_.elements[value.first] : value;
  const int bits =
      first.kind == Operand::Kind::Register ? layout_.register_bits(first.reg) : type_bits;
  if (is_load) {
    move.load = find_load(in.mod.type, bits);
  } else {
    move.store = find_store(in.mod.type, bits);
  }
  if (move.load == nullptr && move.store == nullptr) return false;
  out.kind = Kind::FrameMove;
  out.extra = static_cast<std::uint32_t>(code_.frame_moves.size());
  code_.frame_moves.push_back(move);
  return true;
}

bool InstructionDecoder::decode_atomic(const ptx::Instruction& in, Instr& out) {
  const bool has_result = in.opcode != Opcode::Red;
  MemoryOp memory;
  memory.space = in.mod.space;
  memory.kind = AccessKind::Atomic;
  memory.element_bytes = static_cast<std::uint8_t>(ptx::bits(in.mod.type) / 8);
  memory.semantics =
      in.mod.semantics == ptx::Semantics::Weak ? ptx::Semantics::Relaxed : in.mod.semantics;
  memory.scope = in.mod.scope == ptx::Scope::None ? ptx::Scope::Gpu : in.mod.scope;
  memory.atomic = find_atomic(in.opcode == Opcode::AtomCas ? ptx::Operation::Cas : in.mod.operation,
                              in.mod.type);
  const int bits = std::max(16, ptx::bits(in.mod.type));
  memory.load = find_load(in.mod.type, bits);
  if (memory.atomic == nullptr || memory.load == nullptr || in.mod.vector != 1) return false;
  std::size_t index = 0;
  if (has_result) {
    const Operand& target = function_.operand(in, index++);
    const auto slot = result(target);
    if (!slot) return false;
    out.op.dst[0] = *slot;
    memory.returns_value = target.kind != Operand::Kind::Sink;
  } else {
    memory.returns_value = false;
  }
  if (!address_of(function_.operand(in, index++), memory)) return false;
  const unsigned operands = in.opcode == Opcode::AtomCas ? 2 : 1;
  unsigned next = 0;
  for (unsigned i = 0; i < operands; ++i) {
    if (!spread(function_.operand(in, index++), false, bits, out.op, next)) return false;
  }
  if (next == 1) out.op.src[1] = out.op.src[0];
  memory.operand_bytes = memory.element_bytes;
  if (memory.space != Space::Shared) {
    // A compiler may leave it to the assembler to see that nobody wants the old value.
    const bool tells = memory.returns_value && program_.flows[next_site()].unused == 0;
    const std::optional<CommutingAtomic> kind = tells ? std::nullopt : commuting_atomic(in);
    if (kind) {
      code_.commuting_atomics.push_back(*kind);
    } else {
      code_.order_visible = true;
    }
  }
  out.kind = Kind::Atomic;
  out.extra = static_cast<std::uint32_t>(code_.memory_ops.size());
  code_.memory_ops.push_back(memory);
  return true;
}

/// Arrivals and waits are atomics on the object; init and inval store it.
bool InstructionDecoder::decode_mbarrier(const ptx::Instruction& in, Instr& out) {
  if (in.opcode == Opcode::MbarrierPendingCount) return decode_pending_count(in, out);
  const std::optional<MbarrierAction> action = mbarrier_action(in.opcode);
  if (!action) return false;
  MemoryOp memory;
  memory.space = in.mod.space;
  memory.element_bytes = 8;
  memory.store = action->store;
  memory.returns_value = false;
  std::size_t index = 0;
  if (action->store == nullptr) {
    memory.kind = AccessKind::Atomic;
    memory.semantics = in.mod.semantics != ptx::Semantics::Weak ? in.mod.semantics
                       : action->acquires                       ? ptx::Semantics::Acquire
                                                                : ptx::Semantics::Release;
    memory.scope = in.mod.scope == ptx::Scope::None ? ptx::Scope::Cta : in.mod.scope;
    memory.atomic = action->update;
    memory.test = action->test;
    memory.operand_bytes = static_cast<std::uint8_t>(action->operand_bytes);
    const Operand& first = function_.operand(in, 0);
    if (first.kind != Operand::Kind::Address) {
      const auto target = result(first);
      if (!target) return false;
      out.op.dst[0] = *target;
      memory.returns_value = first.kind != Operand::Kind::Sink;
      if (action->test == nullptr) memory.load = find_load(ptx::Type::B64, 64);
      ++index;
    }
  } else {
    memory.kind = AccessKind::Store;
  }
  if (!address_of(function_.operand(in, index++), memory)) return false;
  if (index < in.operand_count) {
    const auto operand =
        source(function_.operand(in, index), static_cast<int>(action->operand_bytes * 8));
    if (!operand) return false;
    out.op.src[0] = *operand;
  } else {
    out.op.src[0] = layout_.constant(action->default_operand_one ? 1 : 0,
                                     static_cast<int>(action->operand_bytes * 8));
  }
  out.op.src[1] = out.op.src[0];
  out.op.imm = action->waits_for_copies ? kWaitsForCopies : 0;
  out.kind = Kind::Mbarrier;
  out.extra = static_cast<std::uint32_t>(code_.memory_ops.size());
  code_.memory_ops.push_back(memory);
  return true;
}

/// mbarrier.pending_count: a field of the state that an arrival gave.
bool InstructionDecoder::decode_pending_count(const ptx::Instruction& in, Instr& out) {
  const auto target = result(function_.operand(in, 0));
  const auto state = source(function_.operand(in, 1), 64);
  if (!target || !state) return false;
  out.op.dst[0] = *target;
  out.op.src[0] = *state;
  out.handler = pending_count;
  out.kind = Kind::Lane;
  return true;
}

/// cp.async: the copy is done at once; clients learn that it counts as done only after the matching
/// wait.
bool InstructionDecoder::decode_async_copy(const ptx::Instruction& in, Instr& out) {
  MemoryOp to, from;
  to.space = Space::Shared;
  to.kind = AccessKind::Store;
  from.space = Space::Global;
  from.kind = AccessKind::Load;
  if (!address_of(function_.operand(in, 0), to) || !address_of(function_.operand(in, 1), from))
    return false;
  const Operand& size = function_.operand(in, 2);
  if (size.kind != Operand::Kind::Immediate ||
      (size.bits != 4 && size.bits != 8 && size.bits != 16))
    return false;
  to.element_bytes = from.element_bytes = static_cast<std::uint8_t>(size.bits);
  out.op.imm = 0;
  if (in.operand_count > 3 && !(in.operand_count == 4 && in.mod.cache_policy)) {
    const auto source_size =
        source(function_.operand(in, 3), 32);  // bytes beyond it are filled with zeros
    if (!source_size) return false;
    if (function_.operand(in, 3).kind == Operand::Kind::Register &&
        layout_.register_bits(function_.operand(in, 3).reg) != 32) {
      return false;
    }
    out.op.src[0] = *source_size;
    out.op.imm = 1;
  }
  out.kind = Kind::AsyncCopy;
  out.extra = static_cast<std::uint32_t>(code_.memory_ops.size());
  code_.memory_ops.push_back(from);
  code_.memory_ops.push_back(to);
  return true;
}

bool InstructionDecoder::decode_other(const ptx::Instruction& in, Instr& out) {
  switch (in.opcode) {
    case Opcode::Cvta:
      return decode_space_conversion(in, out);
    case Opcode::Isspacep:
      return decode_is_space(in, out);
    case Opcode::Trap:
    case Opcode::Brkpt:
      out.kind = Kind::Trap;
      return true;
    case Opcode::Nanosleep:
      out.kind = Kind::Yield;
      return true;
    case Opcode::Applypriority:
    case Opcode::Createpolicy:
    case Opcode::Discard:
    case Opcode::GriddepcontrolLaunchDependents:
    case Opcode::GriddepcontrolWait:
    case Opcode::Pmevent:
    case Opcode::Prefetch:
    case Opcode::Prefetchu:
      out.kind = Kind::Skip;
      return true;
    default:
      return false;
  }
}

bool InstructionDecoder::decode_space_conversion(const ptx::Instruction& in, Instr& out) {
  const Operand& operand = function_.operand(in, 1);
  const auto target = result(function_.operand(in, 0));
  if (!target) return false;
  const Address window = window_of(in.mod.space);
  if (operand.kind == Operand::Kind::Variable && operand.local_variable &&
      function_.variables[operand.variable].space == Space::Local) {
    out.kind = Kind::LocalAddress;
    out.extra = layout_.local_offset(operand.variable) + static_cast<std::uint32_t>(operand.bits);
    out.op.dst[0] = *target;
    out.op.imm = 64 | 1U << 16;  // generic
    return !in.mod.to;
  }
  const auto from = source(operand, 64);
  if (!from || ptx::bits(in.mod.type) != 64) return false;
  out.op.dst[0] = *target;
  out.op.src[0] = *from;
  out.op.src[1] = layout_.constant(in.mod.to ? Address{0} - window : window, 64);
  const bool narrow =
      operand.kind == Operand::Kind::Register && layout_.register_bits(operand.reg) == 32;
  out.handler = narrow ? add_narrow_address : add_address;
  out.kind = Kind::Lane;
  return true;
}

bool InstructionDecoder::decode_is_space(const ptx::Instruction& in, Instr& out) {
  const auto target = result(function_.operand(in, 0));
  const auto address = source(function_.operand(in, 1), 64);
  if (!target || !address) return false;
  out.op.dst[0] = *target;
  out.op.src[0] = *address;
  out.op.imm = static_cast<std::uint32_t>(in.mod.space);
  out.handler = is_space;
  out.kind = Kind::Lane;
  return true;
}

}  // namespace vgpu
