// SPDX-License-Identifier: MIT
/// \file
/// Plumbing of lane handlers: reads source slots, runs a pure function over 32 lanes, writes the
/// active ones.
///
/// Every file that includes this is compiled once per instruction set, with VGPU_ISA naming the
/// namespace. Everything here has internal linkage, and nothing of the standard library with code
/// of its own is used: otherwise the linker could choose an AVX copy of an inline function for the
/// baseline. Loops run over plain arrays; the compiler vectorises them. Tested by exec_test.cpp.
#pragma once

#include <cstdint>

#include "vgpu/exec/choose_lanes.h"
#include "vgpu/exec/select.h"
#include "vgpu/lanes.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#ifndef VGPU_ISA
#define VGPU_ISA baseline
#endif

#if defined(__clang__)
#define VGPU_LANE_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define VGPU_LANE_LOOP _Pragma("GCC ivdep")
#endif

namespace vgpu::VGPU_ISA {
namespace {

/// An unsigned integer as wide as T: what a slot of T is moved and blended as.
template <unsigned Bytes>
struct UnsignedOf;
template <>
struct UnsignedOf<2> {
  using type = std::uint16_t;
};
template <>
struct UnsignedOf<4> {
  using type = std::uint32_t;
};
template <>
struct UnsignedOf<8> {
  using type = std::uint64_t;
};

template <class U>
[[gnu::noinline]] void blend(U* target, const U* fresh, Mask mask) {
  choose_lanes(target, fresh, target, mask);
}

/// Where the 32 results of an instruction go: straight into the slot when all lanes act, else into
/// `spare`, from which commit() copies the active ones.
template <class T>
[[gnu::always_inline]] inline T* destination(const Lanes& lanes, Slot slot, T* spare) {
  return lanes.mask == kFullMask ? lanes.result<T>(slot) : spare;
}
template <class T>
[[gnu::always_inline]] inline void commit(const Lanes& lanes, Slot slot, const T* spare) {
  using U = typename UnsignedOf<sizeof(T)>::type;
  if (lanes.mask != kFullMask) {
    blend(lanes.result<U>(slot), reinterpret_cast<const U*>(spare), lanes.mask);
  }
}

/// d[i] = f(a[i])
template <class D, class A, class F>
[[gnu::always_inline]] inline void unary(const Lanes& lanes, const LaneOp& op, F f) {
  const A* a = lanes.source<A>(op.src[0]);
  D spare[kWarpSize];
  D* out = destination(lanes, op.dst[0], spare);
  VGPU_LANE_LOOP
  for (unsigned i = 0; i < kWarpSize; ++i) out[i] = f(a[i]);
  commit(lanes, op.dst[0], spare);
}

/// d[i] = f(a[i], b[i])
template <class D, class A, class B, class F>
[[gnu::always_inline]] inline void binary(const Lanes& lanes, const LaneOp& op, F f) {
  const A* a = lanes.source<A>(op.src[0]);
  const B* b = lanes.source<B>(op.src[1]);
  D spare[kWarpSize];
  D* out = destination(lanes, op.dst[0], spare);
  VGPU_LANE_LOOP
  for (unsigned i = 0; i < kWarpSize; ++i) out[i] = f(a[i], b[i]);
  commit(lanes, op.dst[0], spare);
}

/// d[i] = f(a[i], b[i], c[i])
template <class D, class A, class B, class C, class F>
[[gnu::always_inline]] inline void ternary(const Lanes& lanes, const LaneOp& op, F f) {
  const A* a = lanes.source<A>(op.src[0]);
  const B* b = lanes.source<B>(op.src[1]);
  const C* c = lanes.source<C>(op.src[2]);
  D spare[kWarpSize];
  D* out = destination(lanes, op.dst[0], spare);
  VGPU_LANE_LOOP
  for (unsigned i = 0; i < kWarpSize; ++i) out[i] = f(a[i], b[i], c[i]);
  commit(lanes, op.dst[0], spare);
}

/// Calls f(lane) for the active lanes, in order; for work too dear to do for lanes that are off.
template <class F>
[[gnu::always_inline]] inline void for_active(Mask mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(__builtin_ctz(mask)));
}

// Whole handlers from a pure function of lane_math.h.
template <class D, class A, D (*F)(A)>
void unary_op(const Lanes& lanes, const LaneOp& op) {
  unary<D, A>(lanes, op, F);
}
template <class T, T (*F)(T, T)>
void binary_op(const Lanes& lanes, const LaneOp& op) {
  binary<T, T, T>(lanes, op, F);
}
template <class D, class A, class B, D (*F)(A, B)>
void mixed_binary_op(const Lanes& lanes, const LaneOp& op) {
  binary<D, A, B>(lanes, op, F);
}
template <class T, T (*F)(T, T, T)>
void ternary_op(const Lanes& lanes, const LaneOp& op) {
  ternary<T, T, T, T>(lanes, op, F);
}
template <class D, class A, class B, class C, D (*F)(A, B, C)>
void mixed_ternary_op(const Lanes& lanes, const LaneOp& op) {
  ternary<D, A, B, C>(lanes, op, F);
}

/// Bits of 32 conditions, each stored as an all-ones or zero element.
template <class T>
[[gnu::always_inline]] inline Mask pack_conditions(const T* condition) {
  Mask mask = 0;
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__)
  if constexpr (sizeof(T) == 2) {
    mask = _mm512_movepi16_mask(_mm512_loadu_si512(condition));
  } else if constexpr (sizeof(T) == 4) {
    for (unsigned i = 0; i < 2; ++i) {
      mask |= static_cast<Mask>(_mm512_movepi32_mask(_mm512_loadu_si512(condition + 16 * i)))
              << (16 * i);
    }
  } else {
    for (unsigned i = 0; i < 4; ++i) {
      mask |= static_cast<Mask>(_mm512_movepi64_mask(_mm512_loadu_si512(condition + 8 * i)))
              << (8 * i);
    }
  }
#elif defined(__AVX2__)
  const auto part = [&](unsigned i) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(condition) + i);
  };
  if constexpr (sizeof(T) == 2) {
    const __m256i bytes = _mm256_packs_epi16(part(0), part(1));
    mask = static_cast<Mask>(
        _mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, _MM_SHUFFLE(3, 1, 2, 0))));
  } else if constexpr (sizeof(T) == 4) {
    for (unsigned i = 0; i < 4; ++i) {
      mask |= static_cast<Mask>(_mm256_movemask_ps(_mm256_castsi256_ps(part(i)))) << (8 * i);
    }
  } else {
    for (unsigned i = 0; i < 8; ++i) {
      mask |= static_cast<Mask>(_mm256_movemask_pd(_mm256_castsi256_pd(part(i)))) << (4 * i);
    }
  }
