// SPDX-License-Identifier: MIT
/// \file
/// From the words of an opcode ("mad.lo.s32") to the rows of the table that accept them, with the
/// modifiers decoded. Tested by modifiers_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ptx/module.h"
#include "ptx/opcode.h"

namespace ptx {

/// A row that accepts the words, and what they say.
struct Candidate {
  Opcode opcode = Opcode::Unknown;
  Modifiers mod;
};

/// All rows that accept an opcode as written, in table order; when there are none, why not.
struct DecodedOpcode {
  std::vector<Candidate> candidates;
  std::string problem;  ///< "'add' takes no '.frob'"; empty when there are candidates
};

/// Decodes an opcode as written. `problem` names the first word that no row takes.
DecodedOpcode decode_opcode(std::string_view text);

/// Mnemonics that a misspelt one may have meant: "did you mean 'fma'?", or empty.
std::string suggest_mnemonic(std::string_view text);

}  // namespace ptx
