// SPDX-License-Identifier: MIT
/// \file
/// Our own faults, as one exception: whoever grades catches it once for each exercise and withholds
/// the points. Tested by the tests of those who throw it.
#pragma once

#include <stdexcept>

namespace grader {

/// The worker died, the reference does not build, a file of ours is missing: never the student's
/// fault.
class GraderFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace grader
