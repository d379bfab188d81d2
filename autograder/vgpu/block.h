// SPDX-License-Identifier: MIT
/// \file
/// Execution of one block: its warps, barriers and shared memory.
///
/// `Block<Tools>` is a template over the client (events.h), so that a check that is not wanted
/// costs nothing. What does not depend on the client is in BlockState. A block runs one warp until
/// it waits, ends, or has had its turn, then the next; run() can be left and resumed, so that
/// blocks which wait for each other (a grid barrier) make progress. Tested by the kernel cases.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "vgpu/address_resolution.h"
#include "vgpu/barriers.h"
#include "vgpu/events.h"
#include "vgpu/launch.h"
#include "vgpu/program.h"
#include "vgpu/system_calls.h"
#include "vgpu/undo.h"
#include "vgpu/warp.h"
#include "vgpu/warp_shape.h"

namespace vgpu {

/// How run() left the block.
enum class BlockProgress : std::uint8_t { Finished, Paused, Stopped };

/// The part of a block that is the same for all clients.
class BlockState {
 public:
  explicit BlockState(LaunchContext& launch);

  /// Prepares the block with that linear number; everything of the block before is forgotten.
  void start(std::uint64_t number);

  const BlockInfo& info() const { return info_; }
  std::string& output() { return output_; }
  /// Why the block stopped; or, for one that finished, the fault that the hardware would have
  /// stopped at.
  LaunchStatus status() const { return status_ != LaunchStatus::Ok ? status_ : fault_; }

 protected:
  static constexpr std::size_t kOutputLimit =
      1U << 20;  ///< bytes of printf per block; CUDA's buffer has 1 MiB

  void fill_specials(Warp& warp, std::uint32_t number);
  /// Reads memory as a thread would; false when it is not all there.
  bool read_thread_memory(Frame& frame, unsigned lane, Address address, void* into,
                          std::uint64_t bytes);

  LaunchContext& launch_;
  BlockInfo info_;
  std::vector<Warp> warps_;
  std::vector<Segment> shared_;
  std::vector<std::byte> shared_bytes_;
  Barriers barriers_;
  std::uint64_t budget_ = 0;  ///< warp instructions that this block may still issue
  std::uint64_t clock_ = 0;   ///< warp instructions issued so far
  std::string output_;        ///< what device printf wrote
  LaunchStatus status_ = LaunchStatus::Ok;
  LaunchStatus fault_ = LaunchStatus::Ok;
};

/// A block that tells `Tools` what happens.
template <class Tools>
class Block : public BlockState {
 public:
  Block(LaunchContext& launch, Tools& tools, ShapeMemory& shapes)
      : BlockState(launch),
        tools_(tools),
        shapes_(shapes),
        address_functions_(launch.lanes->addresses),
        issues_(launch.info.site_count() + 1, 0),
        lanes_issued_(launch.info.site_count() + 1, 0) {}

  void start_block(std::uint64_t number) {
    start(number);
    shapes_.enter(this);
    tools_.begin_block(info_);
  }

  /// Goes on with a block that paused while others ran.
  void resume_block() {
    shapes_.enter(this);
    tools_.resume_block(info_);
  }

  /// Runs until the block ends, or for about `turns` turns of a warp.
  BlockProgress run(std::uint64_t turns);

  /// How often each instruction was issued, and for how many lanes, over all blocks that this
  /// object ran.
  void report_executed();

 private:
  static constexpr std::uint64_t kTurn =
      20000;  ///< instructions of a warp before the next one gets its turn
  static constexpr std::uint64_t kSharedTurn = 2000;  ///< the same between paths of one warp

  bool run_warp(Warp& warp);
  bool run_path(Warp& warp, std::size_t index);
  void run_straight(Warp& warp, Path& path, std::uint32_t count);
  void count_issues(SiteId site, std::uint32_t count, Mask lanes);
  bool release_barriers();
  bool resolve_standstill();
  void stop(LaunchStatus status, ExecutionProblem problem, const Warp& warp, SiteId site, Mask mask,
            std::string text = {});

