// SPDX-License-Identifier: MIT
/// \file
/// atomicAdd and its kin, each also for one block (_block) and for the whole system (_system).
///
/// The plain ones are compiler builtins, from which the compiler finds the memory space; the scoped
/// ones are written as PTX, since clang 14 gets the signs of its builtins wrong (an unsigned
/// minimum becomes atom.cta.min.s32). Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "course_cuda/qualifiers.h"

#define COURSE_ATOMIC_PTX(NAME, T, INSTRUCTION, REGISTER) \
  COURSE_DEVICE T NAME(T* p, T v) {                       \
    T old;                                                \
    asm volatile(INSTRUCTION " %0, [%1], %2;"             \
                 : "=" REGISTER(old)                      \
                 : "l"(p), REGISTER(v)                    \
                 : "memory");                             \
    return old;                                           \
  }
#define COURSE_SCOPED(NAME, T, OPERATION, REGISTER)                   \
  COURSE_ATOMIC_PTX(NAME##_block, T, "atom.cta." OPERATION, REGISTER) \
  COURSE_ATOMIC_PTX(NAME##_system, T, "atom.sys." OPERATION, REGISTER)

// An operation whose bits do not depend on the sign: builtins exist for signed types only.
#define COURSE_ATOMIC_I(NAME, BUILTIN)          \
  COURSE_DEVICE int NAME(int* p, int v) {       \
    return __nvvm_atom_##BUILTIN##_gen_i(p, v); \
  }
#define COURSE_ATOMIC_U(NAME, BUILTIN)                                                  \
  COURSE_DEVICE unsigned int NAME(unsigned int* p, unsigned int v) {                    \
    return static_cast<unsigned int>(                                                   \
        __nvvm_atom_##BUILTIN##_gen_i(reinterpret_cast<int*>(p), static_cast<int>(v))); \
  }
#define COURSE_ATOMIC_ULL(NAME, BUILTIN)                                               \
  COURSE_DEVICE unsigned long long NAME(unsigned long long* p, unsigned long long v) { \
    return static_cast<unsigned long long>(__nvvm_atom_##BUILTIN##_gen_ll(             \
        reinterpret_cast<long long*>(p), static_cast<long long>(v)));                  \
  }

COURSE_ATOMIC_I(atomicAdd, add)
COURSE_ATOMIC_U(atomicAdd, add)
COURSE_ATOMIC_ULL(atomicAdd, add)
COURSE_DEVICE float atomicAdd(float* p, float v) {
  return __nvvm_atom_add_gen_f(p, v);
}
COURSE_DEVICE double atomicAdd(double* p, double v) {
  return __nvvm_atom_add_gen_d(p, v);
}
COURSE_SCOPED(atomicAdd, int, "add.s32", "r")
COURSE_SCOPED(atomicAdd, unsigned int, "add.u32", "r")
COURSE_SCOPED(atomicAdd, unsigned long long, "add.u64", "l")
COURSE_SCOPED(atomicAdd, float, "add.f32", "f")
COURSE_SCOPED(atomicAdd, double, "add.f64", "d")

// PTX has no subtraction. The difference is taken unsigned, where it cannot overflow.
#define COURSE_ATOMIC_SUB(SUFFIX)                                                     \
  COURSE_DEVICE unsigned int atomicSub##SUFFIX(unsigned int* p, unsigned int v) {     \
    return atomicAdd##SUFFIX(p, 0u - v);                                              \
  }                                                                                   \
  COURSE_DEVICE int atomicSub##SUFFIX(int* p, int v) {                                \
    return atomicAdd##SUFFIX(p, static_cast<int>(0u - static_cast<unsigned int>(v))); \
  }
COURSE_ATOMIC_SUB()
COURSE_ATOMIC_SUB(_block)
COURSE_ATOMIC_SUB(_system)
#undef COURSE_ATOMIC_SUB

COURSE_ATOMIC_I(atomicExch, xchg)
COURSE_ATOMIC_U(atomicExch, xchg)
COURSE_ATOMIC_ULL(atomicExch, xchg)
COURSE_DEVICE float atomicExch(float* p, float v) {
  return __builtin_bit_cast(
      float, __nvvm_atom_xchg_gen_i(reinterpret_cast<int*>(p), __builtin_bit_cast(int, v)));
}
COURSE_SCOPED(atomicExch, int, "exch.b32", "r")
COURSE_SCOPED(atomicExch, unsigned int, "exch.b32", "r")
COURSE_SCOPED(atomicExch, unsigned long long, "exch.b64", "l")
COURSE_SCOPED(atomicExch, float, "exch.b32", "f")

