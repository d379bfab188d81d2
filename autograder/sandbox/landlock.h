// SPDX-License-Identifier: MIT
/// \file
/// Landlock: the kernel's own limits on which files a process may open, without any privilege.
///
/// `enter` runs between fork and exec, so it allocates nothing. Tested by confine_test.cpp.
#pragma once

#include <cstddef>

namespace sandbox::landlock {

/// One path and whether it may be written below.
struct Rule {
  const char* path = nullptr;
  bool writable = false;
};

/// The version of the interface that the kernel offers; 0 when there is none.
int version();

/// Restricts the calling thread and all its children to these paths; paths that do not exist are
/// passed over. Returns 0, or the errno that says why nothing was restricted.
int enter(int version, const Rule* rules, std::size_t count);

}  // namespace sandbox::landlock
