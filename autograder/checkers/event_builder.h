// SPDX-License-Identifier: MIT
/// \file
/// Events made by hand, for tests of clients: a launch whose instruction number n stands on line n
/// of "k.cu", segments, and warp accesses in a line each.
#pragma once

#include <array>
#include <bit>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "vgpu/events.h"

namespace checkers::test {

/// What every test needs of a launch.
class Scene {
 public:
  /// Number of instructions.
  static constexpr std::size_t kSites = 64;

  /// A launch of `grid` blocks of `threads`.
  explicit Scene(std::uint32_t grid = 4, std::uint32_t threads = 64) {
    for (std::uint32_t line = 0; line < kSites; ++line) lines_.push_back({"k.cu", line});
    instructions_.assign(kSites, "ld.global.f32");
    flops_.assign(kSites, 0);
    info.kernel = "_Z1kPf";
    info.grid = {grid, 1, 1};
    info.block = {threads, 1, 1};
    info.lines = lines_;
    info.instructions = instructions_;
    info.flops = flops_;
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  /// A global buffer; its bytes count as never written.
  vgpu::Segment& global(std::string name, std::uint64_t bytes, vgpu::Role role = vgpu::Role::None) {
    return add(ptx::Space::Global, std::move(name), bytes, role,
               vgpu::address_map::kGlobalFirst + (buffers_.size() << 36));
  }
  /// A shared array.
  vgpu::Segment& shared(std::string name, std::uint64_t bytes, std::uint64_t base = 0) {
    return add(ptx::Space::Shared, std::move(name), bytes, vgpu::Role::None, base);
  }
  /// Floating-point operations of the instruction on that line.
  void set_flops(std::size_t site, std::uint8_t count) { flops_[site] = count; }
  /// The block's description.
  vgpu::BlockInfo block(std::uint64_t number) const {
    const auto threads = static_cast<std::uint32_t>(info.block.volume());
    return {number, vgpu::unflatten(number, info.grid), threads, (threads + 31) / 32, {}};
  }

  vgpu::LaunchInfo info;

 private:
  vgpu::Segment& add(ptx::Space space, std::string name, std::uint64_t bytes, vgpu::Role role,
                     std::uint64_t base) {
    vgpu::Segment& segment = buffers_.emplace_back();
    bytes_.emplace_back(bytes + 64);
    segment.space = space;
    segment.role = role;
    segment.id = static_cast<std::uint32_t>(buffers_.size() - 1);
    segment.base = base;
    segment.size = bytes;
    segment.data = bytes_.back().data();
    segment.initialized = vgpu::ByteSet(bytes);
    segment.name = std::move(name);
    return segment;
  }

  std::vector<vgpu::CodeLine> lines_;
  std::vector<std::string> instructions_;
  std::vector<std::uint8_t> flops_;
  std::deque<vgpu::Segment> buffers_;
  std::deque<std::vector<std::byte>> bytes_;
};

/// Byte offset of each lane.
using Offsets = std::function<std::uint64_t(unsigned lane)>;

/// Lane i at `first` + i * `step`.
inline Offsets strided(std::uint64_t first, std::uint64_t step) {
  return [=](unsigned lane) { return first + lane * step; };
}
/// All lanes at one place.
inline Offsets at(std::uint64_t offset) {
  return [=](unsigned) { return offset; };
}

/// One warp access; owns its offsets, so do not copy the event out of it.
class Access {
 public:
  /// A weak load of 4 bytes by the full warp 0, on line `site`.
  Access(vgpu::AccessKind kind, vgpu::SiteId site, vgpu::Segment& segment, const Offsets& offsets) {
    event_.kind = kind;
    event_.site = site;
    event_.space = segment.space;
    event_.segment = &segment;
    event_.mask = vgpu::kFullMask;
    for (unsigned lane = 0; lane < 32; ++lane) offsets_[lane] = offsets(lane);
  }
  /// \name Changes
  /// @{
  Access& warp(std::uint32_t number) { return event_.warp = number, *this; }
  Access& mask(vgpu::Mask lanes) { return event_.mask = lanes, *this; }
  Access& lane(unsigned number) { return mask(vgpu::Mask{1} << number); }
  Access& bytes(std::uint8_t element, std::uint8_t elements = 1) {
    event_.element_bytes = element;
    event_.elements = elements;
    return *this;
  }
  Access& semantics(ptx::Semantics what, ptx::Scope scope = ptx::Scope::Gpu) {
    event_.semantics = what;
    event_.scope = scope;
    return *this;
  }
  Access& values(const std::function<std::uint64_t(unsigned)>& value) {
    for (unsigned lane = 0; lane < 32; ++lane) values_[lane] = value(lane);
    event_.stored = values_;
    return *this;
  }
  Access& asynchronous() { return event_.asynchronous = true, *this; }
  Access& no_result() { return event_.returns_value = false, *this; }
  /// @}

