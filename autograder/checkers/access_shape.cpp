// SPDX-License-Identifier: MIT
#include "checkers/access_shape.h"

#include <algorithm>
#include <array>
#include <bit>

namespace checkers {

namespace {

using vgpu::kWarpSize;
using vgpu::Mask;
using vgpu::Pattern;
using vgpu::WarpAccess;

std::uint64_t address_of(const WarpAccess& access, unsigned lane) {
  const vgpu::Segment* segment = access.segment_of(lane);
  return access.offsets[lane] + (segment != nullptr ? segment->base : 0);
}

std::uint32_t sectors_of_range(std::uint64_t first, std::uint64_t bytes) {
  return static_cast<std::uint32_t>((first + bytes - 1) / kSectorBytes - first / kSectorBytes + 1);
}

/// Are the set bits one unbroken run?
bool is_run(Mask mask) {
  const Mask shifted = mask >> std::countr_zero(mask);
  return (shifted & (shifted + 1)) == 0;
}

/// A set of at most 128 numbers, for one access.
class SmallSet {
 public:
  bool insert(std::uint64_t value) {
    std::size_t at = (value * 0x9E37'79B9'7F4A'7C15U) >> 56;
    while (used_[at]) {
      if (values_[at] == value) return false;
      at = (at + 1) % kSlots;
    }
    used_[at] = true;
    values_[at] = value;
    return true;
  }

 private:
  static constexpr std::size_t kSlots = 256;
  std::array<std::uint64_t, kSlots> values_;
  std::array<bool, kSlots> used_{};
};

std::uint32_t sectors_of_scattered(const WarpAccess& access, Mask lanes) {
  SmallSet seen;
  std::uint32_t count = 0;
  std::uint64_t last = ~std::uint64_t{0};
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = address_of(access, static_cast<unsigned>(std::countr_zero(rest)));
    const std::uint64_t end = (address + access.bytes() - 1) / kSectorBytes;
    for (std::uint64_t sector = address / kSectorBytes; sector <= end; ++sector) {
      if (sector == last) continue;
      last = sector;
      if (seen.insert(sector)) ++count;
    }
  }
  return count;
}

/// Lanes that one wavefront can serve when no two want the same bank.
unsigned lanes_per_wavefront(std::uint32_t bytes) {
  if (bytes <= 4) return 32;
  if (bytes <= 8) return 16;
  return bytes <= 16 ? 8 : 4;
}

/// Most different words that one bank has to deliver to these lanes.
std::uint32_t most_words_in_a_bank(const WarpAccess& access, Mask lanes) {
  constexpr unsigned kBanks = 32;
  std::array<std::array<std::uint32_t, kWarpSize>, kBanks> words;
  std::array<std::uint8_t, kBanks> used{};
  std::uint32_t most = 0;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = address_of(access, static_cast<unsigned>(std::countr_zero(rest)));
    const std::uint64_t end = (address + access.bytes() - 1) / 4;
    for (std::uint64_t word = address / 4; word <= end; ++word) {
      const unsigned bank = word % kBanks;
      auto& list = words[bank];
      const auto listed = list.begin() + used[bank];
      if (std::find(list.begin(), listed, static_cast<std::uint32_t>(word)) != listed) continue;
      list[used[bank]++] = static_cast<std::uint32_t>(word);
      most = std::max<std::uint32_t>(most, used[bank]);
    }
  }
  return most;
}

}  // namespace

Fetches fetches_of(std::uint32_t element_bytes, std::uint32_t elements, std::uint32_t unused) {
  const std::uint32_t used = ~unused & ((1U << elements) - 1);
  const auto first = static_cast<std::uint8_t>(std::countr_zero(used));
  const auto last = static_cast<std::uint8_t>(std::bit_width(used) - 1);
  if (used == 0 || element_bytes < 2 || elements == 1) return {};
  switch (std::popcount(used)) {
    case 1:
      return {{Fetch{first, 1}}, 1};
    case 2:
      if (elements == 2) return {};
      if (last == first + 1 && first % 2 == 0) return {{Fetch{first, 2}}, 1};
      if (element_bytes < 4) return {};
      return {{Fetch{first, 1}, Fetch{last, 1}}, 2};
    default:
      return {};
  }
}

std::uint32_t count_sectors(const WarpAccess& access, Mask lanes) {
  const auto lowest = static_cast<unsigned>(std::countr_zero(lanes));
  if (access.pattern == Pattern::Uniform && access.segment != nullptr) {
    return sectors_of_range(address_of(access, lowest), access.bytes());
  }
  if (access.pattern == Pattern::Contiguous && access.segment != nullptr && is_run(lanes)) {
    const auto width = static_cast<std::uint64_t>(std::popcount(lanes));
    return sectors_of_range(address_of(access, lowest), width * access.bytes());
  }
  return sectors_of_scattered(access, lanes);
}

std::uint32_t count_bank_conflicts(const WarpAccess& access) {
  if (access.segment != nullptr && access.pattern != Pattern::Scattered) return 0;
  const unsigned group = lanes_per_wavefront(access.bytes());
  std::uint32_t conflicts = 0;
  for (unsigned first = 0; first < kWarpSize; first += group) {
    const Mask lanes = access.mask & (group == 32 ? vgpu::kFullMask : ((1U << group) - 1) << first);
    if (lanes != 0) conflicts += most_words_in_a_bank(access, lanes) - 1;
  }
  return conflicts;
}

}  // namespace checkers
