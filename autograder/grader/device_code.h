// SPDX-License-Identifier: MIT
/// \file
/// Takes the device code out of a shared object, so that a worker can launch kernels without any of
/// its host code being run.
///
/// The object comes from a compiler that read hostile text: every offset is checked. Tested by
/// device_code_test.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/result.h"

namespace grader {

/// The section that holds the fatbin (nvcc) or the PTX text (clang).
base::Result<std::span<const std::byte>> device_code(std::string_view shared_object);

}  // namespace grader
