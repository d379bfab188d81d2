// SPDX-License-Identifier: MIT
/// \file
/// clang's work on one file in as few processes as it takes: device and host step side by side,
/// then the linker itself.
///
/// Asked to compile and link, clang's driver starts a second clang that does the compiling, and
/// starting one takes as long as reading a small file. So the host step only compiles, and the link
/// command is the one that the driver would have run (`-###` prints it). Tested by
/// clang_script_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "toolchain/plan.h"

namespace toolchain {

/// A command that links one object, with these two words in it.
inline constexpr const char* kLinkedObject = "course-object.o";
inline constexpr const char* kLinkedOutput = "course-output.so";

/// One step that makes nothing: it prints on standard error how `clang` would link.
BuildPlan plan_link_question(const Compiler& clang, const std::filesystem::path& folder);

/// The words of the link command, from what the step printed. Nothing when it is not understood.
std::optional<std::vector<std::string>> link_words(std::string_view said);

/// A script for /bin/sh that does all of a plan's steps, and ends like the first that fails.
/// Nothing for a plan other than device step, host step that reads its result, link step.
std::optional<std::string> clang_script(const BuildPlan& plan);

}  // namespace toolchain
