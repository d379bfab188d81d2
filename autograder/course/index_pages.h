// SPDX-License-Identifier: MIT
/// \file
/// The generated overviews lessons/README.md and assignments/README.md. Tested by author_test.cpp.
#pragma once

#include <string>

#include "course/catalog.h"

namespace course {

/// lessons/README.md: a table for each part.
std::string lessons_page(const Course& course);
/// assignments/README.md: one table.
std::string assignments_page(const Course& course);

/// "thinking in threads" for 'a'; empty for an unknown part.
const char* part_title(char part);

}  // namespace course
