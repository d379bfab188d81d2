// SPDX-License-Identifier: MIT
/// \file
/// A parsed PTX module: functions, instructions, variables, source lines. Purely syntax: it knows
/// no memory and no warp.
///
/// Everything is stored flat and by index, so that a module of a hundred thousand instructions
/// parses in well under a second. Produced by parser.h; printed back by printer.h. Tested by
/// parser_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "ptx/opcode.h"
#include "ptx/types.h"

namespace ptx {

using RegisterId = std::uint32_t;  ///< index into Function::registers
using VariableId = std::uint32_t;  ///< index into Module::variables or Function::variables
using FunctionId = std::uint32_t;  ///< index into Module::functions
using LabelId = std::uint32_t;     ///< index into Function::labels
inline constexpr std::uint32_t kNoId = 0xFFFFFFFF;

/// A line of the student's source, from `.loc`. With nvcc's `inlined_at` the chain is followed
/// outwards.
struct SourceLine {
  std::uint32_t file =
      0;  ///< index into Module::files, which is numbered as `.file` says; 0: unknown
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t inlined_at = kNoId;  ///< index into Module::lines of the call that was inlined
  std::string function;              ///< name of the inlined function, where given
};

/// A virtual register. Each declaration is a register of its own, also when a nested scope re-uses
/// the name.
struct Register {
  std::string name;  ///< "%r12"
  Type type = Type::None;
};

/// The special registers (PTX ISA, "Special Registers").
enum class SpecialRegister : std::uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NwarpId,
  SmId,
  NsmId,
  GridId,
  LanemaskEq,
  LanemaskLe,
  LanemaskLt,
  LanemaskGe,
  LanemaskGt,
  Clock,
  ClockHi,
  Clock64,
  GlobalTimer,
  GlobalTimerLo,
  GlobalTimerHi,
  DynamicSmemSize,
  TotalSmemSize,
  EnvReg,  ///< EnvReg: Operand::bits holds the number
  Other    ///< known to the parser, not modelled (clusters, performance counters)
};

/// One operand of an instruction.
struct Operand {
  enum class Kind : std::uint8_t {
    Register,  ///< `reg`, perhaps `negated` (!%p)
    Immediate,  ///< `bits`: integers sign-extended to 64 bits, 0f… as 32 bits, 0d… as 64 bits; see
                ///< is_float_literal
    Special,  ///< `special`, for EnvReg its number in `bits`
    Address,  ///< [base + offset]: base is `reg`, `variable`, `function` or none (absolute); offset
              ///< in `bits`
    Variable,  ///< the address of a variable (`variable`, and whether it is `local_variable`), plus
               ///< `bits`
    Function,  ///< a function's name
    Label,     ///< target of a branch
    Vector,    ///< {a, b, …}: the next `count` entries of Function::elements from `first`
    Sink,      ///< `_`: the value is dropped
    Texture,   ///< [a, {b, …}] or [a, s, {b, …}]: the members are the next `count` entries of
               ///< Function::elements from `first`
    Prototype,  ///< name of a .callprototype / .calltargets / .branchtargets (`bits`: index into
                ///< Function::prototypes)
  };
  Kind kind = Kind::Sink;
  bool negated = false;  ///< !%p
  bool is_float_literal =
      false;  ///< the immediate was written as 0f… / 0d… or with a decimal point
  bool local_variable = false;  ///< `variable` indexes Function::variables, not Module::variables
  SpecialRegister special = SpecialRegister::Other;
  RegisterId reg = kNoId;
  VariableId variable = kNoId;
  FunctionId function = kNoId;
  LabelId label = kNoId;
  std::uint64_t bits = 0;
  std::uint32_t first = 0;  ///< Vector, Texture: first entry in Function::elements
  std::uint32_t count = 0;  ///< ... and how many; float literals: 32 or 64, the width of `bits`
};

/// Modifiers of an instruction, decoded. What an opcode does not have keeps its default.
struct Modifiers {
  Type type = Type::None;   ///< the (first) type: of the result, or the only one
  Type type2 = Type::None;  ///< cvt: source type; set: source type; mul.wide: none; mma: further
                            ///< ones in types
  Type type3 = Type::None;
  Type type4 = Type::None;
  Space space = Space::Generic;
  Space space2 = Space::Generic;  ///< cp.async, cvta: the other space
  Rounding rounding = Rounding::None;
  Compare compare = Compare::None;
  Operation operation =
      Operation::None;  ///< atom, red, redux, vote, bar.red; setp/set: Boolean combination
  Semantics semantics = Semantics::Weak;
  Scope scope = Scope::None;
  Part part = Part::None;
  Mode mode = Mode::None;
  std::uint8_t vector = 1;  ///< 1, 2, 4 or 8
  bool ftz = false;
  bool sat = false;
  bool satfinite = false;
  bool relu = false;
  bool approx = false;
  bool full = false;     ///< div.full
  bool uniform = false;  ///< bra.uni, call.uni, ret.uni
  bool sync = false;     ///< shfl.sync, vote.sync, bar.sync ...
  bool arrive = false;   ///< bar.arrive
  bool reduce = false;   ///< bar.red
  bool aligned = false;
  bool non_coherent = false;  ///< ld.global.nc
  bool to = false;            ///< cvta.to.space
  bool left = false;          ///< shf.l
  bool right = false;         ///< shf.r
  bool noftz = false;         ///< red/atom .noftz
  bool carry = false;         ///< add.cc, sub.cc, mad.cc
  bool unified = false;
  bool cache = false;         ///< a cache operator or hint stood there (no effect on values)
  bool cache_policy = false;  ///< .L2::cache_hint: the last operand is a cache policy
  bool nan = false;           ///< min/max .NaN: a NaN input gives NaN
  bool xorsign = false;       ///< min/max .xorsign.abs
  bool abs = false;           ///< min/max/redux .abs
};

