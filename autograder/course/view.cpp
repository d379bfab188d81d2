// SPDX-License-Identifier: MIT
#include <algorithm>

#include "course/realise.h"

namespace course {

std::int64_t View::count() const {
  std::int64_t elements = 1;
  for (const std::int64_t extent : shape) elements *= extent;
  return elements;
}

IntList View::index_tuple(std::int64_t index) const {
  IntList tuple(shape.size());
  for (std::size_t dim = shape.size(); dim-- > 0;) {
    const std::int64_t extent = std::max<std::int64_t>(shape[dim], 1);
    tuple[dim] = index % extent;
    index /= extent;
  }
  return tuple;
}

std::int64_t View::position(std::int64_t index) const {
  std::int64_t place = offset;
  for (std::size_t dim = shape.size(); dim-- > 0;) {
    const std::int64_t extent = std::max<std::int64_t>(shape[dim], 1);
    place += index % extent * strides[dim];
    index /= extent;
  }
  return place;
}

std::vector<std::uint8_t> View::mask() const {
  std::vector<std::uint8_t> result(static_cast<std::size_t>(storage), 0);
  const std::int64_t elements = count();
  for (std::int64_t i = 0; i < elements; ++i) result[static_cast<std::size_t>(position(i))] = 1;
  return result;
}

}  // namespace course
