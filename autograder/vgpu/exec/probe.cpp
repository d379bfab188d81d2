// SPDX-License-Identifier: MIT
#include "vgpu/exec/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "ptx/parser.h"
#include "ptx/shape.h"

namespace vgpu::testing {
namespace {

int slot_bits(ptx::Type type) {
  return ptx::bits(type) == 8 ? 16 : ptx::bits(type);
}
std::uint32_t slot_bytes(int bits) {
  return bits == 1 ? 8U : static_cast<std::uint32_t>(bits) / 8U * kWarpSize;
}

std::uint64_t read_lane(const std::byte* slot, int bits, unsigned lane) {
  std::uint64_t value = 0;
  if (bits == 1) {
    std::memcpy(&value, slot, sizeof(Mask));
    return value >> lane & 1;
  }
  const std::size_t bytes = bits == 128 ? 8U : static_cast<std::size_t>(bits) / 8;
  std::memcpy(&value, slot + bytes * lane, bytes);
  return value;
}

void write_lane(std::byte* slot, int bits, unsigned lane, std::uint64_t value) {
  if (bits == 1) {
    Mask mask = 0;
    std::memcpy(&mask, slot, sizeof mask);
    mask = (mask & ~(1U << lane)) | static_cast<Mask>(value & 1) << lane;
    std::memcpy(slot, &mask, sizeof mask);
    return;
  }
  const std::size_t bytes = bits == 128 ? 8U : static_cast<std::size_t>(bits) / 8;
  std::memcpy(slot + bytes * lane, &value, bytes);
}

/// How a letter of a form is declared, loaded and stored.
struct Letter {
  char letter;
  const char* type;
  const char* prefix;
  int bits;
};
constexpr Letter kLetters[] = {{'p', "pred", "%p", 1}, {'h', "b16", "%rs", 16},
                               {'r', "b32", "%r", 32}, {'d', "b64", "%rd", 64},
                               {'f', "f32", "%f", 32}, {'D', "f64", "%fd", 64}};

const Letter& letter_row(char letter) {
  for (const Letter& row : kLetters) {
    if (row.letter == letter) return row;
  }
  return kLetters[2];
}

/// A form's operands as text and as registers.
struct Operands {
  std::string text;
  std::vector<ProbeOperand> registers;
};

std::string register_name(const std::vector<ProbeOperand>& registers, std::size_t index) {
  return fmt::format("{}{}", letter_row(registers[index].letter).prefix, index);
}

/// Reads one operand of a form at `at`, a register, a literal or a vector, and adds its text.
void read_operand(std::string_view shape, std::size_t& at, bool result, Operands& out) {
  if (shape[at] == '{') {
    out.text += '{';
    for (++at; at < shape.size() && shape[at] != '}';) {
      if (out.text.back() != '{') out.text += ", ";
      read_operand(shape, at, result, out);
    }
    ++at;
    out.text += '}';
    return;
  }
  if (shape[at] == '#') {
    const std::size_t end = std::min(shape.find(' ', at), shape.size());
    out.text += shape.substr(at + 1, end - at - 1);
    at = std::min(end + 1, shape.size());
    return;
  }
  if (shape[at] == '!') {
    out.text += '!';
    ++at;
  }
  out.registers.push_back({shape[at++], result});
  out.text += register_name(out.registers, out.registers.size() - 1);
}

Operands read_operands(std::string_view shape) {
  Operands out;
  const std::size_t sources = shape.find('=');
  for (std::size_t at = 0; at < sources;) {
    if (!out.text.empty()) out.text += '|';
    read_operand(shape, at, true, out);
  }
  for (std::size_t at = sources + 1; at < shape.size();) {
    if (!out.text.empty()) out.text += ", ";
    read_operand(shape, at, false, out);
  }
  return out;
}

/// Moves a word from or to memory through a register of the letter's class.
std::string load_text(const ProbeOperand& operand, const std::string& name, unsigned word) {
  switch (operand.letter) {
    case 'p':
      return fmt::format(
          "ld.global.u32 %t, [%in+{}];\nand.b32 %t, %t, 1;\nsetp.ne.u32 {}, %t, 0;\n", word * 8,
          name);
    case 'h':
      return fmt::format("ld.global.b16 {}, [%in+{}];\n", name, word * 8);
    default:
      return fmt::format("ld.global.{} {}, [%in+{}];\n", letter_row(operand.letter).type, name,
                         word * 8);
  }
}
std::string store_text(const ProbeOperand& operand, const std::string& name, unsigned word) {
  switch (operand.letter) {
    case 'p':
      return fmt::format("selp.u32 %t, 1, 0, {};\nst.global.u32 [%out+{}], %t;\n", name, word * 8);
    case 'h':
      return fmt::format("st.global.b16 [%out+{}], {};\n", word * 8, name);
    default:
      return fmt::format("st.global.{} [%out+{}], {};\n", letter_row(operand.letter).type, word * 8,
                         name);
  }
}

std::uint64_t scattered(std::uint64_t seed) {
  std::uint64_t x = seed + 0x9E3779B97F4A7C15;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

constexpr std::uint64_t kEdges16[] = {
    0,      0x8000, 1,      0x8001, 0x03FF, 0x0400, 0x3C00, 0xBC00, 0x3C01, 0x3800, 0x4248,
    0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0x7FFF, 0x7C01, 0xFE55, 0x3F80, 0x7F80, 0xFF80,
    0x7FC0, 0x0080, 0x007F, 0x3F81, 0x7F7F, 255,    256,    0x5555, 31,     16};
constexpr std::uint64_t kEdges32[] = {
    0,  1,   2,   0xFFFFFFFF, 0xFFFFFFFE, 0x7FFFFFFF, 0x80000000, 0x80000001, 31, 32, 33, 63,
    64, 255, 256, 0x8080,     0x00FF00FF, 0x12345678, 0x7FFF8000, 0xFFFF0001, 16, 7,  8,  24};
constexpr std::uint64_t kEdges64[] = {0,
                                      1,
                                      0xFFFFFFFFFFFFFFFF,
                                      0x7FFFFFFFFFFFFFFF,
                                      0x8000000000000000,
                                      0xFFFFFFFF,
                                      0x100000000,
                                      0x7FFFFFFF,
                                      0xFFFFFFFF80000000,
                                      0x80000000,
                                      32,
                                      63,
                                      64,
                                      65,
                                      0x0123456789ABCDEF,
                                      0x3FF0000000000000};
constexpr std::uint64_t kEdgesF32[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x807FFFFF, 0x00800000, 0x80800000,
    0x3F800000, 0xBF800000, 0x3F800001, 0x3F7FFFFF, 0x3F000000, 0x3FC00000, 0x40200000, 0xC0200000,
    0x4B000001, 0x4EFFFFFF, 0x4F000000, 0xCF000000, 0x4F7FFFFF, 0x4F800000, 0x5F000000, 0xDF000000,
    0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FFFFFFF, 0xFFC12345, 0x7F800001,
    0x477FE000, 0x477FF000, 0x3F7FF800, 0x00800400, 0x80800400, 0x3F800400, 0x33000000, 0x33000001,
    0x38800000, 0x387FFFFF, 0x7E800001, 0x00400000};
constexpr std::uint64_t kEdgesF64[] = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x800FFFFFFFFFFFFF,
    0x0010000000000000, 0x3FF0000000000000, 0xBFF0000000000000, 0x3FF0000000000001,
    0x3FE0000000000000, 0x4004000000000000, 0x41DFFFFFFFC00000, 0x41E0000000000000,
    0xC1E0000000000000, 0x41EFFFFFFFE00000, 0x43E0000000000000, 0xC3E0000000000000,
    0x43F0000000000000, 0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x36A0000000000000,
    0x369FFFFFFFFFFFFF, 0x380FFFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000,
    0xFFF0000000000000, 0x7FF8000000000000, 0xFFF8000000012345, 0x7FF0000000000001,
    0x3FF0000010000000, 0x3FF0000030000000};

std::span<const std::uint64_t> edges(char letter) {
  switch (letter) {
    case 'h':
      return kEdges16;
    case 'd':
      return kEdges64;
    case 'f':
      return kEdgesF32;
    case 'D':
      return kEdgesF64;
    default:
      return kEdges32;
  }
}

/// A value of the letter's class where no edge is wanted; half of the numbers are of moderate size,
/// so that sums and products do not all overflow.
std::uint64_t ordinary(char letter, std::uint64_t random) {
  const bool moderate = (random >> 60 & 1) != 0;
  switch (letter) {
    case 'p':
      return random & 1;
    case 'h':
      return random & 0xFFFF;
    case 'f':
      return moderate ? (random & 0x807FFFFF) | (120 + (random >> 32) % 16) << 23
                      : random & 0xFFFFFFFF;
    case 'D':
      return moderate ? (random & 0x800FFFFFFFFFFFFF) | (1016 + (random >> 52) % 16) << 52 : random;
    case 'd':
      return moderate ? random >> (random & 63) : random;
    default:
      return (random & 0xFFFFFFFF) >> (moderate ? random >> 40 & 31 : 0);
  }
}

}  // namespace

LaneValues all_lanes(std::uint64_t value) {
  LaneValues values{};
  values.fill(value);
  return values;
}

std::string kernel_text(const Form& form) {
  const Operands operands = read_operands(form.operands);
  std::string text =
      ".version 8.3\n.target sm_90\n.address_size 64\n"
      ".visible .entry probe(.param .u64 in, .param .u64 out, .param .u32 n)\n{\n";
  for (std::size_t i = 0; i < operands.registers.size(); ++i) {
    text += fmt::format(".reg .{} {};\n", letter_row(operands.registers[i].letter).type,
                        register_name(operands.registers, i));
  }
  text += ".reg .b32 %t, %u, %n;\n.reg .b64 %in, %out, %at;\n.reg .pred %end;\n";
  text += fmt::format(
      "mov.u32 %t, %ctaid.x;\nmov.u32 %u, %ntid.x;\nmul.lo.u32 %t, %t, %u;\nmov.u32 %u, %tid.x;\n"
      "add.u32 %t, %t, %u;\nld.param.u32 %n, [n];\nsetp.ge.u32 %end, %t, %n;\n@%end bra END;\n"
      "ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\ncvta.to.global.u64 %in, %in;\n"
      "cvta.to.global.u64 %out, %out;\nmul.wide.u32 %at, %t, {};\nadd.u64 %in, %in, %at;\n"
      "add.u64 %out, %out, %at;\n",
      kProbeWords * 8);
  unsigned word = 0;
  for (std::size_t i = 0; i < operands.registers.size(); ++i) {
    if (operands.registers[i].result) continue;
    text += load_text(operands.registers[i], register_name(operands.registers, i), word++);
  }
  text += form.sequence.empty() ? fmt::format("PROBE: {} {};\n", form.opcode, operands.text)
                                : fmt::format("PROBE: {}\n", form.sequence);
  text += "DONE:\n";
  word = 0;
  for (std::size_t i = 0; i < operands.registers.size(); ++i) {
    if (!operands.registers[i].result) continue;
    text += store_text(operands.registers[i], register_name(operands.registers, i), word++);
  }
  return text + "END: ret;\n}\n";
}

Probe::Probe(Form form) : form_(std::move(form)) {
  for (const ProbeOperand& operand : read_operands(form_.operands).registers) {
    (operand.result ? results_ : sources_).push_back(operand);
  }
  ptx::ParseResult parsed = ptx::parse_module(kernel_text(form_), "probe.ptx");
  for (const auto& diagnostic : parsed.diagnostics) problem_ += diagnostic.message + "; ";
  module_ = std::move(parsed.module);
  if (module_.functions.empty()) {
    problem_ += "no function";
    return;
  }
  for (const auto& diagnostic : function().problems) problem_ += diagnostic.message + "; ";
  if (!problem_.empty()) return;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  for (const ptx::Label& label : function().labels) {
    if (label.name == "PROBE") first = label.instruction;
    if (label.name == "DONE") last = label.instruction;
  }
  instructions_ = std::span(function().instructions).subspan(first, last - first);
  for (const ptx::Instruction& in : instructions_) {
    selection_ = lane_table(Isa::Baseline).select({module_, function(), in});
    if (selection_.handler == nullptr) problem_ = "no handler";
  }
  std::uint32_t bytes = kScratchBytes;
  for (const ptx::Register& reg : function().registers) {
    slots_.push_back(Slot::at(Bank::Registers, bytes));
    bytes += slot_bytes(slot_bits(reg.type));
  }
  frame_.assign(bytes / 8, 0);
  const auto registers = read_operands(form_.operands).registers;
  for (std::size_t i = 0; i < registers.size(); ++i) {
    const std::string name = register_name(registers, i);
    const auto reg = std::ranges::find(function().registers, name, &ptx::Register::name);
    registers_.push_back(static_cast<ptx::RegisterId>(reg - function().registers.begin()));
  }
}

void Probe::write(Slot slot, int bits, const LaneValues& values) {
  auto& bank = slot.bank() == static_cast<std::uint32_t>(Bank::Registers) ? frame_ : constants_;
  auto* bytes = reinterpret_cast<std::byte*>(bank.data()) + slot.offset();
  for (unsigned lane = 0; lane < kWarpSize; ++lane) write_lane(bytes, bits, lane, values[lane]);
}

Slot Probe::source(const ptx::Operand& operand, int bits) {
  if (operand.kind == ptx::Operand::Kind::Register) return slots_[operand.reg];
  const auto slot = Slot::at(Bank::Constants, static_cast<std::uint32_t>(constants_.size() * 8));
  constants_.resize(constants_.size() + slot_bytes(bits) / 8);
  write(slot, bits, all_lanes(operand.bits));
  return slot;
}

void Probe::spread(const ptx::Operand& operand, bool is_result, int bits, LaneOp& op,
                   unsigned& next) {
  const ptx::Operand* members = &operand;
  std::uint32_t count = 1;
  if (operand.kind == ptx::Operand::Kind::Vector) {
    members = function().elements.data() + operand.first;
    count = operand.count;
    bits /= static_cast<int>(count);
  }
  for (std::uint32_t i = 0; i < count; ++i, ++next) {
    if (is_result) {
      op.dst[next] = slots_[members[i].reg];
    } else {
      op.src[next] = source(members[i], bits);
      if (members[i].negated) op.negated = static_cast<std::uint8_t>(op.negated | 1U << next);
    }
  }
}

void Probe::run_one(const ptx::Instruction& in, Isa isa, Mask mask) {
  constants_.clear();
  const auto shape = ptx::parse_shape(ptx::info(in.opcode).operands);
  const auto assignment = ptx::assign_operands(*shape, in.operand_count);
  const SelectContext context{module_, function(), in};
  const Selection selection = lane_table(isa).select(context);
  LaneOp op{};
  op.imm = selection.imm;
  unsigned results = 0;
  unsigned sources = 0;
  for (std::size_t i = 0; i < in.operand_count; ++i) {
    const bool is_result = i < assignment->results;
    spread(function().operand(in, i), is_result, context.slot_bits(i), op,
           is_result ? results : sources);
  }
  Lanes lanes;
  lanes.bank[0] = reinterpret_cast<std::byte*>(frame_.data());
  lanes.bank[1] = reinterpret_cast<std::byte*>(constants_.data());
  lanes.mask = mask;
  selection.handler(lanes, op);
}

std::vector<LaneValues> Probe::run(Isa isa, const std::vector<LaneValues>& sources, Mask mask,
                                   std::uint64_t before) {
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    const int bits = slot_bits(function().registers[registers_[i]].type);
    write(slots_[registers_[i]], bits,
          i < results_.size() ? all_lanes(before) : sources[i - results_.size()]);
  }
  for (const ptx::Instruction& in : instructions_) run_one(in, isa, mask);
  std::vector<LaneValues> values(results_.size());
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const Slot slot = slots_[registers_[i]];
    const auto* bytes = reinterpret_cast<const std::byte*>(frame_.data()) + slot.offset();
    const int bits = slot_bits(function().registers[registers_[i]].type);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      values[i][lane] = read_lane(bytes, bits, lane);
    }
  }
  return values;
}

std::vector<LaneValues> sample_sources(const std::vector<ProbeOperand>& sources, unsigned warp) {
  std::vector<LaneValues> values(sources.size());
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    std::uint64_t index = std::uint64_t{warp} * kWarpSize + lane;
    const std::uint64_t number = index;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const char letter = sources[i].letter;
      const auto list = edges(letter);
      const std::uint64_t random = scattered(number * 8 + i);
      // The first two sources walk through all pairs of edges; a third one's edges are dealt out.
      if (number < 2048 && letter != 'p') {
        values[i][lane] = i < 2 ? list[index % list.size()] : list[random % list.size()];
        index /= list.size();
      } else {
        values[i][lane] = ordinary(letter, random);
      }
    }
  }
  return values;
}

std::vector<Isa> runnable_isas() {
  std::vector<Isa> isas = {Isa::Baseline};
  for (const Isa isa : {Isa::Avx2, Isa::Avx512}) {
    if (lane_table(isa).isa == isa) isas.push_back(isa);
  }
  return isas;
}

}  // namespace vgpu::testing
