// SPDX-License-Identifier: MIT
/// \file
/// A PTX module made ready to run: dense instructions with resolved operands, and its variables in
/// device memory.
///
/// Made by decode.h from a ptx::Module. "Dense" means: a fixed-size record per instruction,
/// registers are byte offsets into a frame, immediates are slots of a constant bank, branch targets
/// are indices. Tested by decode_test.cpp and by every kernel case.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "ptx/module.h"
#include "vgpu/control_flow.h"
#include "vgpu/events.h"
#include "vgpu/lanes.h"
#include "vgpu/memory.h"
#include "vgpu/memory_ops.h"
#include "vgpu/tensor.h"
#include "vgpu/value_flow.h"

namespace vgpu {

/// What the interpreter does with an instruction.
enum class Kind : std::uint8_t {
  Lane,          ///< handler, registers only
  Collective,    ///< handler, once the lanes that its member mask names are together (shfl.sync,
                 ///< vote.sync, …)
  WarpBarrier,   ///< bar.warp.sync
  Load,          ///< extra: memory_ops
  Store,         ///< extra: memory_ops
  Atomic,        ///< extra: memory_ops
  Tensor,        ///< wmma, mma, ldmatrix; extra: tensors
  Mbarrier,      ///< extra: memory_ops; op.imm: kWaitsForCopies
  AsyncCopy,     ///< cp.async; extra: memory_ops, two in a row: source, then destination
  AsyncStep,     ///< commit_group, wait_group, wait_all; extra: pending groups, op.imm:
                 ///< vgpu::AsyncStep
  FrameMove,     ///< ld/st of a function's own .param; extra: frame_moves
  LocalAddress,  ///< address of a .local variable of the frame; extra: offset in it; op.imm: 1 for
                 ///< generic
  Branch,        ///< extra: branches
  Call,          ///< extra: calls
  Return,
  Exit,
  Barrier,  ///< bar.sync, bar.arrive, bar.red; extra: barriers
  Fence,    ///< extra: scope, op.imm: ptx::Semantics
  Clock,    ///< op.imm: 32 or 64 bits; extra: shift
  Trap,
  Yield,  ///< nanosleep: lets others run
  Skip,   ///< hints without effect
  NotModelled,
};

inline constexpr std::uint32_t kNoGuard = 0xFFFFFFFF;

/// Slots of the special registers %envreg1 and %envreg2, in which the driver hands a kernel the
/// address of its grid's barrier: those of two clocks, which are instructions here and need none.
inline constexpr auto kEnvReg1 = ptx::SpecialRegister::Clock;
inline constexpr auto kEnvReg2 = ptx::SpecialRegister::ClockHi;

/// One decoded instruction.
struct Instr {
  Kind kind = Kind::Skip;
  bool guard_negated = false;
  bool meeting_point = false;  ///< lanes may be waiting for each other in front of this instruction
  std::uint8_t run = 0;  ///< so many instructions from here on go straight: no guard, no branch, no
                         ///< meeting point between, nothing but registers and memory
  std::uint32_t guard = kNoGuard;  ///< byte offset of the guard predicate in the frame
  std::uint32_t extra = 0;         ///< index into a side table of the function, see Kind
  LaneHandler handler = nullptr;
  LaneOp op;
};

/// A load, store or atomic.
struct MemoryOp {
  ptx::Space space = ptx::Space::Generic;
  AccessKind kind = AccessKind::Load;
  std::uint8_t element_bytes = 4;
  std::uint8_t elements = 1;
  ptx::Semantics semantics = ptx::Semantics::Weak;
  ptx::Scope scope = ptx::Scope::None;
  bool returns_value = true;
  std::uint8_t twin = 0;    ///< so many instructions before, in the same straight run, another one
                            ///< used the same address register; 0: none
  bool plain_move = false;  ///< a load or store of one element as wide as its register
  bool has_register = false;  ///< address = register + offset; else offset alone
  bool wide_register = true;  ///< the address register has 64 bits
  bool in_frame = false;      ///< [local variable + offset]: relative to the frame's local memory
  Slot address;
  std::int64_t offset = 0;
  LoadMove load = nullptr;
  StoreMove store = nullptr;
  AtomicFunction atomic = nullptr;
  AtomicTest test = nullptr;       ///< the result is a predicate: what this says of the old value
  std::uint8_t operand_bytes = 4;  ///< atomics: width of the operands

  std::uint32_t bytes() const { return std::uint32_t{element_bytes} * elements; }  ///< per lane
};

/// Bytes of a frame that hold a .param variable (or a register passed as one), for 32 lanes.
struct FrameArea {
  std::uint32_t offset = 0;  ///< in the frame's registers
  std::uint32_t size = 0;    ///< bytes per lane
  bool array =
      false;  ///< granules of 8 bytes, each for 32 lanes; else one slot of the width of `size`

