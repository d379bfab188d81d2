// SPDX-License-Identifier: MIT
/// \file
/// What the runtime knows of addresses: live device allocations, memory shared with the device,
/// pinned host memory.
///
/// Device buffers of the exercise are not ours; the worker is asked about them once. Tested by
/// runtime_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace cudart {

/// What an address is.
enum class Place {
  Host,     ///< ordinary memory, or nothing at all
  Pinned,   ///< from cudaMallocHost or cudaHostAlloc
  Device,   ///< an address of the device
  Managed,  ///< memory that both see
};

/// A run of bytes.
struct Range {
  std::uint64_t base = 0;   ///< first byte
  std::uint64_t bytes = 0;  ///< size
};

/// A range of pinned memory.
struct Pinned {
  std::uint64_t base = 0;   ///< first byte
  std::uint64_t bytes = 0;  ///< size
  bool shared = false;      ///< the device reaches it at the same address
};

/// All ranges. Use with the library's mutex held.
class MemoryMap {
 public:
  /// The only one.
  static MemoryMap& get();

  /// What the address is.
  Place place(const void* pointer) const;
  /// The live range that contains the address, if any is known; asks the worker for device
  /// addresses not met before.
  std::optional<Range> find(const void* pointer);

  /// A device allocation appeared or, with bytes 0, went away.
  void set_device(std::uint64_t base, std::uint64_t bytes);
  /// The same for memory that both see.
  void set_managed(std::uint64_t base, std::uint64_t bytes);
  /// The same for pinned memory.
  void set_pinned(std::uint64_t base, std::uint64_t bytes, bool shared);
  /// The pinned range that contains the address.
  std::optional<Pinned> pinned(const void* pointer) const;
  /// Size of the managed range that starts there; 0 when none does.
  std::uint64_t managed_bytes(std::uint64_t base) const;
  /// Forgets all device and managed ranges.
  void clear();

 private:
  using Ranges = std::map<std::uint64_t, std::uint64_t>;
  static void set(Ranges& ranges, std::uint64_t base, std::uint64_t bytes);
  static std::optional<Range> find_in(const Ranges& ranges, std::uint64_t address);

  Ranges device_;
  Ranges managed_;
  Ranges pinned_;
  std::set<std::uint64_t> shared_;  ///< bases of pinned ranges that the device reaches
};

}  // namespace cudart
