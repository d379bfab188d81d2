// SPDX-License-Identifier: MIT
#include "course/vocabulary.h"

namespace course {

const std::vector<std::string>& counter_names() {
  static const std::vector<std::string> names = {
      "global_loads",
      "global_stores",
      "global_atomics",
      "global_load_requests",
      "global_store_requests",
      "global_load_sectors",
      "global_store_sectors",
      "max_global_loads_per_thread",
      "max_global_stores_per_thread",
      "shared_loads",
      "shared_stores",
      "shared_load_requests",
      "shared_store_requests",
      "shared_atomics",
      "shared_load_bank_conflicts",
      "shared_store_bank_conflicts",
      "barriers",
      "warp_instructions",
      "thread_instructions",
      "divergent_branches",
      "flops",
  };
  return names;
}

const std::vector<std::string>& finding_kinds() {
  static const std::vector<std::string> names = {
      "out_of_bounds_read",
      "out_of_bounds_write",
      "misaligned",
      "use_after_free",
      "invalid_free",
      "double_free",
      "uninitialized_read",
      "shared_race",
      "global_race",
      "barrier_divergence",
      "invalid_mask",
      "barrier_exited_threads",
      "instruction_limit",
      "deadlock",
      "stack_overflow",
      "trap",
      "assertion",
      "memory_not_freed",
      "copy_direction",
      "copy_out_of_bounds",
      "device_pointer_on_host",
      "invalid_launch",
  };
  return names;
}

const std::vector<std::string>& verdict_names() {
  static const std::vector<std::string> names = {"not_attempted", "edited_outside_region",
                                                 "build_error",   "launch_error",
                                                 "crashed",       "timed_out",
                                                 "finding",       "wrong_result",
                                                 "over_budget",   "full_marks",
                                                 "grader_error"};
  return names;
}

const std::vector<std::string>& pattern_names() {
  static const std::vector<std::string> names = {
      "never_written", "tail_wrong",    "head_wrong",      "first_block_only", "shifted",
      "transposed",    "gap_touched",   "input_changed",   "constant_off",     "nan_result",
      "all_wrong",     "same_as_input", "nothing_launched"};
  return names;
}

}  // namespace course