#define COURSE_ATOMIC_ORDER(NAME, OPERATION)                                           \
  COURSE_DEVICE int NAME(int* p, int v) {                                              \
    return __nvvm_atom_##OPERATION##_gen_i(p, v);                                      \
  }                                                                                    \
  COURSE_DEVICE unsigned int NAME(unsigned int* p, unsigned int v) {                   \
    return __nvvm_atom_##OPERATION##_gen_ui(p, v);                                     \
  }                                                                                    \
  COURSE_DEVICE long long NAME(long long* p, long long v) {                            \
    return __nvvm_atom_##OPERATION##_gen_ll(p, v);                                     \
  }                                                                                    \
  COURSE_DEVICE unsigned long long NAME(unsigned long long* p, unsigned long long v) { \
    return __nvvm_atom_##OPERATION##_gen_ull(p, v);                                    \
  }                                                                                    \
  COURSE_SCOPED(NAME, int, #OPERATION ".s32", "r")                                     \
  COURSE_SCOPED(NAME, unsigned int, #OPERATION ".u32", "r")                            \
  COURSE_SCOPED(NAME, long long, #OPERATION ".s64", "l")                               \
  COURSE_SCOPED(NAME, unsigned long long, #OPERATION ".u64", "l")
COURSE_ATOMIC_ORDER(atomicMin, min)
COURSE_ATOMIC_ORDER(atomicMax, max)

#define COURSE_ATOMIC_LOGIC(NAME, OPERATION)                \
  COURSE_ATOMIC_I(NAME, OPERATION)                          \
  COURSE_ATOMIC_U(NAME, OPERATION)                          \
  COURSE_ATOMIC_ULL(NAME, OPERATION)                        \
  COURSE_SCOPED(NAME, int, #OPERATION ".b32", "r")          \
  COURSE_SCOPED(NAME, unsigned int, #OPERATION ".b32", "r") \
  COURSE_SCOPED(NAME, unsigned long long, #OPERATION ".b64", "l")
COURSE_ATOMIC_LOGIC(atomicAnd, and)
COURSE_ATOMIC_LOGIC(atomicOr, or)
COURSE_ATOMIC_LOGIC(atomicXor, xor)

// Counters that wrap at v.
COURSE_DEVICE unsigned int atomicInc(unsigned int* p, unsigned int v) {
  return __nvvm_atom_inc_gen_ui(p, v);
}
COURSE_DEVICE unsigned int atomicDec(unsigned int* p, unsigned int v) {
  return __nvvm_atom_dec_gen_ui(p, v);
}
COURSE_SCOPED(atomicInc, unsigned int, "inc.u32", "r")
COURSE_SCOPED(atomicDec, unsigned int, "dec.u32", "r")

COURSE_DEVICE int atomicCAS(int* p, int expected, int v) {
  return __nvvm_atom_cas_gen_i(p, expected, v);
}
COURSE_DEVICE unsigned int atomicCAS(unsigned int* p, unsigned int expected, unsigned int v) {
  return static_cast<unsigned int>(__nvvm_atom_cas_gen_i(
      reinterpret_cast<int*>(p), static_cast<int>(expected), static_cast<int>(v)));
}
COURSE_DEVICE unsigned long long atomicCAS(unsigned long long* p, unsigned long long expected,
                                           unsigned long long v) {
  return static_cast<unsigned long long>(__nvvm_atom_cas_gen_ll(reinterpret_cast<long long*>(p),
                                                                static_cast<long long>(expected),
                                                                static_cast<long long>(v)));
}
#define COURSE_CAS_PTX(NAME, T, INSTRUCTION, REGISTER)     \
  COURSE_DEVICE T NAME(T* p, T expected, T v) {            \
    T old;                                                 \
    asm volatile(INSTRUCTION " %0, [%1], %2, %3;"          \
                 : "=" REGISTER(old)                       \
                 : "l"(p), REGISTER(expected), REGISTER(v) \
                 : "memory");                              \
    return old;                                            \
  }
COURSE_CAS_PTX(atomicCAS, unsigned short, "atom.cas.b16", "h")
COURSE_CAS_PTX(atomicCAS_block, unsigned short, "atom.cta.cas.b16", "h")
COURSE_CAS_PTX(atomicCAS_system, unsigned short, "atom.sys.cas.b16", "h")
COURSE_CAS_PTX(atomicCAS_block, int, "atom.cta.cas.b32", "r")
COURSE_CAS_PTX(atomicCAS_system, int, "atom.sys.cas.b32", "r")
COURSE_CAS_PTX(atomicCAS_block, unsigned int, "atom.cta.cas.b32", "r")
COURSE_CAS_PTX(atomicCAS_system, unsigned int, "atom.sys.cas.b32", "r")
COURSE_CAS_PTX(atomicCAS_block, unsigned long long, "atom.cta.cas.b64", "l")
COURSE_CAS_PTX(atomicCAS_system, unsigned long long, "atom.sys.cas.b64", "l")

#undef COURSE_CAS_PTX
#undef COURSE_ATOMIC_LOGIC
#undef COURSE_ATOMIC_ORDER
#undef COURSE_ATOMIC_ULL
#undef COURSE_ATOMIC_U
#undef COURSE_ATOMIC_I
#undef COURSE_SCOPED
#undef COURSE_ATOMIC_PTX
