// SPDX-License-Identifier: MIT
/// \file
/// What compilers print, as diagnostics: nvcc's two front ends (EDG, gcc), clang, the linker.
///
/// The text is hostile (it quotes the student's source), so any bytes are taken. Tested by
/// messages_test.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace toolchain {

/// How bad a message is.
enum class Severity {
  Warning,  ///< the program was built all the same
  Error,    ///< it was not
};

/// One message. The diagnostic's hint holds what the compiler said further about it: the first
/// note, or where a template was instantiated.
struct CompilerMessage {
  Severity severity = Severity::Error;
  base::Diagnostic diagnostic;
};

/// The messages in a compiler's output, in its order and each once (nvcc says some twice). File
/// names below `source_folder` are made relative to it. Messages without a place, such as the
/// linker's, have an empty location.
std::vector<CompilerMessage> parse_messages(std::string_view output,
                                            const std::filesystem::path& source_folder);

/// The diagnostics of one severity.
std::vector<base::Diagnostic> of_severity(const std::vector<CompilerMessage>& messages,
                                          Severity severity);

/// A compiler's output without what says nothing to the person who wrote the source: names of files
/// that are ours, and for which architecture something failed.
std::string without_ours(std::string output);

}  // namespace toolchain
