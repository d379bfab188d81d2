// SPDX-License-Identifier: MIT
// The table of handlers: lanes outside the mask keep their values, a slot may be both source and
// result.
#include <catch2/catch.hpp>

#include "vgpu/exec/exec_test_support.h"

using namespace vgpu;
using vgpu::testing::all_lanes;
using vgpu::testing::LaneValues;
using vgpu::testing::Registers;
using vgpu::testing::runnable_isas;

namespace {

/// d = a op b on registers of a type, built by hand.
struct Binary {
  ptx::Module module;
  ptx::Function function;
  ptx::Instruction in;

  Binary(ptx::Opcode opcode, ptx::Type type, bool in_place) {
    function.registers.assign(3, {"%r", type});
    for (const ptx::RegisterId reg : {in_place ? 1U : 0U, 1U, 2U}) {
      ptx::Operand operand;
      operand.kind = ptx::Operand::Kind::Register;
      operand.reg = reg;
      function.operands.push_back(operand);
    }
    in.opcode = opcode;
    in.mod.type = type;
    in.operand_count = 3;
  }
};

}  // namespace

TEST_CASE("lanes outside the mask keep their values", "[vgpu][exec]") {
  const auto mask = GENERATE(Mask{1}, Mask{0x80000000}, Mask{0x55555555}, kFullMask, Mask{0xFFFF});
  const auto type = GENERATE(ptx::Type::U16, ptx::Type::U32, ptx::Type::U64, ptx::Type::S32);
  const auto in_place = GENERATE(false, true);
  for (const Isa isa : runnable_isas()) {
    CAPTURE(mask, type, in_place, isa);
    const Binary add(ptx::Opcode::Add, type, in_place);
    Registers registers(add.function);
    LaneValues a{};
    LaneValues b{};
    for (unsigned i = 0; i < kWarpSize; ++i) {
      a[i] = 3 * i;
      b[i] = 1000 + i;
    }
    registers.set(0, all_lanes(77));
    registers.set(1, a);
    registers.set(2, b);
    REQUIRE(registers.run(add.module, add.in, isa, mask));
    const LaneValues d = registers.get(in_place ? 1 : 0);
    for (unsigned i = 0; i < kWarpSize; ++i) {
      const std::uint64_t old = in_place ? a[i] : 77;
      CHECK(d[i] == ((mask >> i & 1) != 0 ? a[i] + b[i] : old));
    }
  }
}
