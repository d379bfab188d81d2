// SPDX-License-Identifier: MIT
/// \file
/// Do the operands of an instruction fit a row of the opcode table? What the virtual GPU relies on
/// (widths, kinds, counts) is settled here, so that hostile text cannot reach it. Tested by
/// operand_check_test.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "ptx/modifiers.h"
#include "ptx/module.h"

namespace ptx {

/// Says why the operands, as written (without the carry flag), do not fit the candidate; empty when
/// they do. `joined`: the first two stood as `a|b`.
std::string check_operands(const Candidate& candidate, const Function& function,
                           std::span<const Operand> operands, bool joined);

/// Brings float literals of operands that fit to the width of their type.
void normalize_operands(const Candidate& candidate, Function& function,
                        std::span<Operand> operands);

/// Bytes of a formal parameter.
struct FormalSize {
  std::uint64_t size = 0;
  bool unsized = false;  ///< declared as `[]`: takes any size
  friend bool operator==(const FormalSize&, const FormalSize&) = default;
};

/// Says why an argument or result of a call does not fit the formal parameter; empty when it does.
std::string check_argument(const Function& function, const Operand& actual,
                           const FormalSize& formal);

}  // namespace ptx