#elif defined(__SSE2__)
  const auto part = [&](unsigned i) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(condition) + i);
  };
  if constexpr (sizeof(T) == 2) {
    for (unsigned i = 0; i < 2; ++i) {
      mask |= static_cast<Mask>(_mm_movemask_epi8(_mm_packs_epi16(part(2 * i), part(2 * i + 1))))
              << (16 * i);
    }
  } else if constexpr (sizeof(T) == 4) {
    for (unsigned i = 0; i < 8; ++i) {
      mask |= static_cast<Mask>(_mm_movemask_ps(_mm_castsi128_ps(part(i)))) << (4 * i);
    }
  } else {
    for (unsigned i = 0; i < 16; ++i) {
      mask |= static_cast<Mask>(_mm_movemask_pd(_mm_castsi128_pd(part(i)))) << (2 * i);
    }
  }
#else
  for (unsigned i = 0; i < kWarpSize; ++i) mask |= static_cast<Mask>(condition[i] & 1) << i;
#endif
  return mask;
}

/// Bit i: f(a[i], b[i]).
template <class T, class F>
[[gnu::always_inline]] inline Mask compare(const T* a, const T* b, F f) {
  using U = typename UnsignedOf<sizeof(T)>::type;
  U condition[kWarpSize];
  VGPU_LANE_LOOP
  for (unsigned i = 0; i < kWarpSize; ++i) {
    condition[i] = f(a[i], b[i]) ? static_cast<U>(~U{0}) : U{0};
  }
  return pack_conditions(condition);
}

}  // namespace
}  // namespace vgpu::VGPU_ISA
