// SPDX-License-Identifier: MIT
/// \file
/// The page "PTX we support", made from the opcode table. Tested by supported_page_test.cpp.
#pragma once

#include <string>

namespace ptx {

/// The page as Markdown: a table of mnemonics with their forms and what runs them.
std::string supported_page();

}  // namespace ptx
