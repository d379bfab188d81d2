// SPDX-License-Identifier: MIT
/// \file
/// PTX text to Module. Tested by parser_test.cpp, parser_forms_test.cpp and
/// parser_hostile_test.cpp.
///
/// The text may be hostile: the parser never throws on it, takes time and memory in proportion to
/// its length, and gives up on no more than the function or statement that it does not understand.
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "ptx/module.h"

namespace ptx {

/// What came of a text.
struct ParseResult {
  Module module;
  /// Problems outside of function bodies; those inside stand in Function::problems.
  std::vector<base::Diagnostic> diagnostics;
  bool fatal = false;  ///< this is no PTX that could be run at all
};

/// Parses a whole translation unit. `file_name` is named in diagnostics.
ParseResult parse_module(std::string_view text, std::string_view file_name);

}  // namespace ptx