  /// The event, with the pattern that the offsets have.
  const vgpu::WarpAccess& event() {
    event_.offsets = offsets_.data();
    event_.pattern = pattern();
    return event_;
  }
  operator const vgpu::WarpAccess&() { return event(); }

 private:
  vgpu::Pattern pattern() const {
    const auto first = static_cast<unsigned>(std::countr_zero(event_.mask));
    bool uniform = true, contiguous = true;
    for (unsigned lane = first; lane < 32; ++lane) {
      if ((event_.mask >> lane & 1) == 0) continue;
      uniform = uniform && offsets_[lane] == offsets_[first];
      contiguous =
          contiguous && offsets_[lane] == offsets_[first] + (lane - first) * event_.bytes();
    }
    if (uniform && std::popcount(event_.mask) > 1) return vgpu::Pattern::Uniform;
    return contiguous ? vgpu::Pattern::Contiguous : vgpu::Pattern::Scattered;
  }

  vgpu::WarpAccess event_;
  alignas(64) std::array<std::uint64_t, 32> offsets_{};
  std::array<std::uint64_t, 32> values_{};
};

/// \name Short forms
/// @{
inline Access load(vgpu::SiteId site, vgpu::Segment& segment, const Offsets& offsets) {
  return {vgpu::AccessKind::Load, site, segment, offsets};
}
inline Access store(vgpu::SiteId site, vgpu::Segment& segment, const Offsets& offsets) {
  return {vgpu::AccessKind::Store, site, segment, offsets};
}
inline Access atomic(vgpu::SiteId site, vgpu::Segment& segment, const Offsets& offsets) {
  return {vgpu::AccessKind::Atomic, site, segment, offsets};
}
/// @}

/// A barrier of the whole block on line `site`; `exited` are absent.
template <class Client>
void barrier(Client& client, const Scene& scene, vgpu::SiteId site,
             std::vector<vgpu::Mask> exited = {}) {
  const auto warps = (scene.info.block.volume() + 31) / 32;
  exited.resize(warps, 0);
  std::vector<vgpu::Mask> participants;
  for (const vgpu::Mask gone : exited) participants.push_back(~gone);
  const std::vector<vgpu::SiteId> sites(warps, site);
  const std::vector<vgpu::Mask> arrived_only(warps, 0);
  client.barrier({0, participants, sites, exited, true, arrived_only});
}

/// A client in block 0 of a launch of four blocks of 64 threads, with a shared and a global array.
template <class Client>
struct ClientBench {
  Scene scene;
  vgpu::Segment& s = scene.shared("s", 1024);
  vgpu::Segment& g = scene.global("g", 16384);
  Client client{scene.info};

  ClientBench() { client.begin_block(scene.block(0)); }
  ClientBench& operator<<(Access access) {
    client.access(access.event());
    return *this;
  }
  void barrier() { test::barrier(client, scene, 20); }
};

}  // namespace checkers::test
