// SPDX-License-Identifier: MIT
/// \file
/// The virtual GPU as a back end: engine and checkers behind the neutral interface. Tested by
/// virtual_backend_test.cpp.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device/backend.h"
#include "protocol/file_descriptor.h"
#include "vgpu/gpu.h"

namespace device {

/// One virtual GPU with the checks that a configuration names.
class VirtualBackend : public Backend {
 public:
  /// \param settings memory, threads, limits and file names
  /// \param checks mask of checkers::Check
  /// \param isa of the host, for the lanes' arithmetic
  VirtualBackend(const protocol::Configure& settings, unsigned checks, vgpu::Isa isa);
  ~VirtualBackend() override;

  protocol::DeviceInfo properties() const override;
  base::Result<ModuleId> load(const std::string& ptx) override;
  std::vector<std::string> kernels(ModuleId module) const override;
  std::optional<protocol::KernelInfo> kernel_info(ModuleId module,
                                                  const std::string& name) const override;
  std::optional<Allocation> variable(ModuleId module, const std::string& name) const override;
  int shared_descriptor(Address base) const override;
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
  std::uint64_t unwritten(Address first, std::uint64_t bytes) const override;
  std::vector<Allocation> heap_allocations() const override;
  std::optional<std::vector<bool>> initialized(Address first, std::uint64_t bytes) const override;
  LaunchReport launch(const LaunchRequest& request) override;
  std::uint64_t clock_ns() const override { return clock_ns_; }

 private:
  /// Memory that the host maps too.
  struct SharedFile {
    protocol::FileDescriptor file;
    std::byte* data = nullptr;
    std::uint64_t mapped_bytes = 0;
  };

  const vgpu::Program* program(ModuleId module) const {
    return module < programs_.size() ? programs_[module] : nullptr;
  }
  vgpu::Segment* segment_at(Address first, std::uint64_t bytes) const {
    return memory().find_range(first, bytes);
  }
  vgpu::GlobalMemory& memory() const { return gpu_->memory(); }
  std::uint64_t static_shared_bytes(const vgpu::Program& program,
                                    const vgpu::FunctionCode& kernel) const;
  vgpu::Segment* map_shared(std::uint64_t bytes, const std::string& name, vgpu::Role role);
  Allocation describe(const vgpu::Segment& segment) const;

  protocol::Configure settings_;
  unsigned checks_;
  std::unique_ptr<vgpu::VirtualGpu> gpu_;
  vgpu::FileNamer namer_;
  std::vector<const vgpu::Program*> programs_;
  std::map<Address, SharedFile> shared_files_;
  Address next_shared_;
  std::uint64_t clock_ns_ = 0;
  std::uint32_t traced_launches_ = 0;
};

/// Turns paths of the compiler into the names that reports show: relative to the source root, or
/// empty for files that are not the student's.
vgpu::FileNamer make_file_namer(const protocol::Configure& settings);

}  // namespace device
