// SPDX-License-Identifier: MIT
// Which instruction set, and what a select function may ask. The one file of this folder that looks
// at the processor; never compiled for a wider one.
#include "vgpu/exec/select.h"

#include "ptx/shape.h"
#include "vgpu/exec/handlers.h"

namespace vgpu {

// What handlers.h declares for the baseline, once more for a wider instruction set.
#define VGPU_TABLE_FUNCTIONS                                                                 \
  Selection select(const SelectContext& context);                                            \
  bool same_distances64(const std::uint64_t* addresses, std::uint64_t base,                  \
                        const std::uint64_t* delta, const std::uint64_t* on);                \
  bool same_distances32(const std::uint32_t* addresses, std::uint32_t base,                  \
                        const std::uint32_t* delta, const std::uint32_t* on);                \
  void add_to_all(std::uint64_t* out, const std::uint64_t* delta, std::uint64_t base);       \
  void load_pieces(const LanePiece* pieces, unsigned count, unsigned bytes, std::byte* slot, \
                   const std::byte* data);                                                   \
  void store_pieces(const LanePiece* pieces, unsigned count, unsigned bytes,                 \
                    const std::byte* slot, std::byte* data);

#if VGPU_HAVE_AVX2
namespace avx2 {
VGPU_TABLE_FUNCTIONS
}
#endif
#if VGPU_HAVE_AVX512
namespace avx512 {
VGPU_TABLE_FUNCTIONS
}
#endif

namespace {

constexpr LaneTable kBaseline{
    Isa::Baseline,
    {&baseline::same_distances64, &baseline::same_distances32, &baseline::add_to_all,
     &baseline::load_pieces, &baseline::store_pieces},
    &baseline::select,
    &find_native};
#if VGPU_HAVE_AVX2
constexpr LaneTable kAvx2{Isa::Avx2,
                          {&avx2::same_distances64, &avx2::same_distances32, &avx2::add_to_all,
                           &avx2::load_pieces, &avx2::store_pieces},
                          &avx2::select,
                          &find_native};
#endif
#if VGPU_HAVE_AVX512
constexpr LaneTable kAvx512{Isa::Avx512,
                            {&avx512::same_distances64, &avx512::same_distances32,
                             &avx512::add_to_all, &avx512::load_pieces, &avx512::store_pieces},
                            &avx512::select,
                            &find_native};
#endif

/// The letter of operand `index` of an instruction.
char letter_of(const ptx::Instruction& in, std::size_t index) {
  const std::optional<ptx::Shape> shape = ptx::parse_shape(ptx::info(in.opcode).operands);
  if (!shape || shape->anything) return '*';
  const auto assignment = ptx::assign_operands(*shape, in.operand_count);
  return assignment ? shape->operands[assignment->index[index]].letter : '*';
}

int bits_of_letter(char letter, const ptx::Modifiers& mod) {
  switch (letter) {
    case 's':
    case 'S':
      return ptx::bits(mod.type2);
    case 'w':
      return 2 * ptx::bits(mod.type);
    case 'u':
    case 'b':
    case 'i':
      return 32;
    case 'h':
      return 16;
    case 'x':
    case 'a':
      return 64;
    case 'p':
    case 'c':
      return 1;
    default:
      return ptx::bits(mod.type);
  }
}

int slot_width(int bits) {
  return bits == 8 ? 16 : bits;
}

int bits_of_special(ptx::SpecialRegister special) {
  switch (special) {
    case ptx::SpecialRegister::Clock64:
    case ptx::SpecialRegister::GlobalTimer:
      return 64;
    default:
      return 32;
  }
}

}  // namespace

int SelectContext::slot_bits(std::size_t index) const {
  const ptx::Operand& operand = function.operand(in, index);
  if (operand.kind == ptx::Operand::Kind::Register) {
    return slot_width(ptx::bits(function.registers[operand.reg].type));
  }
  if (operand.kind == ptx::Operand::Kind::Special) return bits_of_special(operand.special);
  return slot_width(bits_of_letter(letter_of(in, index), in.mod));
}

const LaneTable& lane_table(Isa isa) {
#if VGPU_HAVE_AVX512
  if (isa == Isa::Avx512 && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return kAvx512;
  }
#endif
#if VGPU_HAVE_AVX2
  if (isa == Isa::Avx2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi2")) {
    return kAvx2;
  }
#endif
  static_cast<void>(isa);
  return kBaseline;
}

Isa best_isa() {
  if (lane_table(Isa::Avx512).isa == Isa::Avx512) return Isa::Avx512;
  return lane_table(Isa::Avx2).isa;
}

}  // namespace vgpu
