// SPDX-License-Identifier: MIT
/// \file
/// Bit and integer intrinsics. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "vector_types.h"

COURSE_DEVICE int __clz(int x) {
  return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x));
}
COURSE_DEVICE int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
COURSE_DEVICE int __popc(unsigned int x) {
  return __builtin_popcount(x);
}
COURSE_DEVICE int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
COURSE_DEVICE int __ffs(int x) {
  return __builtin_ffs(x);
}
COURSE_DEVICE int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
COURSE_DEVICE unsigned int __brev(unsigned int x) {
  return __builtin_bitreverse32(x);
}
COURSE_DEVICE unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}

COURSE_DEVICE int __mulhi(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) * b) >> 32);
}
COURSE_DEVICE unsigned int __umulhi(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(a) * b) >> 32);
}
COURSE_DEVICE long long __mul64hi(long long a, long long b) {
  return static_cast<long long>((static_cast<__int128>(a) * b) >> 64);
}
COURSE_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
COURSE_DEVICE int __mul24(int a, int b) {
  return static_cast<int>(static_cast<unsigned int>(a << 8 >> 8) *
                          static_cast<unsigned int>(b << 8 >> 8));
}
COURSE_DEVICE unsigned int __umul24(unsigned int a, unsigned int b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}

// Halved sums, computed as if without overflow; sums of absolute differences.
COURSE_DEVICE int __hadd(int a, int b) {
  return (a & b) + ((a ^ b) >> 1);
}
COURSE_DEVICE int __rhadd(int a, int b) {
  return (a | b) - ((a ^ b) >> 1);
}
COURSE_DEVICE unsigned int __uhadd(unsigned int a, unsigned int b) {
  return (a & b) + ((a ^ b) >> 1);
}
COURSE_DEVICE unsigned int __urhadd(unsigned int a, unsigned int b) {
  return (a | b) - ((a ^ b) >> 1);
}
COURSE_DEVICE unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
  return (a > b ? a - b : b - a) + c;
}
COURSE_DEVICE unsigned int __sad(int a, int b, unsigned int c) {
  const unsigned int x = static_cast<unsigned int>(a), y = static_cast<unsigned int>(b);
  return (a > b ? x - y : y - x) + c;
}

COURSE_DEVICE unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int selector) {
  return static_cast<unsigned int>(
      __nvvm_prmt(static_cast<int>(a), static_cast<int>(b), static_cast<int>(selector)));
}
#define COURSE_FUNNEL(NAME, PTX)                                                         \
  COURSE_DEVICE unsigned int NAME(unsigned int low, unsigned int high, unsigned int n) { \
    unsigned int result;                                                                 \
    asm(PTX " %0, %1, %2, %3;" : "=r"(result) : "r"(low), "r"(high), "r"(n));            \
    return result;                                                                       \
  }
COURSE_FUNNEL(__funnelshift_l, "shf.l.wrap.b32")
COURSE_FUNNEL(__funnelshift_lc, "shf.l.clamp.b32")
COURSE_FUNNEL(__funnelshift_r, "shf.r.wrap.b32")
COURSE_FUNNEL(__funnelshift_rc, "shf.r.clamp.b32")
#undef COURSE_FUNNEL

// Four products of bytes and their sum.
COURSE_DEVICE int __dp4a(int a, int b, int c) {
  int result;
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
  return result;
}
COURSE_DEVICE unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  unsigned int result;
  asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
  return result;
}
COURSE_DEVICE int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
COURSE_DEVICE unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return __dp4a(__builtin_bit_cast(unsigned int, a), __builtin_bit_cast(unsigned int, b), c);
}

/// Position of the offset-th set bit from `base` on, or 0xffffffff.
COURSE_DEVICE unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (offset == 0) return (mask >> base & 1u) != 0 ? base : 0xffffffffu;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int position = static_cast<int>(base); position >= 0 && position < 32; position += step) {
    if ((mask >> position & 1u) != 0 && --left == 0) return static_cast<unsigned int>(position);
  }
  return 0xffffffffu;
}
