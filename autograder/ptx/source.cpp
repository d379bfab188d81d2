// SPDX-License-Identifier: MIT
#include "ptx/source.h"

#include <algorithm>

namespace ptx {
namespace {

// Hostile text may chain calls without end; compilers inline some dozens deep.
constexpr int kMaxChain = 1000;

}  // namespace

StudentLines::StudentLines(const Module& module, const IsStudentFile& is_student)
    : module_(module) {
  student_files_.reserve(module.files.size());
  for (const std::string& file : module.files) {
    student_files_.push_back(!file.empty() && is_student(file));
  }
}

std::uint32_t StudentLines::innermost(std::uint32_t line) const {
  for (int i = 0; i < kMaxChain && line < module_.lines.size(); ++i) {
    const SourceLine& at = module_.lines[line];
    if (at.line != 0 && at.file < student_files_.size() && student_files_[at.file]) return line;
    line = at.inlined_at;
  }
  return kNoId;
}

std::vector<std::uint32_t> StudentLines::of(const Function& function) const {
  std::vector<std::uint32_t> lines;
  lines.reserve(function.instructions.size());
  std::uint32_t last = kNoId;
  std::uint32_t asked = kNoId;  // neighbours mostly share their line
  for (const Instruction& in : function.instructions) {
    if (in.line != asked) {
      asked = in.line;
      if (const std::uint32_t found = innermost(in.line); found != kNoId) last = found;
    }
    lines.push_back(last);
  }
  // What stands before the first known line belongs to it.
  const auto known = std::ranges::find_if(lines, [](std::uint32_t id) { return id != kNoId; });
  if (known != lines.end()) std::fill(lines.begin(), known, *known);
  return lines;
}

}  // namespace ptx
