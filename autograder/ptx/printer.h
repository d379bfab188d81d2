// SPDX-License-Identifier: MIT
/// \file
/// A module, or one instruction, back to PTX text. Tested by printer_test.cpp.
#pragma once

#include <string>

#include "ptx/module.h"

namespace ptx {

/// One instruction as it may stand in a message: "@%p1 st.global.f32 [%rd4+8], %f2".
std::string to_string(const Module& module, const Function& function,
                      const Instruction& instruction);

/// The whole module. Parsed again it gives an equal one, up to the numbering of source lines and
/// the names of what inner scopes had declared again, which get a number of their own.
std::string print_module(const Module& module);

}  // namespace ptx
