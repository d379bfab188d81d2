// SPDX-License-Identifier: MIT
/// \file
/// Cooperative groups for clang: the block, tiles of a warp, the threads that are together, the
/// grid, and a group of any of these kinds.
///
/// Tested by header_test.cpp and build_test.cpp (groups.cu).
#pragma once
#pragma GCC system_header

#include "cuda_runtime.h"

#define COURSE_MEMBER __attribute__((always_inline, nodebug)) __device__

namespace cooperative_groups {

/// All threads of a block.
class thread_block {
 public:
  COURSE_MEMBER static void sync() { __syncthreads(); }
  COURSE_MEMBER static unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  COURSE_MEMBER static unsigned int num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  COURSE_MEMBER static unsigned int size() { return num_threads(); }
  COURSE_MEMBER static dim3 group_index() { return blockIdx; }
  COURSE_MEMBER static dim3 thread_index() { return threadIdx; }
  COURSE_MEMBER static dim3 group_dim() { return blockDim; }
  COURSE_MEMBER static dim3 dim_threads() { return blockDim; }
  COURSE_MEMBER static bool is_valid() { return true; }
};
COURSE_DEVICE thread_block this_thread_block() {
  return thread_block();
}

/// Blocks that have arrived at the grid's barrier; the highest bit turns over when all have.
static __device__ unsigned course_grid_arrivals;

/// All threads of a launch.
class grid_group {
 public:
  /// The blocks of a cooperative launch wait for each other.
  COURSE_MEMBER static void sync() {
    __syncthreads();
    if (thread_block::thread_rank() == 0) {
      const unsigned others = static_cast<unsigned>(num_blocks() - 1);
      __threadfence();
      const unsigned before =
          atomicAdd(&course_grid_arrivals, block_rank() == 0 ? 0x80000000U - others : 1U);
      while (((before ^ *static_cast<volatile unsigned*>(&course_grid_arrivals)) & 0x80000000U) ==
             0) {
      }
      __threadfence();
    }
    __syncthreads();
  }
  COURSE_MEMBER static bool is_valid() { return true; }
  COURSE_MEMBER static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
           blockIdx.x;
  }
  COURSE_MEMBER static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  COURSE_MEMBER static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  COURSE_MEMBER static unsigned long long num_threads() {
    return num_blocks() * thread_block::num_threads();
  }
  COURSE_MEMBER static unsigned long long size() { return num_threads(); }
  COURSE_MEMBER static dim3 group_dim() { return gridDim; }
  COURSE_MEMBER static dim3 dim_blocks() { return gridDim; }
  COURSE_MEMBER static dim3 block_index() { return blockIdx; }
};
COURSE_DEVICE grid_group this_grid() {
  return grid_group();
}

// What tiles and coalesced groups have in common: collective operations under a mask. `lane_of`
// maps a rank of the group to a lane of the warp.
#define COURSE_COLLECTIVES                     \
  COURSE_MEMBER void sync() const {            \
    __syncwarp(mask());                        \
  }                                            \
  COURSE_MEMBER unsigned int size() const {    \
    return num_threads();                      \
  }                                            \
  COURSE_MEMBER int any(int predicate) const { \
    return __any_sync(mask(), predicate);      \
  }                                            \
  COURSE_MEMBER int all(int predicate) const { \
    return __all_sync(mask(), predicate);      \
  }                                            \
  COURSE_MEMBER static bool is_valid() {       \
    return true;                               \
  }

