// SPDX-License-Identifier: MIT
// What holds for all handlers: every row has one, lanes outside the mask keep their values, all
// instruction sets give the same bits.
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "ptx/opcode.h"
#include "vgpu/exec/forms.h"
#include "vgpu/exec/isa.h"

using namespace vgpu;
using namespace vgpu::testing;

TEST_CASE("every form is understood and has a handler", "[vgpu][exec]") {
  for (const Form& form : all_forms()) {
    INFO(form.name());
    CHECK(Probe(form).problem() == "");
  }
}

TEST_CASE("every row of unit Lane or Warp has a form", "[vgpu][exec]") {
  std::set<ptx::Opcode> tried;
  for (const Form& form : all_forms()) {
    const Probe probe(form);
    if (!probe.problem().empty()) continue;
    for (const ptx::Instruction& in : probe.instructions()) tried.insert(in.opcode);
  }
  for (const ptx::OpcodeInfo& row : ptx::opcode_table()) {
    if (row.unit != ptx::Unit::Lane && row.unit != ptx::Unit::Warp) continue;
    INFO(row.name);
    CHECK(tried.contains(row.opcode));
  }
}

TEST_CASE("all instruction sets give the same bits", "[vgpu][exec]") {
  for (const Form& form : all_forms()) {
    Probe probe(form);
    if (!probe.problem().empty()) continue;
    for (unsigned warp = 0; warp < 80; ++warp) {
      const auto sources = sample_sources(probe.sources(), warp);
      const auto expected = probe.run(Isa::Baseline, sources);
      for (const Isa isa : runnable_isas()) {
        if (probe.run(isa, sources) == expected) continue;
        FAIL_CHECK(form.name() << " differs on instruction set " << static_cast<int>(isa)
                               << ", warp " << warp);
        warp = 80;
      }
    }
  }
}

TEST_CASE("an instruction set is found by its name, and the best one is the last that is usable",
          "[vgpu][exec]") {
  for (const Isa isa : {Isa::Baseline, Isa::Avx2, Isa::Avx512}) {
    CHECK(isa_of(to_string(isa)) == isa);
  }
  CHECK(isa_of("AVX2") == std::nullopt);
  CHECK(isa_of("") == std::nullopt);
  CHECK(usable_isas().front() == Isa::Baseline);
  CHECK(usable_isas().back() == best_isa());
}

TEST_CASE("lanes outside the mask keep their values, the others do not notice", "[vgpu][exec]") {
  const auto mask = GENERATE(Mask{1}, Mask{0x80000000}, Mask{0x55555555}, Mask{0x00FFFF00});
  for (const Form& form : all_forms()) {
    Probe probe(form);
    if (!probe.problem().empty()) continue;
    if (ptx::info(probe.instructions().front().opcode).unit == ptx::Unit::Warp) continue;
    const auto sources = sample_sources(probe.sources(), 70);
    for (const Isa isa : runnable_isas()) {
      const auto whole = probe.run(isa, sources, kFullMask, 1);
      const auto part = probe.run(isa, sources, mask, 1);
      for (std::size_t r = 0; r < whole.size(); ++r) {
        bool right = true;
        for (unsigned lane = 0; lane < kWarpSize; ++lane) {
          const bool active = (mask >> lane & 1) != 0;
          right = right && part[r][lane] == (active ? whole[r][lane] : 1);
        }
        INFO(form.name() << " mask " << mask << " isa " << static_cast<int>(isa));
        CHECK(right);
      }
    }
  }
}

TEST_CASE("parts differ by what their operand's sign says", "[vgpu][exec]") {
  const auto [opcode, wanted] = GENERATE(
      table<std::string, std::uint64_t>({{"vabsdiff4.u32.u32.u32", 0x7F000101},
                                         {"vabsdiff4.u32.s32.s32", 0x8100FF01},
                                         {"vabsdiff4.u32.s32.u32", 0x81000101},
                                         {"vabsdiff4.u32.u32.u32.add", 0x7F + 0 + 1 + 1 + 5},
                                         {"vabsdiff4.u32.s32.s32.add", 0x81 + 0 + 0xFF + 1 + 5},
                                         {"vabsdiff2.u32.u32.u32", 0x7F000101},
                                         {"vabsdiff2.u32.s32.s32", 0x8100FEFF},
                                         {"vabsdiff2.u32.u32.u32.add", 0x7F00 + 0x0101 + 5},
                                         {"vabsdiff2.u32.s32.s32.add", 0x8100 + 0xFEFF + 5}}));
  CAPTURE(opcode);
  Probe probe(Form{opcode, "r=rrr"});
  REQUIRE(probe.problem() == "");
  std::vector<LaneValues> sources(3);
  sources[0].fill(0x80FF7F01);
  sources[1].fill(0x01FF8002);
  sources[2].fill(5);
  CHECK(probe.run(best_isa(), sources)[0][0] == wanted);
}

TEST_CASE("sums of differences that may leave their type are not modelled", "[vgpu][exec]") {
  for (const auto opcode : {"vabsdiff4.u32.s32.u32.add", "vabsdiff4.s32.s32.s32.add",
                            "vabsdiff2.u32.u32.u32.max", "vabsdiff4.u32.u32.u32.sat"}) {
    INFO(opcode);
    CHECK(Probe(Form{opcode, "r=rrr"}).problem() != "");
  }
}
