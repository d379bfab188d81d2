// SPDX-License-Identifier: MIT
/// \file
/// Puts the text of a student's regions into the pristine skeleton.
///
/// `#line` directives let compiler messages and `.loc` point at the student's own file. The lint
/// says early and clearly what a compiler would say late and badly; nothing rests on it: expected
/// values come from the pristine file, and the result runs in the sandbox. Tested by
/// graft_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "course/regions.h"

namespace course {

/// The skeleton with the student's regions in place of its own; regions that were not found keep
/// the skeleton's text. `#include <...>` of regions, and those that were added outside, come first:
/// see includes.h. `shown_file` is the name in `#line` directives (the student's file).
std::string graft(std::string_view skeleton, const StudentRegions& student,
                  const std::string& shown_file);

/// The pristine skeleton with `#line` directives, as the specification is compiled from it.
std::string with_line_directives(std::string_view text, const std::string& shown_file);

/// Reasons for which a region's text cannot stand in the skeleton: unbalanced brackets, comments,
/// strings or conditionals that do not end, `#line`, `#include` of files by path, `#define` of
/// names that the skeleton uses, names beginning with autograder_, NUL bytes. Empty when there are
/// none.
std::vector<base::Diagnostic> lint_region(const Region& region, std::string_view skeleton,
                                          const std::string& shown_file);

/// lint_region() over all regions of a student.
std::vector<base::Diagnostic> lint_regions(const StudentRegions& student, std::string_view skeleton,
                                           const std::string& shown_file);

}  // namespace course