/// SIZE neighbouring threads of a warp; SIZE is a power of two up to 32.
template <unsigned int SIZE, class Parent = void>
class thread_block_tile {
  static_assert(SIZE >= 1 && SIZE <= 32 && (SIZE & (SIZE - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  thread_block_tile() = default;
  /// A tile whose parent is not named.
  template <class Other>
  COURSE_MEMBER thread_block_tile(const thread_block_tile<SIZE, Other>&) {}
  COURSE_COLLECTIVES
  COURSE_MEMBER static constexpr unsigned int num_threads() { return SIZE; }
  COURSE_MEMBER static unsigned int thread_rank() { return thread_block::thread_rank() % SIZE; }
  COURSE_MEMBER static unsigned int meta_group_rank() { return thread_block::thread_rank() / SIZE; }
  COURSE_MEMBER static unsigned int meta_group_size() {
    return (thread_block::num_threads() + SIZE - 1) / SIZE;
  }
  COURSE_MEMBER unsigned int ballot(int predicate) const {
    return (__ballot_sync(mask(), predicate) & mask()) >> first_lane();
  }
  template <class T>
  COURSE_MEMBER unsigned int match_any(T v) const {
    return (__match_any_sync(mask(), v) & mask()) >> first_lane();
  }
  template <class T>
  COURSE_MEMBER T shfl(T v, int rank) const {
    return __shfl_sync(mask(), v, rank, SIZE);
  }
  template <class T>
  COURSE_MEMBER T shfl_up(T v, unsigned int delta) const {
    return __shfl_up_sync(mask(), v, delta, SIZE);
  }
  template <class T>
  COURSE_MEMBER T shfl_down(T v, unsigned int delta) const {
    return __shfl_down_sync(mask(), v, delta, SIZE);
  }
  template <class T>
  COURSE_MEMBER T shfl_xor(T v, unsigned int bits) const {
    return __shfl_xor_sync(mask(), v, static_cast<int>(bits), SIZE);
  }
  template <class T>
  COURSE_MEMBER unsigned int match_all(T v, int& same) const {
    return (__match_all_sync(mask(), v, &same) & mask()) >> first_lane();
  }
  /// Its lanes in the warp.
  COURSE_MEMBER static unsigned int mask() {
    return (SIZE == 32 ? 0xffffffffu : (1u << SIZE % 32) - 1) << first_lane();
  }

 private:
  COURSE_MEMBER static unsigned int first_lane() {
    return thread_block::thread_rank() % 32 / SIZE * SIZE;
  }
};

template <unsigned int SIZE, class Parent>
COURSE_DEVICE thread_block_tile<SIZE, Parent> tiled_partition(const Parent&) {
  return thread_block_tile<SIZE, Parent>();
}

/// The threads of a warp that came here together.
class coalesced_group {
 public:
  COURSE_MEMBER explicit coalesced_group(unsigned int lanes) : lanes_(lanes) {}
  COURSE_COLLECTIVES
  COURSE_MEMBER unsigned int num_threads() const { return __popc(lanes_); }
  COURSE_MEMBER unsigned int thread_rank() const { return __popc(lanes_ & ((1u << lane()) - 1)); }
  COURSE_MEMBER unsigned int ballot(int predicate) const {
    return ranks_of(__ballot_sync(lanes_, predicate));
  }
  template <class T>
  COURSE_MEMBER T shfl(T v, unsigned int rank) const {
    return __shfl_sync(lanes_, v, lane_of(rank));
  }
  template <class T>
  COURSE_MEMBER T shfl_up(T v, int delta) const {
    const int source = static_cast<int>(thread_rank()) - delta;
    return __shfl_sync(lanes_, v, source < 0 ? lane() : lane_of(source));
  }
  template <class T>
  COURSE_MEMBER T shfl_down(T v, unsigned int delta) const {
    const unsigned int source = thread_rank() + delta;
    return __shfl_sync(lanes_, v, source >= num_threads() ? lane() : lane_of(source));
  }

  template <class T>
  COURSE_MEMBER unsigned int match_any(T v) const {
    return ranks_of(__match_any_sync(lanes_, v));
  }
  template <class T>
  COURSE_MEMBER unsigned int match_all(T v, int& same) const {
    return ranks_of(__match_all_sync(lanes_, v, &same));
  }
  /// Its lanes in the warp.
  COURSE_MEMBER unsigned int mask() const { return lanes_; }

 private:
  COURSE_MEMBER static int lane() { return static_cast<int>(thread_block::thread_rank() % 32); }
  COURSE_MEMBER int lane_of(unsigned int rank) const {
    return static_cast<int>(__fns(lanes_, 0, static_cast<int>(rank) + 1));
  }
  COURSE_MEMBER unsigned int ranks_of(unsigned int lanes) const {
    unsigned int ranks = 0;
    for (unsigned int rank = 0; rank < num_threads(); ++rank) {
      ranks |= (lanes >> lane_of(rank) & 1u) << rank;
    }
    return ranks;
  }

  unsigned int lanes_;
};
COURSE_DEVICE coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}
#undef COURSE_COLLECTIVES

/// The threads of a group for which `predicate` is the same.
template <class Group>
COURSE_DEVICE coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned int chosen = __ballot_sync(group.mask(), predicate) & group.mask();
  return coalesced_group(predicate ? chosen : group.mask() & ~chosen);
}
/// The threads of a group with one label.
template <class Group, class Label>
COURSE_DEVICE coalesced_group labeled_partition(const Group& group, Label label) {
  return coalesced_group(__match_any_sync(group.mask(), label) & group.mask());
}

/// A group of any kind: for functions that do not care which.
class thread_group {
 public:
  COURSE_MEMBER thread_group(const thread_block&) : kind_(Kind::Block), lanes_(0) {}
  COURSE_MEMBER thread_group(const grid_group&) : kind_(Kind::Grid), lanes_(0) {}
  COURSE_MEMBER thread_group(const coalesced_group& group)
      : kind_(Kind::Lanes), lanes_(group.mask()) {}
  template <unsigned int SIZE, class Parent>
  COURSE_MEMBER thread_group(const thread_block_tile<SIZE, Parent>& tile)
      : kind_(Kind::Lanes), lanes_(tile.mask()) {}
  COURSE_MEMBER void sync() const {
    if (kind_ == Kind::Block) {
      thread_block::sync();
    } else if (kind_ == Kind::Grid) {
      grid_group::sync();
    } else {
      __syncwarp(lanes_);
    }
  }
  COURSE_MEMBER unsigned long long size() const {
    return kind_ == Kind::Block  ? thread_block::num_threads()
           : kind_ == Kind::Grid ? grid_group::num_threads()
                                 : static_cast<unsigned int>(__popc(lanes_));
  }
  COURSE_MEMBER unsigned long long num_threads() const { return size(); }
  COURSE_MEMBER unsigned long long thread_rank() const {
    if (kind_ == Kind::Grid) return grid_group::thread_rank();
    const unsigned int rank = thread_block::thread_rank();
    return kind_ == Kind::Block
               ? rank
               : static_cast<unsigned int>(__popc(lanes_ & ((1u << rank % 32) - 1)));
  }
  COURSE_MEMBER static bool is_valid() { return true; }

 private:
  enum class Kind { Block, Grid, Lanes };
  Kind kind_;
  unsigned int lanes_;
};

/// Tiles of a size that is known only at run time: 1, 2, 4, 8, 16 or 32 threads.
template <class Parent>
COURSE_DEVICE thread_group tiled_partition(const Parent& parent, unsigned int size) {
  const unsigned int lane = thread_block::thread_rank() % 32;
  const unsigned int all = size >= 32 ? 0xffffffffu : (1u << size) - 1;
  (void)parent;
  return coalesced_group(all << lane / size * size);
}

template <class Group>
COURSE_DEVICE void sync(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
#undef COURSE_MEMBER
