// SPDX-License-Identifier: MIT
/// \file
/// Memory of the virtual GPU: segments of bytes with a name, and the map from device addresses to
/// them.
///
/// Each global allocation has a slot of 2^36 addresses for itself and starts in its middle, so that
/// looking an address up is a shift, and any index error of an `int` lands in a hole and not in a
/// neighbour. Shared arrays have slots too, within 32-bit shared addresses. See
/// docs/design/memory.md. Tested by memory_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ptx/types.h"
#include "vgpu/byte_set.h"

namespace vgpu {

using Address = std::uint64_t;

/// What a buffer is for. Metadata is counted apart and never charged.
enum class Role : std::uint8_t {
  None,
  Input,
  Output,
  InOut,
  Metadata,
  Scratch,
  ModuleVariable,
  DeviceHeap
};

/// A run of bytes with exact bounds: a global allocation, a module variable, a constant bank, one
/// shared array.
struct Segment {
  ptx::Space space = ptx::Space::Global;
  Role role = Role::None;
  std::uint32_t id =
      0;  ///< unique within its space: global ones within the device, shared ones within the module
  Address base = 0;  ///< first address: global ones generic, shared ones within the shared window
  std::uint64_t size = 0;  ///< bytes
  std::byte* data = nullptr;
  ByteSet initialized;     ///< bytes that were written (kept up by the initcheck client and by host
                           ///< copies)
  std::string name;        ///< the exercise's argument, the variable's name, or a number as text
  std::string site;        ///< "file:line" of the host's allocation; may be empty
  std::string freed_site;  ///< where it was freed; may be empty
  std::uint32_t element_bytes = 0;  ///< 0: not known
  bool live = true;                 ///< false: freed; `data` is gone
  bool read_only = false;           ///< constant memory
};

/// The map of generic addresses.
namespace address_map {
inline constexpr unsigned kSlotBits = 36;
inline constexpr Address kGlobalFirst = 0x0100'0000'0000'0000;
inline constexpr Address kGlobalLast = 0x01FF'FFFF'FFFF'FFFF;
inline constexpr Address kSharedFirst =
    0x0A00'0000'0000'0000;  ///< generic address of shared address 0; 4 GiB long
inline constexpr Address kLocalFirst = 0x0B00'0000'0000'0000;  ///< the same for local memory
inline constexpr Address kFunctionFirst =
    0x0C00'0000'0000'0000;                                     ///< "addresses" of device functions
inline constexpr Address kParamFirst = 0x0D00'0000'0000'0000;  ///< the kernel's parameters
inline constexpr Address kWindowBytes = Address{1} << 32;
inline constexpr Address kSlotBytes = Address{1} << kSlotBits;

constexpr bool is_global(Address a) {
  return a >= kGlobalFirst && a <= kGlobalLast;
}
constexpr bool is_shared(Address a) {
  return a - kSharedFirst < kWindowBytes;
}
constexpr bool is_local(Address a) {
  return a - kLocalFirst < kWindowBytes;
}
constexpr bool is_param(Address a) {
  return a - kParamFirst < kWindowBytes;
}
}  // namespace address_map

/// What fresh memory holds: a NaN as float, -1 as int. Reading it is reported all the same.
inline constexpr std::byte kPoison{0xFF};

/// All global memory of one virtual GPU. Not thread safe; blocks only read the map.
class GlobalMemory {
 public:
  explicit GlobalMemory(std::uint64_t capacity_bytes = std::uint64_t{4} << 30);
  ~GlobalMemory();
  GlobalMemory(const GlobalMemory&) = delete;
  GlobalMemory& operator=(const GlobalMemory&) = delete;

  /// A new segment of `size` bytes (0 is rounded up to an empty slot), poisoned. Null when the
  /// capacity is spent. The address is 512-byte aligned, as cudaMalloc's are (256 promised).
  Segment* allocate(std::uint64_t size, std::string name, Role role = Role::None,
                    std::string site = {});

  /// A segment over memory of the caller (managed memory): `data` outlives it and starts
  /// initialised.
  Segment* adopt(std::byte* data, std::uint64_t size, std::string name, Role role, Address at);

  /// Where segments of __managed__ variables come from: memory that the host sees too. Without a
  /// source they are as other variables.
  using ManagedSource = std::function<Segment*(std::uint64_t size, const std::string& name)>;
  void set_managed_source(ManagedSource source) { managed_source_ = std::move(source); }
  /// The segment of a __managed__ variable; null when the capacity is spent.
  Segment* allocate_managed(std::uint64_t size, const std::string& name) {
    return managed_source_ ? managed_source_(size, name)
                           : allocate(size, name, Role::ModuleVariable);
  }

  /// Frees the segment that starts at `base`. False when none does; its tombstone stays for
  /// messages.
  bool release(Address base, std::string site = {});

  /// The segment in whose slot the address lies, live or freed; null when no segment ever was
  /// there.
  Segment* find(Address address) const {
    if (!address_map::is_global(address)) return adopted_.empty() ? nullptr : find_adopted(address);
    const std::uint64_t slot = (address - address_map::kGlobalFirst) >> address_map::kSlotBits;
    return slot < slots_.size() ? slots_[slot].get() : nullptr;
  }

  /// The live segment that contains [address, address + bytes), or null.
  Segment* find_range(Address address, std::uint64_t bytes) const;

  std::uint64_t used_bytes() const { return used_; }
  std::uint64_t capacity_bytes() const { return capacity_; }

  /// All segments ever made, in order of allocation.
  const std::vector<std::unique_ptr<Segment>>& segments() const { return slots_; }

 private:
  Segment* find_adopted(Address address) const;

  std::vector<std::unique_ptr<Segment>> slots_;
  std::vector<Segment*> adopted_;
  ManagedSource managed_source_;
  std::uint64_t capacity_;
  std::uint64_t used_ = 0;
};

}  // namespace vgpu
