// SPDX-License-Identifier: MIT
/// \file
/// The course's own random numbers: xoshiro256** by Blackman and Vigna (2018), seeded by
/// splitmix64. Only integer arithmetic and exact float steps, so that every machine and library
/// gives the same numbers. Tested by random_test.cpp.
#pragma once

#include <array>
#include <cstdint>

namespace course {

/// A stream of random numbers.
class Random {
 public:
  /// The stream of this seed.
  explicit Random(std::uint64_t seed);
  /// 64 random bits.
  std::uint64_t bits();
  /// A whole number below `bound`, each equally likely; 0 where bound is 0.
  std::uint64_t below(std::uint64_t bound);
  /// In [0, 1), a multiple of 2^-53.
  double unit();
  /// Mean 0, deviation 1: the sum of twelve uniform numbers less 6 (no logarithm, whose last bit
  /// differs between libraries). Within [-6, 6].
  double normal();

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace course
