// SPDX-License-Identifier: MIT
#include "base/diagnostic.h"

namespace base {

std::string to_string(const SourceLocation& where) {
  std::string text = where.file;
  if (where.line > 0) {
    if (text.empty()) text = "line";
    text += ':' + std::to_string(where.line);
    if (where.column > 0) text += ':' + std::to_string(where.column);
  }
  return text;
}

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = to_string(diagnostic.where);
  if (!text.empty()) text += ": ";
  text += diagnostic.message;
  if (!diagnostic.hint.empty()) text += "\n  help: " + diagnostic.hint;
  return text;
}

std::string to_string(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += to_string(diagnostic) + '\n';
  return text;
}

}  // namespace base
