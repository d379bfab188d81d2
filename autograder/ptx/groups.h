// SPDX-License-Identifier: MIT
/// \file
/// The sets of types and of modifiers that rows of opcodes.def speak of.
///
/// A type set has one bit per Type; a modifier set one bit per group of modifiers.def. Tested by
/// opcode_test.cpp.
#pragma once

#include <cstdint>

#include "ptx/types.h"

namespace ptx {

/// The set with this type alone.
constexpr std::uint32_t type_set(Type type) {
  return type == Type::None ? 0 : 1U << static_cast<unsigned>(type);
}

/// \name Type sets
/// Named after their members; kInt, kFloat, kBits and the like are the unions that the manual uses.
/// \{
inline constexpr std::uint32_t kNone = 0;
inline constexpr std::uint32_t kAnyType = 0xFFFFFFFF;
inline constexpr std::uint32_t kPred = type_set(Type::Pred);
inline constexpr std::uint32_t kB8 = type_set(Type::B8);
inline constexpr std::uint32_t kB16 = type_set(Type::B16);
inline constexpr std::uint32_t kB32 = type_set(Type::B32);
inline constexpr std::uint32_t kB64 = type_set(Type::B64);
inline constexpr std::uint32_t kB128 = type_set(Type::B128);
inline constexpr std::uint32_t kU8 = type_set(Type::U8);
inline constexpr std::uint32_t kU16 = type_set(Type::U16);
inline constexpr std::uint32_t kU32 = type_set(Type::U32);
inline constexpr std::uint32_t kU64 = type_set(Type::U64);
inline constexpr std::uint32_t kS8 = type_set(Type::S8);
inline constexpr std::uint32_t kS16 = type_set(Type::S16);
inline constexpr std::uint32_t kS32 = type_set(Type::S32);
inline constexpr std::uint32_t kS64 = type_set(Type::S64);
inline constexpr std::uint32_t kF16 = type_set(Type::F16);
inline constexpr std::uint32_t kF16x2 = type_set(Type::F16x2);
inline constexpr std::uint32_t kBF16 = type_set(Type::BF16);
inline constexpr std::uint32_t kBF16x2 = type_set(Type::BF16x2);
inline constexpr std::uint32_t kTF32 = type_set(Type::TF32);
inline constexpr std::uint32_t kF32 = type_set(Type::F32);
inline constexpr std::uint32_t kF64 = type_set(Type::F64);
inline constexpr std::uint32_t kFp8 = type_set(Type::E4M3x2) | type_set(Type::E5M2x2);
inline constexpr std::uint32_t kInt16x2 = type_set(Type::U16x2) | type_set(Type::S16x2);
inline constexpr std::uint32_t kHalf = kF16 | kF16x2;
inline constexpr std::uint32_t kBF16s = kBF16 | kBF16x2;
inline constexpr std::uint32_t kFloat = kHalf | kBF16s | kF32 | kF64;
inline constexpr std::uint32_t kBits = kB16 | kB32 | kB64;
inline constexpr std::uint32_t kInt16 = kU16 | kS16;
inline constexpr std::uint32_t kInt32 = kU32 | kS32;
inline constexpr std::uint32_t kInt64 = kU64 | kS64;
inline constexpr std::uint32_t kInt = kInt16 | kInt32 | kInt64;
inline constexpr std::uint32_t kSigned = kS16 | kS32 | kS64;
inline constexpr std::uint32_t kNumber = kInt | kU8 | kS8 | kFloat | kTF32;
inline constexpr std::uint32_t kStored = kB8 | kBits | kB128 | kU8 | kS8 | kInt | kF32 | kF64;
/// \}

/// \name Modifier sets
/// The words of each group are in modifiers.def.
/// \{
inline constexpr std::uint64_t kPlain = 0;                 ///< no modifiers
inline constexpr std::uint64_t kRnd = 1ULL << 0;           ///< rn rz rm rp
inline constexpr std::uint64_t kRndInt = 1ULL << 1;        ///< rni rzi rmi rpi
inline constexpr std::uint64_t kRna = 1ULL << 2;           ///< rna
inline constexpr std::uint64_t kFtz = 1ULL << 3;           ///< ftz
inline constexpr std::uint64_t kSat = 1ULL << 4;           ///< sat
inline constexpr std::uint64_t kSatfinite = 1ULL << 5;     ///< satfinite
inline constexpr std::uint64_t kRelu = 1ULL << 6;          ///< relu
inline constexpr std::uint64_t kApprox = 1ULL << 7;        ///< approx
inline constexpr std::uint64_t kFull = 1ULL << 8;          ///< full
inline constexpr std::uint64_t kUni = 1ULL << 9;           ///< uni, of a branch
inline constexpr std::uint64_t kSync = 1ULL << 10;         ///< sync, of a warp-wide instruction
inline constexpr std::uint64_t kAligned = 1ULL << 11;      ///< aligned
inline constexpr std::uint64_t kSpace = 1ULL << 12;        ///< global shared::cta ...
inline constexpr std::uint64_t kSpace2 = 1ULL << 13;       ///< a second space may follow
inline constexpr std::uint64_t kVec = 1ULL << 14;          ///< v2 v4 v8
inline constexpr std::uint64_t kCache = 1ULL << 15;        ///< ca cg L2::128B ...
inline constexpr std::uint64_t kMemoryOrder = 1ULL << 16;  ///< semantics and scope
inline constexpr std::uint64_t kMembarLevel = 1ULL << 17;  ///< cta gl sys
inline constexpr std::uint64_t kNc = 1ULL << 18;           ///< nc
inline constexpr std::uint64_t kUnified = 1ULL << 19;      ///< unified
inline constexpr std::uint64_t kNoftz = 1ULL << 20;        ///< noftz
inline constexpr std::uint64_t kTo = 1ULL << 21;           ///< to, of cvta
inline constexpr std::uint64_t kHiLo = 1ULL << 22;         ///< lo hi, of products
inline constexpr std::uint64_t kWide = 1ULL << 23;         ///< wide
inline constexpr std::uint64_t kCarry = 1ULL << 24;        ///< cc
inline constexpr std::uint64_t kCmp = 1ULL << 25;          ///< eq ne lt ...
inline constexpr std::uint64_t kLogic = 1ULL << 26;        ///< and or xor
inline constexpr std::uint64_t kAndOr = 1ULL << 27;        ///< and or
inline constexpr std::uint64_t kAddMinMax = 1ULL << 28;    ///< add min max
inline constexpr std::uint64_t kIncDec = 1ULL << 29;       ///< inc dec
inline constexpr std::uint64_t kExch = 1ULL << 30;         ///< exch
inline constexpr std::uint64_t kCas = 1ULL << 31;          ///< cas
inline constexpr std::uint64_t kPopc = 1ULL << 32;         ///< popc, of bar.red
inline constexpr std::uint64_t kAllOf = 1ULL << 33;        ///< all
inline constexpr std::uint64_t kAnyOf = 1ULL << 34;        ///< any
inline constexpr std::uint64_t kVoteUni = 1ULL << 35;      ///< uni, of vote
inline constexpr std::uint64_t kBallot = 1ULL << 36;       ///< ballot
inline constexpr std::uint64_t kShiftAmount = 1ULL << 37;  ///< shiftamt
inline constexpr std::uint64_t kWrap = 1ULL << 38;         ///< wrap clamp
inline constexpr std::uint64_t kLeftRight = 1ULL << 39;    ///< l r
inline constexpr std::uint64_t kShflMode = 1ULL << 40;     ///< up down bfly idx
inline constexpr std::uint64_t kPrmtMode = 1ULL << 41;     ///< f4e b4e rc8 ecl ecr rc16
inline constexpr std::uint64_t kTestpMode = 1ULL << 42;    ///< finite infinite ...
inline constexpr std::uint64_t kNanProp = 1ULL << 43;      ///< NaN
inline constexpr std::uint64_t kXorsign = 1ULL << 44;      ///< xorsign.abs
inline constexpr std::uint64_t kAbs = 1ULL << 45;          ///< abs
inline constexpr std::uint64_t kTypes2 = 1ULL << 46;       ///< two types
inline constexpr std::uint64_t kTypes3 = 1ULL << 47;       ///< three types
inline constexpr std::uint64_t kBarrierKind = 1ULL << 48;  ///< sync arrive
inline constexpr std::uint64_t kBarrierRed = 1ULL << 49;   ///< red
inline constexpr std::uint64_t kBarrierCta = 1ULL << 50;   ///< cta
inline constexpr std::uint64_t kAny = 1ULL << 63;          ///< any words, not looked at
inline constexpr std::uint64_t kRedOps = kAddMinMax | kIncDec | kLogic;
inline constexpr std::uint64_t kAtomOps = kRedOps | kExch;
/// \}

}  // namespace ptx
