// SPDX-License-Identifier: MIT
/// \file
/// A set of byte positions, one bit each: which bytes of a piece of memory were ever written.
/// Tested by byte_set_test.cpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace vgpu {

/// Positions 0 … size-1; starts empty. Ranges are whole-word operations, and a set known to be full
/// answers at once.
class ByteSet {
 public:
  ByteSet() = default;
  explicit ByteSet(std::uint64_t size) : words_((size + 63) / 64, 0), size_(size) {}

  std::uint64_t size() const { return size_; }

  /// Known to hold every position. (May be false for a set that was filled piecemeal until
  /// is_full() is asked.)
  bool known_full() const { return full_; }

  /// Does it hold all of [first, first + count)? The range must lie inside.
  bool contains(std::uint64_t first, std::uint64_t count) const {
    if (full_) return true;
    const std::uint64_t word = first / 64;
    const unsigned shift = first % 64;
    if (shift + count <= 64) {
      const std::uint64_t mask = low_bits(count) << shift;
      return (load(word) & mask) == mask;
    }
    return contains_long(first, count);
  }

  /// Adds [first, first + count). The range must lie inside.
  void insert(std::uint64_t first, std::uint64_t count) {
    if (full_) return;
    const std::uint64_t word = first / 64;
    const unsigned shift = first % 64;
    if (shift + count <= 64) {
      words_[word] |= low_bits(count) << shift;
    } else {
      insert_long(first, count);
    }
  }

  /// insert() for sets that several host threads fill at once; contains() may run beside it.
  void insert_concurrently(std::uint64_t first, std::uint64_t count) {
    if (full_) return;
    const std::uint64_t end = first + count;
    for (std::uint64_t at = first; at < end;) {
      const std::uint64_t stop = std::min(end, (at / 64 + 1) * 64);
      const std::uint64_t mask = low_bits(stop - at) << (at % 64);
      const std::atomic_ref<std::uint64_t> word(words_[at / 64]);
      if ((word.load(std::memory_order_relaxed) & mask) != mask) {
        word.fetch_or(mask, std::memory_order_relaxed);
      }
      at = stop;
    }
  }

  void insert_all() { full_ = true; }
  void clear();

  /// Looks at every position and remembers the answer.
  bool is_full();

  /// The first position at or after `first` that is missing; size() when there is none.
  std::uint64_t first_missing(std::uint64_t first = 0) const;

  /// The first position at or after `first` that is held; size() when there is none.
  std::uint64_t first_held(std::uint64_t first = 0) const;

  /// How many positions are held.
  std::uint64_t count() const;

  bool contains(std::uint64_t position) const {
    return full_ || (load(position / 64) >> (position % 64) & 1) != 0;
  }

 private:
  static constexpr std::uint64_t low_bits(std::uint64_t count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  }
  /// A word that insert_concurrently() may be changing.
  std::uint64_t load(std::uint64_t word) const {
    return std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t&>(words_[word]))
        .load(std::memory_order_relaxed);
  }
  bool contains_long(std::uint64_t first, std::uint64_t count) const;
  void insert_long(std::uint64_t first, std::uint64_t count);

  std::vector<std::uint64_t> words_;
  std::uint64_t size_ = 0;
  bool full_ = false;
};

}  // namespace vgpu
