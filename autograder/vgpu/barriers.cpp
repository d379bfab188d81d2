// SPDX-License-Identifier: MIT
#include "vgpu/barriers.h"

#include <bit>

namespace vgpu {

void Barriers::start(std::uint32_t warps) {
  for (BarrierState& state : states_) {
    state = BarrierState{};
    state.arrived.assign(warps, 0);
    state.arrived_only.assign(warps, 0);
    state.predicate.assign(warps, 0);
    state.sites.assign(warps, kNoSite);
  }
}

void Barriers::reset(std::uint32_t id) {
  BarrierState& state = states_[id];
  for (std::size_t warp = 0; warp < state.arrived.size(); ++warp) {
    state.arrived[warp] = state.arrived_only[warp] = state.predicate[warp] = 0;
    state.sites[warp] = kNoSite;
  }
  state.threads = 0;
  state.needed = 0;
  state.first_site = state.other_site = kNoSite;
}

void Barriers::arrive(std::uint32_t id, std::uint32_t warp, Mask lanes, Mask live, Mask true_lanes,
                      std::uint32_t needed, BarrierForm form, SiteId site) {
  BarrierState& state = states_[id];
  state.arrived[warp] |= lanes;
  state.predicate[warp] |= true_lanes & lanes;
  state.sites[warp] = site;
  if (form == BarrierForm::Arrive) state.arrived_only[warp] |= lanes;
  if (needed != 0) state.needed = needed;
  state.threads += lanes == live ? kWarpSize : static_cast<std::uint64_t>(std::popcount(lanes));
  if (state.first_site == kNoSite) {
    state.first_site = site;
  } else if (state.first_site != site && state.other_site == kNoSite) {
    state.other_site = site;
  }
}

bool Barriers::complete(std::uint32_t id, std::span<const Mask> live) const {
  const BarrierState& state = states_[id];
  if (!state.busy()) return false;
  if (state.needed != 0) return state.threads >= state.needed;
  for (std::size_t warp = 0; warp < live.size(); ++warp) {
    if ((live[warp] & ~state.arrived[warp]) != 0) return false;
  }
  return true;
}

}  // namespace vgpu
