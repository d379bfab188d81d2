// SPDX-License-Identifier: MIT
#include "ptx/modifiers.h"

#include <catch2/catch.hpp>

namespace {

using namespace ptx;

const Modifiers& only(const DecodedOpcode& decoded) {
  INFO(decoded.problem);
  REQUIRE(decoded.candidates.size() == 1);
  return decoded.candidates.front().mod;
}

TEST_CASE("an opcode as written chooses its row") {
  struct Case {
    const char* text;
    Opcode opcode;
  };
  const Case cases[] = {
      {"mul.lo.s32", Opcode::MulLo},
      {"mul.wide.u16", Opcode::MulWide},
      {"mul.rn.ftz.f32", Opcode::Mul},
      {"mad.lo.s32", Opcode::MadLo},
      {"mad.lo.cc.u32", Opcode::MadCc},
      {"madc.hi.cc.u32", Opcode::MadcCc},
      {"add.u32.cc", Opcode::AddCc},
      {"setp.lt.and.s32", Opcode::SetpBool},
      {"setp.lo.u32", Opcode::Setp},
      {"atom.global.cas.b32", Opcode::AtomCas},
      {"atom.add.release.gpu.u32", Opcode::Atom},
      {"bar.red.popc.u32", Opcode::BarRedPopc},
      {"bar.red.and.pred", Opcode::BarRed},
      {"bar.sync", Opcode::Bar},
      {"barrier.cta.sync.aligned", Opcode::Barrier},
      {"vote.sync.ballot.b32", Opcode::VoteBallot},
      {"vote.sync.uni.pred", Opcode::Vote},
      {"match.all.sync.b64", Opcode::MatchAll},
      {"lop3.and.b32", Opcode::Lop3Bool},
      {"cvt.pack.sat.s8.s32.b32", Opcode::CvtPackC},
      {"shfl.sync.bfly.b32", Opcode::ShflSync},
      {"prmt.b32.f4e", Opcode::Prmt},
      {"wmma.load.a.sync.aligned.row.m16n16k16.global.f16", Opcode::WmmaLoad},
      {"vabsdiff.u32.u32.u32.add", Opcode::Vabsdiff},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    const DecodedOpcode decoded = decode_opcode(c.text);
    INFO(decoded.problem);
    REQUIRE(decoded.candidates.size() == 1);
    CHECK(decoded.candidates.front().opcode == c.opcode);
  }
}

TEST_CASE("modifiers are decoded") {
  const Modifiers load = only(decode_opcode("ld.global.nc.L1::no_allocate.L2::128B.v4.f32"));
  CHECK(load.space == Space::Global);
  CHECK(load.non_coherent);
  CHECK(load.cache);
  CHECK_FALSE(load.cache_policy);
  CHECK(load.vector == 4);
  CHECK(load.type == Type::F32);

  const Modifiers strong = only(decode_opcode("st.release.gpu.shared::cta.b64"));
  CHECK(strong.semantics == Semantics::Release);
  CHECK(strong.scope == Scope::Gpu);
  CHECK(strong.space == Space::Shared);

  const Modifiers copy = only(decode_opcode("cp.async.cg.shared.global"));
  CHECK(copy.space == Space::Shared);
  CHECK(copy.space2 == Space::Global);

  const Modifiers shift = only(decode_opcode("shf.r.clamp.b32"));
  CHECK(shift.right);
  CHECK_FALSE(shift.left);
  CHECK(shift.mode == Mode::Clamp);

  const Modifiers compare = only(decode_opcode("setp.geu.xor.ftz.f32"));
  CHECK(compare.compare == Compare::Geu);
  CHECK(compare.operation == Operation::Xor);
  CHECK(compare.ftz);

  const Modifiers fence = only(decode_opcode("membar.gl"));
  CHECK(fence.scope == Scope::Gpu);

  const auto conversion = decode_opcode("cvt.rni.sat.s32.f64");
  REQUIRE_FALSE(conversion.candidates.empty());
  CHECK(conversion.candidates.front().mod.rounding == Rounding::Rni);
  CHECK(conversion.candidates.front().mod.type == Type::S32);
  CHECK(conversion.candidates.front().mod.type2 == Type::F64);
  CHECK(conversion.candidates.front().mod.sat);
}

TEST_CASE("what no row takes is named") {
  struct Case {
    const char* text;
    const char* problem;
  };
  const Case cases[] = {
      {"frobnicate.u32", "unknown instruction 'frobnicate.u32'"},
      {"add.frob.s32", "'add' takes no '.frob' here"},
      {"add", "'add' needs a type"},
      {"add.s32.s32", "'add' has too many types"},
      {"add.pred", "'add' takes no '.pred' here"},
      {"setp.s32", "'setp' lacks a modifier"},
      {"shf.l.b32", "'shf' lacks a modifier"},
      {"cvt.f32", "'cvt' needs a type"},
      {"bar", "'bar' lacks a modifier"},
      {"membar.gpu", "'membar' takes no '.gpu' here"},
      {"ld.global.shared.u32", "'ld' takes no '.shared' here"},
      {"add..s32", "'add' takes no '..' here"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    const DecodedOpcode decoded = decode_opcode(c.text);
    CHECK(decoded.candidates.empty());
    CHECK(decoded.problem == c.problem);
  }
}

TEST_CASE("a misspelt mnemonic gets a suggestion") {
  CHECK(suggest_mnemonic("selpp.b32").find("selp") != std::string::npos);
  CHECK(suggest_mnemonic("completelydifferent").empty());
}

}  // namespace
