// SPDX-License-Identifier: MIT
/// \file
/// A problem found in some input: where it is, what is wrong, what to do about it.
///
/// Every reader of files (PTX, exercise.toml, skeletons, archives) reports in this form; only the
/// command line prints. Tested by diagnostic_test.cpp.
#pragma once

#include <string>
#include <vector>

namespace base {

/// A place in a text file. Line and column count from 1; 0 means "not known".
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;

  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// One problem. `message` says what is wrong in one sentence without a full stop at its end; `hint`
/// (may be empty) says what to do.
struct Diagnostic {
  SourceLocation where;
  std::string message;
  std::string hint;

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// "file:line:column", leaving out what is not known; empty when nothing is.
std::string to_string(const SourceLocation& where);

/// "file:line:column: message" and, on a second line, "  help: hint".
std::string to_string(const Diagnostic& diagnostic);

/// All diagnostics, one after the other, each ended by a newline.
std::string to_string(const std::vector<Diagnostic>& diagnostics);

}  // namespace base
