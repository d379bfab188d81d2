// SPDX-License-Identifier: MIT
/// \file
/// Global memory as it was before a launch: each buffer is copied when it is first written to, so
/// that a launch can be undone and run again. Tested by undo_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "vgpu/memory.h"

namespace vgpu {

/// The old content of the buffers that a launch writes.
class Undo {
 public:
  /// \param limit bytes that may be copied in all
  explicit Undo(const GlobalMemory& memory, std::uint64_t limit = kDefaultLimit)
      : kept_(memory.segments().size()), limit_(limit) {}

  /// Copies the buffer unless that was done; call it before writing to it, from any host thread.
  /// False when there is no room: the write must not be done, and the launch is over.
  bool keep(Segment& segment) {
    return kept_[segment.id].load(std::memory_order_acquire) || copy(segment);
  }

  /// Writes all copies back. No block runs any more.
  void restore() const;

 private:
  static constexpr std::uint64_t kDefaultLimit = std::uint64_t{512} << 20;
  struct Copy {
    Segment* segment;
    std::vector<std::byte> data;
    ByteSet initialized;
  };
  bool copy(Segment& segment);

  std::vector<std::atomic<bool>> kept_;  ///< by segment id
  std::mutex mutex_;
  std::vector<Copy> copies_;
  std::uint64_t bytes_ = 0;
  std::uint64_t limit_;
};

}  // namespace vgpu
