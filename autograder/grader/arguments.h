// SPDX-License-Identifier: MIT
/// \file
/// A case's parameters as the worker's buffers and as arguments of a call. Pure; tested by
/// arguments_test.cpp.
#pragma once

#include <optional>
#include <vector>

#include "course/exercise.h"
#include "course/realise.h"
#include "protocol/control_messages.h"

namespace grader {

/// The buffer that the worker is to make for a parameter; nothing where it needs none.
std::optional<protocol::CreateBuffer> buffer_of(const course::RealParameter& parameter);

/// The argument of a host function. `address` is that of the worker's buffer, if there is one.
protocol::Argument argument_of(const course::RealParameter& parameter, std::uint64_t address);

/// The argument of a kernel that the worker launches itself.
protocol::Bytes kernel_argument(const course::RealParameter& parameter, std::uint64_t address);

/// What the program of a case may do, as the worker enforces it.
protocol::CopyPolicy policy_of(const course::Exercise& exercise, const course::RealCase& real);

}  // namespace grader