  SiteId site_of(const Path& path) const { return path.frame->function->first_site + path.pc; }
  Lanes lanes_of(Warp& warp, const Path& path, Mask mask) const {
    return {{path.frame->registers, const_cast<std::byte*>(path.frame->function->constant_bank()),
             warp.specials()},
            mask};
  }

  void memory(Warp& warp, const Path& path, const Instr& in, const Lanes& lanes, SiteId site);
  const WarpShape* recall(const MemoryOp& op, const Lanes& lanes, MemorySite& known,
                          const MemorySite& twin, std::uint64_t& at) const;
  bool quick_memory(Warp& warp, const MemoryOp& op, const Instr& in, const Lanes& lanes,
                    SiteId site);
  void quick_move(const MemoryOp& op, const Instr& in, const Lanes& lanes, const WarpShape& shape,
                  std::byte* data);
  void learn(const MemoryOp& op, SiteId site);
  bool keep_old(const ResolvedAccess& access);
  void move_data(const MemoryOp& op, const Instr& in, const Lanes& lanes,
                 const ResolvedAccess& access);
  void tell_invalid(const MemoryOp& op, Warp& warp, const ResolvedAccess& access, SiteId site);
  bool tell_access(const MemoryOp& op, Warp& warp, const ResolvedAccess& access, SiteId site,
                   bool asynchronous, std::span<const std::uint64_t> stored = {});
  std::span<const std::uint64_t> stored_values(const MemoryOp& op, const Instr& in,
                                               const Lanes& lanes);
  void async_copy(Warp& warp, const Path& path, const Instr& in, Mask active, SiteId site);
  void frame_move(Warp& warp, const Path& path, const Instr& in, Mask active);
  bool branch(Warp& warp, std::size_t index, const Instr& in, Mask active, SiteId site);
  bool call(Warp& warp, std::size_t index, const Instr& in, Mask active, SiteId site);
  bool call_function(Warp& warp, std::size_t index, const CallOp& op, std::uint32_t function,
                     Mask active, SiteId site);
  bool system_call(Warp& warp, std::size_t index, const CallOp& op, const FunctionCode& callee,
                   Mask active, SiteId site);
  bool collective(Warp& warp, std::size_t index, const Instr& in, Mask active, SiteId site);
  bool barrier(Warp& warp, std::size_t index, const Instr& in, Mask active, SiteId site);
  bool mbarrier(Warp& warp, const Path& path, const Instr& in, Mask active, SiteId site);
  bool tensor(Warp& warp, const Path& path, const Instr& in, Mask active, SiteId site);
  void move_fragment(Warp& warp, const Path& path, const TensorOp& op, Mask active, SiteId site);
  void load_rows(Warp& warp, const Path& path, const TensorOp& op, Mask active, SiteId site);
  template <class Place>
  void move_bytes(Warp& warp, const Path& path, const MemoryOp& op, Mask active, SiteId site,
                  Place place);
  bool match_collectives(Warp& warp);
  void fire_collective(Warp& warp, const Path& like, Mask members);

  Tools& tools_;
  ShapeMemory& shapes_;
  const AddressFunctions address_functions_;
  /// By site, as differences to the site before, so that a run counts at its two ends only.
  std::vector<std::uint64_t> issues_;
  std::vector<std::uint64_t> lanes_issued_;
  std::uint64_t run_ = 0;  ///< ShapeMemory's number of the instructions that are being done
  std::vector<Warp::Group> groups_;
  ResolvedAccess access_;
  ResolvedAccess second_access_;
  std::array<std::uint64_t, kWarpSize> stored_{};
  std::uint32_t next_warp_ = 0;
  bool yielded_ = false;  ///< the path that ran last waits for others, but not in the scheduler
};

}  // namespace vgpu

#include "vgpu/block_control.inl"
#include "vgpu/block_memory.inl"
#include "vgpu/block_memory_quick.inl"
#include "vgpu/block_tensor.inl"