  /// Where byte `at` of lane `lane` lies, relative to `offset`.
  std::uint64_t position(unsigned lane, std::uint64_t at) const {
    return array ? (at / 8 * kWarpSize + lane) * 8 + at % 8 : lane * slot_bytes() + at;
  }
  std::uint32_t slot_bytes() const { return size <= 2 ? 2 : size <= 4 ? 4 : 8; }
  /// Bytes in the frame for all lanes.
  std::uint32_t footprint() const {
    return array ? (size + 7) / 8 * 8 * kWarpSize : slot_bytes() * kWarpSize;
  }
};

/// ld.param / st.param of a .param variable inside a function.
struct FrameMove {
  FrameArea area;
  std::uint32_t at = 0;  ///< byte offset
  std::uint8_t element_bytes = 4;
  std::uint8_t elements = 1;
  LoadMove load = nullptr;  ///< one of the two is set
  StoreMove store = nullptr;
};

/// Engine functions that need more than registers.
enum class SystemFunction : std::uint8_t { None, Vprintf, Malloc, Free, AssertFail };

/// A call.
struct CallOp {
  bool indirect = false;
  std::uint32_t function = ptx::kNoId;  ///< index into Program::functions
  Slot target;                          ///< indirect: 64-bit register with the function's address
  std::vector<FrameArea> arguments;
  std::vector<FrameArea> returns;
};

/// A branch with its meeting points.
struct BranchOp {
  std::vector<std::uint32_t> targets;  ///< one, or for brx.idx the whole list
  bool indexed = false;                ///< brx.idx: op.src[0] holds the index
  bool leaves_loop = false;            ///< some edge out of here leaves a loop
};

/// An mbarrier instruction that arrives once the asynchronous copies of its threads are done.
inline constexpr std::uint32_t kWaitsForCopies = 1;

enum class BarrierForm : std::uint8_t { Sync, Arrive, RedPopc, RedAnd, RedOr };

struct BarrierOp {
  BarrierForm form = BarrierForm::Sync;
  bool has_count = false;  ///< src[1] names the number of threads
};

/// An atomic on global memory whose old value nobody reads, and which commutes with its like: the
/// result of many is the same in any order, as long as all are of one kind.
struct CommutingAtomic {
  ptx::Operation operation = ptx::Operation::None;
  int bits = 0;
  bool is_signed = false;  ///< matters to min and max; false for the others

  bool operator==(const CommutingAtomic&) const = default;
};

/// One function, decoded.
struct FunctionCode {
  std::string name;
  bool is_entry = false;
  bool has_body = false;
  SiteId first_site = 0;  ///< site of instruction pc is first_site + pc
  std::vector<Instr> code;
  std::vector<MemoryOp> memory_ops;
  std::vector<FrameMove> frame_moves;
  std::vector<CallOp> calls;
  std::vector<BranchOp> branches;
  std::vector<BarrierOp> barriers;
  std::vector<TensorOp> tensors;
  std::unique_ptr<ControlFlow> flow;
  std::vector<bool> spinning_loops;  ///< by loop of `flow`: see spins_at()
  std::vector<std::byte> constants;  ///< the constant bank; use constant_bank(), which aligns
  std::uint32_t frame_bytes = kScratchBytes;
  std::uint32_t local_bytes = 0;      ///< .local memory per lane
  std::vector<FrameArea> parameters;  ///< .func only
  std::vector<FrameArea> returns;
  std::vector<std::uint32_t>
      entry_parameter_offsets;  ///< .entry only: byte offset of each parameter ...
  std::vector<std::uint32_t> entry_parameter_sizes;  ///< ... and its size
  std::uint32_t entry_parameter_bytes = 0;
  std::vector<std::uint32_t> shared;   ///< indices into Program::shared that this function names
  std::vector<std::uint32_t> callees;  ///< functions it calls directly
  bool calls_indirectly = false;
  bool order_visible = false;  ///< holds fences, volatile, or atomics that do not commute
  std::vector<CommutingAtomic> commuting_atomics;  ///< in the order of code; kinds may repeat
  bool allocates = false;                          ///< calls malloc or free
  std::uint32_t max_threads = 0;                   ///< from .maxntid / .reqntid; 0: no bound
  NativeHandler native = {};                       ///< set for functions the engine does itself
  SystemFunction system = SystemFunction::None;
  std::vector<base::Diagnostic>
      problems;  ///< what the parser did not understand; matters when executed

  const std::byte* constant_bank() const;
  /// Does the innermost loop around `pc` do nothing but wait for a value that another thread
  /// writes: atomics or ordered loads, and no store, call or barrier?
  bool spins_at(std::uint32_t pc) const;
};

/// A .shared variable of the module.
struct SharedVariable {
  std::string name;
  std::uint32_t address = 0;  ///< within the 32-bit shared window
  std::uint64_t size = 0;     ///< 0 for dynamic shared memory, whose size comes with the launch
  std::uint64_t alignment = 1;
  bool dynamic = false;
};

/// Turns the path of a `.file` directive into the name shown to the student; empty when the file is
/// not theirs.
using FileNamer = std::function<std::string(const std::string& path)>;

/// A loaded module. Its variables live in the GlobalMemory it was loaded into.
struct Program {
  ptx::Module source;
  std::vector<FunctionCode> functions;  ///< parallel to source.functions
  std::vector<Segment*> variables;      ///< parallel to source.variables; null for .shared ones
  std::vector<SharedVariable> shared;
  std::vector<CodeLine> lines;            ///< by SiteId
  std::vector<std::string> instructions;  ///< by SiteId
  std::vector<std::uint8_t> flops;        ///< by SiteId
  std::vector<ValueFlow> flows;           ///< by SiteId; the loads in it are SiteIds, too
  std::vector<bool> approximate;          ///< by SiteId: last places may differ from the hardware's

  /// The kernel with that (mangled) name, or null.
  const FunctionCode* find_kernel(std::string_view name) const;
  /// The segment of a module variable, or null.
  Segment* find_variable(std::string_view name) const;
  /// Indices into `shared` that the kernel or a function reachable from it names.
  std::vector<std::uint32_t> shared_used_by(const FunctionCode& kernel) const;
  /// Does the kernel, or a function reachable from it, do anything whose outcome depends on the
  /// order of blocks? Atomics of two kinds do: a sum and a maximum do not commute with each other.
  bool order_visible(const FunctionCode& kernel) const;
  /// Does the kernel, or a function reachable from it, call malloc or free?
  bool allocates(const FunctionCode& kernel) const;

 private:
  std::vector<bool> reachable_from(const FunctionCode& kernel) const;
};

}  // namespace vgpu
