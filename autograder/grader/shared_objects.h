// SPDX-License-Identifier: MIT
/// \file
/// A program as it is loaded: its shared object, and others that it takes functions from.
#pragma once

#include <string>
#include <vector>

namespace grader {

/// Contents of the files.
struct SharedObjects {
  std::string program;                 ///< opened last: its functions are called by name
  std::vector<std::string> libraries;  ///< opened before it, in this order, for all to see
};

}  // namespace grader
