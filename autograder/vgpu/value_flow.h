// SPDX-License-Identifier: MIT
/// \file
/// Where loaded values go: which are never used, and which are only stored elsewhere, as when a
/// structure is copied with its padding. Tested by value_flow_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace vgpu {

/// What one load or store of a function does with values that were loaded. Element i of a vector is
/// bit i.
struct ValueFlow {
  static constexpr std::size_t kElements = 4;         ///< of the widest vector
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;  ///< no load
  std::uint8_t unused = 0;  ///< loads and atomics: nobody reads the element
  /// Loads: others of the same source line take what lies beside it, as for a structure.
  bool among_others = false;
  std::uint8_t copied = 0;  ///< loads: only stores read the element
  std::array<std::uint32_t, kElements> from{kNone, kNone, kNone,
                                            kNone};  ///< stores: the load of each element ...
  std::array<std::uint8_t, kElements> element{};     ///< ... and which of its elements
};

/// By instruction of the function. A value counts as copied only when its register has one
/// definition, without a guard, and is stored with the width it was loaded with.
std::vector<ValueFlow> find_value_flow(const ptx::Function& function);

/// By instruction: is it a plain load that makes the first guess of a compare-and-swap loop,
/// `old = *p; do { assumed = old; old = atomicCAS(p, assumed, f(assumed)); } while (...)`? Its
/// value reaches the compared operand of an atom.cas through nothing but moves. A wrong guess makes
/// another round, so it needs no order with the atomics of others.
std::vector<bool> find_guesses(const ptx::Function& function);

}  // namespace vgpu
