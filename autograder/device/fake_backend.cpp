// SPDX-License-Identifier: MIT
#include "device/fake_backend.h"

#include <algorithm>
#include <cstring>
#include <sstream>

#include "base/symbol_name.h"
#include "base/text.h"
#include "protocol/cuda_error.h"

namespace device {

namespace {

constexpr std::uint64_t kSlotBytes = std::uint64_t{1} << 30;

template <class T>
T argument(const LaunchRequest& request, std::size_t offset) {
  T value{};
  std::memcpy(&value, request.arguments.data() + offset, sizeof value);
  return value;
}

LaunchReport add_one(FakeBackend& backend, const LaunchRequest& request) {
  const auto address = argument<Address>(request, 0);
  const auto count = argument<std::int32_t>(request, 8);
  LaunchReport report;
  for (std::int32_t i = 0; i < count; ++i) {
    std::int32_t value = 0;
    const Address at = address + 4 * static_cast<std::uint64_t>(i);
    auto* bytes = reinterpret_cast<std::byte*>(&value);
    if (!backend.read(at, {bytes, 4})) {
      report.error = protocol::cudaErrorIllegalAddress;
      return report;
    }
    ++value;
    backend.write(at, {bytes, 4});
    ++report.record.counters.global_loads;
  }
  return report;
}

LaunchReport fault(FakeBackend&, const LaunchRequest&) {
  LaunchReport report;
  report.error = protocol::cudaErrorIllegalAddress;
  protocol::Finding finding;
  finding.kind = "out_of_bounds_write";
  finding.kernel = "fault";
  report.findings.push_back(finding);
  return report;
}

LaunchReport say(FakeBackend&, const LaunchRequest&) {
  LaunchReport report;
  report.printed = "said by a kernel\n";
  return report;
}

}  // namespace

std::map<std::string, FakeBackend::Kernel>& FakeBackend::kernel_table() {
  static std::map<std::string, Kernel> table = {
      {"add_one", add_one},
      {"fault", fault},
      {"say", say},
      {"nothing", [](FakeBackend&, const LaunchRequest&) { return LaunchReport(); }}};
  return table;
}

base::Result<std::unique_ptr<Backend>> FakeBackend::make(const protocol::Configure& settings) {
  if (settings.backend != "virtual") {
    return base::Diagnostic{{}, "there is no back end '" + settings.backend + "'", ""};
  }
  return std::unique_ptr<Backend>(std::make_unique<FakeBackend>());
}

protocol::DeviceInfo FakeBackend::properties() const {
  protocol::DeviceInfo info;
  info.first_address = kFirst;
  info.last_address = kFirst + (std::uint64_t{1} << 52);
  return info;
}

base::Result<ModuleId> FakeBackend::load(const std::string& ptx) {
  Module module;
  std::istringstream words(ptx);
  for (std::string word; words >> word;) {
    const std::vector<std::string> parts = base::split(word, ':');
    if (parts[0] == "broken") return base::Diagnostic{{}, "the PTX is broken", ""};
    if (parts.size() != 3) continue;
    if (parts[0] == "kernel") {
      auto& sizes = module.kernels[parts[1]];
      for (const std::string& size : base::split(parts[2], ',')) {
        if (!size.empty()) sizes.push_back(static_cast<std::uint32_t>(std::stoul(size)));
      }
    } else if (parts[0] == "variable") {
      const Address base = *allocate({std::stoul(parts[2]), parts[1], "", {}, 0, ""});
      blocks_[base].allocation.is_variable = true;
      fill(base, 0, blocks_[base].bytes.size());
      module.variables[parts[1]] = base;
    }
  }
  modules_.push_back(std::move(module));
  return static_cast<ModuleId>(modules_.size() - 1);
}

std::vector<std::string> FakeBackend::kernels(ModuleId module) const {
  std::vector<std::string> names;
  for (const auto& [name, sizes] : modules_.at(module).kernels) names.push_back(name);
  return names;
}

std::optional<protocol::KernelInfo> FakeBackend::kernel_info(ModuleId module,
                                                             const std::string& name) const {
  const auto entry = modules_.at(module).kernels.find(name);
  if (entry == modules_.at(module).kernels.end()) return std::nullopt;
  protocol::KernelInfo info;
  for (const std::uint32_t size : entry->second) {
    const std::uint32_t offset = (info.parameter_bytes + size - 1) / size * size;
    info.parameters.push_back({offset, size});
    info.parameter_bytes = offset + size;
  }
  info.registers = 16;
  info.ptx_version = 90;
  return info;
}

std::optional<Allocation> FakeBackend::variable(ModuleId module, const std::string& name) const {
  const auto entry = modules_.at(module).variables.find(name);
  if (entry == modules_.at(module).variables.end()) return std::nullopt;
  return find(entry->second);
}

std::optional<Address> FakeBackend::allocate(const AllocationRequest& request) {
  if (request.bytes > kSlotBytes / 2) return std::nullopt;
  const Address base = next_;
  next_ += kSlotBytes;
  Block block;
  block.allocation = {base, request.bytes, request.name, request.site, request.role, false, false};
  block.bytes.assign(request.bytes, std::byte{0xFF});
  block.initialized.assign(request.bytes, false);
  blocks_[base] = std::move(block);
  return base;
}

std::optional<SharedMemory> FakeBackend::allocate_shared(const AllocationRequest&) {
  return std::nullopt;
}

FreeOutcome FakeBackend::free(Address base, const std::string&) {
  const auto entry = blocks_.find(base);
  if (entry == blocks_.end()) return FreeOutcome::NotABase;
  if (!entry->second.live) return FreeOutcome::AlreadyFree;
  entry->second.live = false;
  return FreeOutcome::Freed;
}

FakeBackend::Block* FakeBackend::block_of(Address first, std::uint64_t bytes) {
  return const_cast<Block*>(std::as_const(*this).block_of(first, bytes));
}

const FakeBackend::Block* FakeBackend::block_of(Address first, std::uint64_t bytes) const {
  auto entry = blocks_.upper_bound(first);
  if (entry == blocks_.begin()) return nullptr;
  --entry;
  const std::uint64_t offset = first - entry->first;
  const std::uint64_t size = entry->second.bytes.size();
  const bool inside = offset <= size && bytes <= size - offset;
  return entry->second.live && inside ? &entry->second : nullptr;
}

std::optional<Allocation> FakeBackend::find(Address address) const {
  const Block* block = block_of(address, 1);
  return block == nullptr ? std::nullopt : std::optional(block->allocation);
}

std::vector<Allocation> FakeBackend::allocations() const {
  std::vector<Allocation> list;
  for (const auto& [base, block] : blocks_) {
    if (block.live && !block.allocation.is_variable) list.push_back(block.allocation);
  }
  return list;
}

bool FakeBackend::write(Address destination, std::span<const std::byte> bytes) {
  Block* block = block_of(destination, bytes.size());
  if (block == nullptr) return false;
  const std::uint64_t offset = destination - block->allocation.base;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    block->bytes[offset + i] = bytes[i];
    block->initialized[offset + i] = true;
  }
  return true;
}

