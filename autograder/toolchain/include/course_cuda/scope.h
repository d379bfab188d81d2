// SPDX-License-Identifier: MIT
/// \file
/// Thread scopes, which barriers and atomics of libcu++ share.
#pragma once
#pragma GCC system_header

namespace cuda {

/// Whose threads an object serves.
enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread
};

}  // namespace cuda
