// SPDX-License-Identifier: MIT
#include "vgpu/undo.h"

#include <algorithm>

namespace vgpu {

bool Undo::copy(Segment& segment) {
  const std::lock_guard lock(mutex_);
  if (kept_[segment.id].load(std::memory_order_relaxed)) return true;
  if (segment.size > limit_ - bytes_) return false;
  bytes_ += segment.size;
  copies_.push_back({&segment, {segment.data, segment.data + segment.size}, segment.initialized});
  kept_[segment.id].store(true, std::memory_order_release);
  return true;
}

void Undo::restore() const {
  for (const Copy& copy : copies_) {
    std::copy(copy.data.begin(), copy.data.end(), copy.segment->data);
    copy.segment->initialized = copy.initialized;
  }
}

}  // namespace vgpu
