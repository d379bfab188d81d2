// SPDX-License-Identifier: MIT
/// \file
/// Records who touches what in the chosen blocks of a launch, for pictures; or who was the last to
/// write one byte (protocol/trace.h).
///
/// What is kept depends on the program alone: every warp has a budget of its own, so that neither
/// the number of host threads nor the order of blocks decides what is dropped. Tested by
/// trace_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/trace.h"
#include "vgpu/events.h"

namespace checkers {

/// The recording client.
class Tracing : public vgpu::NullTools {
 public:
  /// `launch` outlives the client.
  Tracing(const vgpu::LaunchInfo& launch, const protocol::TraceRequest& request);

  /// \name Hooks of vgpu::NullTools
  /// @{
  void begin_block(const vgpu::BlockInfo& block);
  void resume_block(const vgpu::BlockInfo& block) {
    running_ = find(block.number);
    number_ = block.number;
  }
  void end_block();
  void pause_block() { running_ = nullptr; }
  void access(const vgpu::WarpAccess& access);
  void invalid(const vgpu::InvalidAccess& access);
  void barrier(const vgpu::BarrierEvent& event);
  void merge(Tracing&& other);
  /// @}

  /// What was recorded, in an order that depends on the program alone.
  protocol::Trace finish() const;

 private:
  /// Names an array: space, then the segment's number within it.
  using ArrayKey = std::pair<protocol::TraceSpace, std::uint32_t>;
  /// What one warp did.
  struct WarpRecord {
    std::uint32_t phase = 0;
    std::uint64_t dropped = 0;
    std::vector<std::pair<ArrayKey, protocol::TracedAccess>> accesses;  ///< place: the site
  };
  /// What one block did.
  struct BlockRecord {
    vgpu::Dim3 index;
    std::vector<WarpRecord> warps;
    std::vector<vgpu::SiteId> barriers;  ///< by phase: where its first warp waited
  };

  BlockRecord* find(std::uint64_t number);
  bool chosen(const vgpu::BlockInfo& block) const;
  bool leaves_out(const protocol::TracedAccess& access, const vgpu::Segment& segment) const;
  void keep_last_writer();
  template <class Offset>
  void record(std::uint32_t warp, protocol::TracedAccess access, const vgpu::Segment& segment,
              std::uint32_t element_bytes, vgpu::Mask lanes, Offset offset);

  const vgpu::LaunchInfo* launch_;
  bool all_blocks_;
  bool watches_;  ///< only the last write to a byte is wanted
  protocol::TraceRequest request_;
  std::size_t most_by_warp_;
  std::map<std::uint64_t, BlockRecord> blocks_;
  std::map<ArrayKey, protocol::TracedArray> arrays_;
  BlockRecord* running_ = nullptr;
  std::uint64_t number_ = 0;           ///< of the running block
  std::optional<std::uint64_t> last_;  ///< watching: the block that is kept
};

/// Tools that record as well.
template <class Tools>
class Traced : public Tools {
 public:
  using Screen = void;  ///< see NullTools: a picture wants every access, of a run in block order

  /// `launch` outlives the tools.
  Traced(const vgpu::LaunchInfo& launch, const protocol::TraceRequest& request)
      : Tools(launch), tracing_(launch, request) {}

  /// \name Hooks of vgpu::NullTools
  /// @{
  void begin_block(const vgpu::BlockInfo& block) {
    Tools::begin_block(block);
    tracing_.begin_block(block);
  }
  void end_block() {
    Tools::end_block();
    tracing_.end_block();
  }
  void pause_block() {
    Tools::pause_block();
    tracing_.pause_block();
  }
  void resume_block(const vgpu::BlockInfo& block) {
    Tools::resume_block(block);
    tracing_.resume_block(block);
  }
  void access(const vgpu::WarpAccess& access) {
    Tools::access(access);
    tracing_.access(access);
  }
  void invalid(const vgpu::InvalidAccess& access) {
    Tools::invalid(access);
    tracing_.invalid(access);
  }
  void barrier(const vgpu::BarrierEvent& event) {
    Tools::barrier(event);
    tracing_.barrier(event);
  }
  void merge(Traced&& other) {
    tracing_.merge(std::move(other.tracing_));
    Tools::merge(std::move(other));
  }
  /// @}

  /// See Tracing::finish.
  protocol::Trace trace() const { return tracing_.finish(); }

 private:
  Tracing tracing_;
};

}  // namespace checkers
