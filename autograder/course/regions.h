// SPDX-License-Identifier: MIT
/// \file
/// Region markers in .cu files: `// FILL-ME-IN(name): ...`, `// SOLUTION`, `//| text`, `//
/// END(name)`.
///
/// The reference is written by authors; the skeleton is made from it; a student's file is searched
/// for the same markers. Nothing here trusts what stands between them. Tested by regions_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "course/includes.h"

namespace course {

/// One region of a file. Lines count from 1; the region's own lines are first_line to end_line - 1.
struct Region {
  std::string name;     ///< between the brackets of its markers
  int marker_line = 0;  ///< of FILL-ME-IN
  int first_line = 0;   ///< the line after the marker
  int end_line = 0;     ///< of END
  std::string text;     ///< the lines between, each ended by '\n'

  /// Are all fields the same?
  friend bool operator==(const Region&, const Region&) = default;
};

/// All regions of a file in order. Nested, unclosed and doubled regions, END without its beginning
/// and SOLUTION or `//|` outside are diagnostics with file and line.
base::Result<std::vector<Region>> parse_regions(std::string_view text, const std::string& file);

/// The skeleton of a reference: lines from SOLUTION to END are dropped, `//|` lines appear
/// uncommented, all else is kept byte for byte. A region without SOLUTION is a diagnostic.
base::Result<std::string> make_skeleton(std::string_view reference, const std::string& file);

/// What a student's file holds, compared with the pristine skeleton.
struct StudentRegions {
  std::vector<Region> regions;       ///< those of the skeleton that were found, in order
  std::vector<std::string> missing;  ///< names whose markers are gone, renamed or doubled
  std::vector<base::Diagnostic> edited_outside;  ///< changes outside of regions, markers included
  std::vector<Include> includes;  ///< headers that the student added outside of regions
  bool attempted = false;  ///< does the code of any region differ (comments and blanks aside)?

  /// The region of this name, or nullptr.
  const Region* find(std::string_view name) const;
};

/// Searches a student's file for the regions of the skeleton. Never fails: what cannot be found is
/// listed. Line ends, trailing blanks, a byte order mark and added `#include <...>` do not count as
/// changes.
StudentRegions extract_regions(std::string_view student, std::string_view skeleton,
                               const std::string& student_file);

/// Is the code the same once comments, blanks and line ends are left out?
bool same_code(std::string_view one, std::string_view other);

}  // namespace course
