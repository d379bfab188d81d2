// SPDX-License-Identifier: MIT
/// \file
/// Memory that host and device both see: managed and pinned allocations, __managed__ variables,
/// registered host memory. Tested by tests/programs/zero_copy.cu and managed_variables.cu.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cudart/abi.h"
#include "protocol/file_descriptor.h"

namespace cudart {

/// Bytes of a page; what is shared comes in whole pages.
inline constexpr std::size_t kPageBytes = 4096;

/// A size rounded up to whole pages; 0 when there is no such number.
constexpr std::size_t whole_pages(std::size_t bytes) {
  const std::size_t rounded = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  return rounded < bytes ? 0 : rounded;
}

/// Maps the device's memory file at the address that it has on the device. False when something
/// else lies there.
bool map_shared(std::uint64_t address, std::size_t bytes, const protocol::FileDescriptor& file);

/// The opposite.
void unmap_shared(std::uint64_t address, std::size_t bytes);

}  // namespace cudart
