// SPDX-License-Identifier: MIT
/// \file
/// A back end for tests: flat memory, and kernels that are functions of the test.
///
/// "PTX" here is a list of words behind ".version": `kernel:NAME:BYTES,BYTES...` with the sizes of
/// the parameters and `variable:NAME:BYTES`. Used by the tests of device and cudart.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "device/backend.h"

namespace device {

/// Memory in a map, kernels in a table.
class FakeBackend : public Backend {
 public:
  /// What a kernel does: reads and writes through the back end.
  using Kernel = std::function<LaunchReport(FakeBackend&, const LaunchRequest&)>;

  /// First device address.
  static constexpr Address kFirst = 0x0100'0000'0000'0000;

  protocol::DeviceInfo properties() const override;
  base::Result<ModuleId> load(const std::string& ptx) override;
  std::vector<std::string> kernels(ModuleId module) const override;
  std::optional<protocol::KernelInfo> kernel_info(ModuleId module,
                                                  const std::string& name) const override;
  std::optional<Allocation> variable(ModuleId module, const std::string& name) const override;
  std::optional<Address> allocate(const AllocationRequest& request) override;
  std::optional<SharedMemory> allocate_shared(const AllocationRequest& request) override;
  FreeOutcome free(Address base, const std::string& site) override;
  std::optional<Allocation> find(Address address) const override;
  std::vector<Allocation> allocations() const override;
  bool write(Address destination, std::span<const std::byte> bytes) override;
  bool read(Address source, std::span<std::byte> bytes) override;
  bool copy(Address destination, Address source, std::uint64_t bytes) override;
  bool fill(Address destination, std::uint8_t value, std::uint64_t bytes) override;
  bool mark(Address base, std::span<const protocol::ByteRange> initialized) override;
  std::optional<std::vector<bool>> initialized(Address first, std::uint64_t bytes) const override;
  LaunchReport launch(const LaunchRequest& request) override;
  std::uint64_t clock_ns() const override { return launches_ * 1000; }

  /// Kernels known to all fake back ends, by name. `add_one(int* p, int n)`, `fault()`, `say()` and
  /// `nothing(int*)` are there from the start.
  static std::map<std::string, Kernel>& kernel_table();

  /// Makes one; the configuration's back end must be called "virtual".
  static base::Result<std::unique_ptr<Backend>> make(const protocol::Configure& settings);

 private:
  struct Block {
    Allocation allocation;
    std::vector<std::byte> bytes;
    std::vector<bool> initialized;
    bool live = true;
  };
  struct Module {
    std::map<std::string, std::vector<std::uint32_t>> kernels;
    std::map<std::string, Address> variables;
  };

  Block* block_of(Address first, std::uint64_t bytes);
  const Block* block_of(Address first, std::uint64_t bytes) const;

  std::map<Address, Block> blocks_;
  std::vector<Module> modules_;
  Address next_ = kFirst;
  std::uint64_t launches_ = 0;
};

}  // namespace device
