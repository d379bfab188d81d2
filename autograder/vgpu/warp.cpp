// SPDX-License-Identifier: MIT
#include "vgpu/warp.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vgpu {

namespace {
constexpr std::size_t kAlignment = 64;
constexpr std::uint32_t kLocalGap =
    4096;  // an overrun of one frame's arrays does not reach the next frame's
}  // namespace

void Warp::start(std::uint32_t number, const FunctionCode& kernel, Mask lanes) {
  number_ = number;
  started_ = live_ = lanes;
  paths_.clear();
  for (const auto& frame : frames_) {
    if (std::find(free_frames_.begin(), free_frames_.end(), frame.get()) == free_frames_.end()) {
      free_frames_.push_back(frame.get());
    }
  }
  free_joins_.clear();
  for (const auto& join : joins_) free_joins_.push_back(join.get());
  Path path;
  path.mask = lanes;
  path.frame = new_frame(kernel, nullptr);
  paths_.push_back(path);
}

Frame* Warp::new_frame(const FunctionCode& function, Frame* parent) {
  Frame* frame = nullptr;
  for (std::size_t i = free_frames_.size(); i-- > 0 && frame == nullptr;) {
    if (free_frames_[i]->capacity < function.frame_bytes) continue;
    frame = free_frames_[i];
    free_frames_.erase(free_frames_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  if (frame == nullptr) {
    frames_.push_back(std::make_unique<Frame>());
    frame = frames_.back().get();
    frame->capacity = function.frame_bytes;
    frame->storage = std::make_unique<std::byte[]>(frame->capacity + kAlignment);
    const auto address = reinterpret_cast<std::uintptr_t>(frame->storage.get());
    frame->registers = frame->storage.get() + (kAlignment - address % kAlignment) % kAlignment;
  }
  std::memset(frame->registers, 0, function.frame_bytes);
  frame->function = &function;
  frame->parent = parent;
  frame->depth = parent == nullptr ? 0 : parent->depth + 1;
  frame->local_base = kLocalGap;
  if (parent != nullptr) {
    const std::uint32_t end = parent->local_base + parent->function->local_bytes;
    frame->local_base = (end + 2 * kLocalGap - 1) / kLocalGap * kLocalGap;
  }
  frame->local.assign((function.local_bytes + 7) / 8 * 8 * std::size_t{kWarpSize}, kPoison);
  frame->local_initialized.clear();
  if (function.local_bytes > 0)
    frame->local_initialized.assign(kWarpSize, ByteSet(function.local_bytes));
  return frame;
}

void Warp::free_frame(Frame* frame) {
  free_frames_.push_back(frame);
}

Join* Warp::new_join() {
  if (free_joins_.empty()) {
    joins_.push_back(std::make_unique<Join>());
    return joins_.back().get();
  }
  Join* join = free_joins_.back();
  free_joins_.pop_back();
  *join = Join{};
  return join;
}

void Warp::free_join(Join* join) {
  free_joins_.push_back(join);
}

int Warp::ready_path() const {
  for (std::size_t i = paths_.size(); i-- > 0;) {
    if (paths_[i].wait == Wait::None) return static_cast<int>(i);
  }
  return -1;
}

bool Warp::several_ready() const {
  return std::count_if(paths_.begin(), paths_.end(),
                       [](const Path& path) { return path.wait == Wait::None; }) > 1;
}

void Warp::rotate(std::size_t path) {
  std::rotate(paths_.begin(), paths_.begin() + static_cast<std::ptrdiff_t>(path),
              paths_.begin() + static_cast<std::ptrdiff_t>(path) + 1);
}

void Warp::remove_path(std::size_t index) {
  paths_.erase(paths_.begin() + static_cast<std::ptrdiff_t>(index));
}

/// The path will meet others at the point, unless it is going to already.
void Warp::add_join(Path& path, const ReconvergencePoint& point) {
  for (const Join* join = path.join; join != nullptr && join->frame == path.frame;
       join = join->parent) {
    if (join->pc == point.pc && join->callee == nullptr) return;
  }
  Join* join = new_join();
  join->pc = point.pc;
  join->loop = point.loop;
  join->frame = path.frame;
  join->parent = path.join;
  join->expected = path.mask;
  path.join = join;
}

void Warp::split(std::size_t index, const std::vector<Group>& groups, std::uint32_t meet_at) {
  Path path = paths_[index];
  if (meet_at != kAtReconvergence) {
    add_join(path, {meet_at, kNoLoop});
  } else {
    for (const ReconvergencePoint& point : path.frame->function->flow->reconvergence(path.pc)) {
      add_join(path, point);
    }
  }
  remove_path(index);
  for (const Group& group : groups) {
    Path part = path;
    part.mask = group.mask;
    paths_.push_back(part);
    leave_loops(paths_.size() - 1, group.target);
  }
}

void Warp::leave_loops(std::size_t index, std::uint32_t target) {
  paths_[index].pc = target;
  for (;;) {
    Join* join = paths_[index].join;
    if (join == nullptr || join->loop == kNoLoop || join->frame != paths_[index].frame ||
        join->frame->function->flow->contains(join->loop, target)) {
      return;
    }
    paths_[index].join = join->parent;
    drop_lanes(join, paths_[index].mask);
  }
}

/// The lanes will not come to this join.
void Warp::drop_lanes(Join* join, Mask mask) {
  join->expected &= ~mask;
  if (join->expected == 0) {
    if (join->callee != nullptr) free_frame(join->callee);
    free_join(join);
  } else {
    release_if_complete(join);
  }
}

void Warp::release_if_complete(Join* join) {
  if (join->arrived != join->expected) return;
  Path path;
  path.pc = join->pc;
  path.mask = join->arrived;
  path.join = join->parent;
  path.frame = join->frame;
  if (join->callee != nullptr) free_frame(join->callee);
  free_join(join);
  paths_.push_back(path);
}

bool Warp::meet(std::size_t index) {
  for (;;) {
    Path& path = paths_[index];
    Join* join = path.join;
    if (join == nullptr || join->callee != nullptr || join->pc != path.pc ||
        join->frame != path.frame)
      return true;
    join->arrived |= path.mask;
    if (join->arrived != join->expected) {
      remove_path(index);
      return false;
    }
    path.mask = join->arrived;
    path.join = join->parent;
    free_join(join);
  }
}

bool Warp::release_waiting(std::size_t index) {
  for (Join* join = paths_[index].join; join != nullptr; join = join->parent) {
    if (join->arrived == 0) continue;
    Path path;
    path.pc = join->pc;
    path.mask = join->arrived;
    path.join = join->parent;
    path.frame = join->frame;
    join->expected &= ~join->arrived;
    join->arrived = 0;
    paths_.push_back(path);
    return true;
  }
  return false;
}

bool Warp::exit_lanes(std::size_t index, Mask mask) {
  live_ &= ~mask;
  Join* join = paths_[index].join;
  const bool gone = (paths_[index].mask &= ~mask) == 0;
  if (gone) remove_path(index);
  while (join != nullptr) {
    Join* parent = join->parent;
    drop_lanes(join, mask);
    join = parent;
  }
  return !gone;
}

bool Warp::return_lanes(std::size_t index, Mask mask) {
  const Frame* frame = paths_[index].frame;
  Join* join = paths_[index].join;
  const bool gone = (paths_[index].mask &= ~mask) == 0;
  if (gone) remove_path(index);
  while (join->callee != frame) {
    Join* parent = join->parent;
    drop_lanes(join, mask);
    join = parent;
  }
  for (std::size_t i = 0; i < std::min(join->call->returns.size(), frame->function->returns.size());
       ++i) {
    copy_area(frame->function->returns[i], frame->registers, join->call->returns[i],
              join->frame->registers, mask);
  }
  join->arrived |= mask;
  release_if_complete(join);
  return !gone;
}

Frame* Warp::call(std::size_t index, Mask mask, const CallOp& call, const FunctionCode& callee) {
  Frame* caller = paths_[index].frame;
  if (caller->depth + 1 >= kMaxCallDepth ||
      caller->local_base + caller->function->local_bytes + callee.local_bytes > kLocalLimitBytes) {
    return nullptr;
  }
  Frame* frame = new_frame(callee, caller);
  for (std::size_t i = 0; i < std::min(call.arguments.size(), callee.parameters.size()); ++i) {
    copy_area(call.arguments[i], caller->registers, callee.parameters[i], frame->registers, mask);
  }
  Join* join = new_join();
  join->pc = paths_[index].pc + 1;
  join->frame = caller;
  join->callee = frame;
  join->call = &call;
  join->parent = paths_[index].join;
  join->expected = mask;
  Path path;
  path.mask = mask;
  path.join = join;
  path.frame = frame;
  if (mask == paths_[index].mask) {
    remove_path(index);
  } else {
    paths_[index].mask &= ~mask;
    ++paths_[index].pc;
  }
  paths_.push_back(path);
  return frame;
}

std::size_t Warp::detach_lanes(std::size_t index, Mask mask) {
  Path part = paths_[index];
  part.mask = mask;
  paths_[index].mask &= ~mask;
  paths_.push_back(part);
  return paths_.size() - 1;
}

bool passes_what_it_takes(const CallOp& call, const FunctionCode& callee) {
  const auto alike = [](const std::vector<FrameArea>& a, const std::vector<FrameArea>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const FrameArea& x, const FrameArea& y) { return x.size == y.size; });
  };
  return !callee.has_body ||
         (alike(call.arguments, callee.parameters) && alike(call.returns, callee.returns));
}

void copy_area(const FrameArea& from, const std::byte* from_registers, const FrameArea& to,
               std::byte* to_registers, Mask mask) {
  const std::uint32_t size = std::min(from.size, to.size);
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    for (std::uint32_t at = 0; at < size;) {
      const std::uint32_t piece = std::min(size - at, 8U);
      std::memcpy(to_registers + to.offset + to.position(lane, at),
                  from_registers + from.offset + from.position(lane, at), piece);
      at += piece;
    }
  }
}

}  // namespace vgpu
