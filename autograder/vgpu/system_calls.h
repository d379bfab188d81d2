// SPDX-License-Identifier: MIT
/// \file
/// Device functions that need more than registers: printf, malloc, free, assert.
/// Tested by system_calls_test.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "vgpu/memory.h"

namespace vgpu {

/// Reads `bytes` bytes of a thread's memory at a generic address; false when they are not all
/// there.
using ThreadReader = std::function<bool(Address address, void* into, std::uint64_t bytes)>;

/// A NUL-terminated string of device memory, at most `limit` characters; nothing when the address
/// is invalid.
std::optional<std::string> read_string(const ThreadReader& read, Address address,
                                       std::size_t limit = 4096);

/// What vprintf prints: the format with the arguments that the caller packed at their natural
/// alignment (float widened to double, integers below 32 bits widened to 32). Unknown conversions
/// are printed as they stand, as CUDA does. \return the text, or nothing when memory could not be
/// read
std::optional<std::string> format_printf(const ThreadReader& read, Address format,
                                         Address arguments);

}  // namespace vgpu