/// One instruction.
struct Instruction {
  Opcode opcode{};
  Modifiers mod;
  std::uint32_t first_operand = 0;  ///< first entry in Function::operands
  std::uint8_t operand_count = 0;
  RegisterId guard = kNoId;  ///< predicate of `@%p`
  bool guard_negated = false;
  std::uint32_t line = kNoId;  ///< index into Module::lines
  std::uint32_t ptx_line = 0;  ///< line in the PTX text
  std::uint32_t text =
      0;  ///< the opcode as written ("mad.lo.s32"): index into Module::opcode_texts
  /// call: return parameters are operands [0, return_count), then the callee, then the arguments,
  /// then perhaps a Prototype. Parameters are Variable operands (function-local .param) or
  /// registers.
  std::uint8_t return_count = 0;
};

/// A variable in some state space, at module level or inside a function.
struct Variable {
  std::string name;
  Space space = Space::Global;
  Type type = Type::B8;
  std::uint64_t alignment = 1;
  std::uint64_t size = 0;  ///< bytes; 0 for `.extern .shared x[]`
  bool is_extern = false;
  bool managed = false;  ///< .attribute(.managed)
  bool unsized = false;  ///< declared as `[]`
  std::vector<std::byte>
      initial;  ///< leading bytes given by the initialiser; the rest is zero. Empty: none given
  bool has_initializer = false;
  /// Addresses inside `initial` that only loading can fill in: at byte `offset`, the address of a
  /// variable or function.
  struct Relocation {
    std::uint64_t offset = 0;
    std::uint32_t symbol = kNoId;  ///< VariableId or FunctionId (module level)
    bool is_function = false;
    bool generic = false;  ///< written as generic(x)
    std::int64_t addend = 0;
    std::uint8_t width = 8;  ///< bytes filled in
    std::uint8_t shift =
        0;  ///< low bytes of the address left out (nvcc's `0xFF00(x)` in packed structs)
  };
  std::vector<Relocation> relocations;
};

/// A label and the instruction it stands before (index into Function::instructions; may be one past
/// the end).
struct Label {
  std::string name;
  std::uint32_t instruction = 0;
};

/// .callprototype: what an indirect call passes. Also .branchtargets (labels) and .calltargets
/// (functions).
struct Prototype {
  std::string name;
  std::vector<Variable> returns;
  std::vector<Variable> parameters;
  std::vector<LabelId> branch_targets;
  std::vector<FunctionId> call_targets;
};

/// An entry (kernel), a device function, or the declaration of one that stands elsewhere
/// (`has_body` false).
struct Function {
  std::string name;
  bool is_entry = false;
  bool is_extern = false;
  bool is_weak = false;
  bool has_body = false;
  std::vector<VariableId>
      parameters;  ///< formal parameters, in order: indices into `variables` (space Param) ...
  std::vector<VariableId> returns;  ///< ... and the return values of a .func
  /// Old-style `.reg` parameters (rare). Empty when there are none; else parallel to `parameters`:
  /// where an entry is a register, the one in `parameters` is kNoId, and the other way round.
  std::vector<RegisterId> register_parameters;
  std::vector<RegisterId> register_returns;  ///< the same beside `returns`
  std::vector<Register> registers;
  std::vector<Variable>
      variables;  ///< .param, .local, .shared declared inside (or as formal parameters)
  std::vector<Label> labels;
  std::vector<Prototype> prototypes;
  std::vector<Instruction> instructions;
  std::vector<Operand> operands;
  std::vector<Operand> elements;                  ///< members of vector operands
  std::uint32_t max_threads[3] = {0, 0, 0};       ///< .maxntid; 0: not given
  std::uint32_t required_threads[3] = {0, 0, 0};  ///< .reqntid
  /// Things in the body that were not understood; they matter only when this function is launched
  /// or called.
  std::vector<base::Diagnostic> problems;

  /// The operands of an instruction.
  const Operand* begin(const Instruction& in) const { return operands.data() + in.first_operand; }
  const Operand& operand(const Instruction& in, std::size_t index) const {
    return operands[in.first_operand + index];
  }
};

/// A whole translation unit.
struct Module {
  int version_major = 0;
  int version_minor = 0;
  std::string target;              ///< "sm_75"
  std::vector<std::string> files;  ///< by `.file` number; entry 0 is empty
  std::vector<SourceLine> lines;
  std::vector<std::string> opcode_texts;
  std::vector<Variable> variables;
  std::vector<Function> functions;

  const Function* find_function(std::string_view name) const;
  const Variable* find_variable(std::string_view name) const;
};

}  // namespace ptx
