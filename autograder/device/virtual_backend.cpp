// SPDX-License-Identifier: MIT
#include "device/virtual_backend.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "base/symbol_name.h"
#include "checkers/describe.h"
#include "checkers/toolset.h"
#include "checkers/trace.h"
#include "device/backends.h"
#include "protocol/cuda_error.h"
#include "vgpu/exec/isa.h"

namespace device {

namespace {

/// 75 of "sm_75" or "sm_75a"; 0 where there is no number.
std::uint32_t architecture_of(const std::string& target) {
  std::uint32_t number = 0;
  for (const char c : target) {
    if (c >= '0' && c <= '9') number = number * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return number;
}

using protocol::BufferRole;
using vgpu::LaunchStatus;
using vgpu::Role;
using vgpu::Segment;

/// Registers of a thread for occupancy; the assembler that would tell does not run here.
constexpr std::uint32_t kEstimatedRegisters = 32;

/// Where memory shared with the host lies: a place that loaders and heaps of both sides leave free.
constexpr Address kSharedFirst = 0x2000'0000'0000;

/// Reads of one lane at the end of a segment may touch this much behind it.
constexpr std::uint64_t kSlackBytes = 64;

/// Virtual time of a launch and of a byte copied between host and device. The figures are round
/// ones of the device that the virtual GPU is named after; time is for lessons about measuring and
/// never graded.
constexpr std::uint64_t kLaunchNs = 4000;
constexpr double kCopyBytesPerNs = 12.0;
constexpr double kSectorsPerNs = 10.0;
constexpr double kWarpInstructionsPerNs = 40 * 4 * 1.59;

Role to_role(BufferRole role) {
  switch (role) {
    case BufferRole::Input:
      return Role::Input;
    case BufferRole::Output:
      return Role::Output;
    case BufferRole::Metadata:
      return Role::Metadata;
    case BufferRole::Scratch:
      return Role::Scratch;
  }
  return Role::Scratch;
}

/// The error that a real device gives for how a kernel ended.
std::uint32_t to_error(LaunchStatus status) {
  switch (status) {
    case LaunchStatus::Ok:
      return protocol::cudaSuccess;
    case LaunchStatus::InvalidConfiguration:
      return protocol::cudaErrorInvalidValue;
    case LaunchStatus::IllegalAddress:
      return protocol::cudaErrorIllegalAddress;
    case LaunchStatus::MisalignedAddress:
      return protocol::cudaErrorMisalignedAddress;
    case LaunchStatus::Assertion:
      return protocol::cudaErrorAssert;
    case LaunchStatus::InstructionLimit:
    case LaunchStatus::Deadlock:
      return protocol::cudaErrorLaunchTimeout;
    case LaunchStatus::NotModelled:
      return protocol::cudaErrorNotSupported;
    case LaunchStatus::Trap:
    case LaunchStatus::StackOverflow:
    case LaunchStatus::BarrierDivergence:
      return protocol::cudaErrorLaunchFailure;
  }
  return protocol::cudaErrorUnknown;
}

std::uint64_t launch_time_ns(const protocol::Counters& counters) {
  const auto sectors =
      static_cast<double>(counters.global_load_sectors + counters.global_store_sectors);
  const double memory = sectors / kSectorsPerNs;
  const double issue = static_cast<double>(counters.warp_instructions) / kWarpInstructionsPerNs;
  return kLaunchNs + static_cast<std::uint64_t>(std::max(memory, issue));
}

std::uint64_t copy_time_ns(std::uint64_t bytes) {
  return static_cast<std::uint64_t>(static_cast<double>(bytes) / kCopyBytesPerNs);
}

std::uint64_t page_bytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

vgpu::Dim3 to_dim3(const protocol::Dim3& size) {
  return {size[0], size[1], size[2]};
}

}  // namespace

vgpu::FileNamer make_file_namer(const protocol::Configure& settings) {
  namespace fs = std::filesystem;
  return [root = fs::path(settings.source_root).lexically_normal(),
          given = settings.given_files](const std::string& path) -> std::string {
    fs::path file = fs::path(path).lexically_normal();
    if (file.is_absolute()) {
      if (root.empty()) {
        file = file.filename();
      } else {
        file = file.lexically_relative(root);
        // Toolkit headers and the like lie elsewhere.
        if (file.empty() || *file.begin() == "..") return {};
      }
    }
    const std::string name = file.string();
    return std::ranges::find(given, name) == given.end() ? name : std::string();
  };
}

VirtualBackend::VirtualBackend(const protocol::Configure& settings, unsigned checks, vgpu::Isa isa)
    : settings_(settings),
      checks_(checks),
      gpu_(std::make_unique<vgpu::VirtualGpu>(
          settings.memory_bytes == 0 ? vgpu::VirtualGpu::kUsualMemory : settings.memory_bytes,
          isa)),
      namer_(make_file_namer(settings)),
      next_shared_(kSharedFirst) {
  memory().set_managed_source([this](std::uint64_t bytes, const std::string& name) {
    return map_shared(bytes, name, Role::ModuleVariable);
  });
}

VirtualBackend::~VirtualBackend() {
  gpu_.reset();
  for (const auto& [base, shared] : shared_files_) munmap(shared.data, shared.mapped_bytes);
}

protocol::DeviceInfo VirtualBackend::properties() const {
  protocol::DeviceInfo info;
  const vgpu::DeviceLimits& limits = gpu_->limits();
  info.global_bytes = memory().capacity_bytes();
  info.free_bytes = memory().capacity_bytes() - memory().used_bytes();
  info.shared_bytes_per_block = limits.static_shared_bytes;
  info.shared_bytes_per_block_optin = limits.shared_bytes;
  info.shared_bytes_per_multiprocessor = limits.shared_bytes;
  info.max_threads_per_block = limits.max_threads_per_block;
  info.max_block = {limits.max_block.x, limits.max_block.y, limits.max_block.z};
  info.max_grid = {limits.max_grid.x, limits.max_grid.y, limits.max_grid.z};
  info.first_address = vgpu::address_map::kGlobalFirst;
  info.last_address = vgpu::address_map::kGlobalLast;
  return info;
}

base::Result<ModuleId> VirtualBackend::load(const std::string& ptx) {
  const base::Result<vgpu::Program*> program = gpu_->load(ptx, "PTX", namer_);
  if (!program) return program.errors();
  programs_.push_back(*program);
  return static_cast<ModuleId>(programs_.size() - 1);
}

std::vector<std::string> VirtualBackend::kernels(ModuleId module) const {
  std::vector<std::string> names;
  if (const vgpu::Program* loaded = program(module)) {
    for (const vgpu::FunctionCode& function : loaded->functions) {
      if (function.is_entry) names.push_back(function.name);
    }
  }
  return names;
}

std::uint64_t VirtualBackend::static_shared_bytes(const vgpu::Program& program,
                                                  const vgpu::FunctionCode& kernel) const {
  std::uint64_t bytes = 0;
  for (const std::uint32_t index : program.shared_used_by(kernel)) {
    const vgpu::SharedVariable& shared = program.shared[index];
    if (shared.dynamic) continue;
    bytes = (bytes + shared.alignment - 1) / shared.alignment * shared.alignment + shared.size;
  }
  return bytes;
}

std::optional<protocol::KernelInfo> VirtualBackend::kernel_info(ModuleId module,
                                                                const std::string& name) const {
  const vgpu::Program* loaded = program(module);
  const vgpu::FunctionCode* kernel = loaded == nullptr ? nullptr : loaded->find_kernel(name);
  if (kernel == nullptr) return std::nullopt;
  protocol::KernelInfo info;
  for (std::size_t i = 0; i < kernel->entry_parameter_offsets.size(); ++i) {
    info.parameters.push_back(
        {kernel->entry_parameter_offsets[i], kernel->entry_parameter_sizes[i]});
  }
  info.parameter_bytes = kernel->entry_parameter_bytes;
  info.static_shared_bytes = static_shared_bytes(*loaded, *kernel);
  info.local_bytes = kernel->local_bytes;
  for (const Segment* segment : loaded->variables) {
    if (segment != nullptr && segment->read_only) info.constant_bytes += segment->size;
  }
  info.registers = kEstimatedRegisters;
  const std::uint32_t most = gpu_->limits().max_threads_per_block;
  info.max_threads_per_block =
      kernel->max_threads == 0 ? most : std::min(kernel->max_threads, most);
  info.ptx_version = architecture_of(loaded->source.target);
  return info;
}

std::optional<Allocation> VirtualBackend::variable(ModuleId module, const std::string& name) const {
  const vgpu::Program* loaded = program(module);
  const Segment* segment = loaded == nullptr ? nullptr : loaded->find_variable(name);
  if (segment == nullptr) return std::nullopt;
  return describe(*segment);
}

Allocation VirtualBackend::describe(const Segment& segment) const {
  Allocation allocation;
  allocation.base = segment.base;
  allocation.bytes = segment.size;
  allocation.name = segment.name;
  allocation.site = segment.site;
  allocation.role = checkers::buffer_role(segment.role);
  allocation.is_variable = segment.role == Role::ModuleVariable;
  allocation.is_constant = segment.read_only;
  allocation.is_managed = shared_files_.contains(segment.base);
  return allocation;
}

std::optional<Address> VirtualBackend::allocate(const AllocationRequest& request) {
  Segment* segment =
      memory().allocate(request.bytes, request.name, to_role(request.role), request.site);
  if (segment == nullptr) return std::nullopt;
  segment->element_bytes = request.element_bytes;
  return segment->base;
}

/// Memory that the host can map at the same address; null when that is not to be had.
Segment* VirtualBackend::map_shared(std::uint64_t bytes, const std::string& name, Role role) {
  const std::uint64_t page = page_bytes();
  if (bytes == 0 || bytes > memory().capacity_bytes()) return nullptr;
  SharedFile shared;
  shared.mapped_bytes = (bytes + kSlackBytes + page - 1) / page * page;
  shared.file.reset(memfd_create("managed", MFD_CLOEXEC));
  if (!shared.file || ftruncate(shared.file.get(), static_cast<off_t>(shared.mapped_bytes)) != 0) {
    return nullptr;
  }
  void* wanted = reinterpret_cast<void*>(next_shared_);
  void* mapped = mmap(wanted, shared.mapped_bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_FIXED_NOREPLACE, shared.file.get(), 0);
  if (mapped != wanted) {
    if (mapped != MAP_FAILED) munmap(mapped, shared.mapped_bytes);
    return nullptr;
  }
  shared.data = static_cast<std::byte*>(mapped);
  const Address base = next_shared_;
  // A page that nobody maps lies between two allocations.
  next_shared_ += shared.mapped_bytes + page;
  Segment* segment = memory().adopt(shared.data, bytes, name, role, base);
  shared_files_.emplace(base, std::move(shared));
  return segment;
}

std::optional<SharedMemory> VirtualBackend::allocate_shared(const AllocationRequest& request) {
  Segment* segment = map_shared(request.bytes, request.name, to_role(request.role));
  if (segment == nullptr) return std::nullopt;
  segment->site = request.site;
  return SharedMemory{segment->base, shared_descriptor(segment->base)};
}

int VirtualBackend::shared_descriptor(Address base) const {
  const auto shared = shared_files_.find(base);
  return shared == shared_files_.end() ? -1 : shared->second.file.get();
}

FreeOutcome VirtualBackend::free(Address base, const std::string& site) {
  if (memory().release(base, site)) {
    if (const auto shared = shared_files_.find(base); shared != shared_files_.end()) {
      munmap(shared->second.data, shared->second.mapped_bytes);
      shared_files_.erase(shared);
    }
    return FreeOutcome::Freed;
  }
  const Segment* segment = memory().find(base);
  const bool was_there = segment != nullptr && segment->base == base && !segment->live;
  return was_there ? FreeOutcome::AlreadyFree : FreeOutcome::NotABase;
}

std::optional<Allocation> VirtualBackend::find(Address address) const {
  const Segment* segment = memory().find(address);
  if (segment == nullptr || !segment->live || address < segment->base) return std::nullopt;
  return describe(*segment);
}

std::vector<Allocation> VirtualBackend::allocations() const {
  std::vector<Allocation> list;
  for (const auto& segment : memory().segments()) {
    if (segment->live && segment->role != Role::ModuleVariable &&
        segment->role != Role::DeviceHeap) {
      list.push_back(describe(*segment));
    }
  }
  return list;
}

bool VirtualBackend::write(Address destination, std::span<const std::byte> bytes) {
  Segment* segment = segment_at(destination, bytes.size());
  if (segment == nullptr) return false;
  if (bytes.empty()) return true;
  const std::uint64_t offset = destination - segment->base;
  std::memcpy(segment->data + offset, bytes.data(), bytes.size());
  segment->initialized.insert(offset, bytes.size());
  clock_ns_ += copy_time_ns(bytes.size());
  return true;
}

bool VirtualBackend::read(Address source, std::span<std::byte> bytes) {
  const Segment* segment = segment_at(source, bytes.size());
  if (segment == nullptr) return false;
  if (bytes.empty()) return true;
  std::memcpy(bytes.data(), segment->data + (source - segment->base), bytes.size());
  clock_ns_ += copy_time_ns(bytes.size());
  return true;
}

bool VirtualBackend::copy(Address destination, Address source, std::uint64_t bytes) {
  Segment* to = segment_at(destination, bytes);
  const Segment* from = segment_at(source, bytes);
  if (to == nullptr || from == nullptr) return false;
  if (bytes == 0) return true;
  const std::uint64_t to_offset = destination - to->base;
  const std::uint64_t from_offset = source - from->base;
  std::memmove(to->data + to_offset, from->data + from_offset, bytes);
  // Poison stays poison when it is copied: only runs of written bytes count as written.
  std::uint64_t at = from->initialized.first_held(from_offset);
  while (at < from_offset + bytes) {
    const std::uint64_t end = std::min(from->initialized.first_missing(at), from_offset + bytes);
    to->initialized.insert(to_offset + (at - from_offset), end - at);
    at = from->initialized.first_held(end);
  }
  return true;
}

bool VirtualBackend::fill(Address destination, std::uint8_t value, std::uint64_t bytes) {
  Segment* segment = segment_at(destination, bytes);
  if (segment == nullptr) return false;
  if (bytes == 0) return true;
  const std::uint64_t offset = destination - segment->base;
  std::memset(segment->data + offset, value, bytes);
  segment->initialized.insert(offset, bytes);
  return true;
}

bool VirtualBackend::mark(Address base, std::span<const protocol::ByteRange> initialized) {
  Segment* segment = segment_at(base, 0);
  if (segment == nullptr || segment->base != base) return false;
  vgpu::ByteSet marks(segment->size);
  for (const protocol::ByteRange& range : initialized) {
    if (range.begin > range.end || range.end > segment->size) return false;
    if (range.begin < range.end) marks.insert(range.begin, range.end - range.begin);
  }
  segment->initialized = std::move(marks);
  return true;
}

std::optional<std::vector<bool>> VirtualBackend::initialized(Address first,
                                                             std::uint64_t bytes) const {
  if ((checks_ & checkers::kInitcheck) == 0)
    return std::nullopt;  // nobody marks what kernels write
  const Segment* segment = segment_at(first, bytes);
  if (segment == nullptr) return std::nullopt;
  std::vector<bool> marks(bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) {
    marks[i] = segment->initialized.contains(first - segment->base + i);
  }
  return marks;
}

std::uint64_t VirtualBackend::unwritten(Address first, std::uint64_t bytes) const {
  const Segment* segment = segment_at(first, bytes);
  if (segment == nullptr || (checks_ & checkers::kInitcheck) == 0) return 0;
  std::uint64_t missing = 0;
  const std::uint64_t end = first - segment->base + bytes;
  for (std::uint64_t at = segment->initialized.first_missing(first - segment->base); at < end;) {
    const std::uint64_t stop = std::min(segment->initialized.first_held(at), end);
    missing += stop - at;
    at = segment->initialized.first_missing(stop);
  }
  return missing;
}

std::vector<Allocation> VirtualBackend::heap_allocations() const {
  std::vector<Allocation> list;
  for (const auto& segment : memory().segments()) {
    if (segment->live && segment->role == Role::DeviceHeap) list.push_back(describe(*segment));
  }
  return list;
}

LaunchReport VirtualBackend::launch(const LaunchRequest& request) {
  LaunchReport report;
  report.record.kernel = base::demangle(request.kernel);
  report.record.name = base::bare_name(report.record.kernel);
  report.record.grid = request.grid;
  report.record.block = request.block;
  const vgpu::Program* loaded = program(request.module);
  const vgpu::FunctionCode* kernel =
      loaded == nullptr ? nullptr : loaded->find_kernel(request.kernel);
  if (kernel == nullptr) {
    report.error = protocol::cudaErrorInvalidDeviceFunction;
    return report;
  }
  vgpu::LaunchConfig config;
  config.grid = to_dim3(request.grid);
  config.block = to_dim3(request.block);
  config.dynamic_shared_bytes = request.dynamic_shared_bytes;
  config.cooperative = request.cooperative;
  config.threads = settings_.threads;
  if (settings_.instruction_limit != 0) config.instruction_limit = settings_.instruction_limit;

  const auto take = [&](auto& tools) {
    checkers::LaunchReport found = tools.finish(checks_);
    report.record = std::move(found.launch);
    report.findings = std::move(found.findings);
    report.not_modelled = std::move(found.not_modelled);
  };
  const bool watched = !settings_.trace.watched.empty();
  const bool traced =
      settings_.trace.wanted && (watched || traced_launches_ < settings_.trace.max_launches);
  if (traced) ++traced_launches_;
  vgpu::LaunchOutcome outcome;
  if (traced) {
    using Tools = checkers::Traced<checkers::FullTools>;
    outcome = gpu_->launch<Tools>(
        *loaded, *kernel, config, request.arguments,
        [&](const vgpu::LaunchInfo& info) { return Tools(info, settings_.trace); },
        [&](Tools&& tools) {
          take(tools);
          protocol::Trace trace = tools.trace();
          if (!watched || !trace.accesses.empty()) report.record.trace = std::move(trace);
        });
  } else {
    outcome = checkers::with_toolset(checks_, [&]<class Tools>() -> vgpu::LaunchOutcome {
      return gpu_->launch<Tools>(
          *loaded, *kernel, config, request.arguments,
          [](const vgpu::LaunchInfo& info) { return Tools(info); },
          [&](auto&& tools) { take(tools); });
    });
  }
  report.error = to_error(outcome.status);
  report.printed = outcome.output;
  if (outcome.status == LaunchStatus::InvalidConfiguration) {
    report.not_modelled.push_back({outcome.message, report.record.name, "", 0});
  }
  clock_ns_ += launch_time_ns(report.record.counters);
  return report;
}

base::Result<std::unique_ptr<Backend>> make_backend(const protocol::Configure& settings) {
  if (settings.backend != "virtual") {
    return base::Diagnostic{
        {}, "there is no back end '" + settings.backend + "'", "this worker has 'virtual'"};
  }
  std::string list;
  for (const std::string& check : settings.checks) list += (list.empty() ? "" : ",") + check;
  const base::Result<unsigned> checks = checkers::parse_checks(list);
  if (!checks) return checks.errors();
  const vgpu::Isa best = vgpu::best_isa();
  const vgpu::Isa isa = vgpu::isa_of(settings.simd).value_or(best);
  if (!settings.simd.empty() && to_string(vgpu::lane_table(isa).isa) != settings.simd) {
    return base::Diagnostic{{},
                            "this processor has no instruction set '" + settings.simd + "'",
                            "its widest is '" + std::string(to_string(best)) + "'"};
  }
  return std::unique_ptr<Backend>(std::make_unique<VirtualBackend>(settings, *checks, isa));
}

}  // namespace device
