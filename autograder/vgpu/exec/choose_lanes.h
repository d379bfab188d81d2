// SPDX-License-Identifier: MIT
/// \file
/// Choice between two arrays of 32 elements by a mask, in each instruction set's own way: what
/// selp, moves and every partly active warp rest on. Tested by exec_test.cpp.
#pragma once

#include <cstdint>

#include "vgpu/lanes.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#ifndef VGPU_ISA
#define VGPU_ISA baseline
#endif

namespace vgpu::VGPU_ISA {
namespace {

#if defined(__AVX512F__) && defined(__AVX512BW__)

[[gnu::always_inline]] inline void choose_lanes(std::uint16_t* d, const std::uint16_t* a,
                                                const std::uint16_t* b, Mask chosen) {
  _mm512_storeu_si512(
      d, _mm512_mask_blend_epi16(chosen, _mm512_loadu_si512(b), _mm512_loadu_si512(a)));
}
[[gnu::always_inline]] inline void choose_lanes(std::uint32_t* d, const std::uint32_t* a,
                                                const std::uint32_t* b, Mask chosen) {
  for (unsigned i = 0; i < kWarpSize; i += 16) {
    _mm512_storeu_si512(
        d + i, _mm512_mask_blend_epi32(static_cast<__mmask16>(chosen >> i),
                                       _mm512_loadu_si512(b + i), _mm512_loadu_si512(a + i)));
  }
}
[[gnu::always_inline]] inline void choose_lanes(std::uint64_t* d, const std::uint64_t* a,
                                                const std::uint64_t* b, Mask chosen) {
  for (unsigned i = 0; i < kWarpSize; i += 8) {
    _mm512_storeu_si512(
        d + i, _mm512_mask_blend_epi64(static_cast<__mmask8>(chosen >> i),
                                       _mm512_loadu_si512(b + i), _mm512_loadu_si512(a + i)));
  }
}

#elif defined(__AVX2__)

/// One register of lanes: those whose bit is set in `bits` & `chosen` from a, the others from b.
template <class T>
[[gnu::always_inline]] inline void choose_part(T* d, const T* a, const T* b, __m256i wanted) {
  const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(a));
  const __m256i y = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(d), _mm256_blendv_epi8(y, x, wanted));
}
[[gnu::always_inline]] inline void choose_lanes(std::uint16_t* d, const std::uint16_t* a,
                                                const std::uint16_t* b, Mask chosen) {
  const __m256i bits = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096,
                                         8192, 16384, -32768);
  for (unsigned i = 0; i < kWarpSize; i += 16) {
    const __m256i all = _mm256_set1_epi16(static_cast<short>(chosen >> i));
    choose_part(d + i, a + i, b + i, _mm256_cmpeq_epi16(_mm256_and_si256(all, bits), bits));
  }
}
[[gnu::always_inline]] inline void choose_lanes(std::uint32_t* d, const std::uint32_t* a,
                                                const std::uint32_t* b, Mask chosen) {
  const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  for (unsigned i = 0; i < kWarpSize; i += 8) {
    const __m256i all = _mm256_set1_epi32(static_cast<int>(chosen >> i));
    choose_part(d + i, a + i, b + i, _mm256_cmpeq_epi32(_mm256_and_si256(all, bits), bits));
  }
}
[[gnu::always_inline]] inline void choose_lanes(std::uint64_t* d, const std::uint64_t* a,
                                                const std::uint64_t* b, Mask chosen) {
  const __m256i bits = _mm256_setr_epi64x(1, 2, 4, 8);
  for (unsigned i = 0; i < kWarpSize; i += 4) {
    const __m256i all = _mm256_set1_epi64x(static_cast<long long>(chosen >> i));
    choose_part(d + i, a + i, b + i, _mm256_cmpeq_epi64(_mm256_and_si256(all, bits), bits));
  }
}

#else

/// All ones or zero, by bit i of the mask.
template <class T>
constexpr T lane_mask(Mask chosen, unsigned i) {
  return static_cast<T>(T{0} - static_cast<T>(chosen >> i & 1));
}
template <class T>
[[gnu::always_inline]] inline void choose_lanes(T* d, const T* a, const T* b, Mask chosen) {
  T wanted[kWarpSize];
  for (unsigned i = 0; i < kWarpSize; ++i) wanted[i] = lane_mask<T>(chosen, i);
#if !defined(__clang__)
#pragma GCC ivdep
#endif
  for (unsigned i = 0; i < kWarpSize; ++i) {
    d[i] = static_cast<T>(b[i] ^ ((a[i] ^ b[i]) & wanted[i]));
  }
}

#endif

}  // namespace
}  // namespace vgpu::VGPU_ISA
