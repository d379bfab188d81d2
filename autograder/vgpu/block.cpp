// SPDX-License-Identifier: MIT
#include "vgpu/block.h"

#include <cstring>

namespace vgpu {

BlockState::BlockState(LaunchContext& launch) : launch_(launch) {
  const std::uint64_t threads = launch.config.block.volume();
  info_.threads = static_cast<std::uint32_t>(threads);
  info_.warps = static_cast<std::uint32_t>((threads + kWarpSize - 1) / kWarpSize);
  warps_.resize(info_.warps);
  std::uint64_t bytes = 0;
  for (const std::uint32_t index : launch.shared_used) {
    const SharedVariable& variable = launch.program->shared[index];
    Segment segment;
    segment.space = ptx::Space::Shared;
    segment.id = static_cast<std::uint32_t>(shared_.size());
    segment.base = variable.address;
    segment.size = variable.dynamic ? launch.config.dynamic_shared_bytes : variable.size;
    segment.name = variable.name;
    const bool again = std::any_of(shared_.begin(), shared_.end(), [&](const Segment& other) {
      return other.base == segment.base;
    });
    if (again) continue;  // several names of the dynamic array
    bytes += (segment.size + 127) / 64 * 64;
    shared_.push_back(std::move(segment));
  }
  shared_bytes_.resize(bytes);
  std::uint64_t at = 0;
  for (Segment& segment : shared_) {
    segment.data = shared_bytes_.data() + at;
    at += (segment.size + 127) / 64 * 64;
    segment.initialized = ByteSet(segment.size);
  }
}

void BlockState::start(std::uint64_t number) {
  info_.number = number;
  info_.index = unflatten(number, launch_.config.grid);
  std::fill(shared_bytes_.begin(), shared_bytes_.end(), kPoison);
  for (Segment& segment : shared_) segment.initialized.clear();
  info_.shared = shared_;
  barriers_.start(info_.warps);
  budget_ = launch_.config.instruction_limit;
  clock_ = 0;
  status_ = fault_ = LaunchStatus::Ok;
  for (std::uint32_t number_of_warp = 0; number_of_warp < info_.warps; ++number_of_warp) {
    const std::uint32_t lanes = std::min(kWarpSize, info_.threads - number_of_warp * kWarpSize);
    const Mask mask = lanes == kWarpSize ? kFullMask : (Mask{1} << lanes) - 1;
    warps_[number_of_warp].start(number_of_warp, *launch_.kernel, mask);
    fill_specials(warps_[number_of_warp], number_of_warp);
  }
}

bool BlockState::read_thread_memory(Frame& frame, unsigned lane, Address address, void* into,
                                    std::uint64_t bytes) {
  const AddressSpaces spaces{launch_.memory, shared_, &launch_.parameters};
  ResolvedAccess access;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    access.addresses.fill(address + i);
    resolve(spaces, ptx::Space::Generic, AccessKind::Load, 1, Mask{1} << lane, &frame, access);
    if (access.valid == 0) return false;
    const std::byte* at = access.frame != nullptr ? access.frame->local.data() +
                                                        local_position(lane, access.offsets[lane])
                                                  : access.segment->data + access.offsets[lane];
    std::memcpy(static_cast<std::byte*>(into) + i, at, 1);
  }
  return true;
}

void BlockState::fill_specials(Warp& warp, std::uint32_t number) {
  using enum ptx::SpecialRegister;
  auto* words = reinterpret_cast<std::uint32_t*>(warp.specials());
  const auto slot = [words](ptx::SpecialRegister which) {
    return words + static_cast<std::size_t>(which) * kWarpSize;
  };
  const auto fill = [&](ptx::SpecialRegister which, std::uint32_t value) {
    std::fill_n(slot(which), kWarpSize, value);
  };
  const Dim3& block = launch_.config.block;
  const Dim3& grid = launch_.config.grid;
  fill(NtidX, block.x);
  fill(NtidY, block.y);
  fill(NtidZ, block.z);
  fill(CtaidX, info_.index.x);
  fill(CtaidY, info_.index.y);
  fill(CtaidZ, info_.index.z);
  fill(NctaidX, grid.x);
  fill(NctaidY, grid.y);
  fill(NctaidZ, grid.z);
  fill(WarpId, number);
  fill(NwarpId, info_.warps);
  fill(SmId, 0);
  fill(NsmId, 1);
  fill(GridId, 0);
  std::uint64_t shared_bytes = 0;
  for (const Segment& segment : shared_) shared_bytes += segment.size;
  fill(DynamicSmemSize, static_cast<std::uint32_t>(launch_.config.dynamic_shared_bytes));
  fill(TotalSmemSize, static_cast<std::uint32_t>(shared_bytes));
  fill(kEnvReg1, static_cast<std::uint32_t>(launch_.grid_workspace >> 32));
  fill(kEnvReg2, static_cast<std::uint32_t>(launch_.grid_workspace));
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const Dim3 thread = unflatten(std::uint64_t{number} * kWarpSize + lane, block);
    slot(TidX)[lane] = thread.x;
    slot(TidY)[lane] = thread.y;
    slot(TidZ)[lane] = thread.z;
    slot(LaneId)[lane] = lane;
    const Mask below = (Mask{1} << lane) - 1;
    slot(LanemaskEq)[lane] = Mask{1} << lane;
    slot(LanemaskLt)[lane] = below;
    slot(LanemaskLe)[lane] = below | Mask{1} << lane;
    slot(LanemaskGt)[lane] = ~(below | Mask{1} << lane);
    slot(LanemaskGe)[lane] = ~below;
  }
}

}  // namespace vgpu