bool FakeBackend::read(Address source, std::span<std::byte> bytes) {
  const Block* block = block_of(source, bytes.size());
  if (block == nullptr) return false;
  const auto first =
      block->bytes.begin() + static_cast<std::ptrdiff_t>(source - block->allocation.base);
  std::copy_n(first, bytes.size(), bytes.begin());
  return true;
}

bool FakeBackend::copy(Address destination, Address source, std::uint64_t bytes) {
  std::vector<std::byte> between(bytes);
  return read(source, between) && write(destination, between);
}

bool FakeBackend::fill(Address destination, std::uint8_t value, std::uint64_t bytes) {
  return write(destination, std::vector<std::byte>(bytes, static_cast<std::byte>(value)));
}

bool FakeBackend::mark(Address base, std::span<const protocol::ByteRange> initialized) {
  Block* block = block_of(base, 0);
  if (block == nullptr) return false;
  block->initialized.assign(block->bytes.size(), false);
  for (const protocol::ByteRange& range : initialized) {
    for (std::uint64_t i = range.begin; i < range.end; ++i) block->initialized.at(i) = true;
  }
  return true;
}

std::optional<std::vector<bool>> FakeBackend::initialized(Address first,
                                                          std::uint64_t bytes) const {
  const Block* block = block_of(first, bytes);
  if (block == nullptr) return std::nullopt;
  const auto begin =
      block->initialized.begin() + static_cast<std::ptrdiff_t>(first - block->allocation.base);
  return std::vector<bool>(begin, begin + static_cast<std::ptrdiff_t>(bytes));
}

LaunchReport FakeBackend::launch(const LaunchRequest& request) {
  ++launches_;
  LaunchReport report =
      kernel_table().at(base::bare_name(base::demangle(request.kernel)))(*this, request);
  report.record.kernel = base::demangle(request.kernel);
  report.record.name = base::bare_name(report.record.kernel);
  report.record.grid = request.grid;
  report.record.block = request.block;
  return report;
}

}  // namespace device
