// SPDX-License-Identifier: MIT
/// \file
/// How a test says that it could not run on this machine, and why.
///
/// ctest then reports it as skipped (course_component sets the pattern), and
/// cmake/ReportSkips.cmake lists the reasons after a run.
#pragma once

#include <iostream>

/// Leaves the test case with a reason: COURSE_SKIP("nvcc was not found").
#define COURSE_SKIP(reason)                                   \
  do {                                                        \
    std::cout << "course-skipped: " << (reason) << std::endl; \
    SUCCEED();                                                \
    return;                                                   \
  } while (false)
