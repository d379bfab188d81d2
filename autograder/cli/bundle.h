// SPDX-License-Identifier: MIT
/// \file
/// The students' copy of the course: everything but solutions and hidden cases, with what stands in
/// for the references.
///
/// Tested by autograder/tests/submissions/bundle.sh.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/result.h"
#include "course/catalog.h"
#include "grader/grade.h"

namespace cli {

/// Writes the copy into a new folder, or a file whose name ends in .tar.gz. The references are run
/// by each of the graders (one for each compiler). Returns the number of files.
base::Result<std::uint64_t> make_bundle(const course::Course& course,
                                        const std::vector<std::unique_ptr<grader::Grader>>& graders,
                                        const std::filesystem::path& target);

}  // namespace cli
