// SPDX-License-Identifier: MIT
/// \file
/// Which copies and launches a case may make, and what is said of those it may not.
///
/// In a graded case an answer must come from a kernel: host code neither reads data back nor writes
/// outputs (docs/formats/protocol.md, "Who is believed"). Tested by copy_rules_test.cpp.
#pragma once

#include <cstdint>
#include <optional>

#include "device/backend.h"
#include "protocol/control_messages.h"
#include "protocol/run_result.h"

namespace device {

/// Judges the copies and launches of one case.
class CopyRules {
 public:
  /// Rules for the next case.
  explicit CopyRules(const protocol::CopyPolicy& policy = {}) : policy_(policy) {}

  /// Device to host. A finding when it is not allowed; so for all below.
  std::optional<protocol::Finding> may_read(const Allocation& source) const;
  /// Host to device; counts the bytes against the limit.
  std::optional<protocol::Finding> may_write(const Allocation& destination, std::uint64_t bytes);
  /// memset.
  std::optional<protocol::Finding> may_fill(const Allocation& destination) const;
  /// Device to device. Reads of constant memory are not counted, so nothing that a kernel has
  /// gathered may go there unless the case allows copies of data anyway.
  std::optional<protocol::Finding> may_copy(const Allocation& destination,
                                            const Allocation& source) const;
  /// Memory that the host shares.
  std::optional<protocol::Finding> may_share() const;
  /// Counts a launch.
  std::optional<protocol::Finding> may_launch(const std::string& kernel,
                                              const protocol::Dim3& block);
  /// May the program itself see what kernels print, and how long they take? Otherwise the text goes
  /// to the run result only, and the clock stands still: both can carry data out.
  bool may_watch() const { return policy_.read_scratch; }

 private:
  protocol::CopyPolicy policy_;
  std::uint64_t written_bytes_ = 0;
  std::uint64_t launches_ = 0;
};

}  // namespace device
