// SPDX-License-Identifier: MIT
/// \file
/// From a parsed PTX module to a program that the interpreter can run.
///
/// An instruction that is not modelled decodes to Kind::NotModelled: only a lane that gets there
/// makes the launch fail. Tested by decode_test.cpp.
#pragma once

#include <memory>

#include "ptx/module.h"
#include "vgpu/exec/select.h"
#include "vgpu/program.h"

namespace vgpu {

/// Decodes all functions and places the module's variables in `memory` (null when it is full).
/// \param namer tells the student's files from others and gives them the names that reports show
std::unique_ptr<Program> decode(ptx::Module module, GlobalMemory& memory, const LaneTable& lanes,
                                const FileNamer& namer);

}  // namespace vgpu
