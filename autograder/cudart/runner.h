// SPDX-License-Identifier: MIT
/// \file
/// The host runner: a process that forks one child a case, which opens the student's shared object
/// and calls into it.
///
/// The zygote itself never runs a student's code. A child that ends before it answered is seen by
/// the grader as a closed socket; EndCase then says how it ended. Tested by runner_test.cpp.
#pragma once

#include "protocol/channel.h"

namespace cudart {

/// Serves the grader until it closes the socket; kills all cases then. Returns the exit code.
int run_zygote(protocol::Channel control);

/// Serves one case in this process; does not return.
[[noreturn]] void run_case(protocol::Channel control);

}  // namespace cudart
