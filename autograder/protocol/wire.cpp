// SPDX-License-Identifier: MIT
#include "protocol/wire.h"

#include <limits>
#include <stdexcept>

namespace protocol {

void Writer::count(std::size_t size) {
  if (size > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("a list of more than 2^32 elements does not travel");
  }
  put(static_cast<std::uint32_t>(size));
}

bool Reader::count(std::size_t& size, std::size_t element_bytes) {
  std::uint32_t number = 0;
  if (!get(number)) return false;
  if (number > rest_.size() / element_bytes) return fail();
  size = number;
  return true;
}

bool Reader::raw(void* data, std::size_t size) {
  if (failed_ || size > rest_.size()) return fail();
  if (size != 0) std::memcpy(data, rest_.data(), size);
  rest_ = rest_.subspan(size);
  return true;
}

}  // namespace protocol
