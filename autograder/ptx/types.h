// SPDX-License-Identifier: MIT
/// \file
/// The vocabulary of PTX as enumerations: types, state spaces, modifiers. Words are those of the
/// PTX ISA manual. Names for printing come from modifier_names.h. Tested through parser_test.cpp.
#pragma once

#include <cstdint>

namespace ptx {

/// Fundamental types (PTX ISA, "Types"). `None` where an instruction has no such type.
enum class Type : std::uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  U16x2,
  S8,
  S16,
  S32,
  S64,
  S16x2,
  F16,
  F16x2,
  BF16,
  BF16x2,
  TF32,
  F32,
  F64,
  E4M3x2,
  E5M2x2,
};

/// Width in bits; 1 for Pred, 0 for None.
constexpr int bits(Type type) {
  switch (type) {
    case Type::None:
      return 0;
    case Type::Pred:
      return 1;
    case Type::B8:
    case Type::U8:
    case Type::S8:
      return 8;
    case Type::B16:
    case Type::U16:
    case Type::S16:
    case Type::F16:
    case Type::BF16:
    case Type::E4M3x2:
    case Type::E5M2x2:
      return 16;
    case Type::B64:
    case Type::U64:
    case Type::S64:
    case Type::F64:
      return 64;
    case Type::B128:
      return 128;
    default:
      return 32;
  }
}

constexpr bool is_float(Type type) {
  return type >= Type::F16 && type <= Type::E5M2x2;
}
constexpr bool is_signed(Type type) {
  return type >= Type::S8 && type <= Type::S16x2;
}
constexpr bool is_unsigned(Type type) {
  return type >= Type::U8 && type <= Type::U16x2;
}

/// State spaces (PTX ISA, "State Spaces"). `Generic` stands where an access names none.
enum class Space : std::uint8_t { Generic, Reg, Const, Global, Local, Shared, Param, Texture };

/// Rounding modifiers: rn rz rm rp (floating), rni rzi rmi rpi (to an integer), rna.
enum class Rounding : std::uint8_t { None, Rn, Rz, Rm, Rp, Rni, Rzi, Rmi, Rpi, Rna };

/// Comparison operators of set, setp, slct (PTX ISA, "Comparisons").
enum class Compare : std::uint8_t {
  None,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Lo,
  Ls,
  Hi,
  Hs,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan
};

/// What an atomic, a reduction, redux, vote or bar.red does; also the Boolean operator of setp.
enum class Operation : std::uint8_t {
  None,
  Add,
  Min,
  Max,
  Inc,
  Dec,
  And,
  Or,
  Xor,
  Exch,
  Cas,
  Popc,
  All,
  Any,
  Uni,
  Ballot
};

/// Memory consistency of an access (PTX ISA, "Memory Consistency Model").
enum class Semantics : std::uint8_t { Weak, Volatile, Relaxed, Acquire, Release, AcqRel, Sc, Mmio };

/// Scope of an atomic, fence or strong access.
enum class Scope : std::uint8_t { None, Cta, Cluster, Gpu, Sys };

/// Which part of a product: mul.lo, mul.hi, mul.wide.
enum class Part : std::uint8_t { None, Lo, Hi, Wide };

/// Modes that choose a variant within one mnemonic: shfl, prmt, shf, bfind, testp, bmsk, match, ...
enum class Mode : std::uint8_t {
  None,
  Up,
  Down,
  Bfly,
  Idx,
  F4e,
  B4e,
  Rc8,
  Ecl,
  Ecr,
  Rc16,
  Wrap,
  Clamp,
  ShiftAmount,
  Finite,
  Infinite,
  Number,
  NotANumber,
  Normal,
  Subnormal,
};

}  // namespace ptx
