// SPDX-License-Identifier: MIT
/// \file
/// What the worker needs of a device: memory, modules, launches. The virtual GPU is one back end; a
/// real GPU through the driver API can be another.
///
/// Back ends know nothing of students, sockets or policies; session.h does. Errors are CUDA error
/// numbers. Tested by virtual_backend_test.cpp; fake_backend.h is the one that other tests use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "protocol/control_messages.h"
#include "protocol/cuda_messages.h"
#include "protocol/run_result.h"

namespace device {

/// A device address; never a host pointer.
using Address = std::uint64_t;

/// Number of a loaded module.
using ModuleId = std::uint32_t;

/// A live allocation or module variable.
struct Allocation {
  Address base = 0;         ///< first byte
  std::uint64_t bytes = 0;  ///< size
  std::string name;         ///< for messages
  std::string site;         ///< where the host asked for it; may be empty
  protocol::BufferRole role = protocol::BufferRole::Scratch;  ///< what it is for
  bool is_variable = false;                                   ///< part of a module
  bool is_constant = false;                                   ///< a __constant__ variable
  bool is_managed = false;                                    ///< shared with the host
};

/// What an allocation is to be.
struct AllocationRequest {
  std::uint64_t bytes = 0;  ///< size; 0 gives an address with nothing behind it
  std::string name;         ///< for messages
  std::string site;         ///< where the host asked for it; may be empty
  protocol::BufferRole role = protocol::BufferRole::Scratch;  ///< what it is for
  std::uint32_t element_bytes = 0;                            ///< for messages; 0 = not known
  std::string element_type;                                   ///< for messages; may be empty
};

/// How freeing went.
enum class FreeOutcome {
  Freed,       ///< well
  NotABase,    ///< no allocation starts there
  AlreadyFree  ///< one did, but was freed before
};

/// A launch as the back end gets it: checked against the device's limits before.
struct LaunchRequest {
  ModuleId module = 0;                     ///< from load
  std::string kernel;                      ///< name as in the PTX
  protocol::Dim3 grid{1, 1, 1};            ///< blocks
  protocol::Dim3 block{1, 1, 1};           ///< threads
  std::uint64_t dynamic_shared_bytes = 0;  ///< third launch argument
  bool cooperative = false;                ///< grid-wide barriers allowed
  std::span<const std::byte> arguments;    ///< laid out as KernelInfo says
};

/// How a launch went.
struct LaunchReport {
  std::uint32_t error = 0;                  ///< CUDA error number; the context is spoilt when not 0
  protocol::Launch record;                  ///< names, extents and counters
  std::vector<protocol::Finding> findings;  ///< folded
  std::vector<protocol::NotModelled> not_modelled;  ///< what stopped it, if that did
  std::string printed;                              ///< device printf
};

/// Memory shared with the host.
struct SharedMemory {
  Address address = 0;  ///< the same number on both sides
  int descriptor = -1;  ///< of the memory file; stays the back end's
};

/// A device.
class Backend {
 public:
  virtual ~Backend() = default;

  /// Names, limits, range of device addresses.
  virtual protocol::DeviceInfo properties() const = 0;

  /// Loads PTX text. Variables get their initial values.
  virtual base::Result<ModuleId> load(const std::string& ptx) = 0;
  /// Names of a module's kernels as in the PTX.
  virtual std::vector<std::string> kernels(ModuleId module) const = 0;
  /// A kernel's parameters and needs; `kernel` (the number) is not filled in. Nothing when the
  /// module has no such kernel.
  virtual std::optional<protocol::KernelInfo> kernel_info(ModuleId module,
                                                          const std::string& name) const = 0;
  /// A variable of a module; nothing when there is none of that name.
  virtual std::optional<Allocation> variable(ModuleId module, const std::string& name) const = 0;

  /// The memory file of an allocation or variable that the host may map; -1 when it is not shared.
  virtual int shared_descriptor(Address /*base*/) const { return -1; }

  /// Fresh, poisoned memory; nothing when there is not enough.
  virtual std::optional<Address> allocate(const AllocationRequest& request) = 0;
  /// Memory that the host sees at the same address; nothing when that is not to be had.
  virtual std::optional<SharedMemory> allocate_shared(const AllocationRequest& request) = 0;
  /// Gives memory back.
  virtual FreeOutcome free(Address base, const std::string& site) = 0;
  /// The live allocation or variable that the address belongs to: lies in, or behind its end by
  /// less than to another one.
  virtual std::optional<Allocation> find(Address address) const = 0;
  /// All live allocations without variables, in order of allocation.
  virtual std::vector<Allocation> allocations() const = 0;

  /// Copies in and marks as initialised. False when the range is not within one live allocation;
  /// the same holds for the next three.
  virtual bool write(Address destination, std::span<const std::byte> bytes) = 0;
  /// Copies out.
  virtual bool read(Address source, std::span<std::byte> bytes) = 0;
  /// Copies within the device, initialised marks too; the ranges may overlap.
  virtual bool copy(Address destination, Address source, std::uint64_t bytes) = 0;
  /// Sets every byte and marks as initialised.
  virtual bool fill(Address destination, std::uint8_t value, std::uint64_t bytes) = 0;
  /// Makes exactly these ranges of an allocation count as initialised, without changing a byte;
  /// devices that keep no marks do nothing.
  virtual bool mark(Address base, std::span<const protocol::ByteRange> initialized) = 0;
  /// For each byte of the range whether it is initialised; nothing when the device keeps no marks.
  virtual std::optional<std::vector<bool>> initialized(Address first,
                                                       std::uint64_t bytes) const = 0;

  /// How many bytes of the range nobody has written; 0 when the device keeps no marks.
  virtual std::uint64_t unwritten(Address, std::uint64_t /*bytes*/) const { return 0; }
  /// What kernels took from the device heap and did not give back.
  virtual std::vector<Allocation> heap_allocations() const { return {}; }

  /// Runs a kernel to its end.
  virtual LaunchReport launch(const LaunchRequest& request) = 0;
  /// Virtual nanoseconds of all launches and copies so far.
  virtual std::uint64_t clock_ns() const = 0;
};

/// Makes the back end that a configuration asks for; a diagnostic when there is none of that name.
using BackendFactory =
    base::Result<std::unique_ptr<Backend>> (*)(const protocol::Configure& settings);

}  // namespace device
