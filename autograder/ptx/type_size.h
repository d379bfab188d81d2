// SPDX-License-Identifier: MIT
/// \file
/// What values of a type take in memory. Tested through the parser and the printer.
#pragma once

#include <cstdint>

#include "ptx/types.h"

namespace ptx {

/// Bytes in memory; 1 for Pred, 0 for None.
constexpr std::uint64_t bytes(Type type) {
  return type == Type::Pred ? 1 : static_cast<std::uint64_t>(bits(type)) / 8;
}

}  // namespace ptx
