// SPDX-License-Identifier: MIT
/// \file
/// cooperative_groups::memcpy_async and wait: a group copies together. Tested by header_test.cpp
/// and autograder/tests/faults/asynchronous.cu.
#pragma once
#pragma GCC system_header

#include "cooperative_groups.h"
#include "course_cuda/copy_async.h"

namespace cooperative_groups {

/// Copies `bytes` bytes, shared out among the threads of the group; done after wait(group).
template <class Group, class T>
COURSE_DEVICE void memcpy_async(const Group& group, T* shared, const T* global, size_t bytes) {
  course_cuda::copy_share(shared, global, bytes, group.thread_rank(), group.size());
  __pipeline_commit();
}

/// Copies as many elements as fit in both.
template <class Group, class T>
COURSE_DEVICE void memcpy_async(const Group& group, T* shared, size_t room, const T* global,
                                size_t count) {
  memcpy_async(group, shared, global, (count < room ? count : room) * sizeof(T));
}

/// Waits for all copies of the group, together.
template <class Group>
COURSE_DEVICE void wait(const Group& group) {
  __pipeline_wait_prior(0);
  group.sync();
}

/// Waits for all but the last `STAGES` copies of the group, together.
template <unsigned STAGES, class Group>
COURSE_DEVICE void wait_prior(const Group& group) {
  __pipeline_wait_prior(STAGES);
  group.sync();
}

}  // namespace cooperative_groups
