// SPDX-License-Identifier: MIT
/// \file
/// Which line of the student's file an instruction comes from. Tested by source_test.cpp.
///
/// nvcc says for each inlined instruction where the call stands; clang does not, and gives line 0
/// to code without a line. So: the innermost line in the student's file, following the calls
/// outwards; without one, the last such line before the instruction.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "ptx/module.h"

namespace ptx {

/// Is the file with that path (as `.file` has it) the student's?
using IsStudentFile = std::function<bool(std::string_view path)>;

/// Finds lines of the student's files; asks about each file once.
class StudentLines {
 public:
  StudentLines(const Module& module, const IsStudentFile& is_student);

  /// The innermost line, starting with this one and following `inlined_at` outwards, that is in a
  /// student's file; kNoId when there is none.
  std::uint32_t innermost(std::uint32_t line) const;

  /// For each instruction of the function the student's line it comes from (index into
  /// Module::lines); kNoId throughout when the function has none.
  std::vector<std::uint32_t> of(const Function& function) const;

 private:
  const Module& module_;
  std::vector<bool> student_files_;
};

}  // namespace ptx
