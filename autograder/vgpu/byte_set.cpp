// SPDX-License-Identifier: MIT
#include "vgpu/byte_set.h"

#include <algorithm>
#include <bit>

namespace vgpu {

namespace {

/// Calls visit(word index, bits) for each word that [first, first + count) touches, while it
/// answers true.
template <class Visit>
bool for_each_word(std::uint64_t first, std::uint64_t count, Visit visit) {
  while (count > 0) {
    const std::uint64_t shift = first % 64;
    const std::uint64_t here = std::min<std::uint64_t>(64 - shift, count);
    const std::uint64_t ones = here == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1;
    if (!visit(first / 64, ones << shift)) return false;
    first += here;
    count -= here;
  }
  return true;
}

}  // namespace

bool ByteSet::contains_long(std::uint64_t first, std::uint64_t count) const {
  return for_each_word(first, count, [this](std::uint64_t word, std::uint64_t bits) {
    return (load(word) & bits) == bits;
  });
}

void ByteSet::insert_long(std::uint64_t first, std::uint64_t count) {
  for_each_word(first, count, [this](std::uint64_t word, std::uint64_t bits) {
    words_[word] |= bits;
    return true;
  });
}

void ByteSet::clear() {
  full_ = false;
  std::fill(words_.begin(), words_.end(), 0);
}

bool ByteSet::is_full() {
  if (!full_) full_ = first_missing() == size_;
  return full_;
}

std::uint64_t ByteSet::first_missing(std::uint64_t first) const {
  if (full_ || first >= size_) return size_;
  std::uint64_t word = first / 64;
  std::uint64_t holes = ~words_[word] & ~std::uint64_t{0} << (first % 64);
  while (holes == 0) {
    if (++word == words_.size()) return size_;
    holes = ~words_[word];
  }
  return std::min(size_, word * 64 + static_cast<std::uint64_t>(std::countr_zero(holes)));
}

std::uint64_t ByteSet::first_held(std::uint64_t first) const {
  if (first >= size_ || full_) return std::min(first, size_);
  std::uint64_t word = first / 64;
  std::uint64_t held = words_[word] & ~std::uint64_t{0} << (first % 64);
  while (held == 0) {
    if (++word == words_.size()) return size_;
    held = words_[word];
  }
  return std::min(size_, word * 64 + static_cast<std::uint64_t>(std::countr_zero(held)));
}

std::uint64_t ByteSet::count() const {
  if (full_) return size_;
  std::uint64_t sum = 0;
  for (const std::uint64_t word : words_) sum += static_cast<std::uint64_t>(std::popcount(word));
  return sum;
}

}  // namespace vgpu
