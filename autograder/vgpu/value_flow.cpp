// SPDX-License-Identifier: MIT
#include "vgpu/value_flow.h"

#include <map>
#include <span>
#include <utility>

namespace vgpu {
namespace {

using ptx::Function;
using ptx::Instruction;
using ptx::Operand;

/// What happens to a register in the whole function.
struct RegisterUse {
  std::uint32_t definitions = 0;
  std::uint32_t load = ValueFlow::kNone;  ///< the instruction that loads it
  std::uint8_t element = 0;
  std::uint16_t bits = 0;    ///< of the load
  bool stored = false;       ///< as the value of a store of the same width
  bool otherwise = false;    ///< in any other way
  bool conditional = false;  ///< loaded under a guard: it may hold an older value
  bool used() const { return stored || otherwise; }
};

bool is_store(const Instruction& in) {
  return in.opcode == ptx::Opcode::St;
}
bool is_load(const Instruction& in) {
  return in.opcode == ptx::Opcode::Ld || in.opcode == ptx::Opcode::Ldu;
}

bool is_atomic(const Instruction& in) {
  return in.opcode == ptx::Opcode::Atom || in.opcode == ptx::Opcode::AtomCas;
}

class Analysis {
 public:
  explicit Analysis(const Function& function)
      : function_(function), uses_(function.registers.size()) {}

  std::vector<ValueFlow> run() {
    for (std::uint32_t i = 0; i < function_.instructions.size(); ++i) visit(i);
    std::vector<ValueFlow> flows(function_.instructions.size());
    for (std::uint32_t i = 0; i < flows.size(); ++i) {
      if (is_load(function_.instructions[i])) judge(i, flows[i]);
      if (is_atomic(function_.instructions[i])) flows[i].unused = unused_elements(i);
    }
    find_structures(flows);
    for (std::uint32_t i = 0; i < flows.size(); ++i) {
      if (is_store(function_.instructions[i])) follow(i, flows);
    }
    return flows;
  }

 private:
  /// The members of a vector operand, or the operand itself.
  std::span<const Operand> members(const Operand& operand) const {
    if (operand.kind != Operand::Kind::Vector) return {&operand, 1};
    return std::span(function_.elements).subspan(operand.first, operand.count);
  }

  RegisterUse* use_of(const Operand& operand) {
    return operand.reg < uses_.size() ? &uses_[operand.reg] : nullptr;
  }

  void visit(std::uint32_t index) {
    const Instruction& in = function_.instructions[index];
    if (in.guard < uses_.size()) uses_[in.guard].otherwise = true;
    const auto bits = static_cast<std::uint16_t>(ptx::bits(in.mod.type));
    for (std::uint8_t at = 0; at < in.operand_count; ++at) {
      const Operand& operand = function_.operand(in, at);
      const bool value = is_store(in) && at == 1;
      const bool result = (is_load(in) || is_atomic(in)) && at == 0;
      std::uint8_t element = 0;
      for (const Operand& member : members(operand)) {
        if (RegisterUse* use = use_of(member)) {
          if (result) {
            ++use->definitions;
            if (is_load(in)) use->load = index;
            use->element = element;
            use->bits = bits;
            if (in.guard != ptx::kNoId) use->conditional = true;
          } else if (value && in.mod.space != ptx::Space::Param && use->bits == bits) {
            use->stored = true;  // a value for a call goes elsewhere
          } else {
            use->otherwise = true;
          }
        }
        ++element;
      }
    }
  }

  /// Which elements of a result are never used.
  std::uint8_t unused_elements(std::uint32_t index) {
    unsigned unused = 0, bit = 1;
    for (const Operand& member : members(function_.operand(function_.instructions[index], 0))) {
      const RegisterUse* use = use_of(member);
      if (use == nullptr || !use->used()) unused |= bit;
      bit <<= 1;
    }
    return static_cast<std::uint8_t>(unused);
  }

  /// Which elements of a load are never used, and which are only copied.
  void judge(std::uint32_t load, ValueFlow& flow) {
    flow.unused = unused_elements(load);
    unsigned bit = 1;
    for (const Operand& member : members(function_.operand(function_.instructions[load], 0))) {
      const RegisterUse* use = use_of(member);
      if (use != nullptr && use->used() && !use->otherwise && !use->conditional &&
          use->definitions == 1) {
        flow.copied |= static_cast<std::uint8_t>(bit);
      }
      bit <<= 1;
    }
  }

  /// Marks copies that stand together: same line, same base, different offsets.
  void find_structures(std::vector<ValueFlow>& flows) const {
    using Place = std::pair<std::uint32_t, ptx::RegisterId>;
    std::map<Place, std::vector<std::uint32_t>> places;
    for (std::uint32_t i = 0; i < flows.size(); ++i) {
      const Instruction& in = function_.instructions[i];
      if (!is_load(in) || flows[i].copied == 0 || in.line == ptx::kNoId) continue;
      places[{in.line, function_.operand(in, 1).reg}].push_back(i);
    }
    for (const auto& [place, loads] : places) {
      for (const std::uint32_t load : loads) flows[load].among_others = loads.size() > 1;
    }
  }

  /// The loads that a store's values come from.
  void follow(std::uint32_t store, std::vector<ValueFlow>& flows) {
    const Instruction& in = function_.instructions[store];
    if (in.operand_count < 2) return;
    std::size_t element = 0;
    for (const Operand& member : members(function_.operand(in, 1))) {
      const RegisterUse* use = use_of(member);
      if (use != nullptr && element < ValueFlow::kElements && use->load != ValueFlow::kNone &&
          (flows[use->load].copied >> use->element & 1) != 0) {
        flows[store].from[element] = use->load;
        flows[store].element[element] = use->element;
      }
      ++element;
    }
  }

  const Function& function_;
  std::vector<RegisterUse> uses_;
};

}  // namespace

std::vector<ValueFlow> find_value_flow(const Function& function) {
  return Analysis(function).run();
}

std::vector<bool> find_guesses(const Function& function) {
  std::vector<bool> guesses(function.instructions.size());
  std::vector<bool> compared(function.registers.size());
  const auto mark = [&](const Operand& operand) {
    if (operand.kind != Operand::Kind::Register || operand.reg >= compared.size()) return false;
    if (compared[operand.reg]) return false;
    compared[operand.reg] = true;
    return true;
  };
  const auto is_compared = [&](const Operand& operand) {
    return operand.kind == Operand::Kind::Register && operand.reg < compared.size() &&
           compared[operand.reg];
  };
  bool any = false;
  constexpr std::uint8_t kComparedOperand = 2;
  for (const Instruction& in : function.instructions) {
    if (in.opcode != ptx::Opcode::AtomCas || in.operand_count <= kComparedOperand) continue;
    any = mark(function.operand(in, kComparedOperand)) || any;
  }
  while (any) {
    any = false;
    for (const Instruction& in : function.instructions) {
      if (in.opcode != ptx::Opcode::Mov || !is_compared(function.operand(in, 0))) continue;
      any = mark(function.operand(in, 1)) || any;
    }
  }
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    const Instruction& in = function.instructions[i];
    guesses[i] = is_load(in) && in.mod.semantics == ptx::Semantics::Weak &&
                 is_compared(function.operand(in, 0));
  }
  return guesses;
}

}  // namespace vgpu
