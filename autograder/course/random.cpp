// SPDX-License-Identifier: MIT
#include "course/random.h"

#include <bit>

namespace course {

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {
    seed += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = seed;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    word = mixed ^ (mixed >> 31);
  }
}

std::uint64_t Random::bits() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Random::below(std::uint64_t bound) {
  if (bound == 0) return 0;
  // Numbers beyond the last whole multiple of the bound would favour small results.
  const std::uint64_t rest = (0 - bound) % bound;
  std::uint64_t number = bits();
  while (number < rest) number = bits();
  return number % bound;
}

double Random::unit() {
  return static_cast<double>(bits() >> 11) * 0x1.0p-53;
}

double Random::normal() {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += unit();
  return sum;
}

}  // namespace course
