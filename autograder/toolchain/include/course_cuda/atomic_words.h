// SPDX-License-Identifier: MIT
/// \file
/// Atomic accesses of a memory order and a scope, as the instructions that have both in their name.
/// Tested by autograder/tests/programs/scoped_atomics.cu.
#pragma once
#pragma GCC system_header

#include "../cuda_runtime.h"
#include "scope.h"

namespace cuda {

/// What an atomic access orders.
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};

}  // namespace cuda

namespace course_cuda {

// One statement for the scope of the template parameter, as the name that PTX has for it.
#define COURSE_BY_SCOPE(STATEMENT)                           \
  if constexpr (Scope == cuda::thread_scope_system) {        \
    STATEMENT("sys")                                         \
  } else if constexpr (Scope == cuda::thread_scope_device) { \
    STATEMENT("gpu")                                         \
  } else {                                                   \
    STATEMENT("cta")                                         \
  }

/// A fence of that order; none where the order is relaxed.
template <cuda::thread_scope Scope>
COURSE_DEVICE void fence(cuda::memory_order order) {
#define COURSE_FENCE(SCOPE)                                \
  if (order == cuda::memory_order_seq_cst) {               \
    asm volatile("fence.sc." SCOPE ";" ::: "memory");      \
  } else if (order != cuda::memory_order_relaxed) {        \
    asm volatile("fence.acq_rel." SCOPE ";" ::: "memory"); \
  }
  COURSE_BY_SCOPE(COURSE_FENCE)
#undef COURSE_FENCE
}

// Accesses of a word: what is sequentially consistent starts with a fence.
#define COURSE_LOAD(SEM, SCOPE, TYPE, R) \
  asm volatile("ld." SEM SCOPE "." TYPE " %0, [%1];" : "=" R(value) : "l"(p) : "memory");
#define COURSE_STORE(SEM, SCOPE, TYPE, R) \
  asm volatile("st." SEM SCOPE "." TYPE " [%0], %1;" ::"l"(p), R(value) : "memory");
#define COURSE_CAS(SEM, SCOPE, TYPE, R)                            \
  asm volatile("atom." SEM SCOPE ".cas." TYPE " %0, [%1], %2, %3;" \
               : "=" R(old)                                        \
               : "l"(p), R(expected), R(value)                     \
               : "memory");
#define COURSE_CHANGE(SEM, SCOPE, OPERATION, R)                 \
  asm volatile("atom." SEM SCOPE "." OPERATION " %0, [%1], %2;" \
               : "=" R(old)                                     \
               : "l"(p), R(value)                               \
               : "memory");
#define COURSE_BY_ORDER(ACCESS, SCOPE, TYPE, R)     \
  if (order == cuda::memory_order_relaxed) {        \
    ACCESS("relaxed.", SCOPE, TYPE, R)              \
  } else if (order <= cuda::memory_order_acquire) { \
    ACCESS("acquire.", SCOPE, TYPE, R)              \
  } else if (order == cuda::memory_order_release) { \
    ACCESS("release.", SCOPE, TYPE, R)              \
  } else {                                          \
    ACCESS("acq_rel.", SCOPE, TYPE, R)              \
  }

#define COURSE_WORD(T, R)                                                    \
  template <cuda::thread_scope Scope>                                        \
  COURSE_DEVICE T load(const T* p, cuda::memory_order order) {               \
    T value;                                                                 \
    if (order == cuda::memory_order_seq_cst) fence<Scope>(order);            \
    COURSE_BY_SCOPE(COURSE_LOAD_##R)                                         \
    return value;                                                            \
  }                                                                          \
  template <cuda::thread_scope Scope>                                        \
  COURSE_DEVICE void store(T* p, T value, cuda::memory_order order) {        \
    if (order == cuda::memory_order_seq_cst) fence<Scope>(order);            \
    COURSE_BY_SCOPE(COURSE_STORE_##R)                                        \
  }                                                                          \
  template <cuda::thread_scope Scope>                                        \
  COURSE_DEVICE T cas(T* p, T expected, T value, cuda::memory_order order) { \
    T old;                                                                   \
    if (order == cuda::memory_order_seq_cst) fence<Scope>(order);            \
    COURSE_BY_SCOPE(COURSE_CAS_##R)                                          \
    return old;                                                              \
  }
#define COURSE_LOAD_OF(SCOPE, TYPE, R)       \
  if (order == cuda::memory_order_relaxed) { \
    COURSE_LOAD("relaxed.", SCOPE, TYPE, R)  \
  } else {                                   \
    COURSE_LOAD("acquire.", SCOPE, TYPE, R)  \
  }
#define COURSE_STORE_OF(SCOPE, TYPE, R)      \
  if (order == cuda::memory_order_relaxed) { \
    COURSE_STORE("relaxed.", SCOPE, TYPE, R) \
  } else {                                   \
    COURSE_STORE("release.", SCOPE, TYPE, R) \
  }
#define COURSE_LOAD_r(SCOPE) COURSE_LOAD_OF(SCOPE, "b32", "r")
#define COURSE_LOAD_l(SCOPE) COURSE_LOAD_OF(SCOPE, "b64", "l")
#define COURSE_STORE_r(SCOPE) COURSE_STORE_OF(SCOPE, "b32", "r")
#define COURSE_STORE_l(SCOPE) COURSE_STORE_OF(SCOPE, "b64", "l")
#define COURSE_CAS_r(SCOPE) COURSE_BY_ORDER(COURSE_CAS, SCOPE, "b32", "r")
#define COURSE_CAS_l(SCOPE) COURSE_BY_ORDER(COURSE_CAS, SCOPE, "b64", "l")
COURSE_WORD(unsigned int, r)
COURSE_WORD(unsigned long long, l)

// Changes: the old value comes back.
#define COURSE_CHANGES(NAME, T, OPERATION, R)                     \
  template <cuda::thread_scope Scope>                             \
  COURSE_DEVICE T NAME(T* p, T value, cuda::memory_order order) { \
    T old;                                                        \
    if (order == cuda::memory_order_seq_cst) fence<Scope>(order); \
    if constexpr (Scope == cuda::thread_scope_system) {           \
      COURSE_BY_ORDER(COURSE_CHANGE, "sys", OPERATION, R)         \
    } else if constexpr (Scope == cuda::thread_scope_device) {    \
      COURSE_BY_ORDER(COURSE_CHANGE, "gpu", OPERATION, R)         \
    } else {                                                      \
      COURSE_BY_ORDER(COURSE_CHANGE, "cta", OPERATION, R)         \
    }                                                             \
    return old;                                                   \
  }
#define COURSE_INTEGERS(NAME, OPERATION, S32, U32, S64, U64) \
  COURSE_CHANGES(NAME, int, OPERATION S32, "r")              \
  COURSE_CHANGES(NAME, unsigned int, OPERATION U32, "r")     \
  COURSE_CHANGES(NAME, long long, OPERATION S64, "l")        \
  COURSE_CHANGES(NAME, unsigned long long, OPERATION U64, "l")
COURSE_INTEGERS(exchange, "exch.", "b32", "b32", "b64", "b64")
COURSE_INTEGERS(add, "add.", "u32", "u32", "u64", "u64")
COURSE_CHANGES(add, float, "add.f32", "f")
COURSE_CHANGES(add, double, "add.f64", "d")
COURSE_INTEGERS(least, "min.", "s32", "u32", "s64", "u64")
COURSE_INTEGERS(most, "max.", "s32", "u32", "s64", "u64")
COURSE_INTEGERS(bits_and, "and.", "b32", "b32", "b64", "b64")
COURSE_INTEGERS(bits_or, "or.", "b32", "b32", "b64", "b64")
COURSE_INTEGERS(bits_xor, "xor.", "b32", "b32", "b64", "b64")

#undef COURSE_INTEGERS
#undef COURSE_CHANGES
#undef COURSE_CAS_l
#undef COURSE_CAS_r
#undef COURSE_STORE_l
#undef COURSE_STORE_r
#undef COURSE_LOAD_l
#undef COURSE_LOAD_r
#undef COURSE_STORE_OF
#undef COURSE_LOAD_OF
#undef COURSE_WORD
#undef COURSE_BY_ORDER
#undef COURSE_CHANGE
#undef COURSE_CAS
#undef COURSE_STORE
#undef COURSE_LOAD
#undef COURSE_BY_SCOPE

}  // namespace course_cuda
