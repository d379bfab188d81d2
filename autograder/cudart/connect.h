// SPDX-License-Identifier: MIT
/// \file
/// What libcourse_cudart.so offers besides CUDA's own functions, to the host runner only. Tested by
/// runtime_test.cpp.
#pragma once

extern "C" {

/// Gives the runtime its socket to a device worker. Called before the program is opened.
__attribute__((visibility("default"))) void course_cudart_connect(int socket);

/// Installs a handler that explains a host access through a device pointer before the process dies
/// of it.
__attribute__((visibility("default"))) void course_cudart_explain_faults();
}
