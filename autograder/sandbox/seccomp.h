// SPDX-License-Identifier: MIT
/// \file
/// The filter of system calls for confined processes, as a program for the kernel's BPF machine.
///
/// A list of what is refused rather than of what is allowed: compilers and CUDA programs use too
/// many calls for the latter, and files, network and processes have stricter guards above. Tested
/// by confine_test.cpp.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace sandbox {

/// Refuses network sockets, new namespaces, tracing, kernel modules, keys and the like with EPERM;
/// another machine word size than ours ends the process.
std::vector<sock_filter> system_call_filter();

}  // namespace sandbox
