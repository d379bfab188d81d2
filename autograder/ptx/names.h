// SPDX-License-Identifier: MIT
/// \file
/// Types, spaces and special registers to and from the words of PTX text. Tested by names_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ptx/module.h"
#include "ptx/types.h"

namespace ptx {

/// "u32"; empty for None.
std::string_view to_string(Type type);

/// The type named by a word without its dot; None when it is no type.
Type find_type(std::string_view word);

/// "global"; empty for Generic.
std::string_view to_string(Space space);

/// A special register: which one, its number (of an %envreg) and its width.
struct SpecialName {
  SpecialRegister special = SpecialRegister::Other;
  std::uint32_t number = 0;
};

/// The special register of that name ("%tid.x"), also one that is not modelled (Other).
std::optional<SpecialName> find_special(std::string_view name);

/// "%tid.x"; for an `Other`, the name depends on `number` as find_special gave it.
std::string to_string(SpecialName name);

/// Width in bits: 64 for %clock64 and its like, 0 when not known (Other), 32 else.
int bits(SpecialRegister special);

}  // namespace ptx
