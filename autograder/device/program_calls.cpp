// SPDX-License-Identifier: MIT
#include "device/program_calls.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <tuple>

#include "base/text.h"
#include "device/fatbin.h"
#include "protocol/channel.h"
#include "protocol/cuda_error.h"

namespace device {

namespace {

using protocol::CopiedBytes;

/// Rows of pitched memory start at multiples of this, as on the H200.
constexpr std::uint64_t kPitchBytes = 512;

/// A program with more images, kernels or live allocations is not a student's.
constexpr std::size_t kMostImages = 1000;
constexpr std::size_t kMostKernels = 100000;
constexpr std::uint64_t kMostAllocations = 1000000;

/// Places of allocations that a note about leaks names.
constexpr std::size_t kMostSites = 3;

/// Bytes from the first to the last of all rows; nothing when that overflows.
std::optional<std::uint64_t> extent(std::uint64_t pitch, std::uint64_t width,
                                    std::uint64_t height) {
  if (width == 0 || height == 0) return 0;
  if (height > 1 && pitch < width) return std::nullopt;
  std::uint64_t before_last = 0;
  std::uint64_t all = 0;
  if (__builtin_mul_overflow(height - 1, pitch, &before_last) ||
      __builtin_add_overflow(before_last, width, &all)) {
    return std::nullopt;
  }
  return all;
}

/// "sum.cu" and 20 of "sum.cu:20"; line 0 where the text names no line.
std::pair<std::string, int> split_place(const std::string& place) {
  const std::size_t colon = place.rfind(':');
  int line = 0;
  if (colon != std::string::npos) {
    const char* end = place.data() + place.size();
    const auto [rest, error] = std::from_chars(place.data() + colon + 1, end, line);
    if (error != std::errc{} || rest != end || line < 0) line = 0;
  }
  return line == 0 ? std::pair{place, 0} : std::pair{place.substr(0, colon), line};
}

/// For a pointer to nothing that the device knows.
std::string unknown_pointer_text(Address address) {
  constexpr Address kHostEnd = Address{1} << 47;
  return address < kHostEnd ? "cudaFree got a pointer to host memory"
                            : "cudaFree got a pointer that no cudaMalloc returned";
}

/// An allocation as people read it: those of the program are numbered.
std::string described(const Allocation& allocation) {
  const bool numbered =
      !allocation.is_variable && !allocation.name.empty() &&
      std::ranges::all_of(allocation.name, [](char c) { return c >= '0' && c <= '9'; });
  return numbered ? "buffer " + allocation.name : "'" + allocation.name + "'";
}

/// For a pointer into the middle of something that can or cannot be freed.
std::string inner_pointer_text(const Allocation& allocation, Address address) {
  if (allocation.is_variable) {
    return fmt::format("cudaFree got the variable '{}', which no cudaMalloc made", allocation.name);
  }
  return fmt::format("cudaFree got a pointer {} into {}, not its start",
                     base::counted(address - allocation.base, "byte"), described(allocation));
}

}  // namespace

std::string ProgramCalls::place(const std::string& site) const {
  const auto [file, line] = split_place(site);
  if (line == 0) return site;
  const std::string name = namer_(file);
  return name.empty() ? name : fmt::format("{}:{}", name, line);
}

void ProgramCalls::refuse(protocol::Finding finding) {
  report_.add_finding(std::move(finding));
  fail(protocol::cudaErrorNotPermitted);
}

std::uint32_t ProgramCalls::reveal() {
  if (sticky_error_ != 0) revealed_ = true;
  return sticky_error_;
}

std::string ProgramCalls::take_printed() {
  return rules_.may_watch() ? report_.take_printed() : std::string();
}

void ProgramCalls::serve(protocol::RegisterImage request) {
  if (images_.size() >= kMostImages) return fail(protocol::cudaErrorMemoryAllocation);
  Image image;
  image.bytes = std::move(request.bytes);
  images_.insert_or_assign(request.image, std::move(image));
}

std::optional<ModuleId> ProgramCalls::module_of(std::uint32_t number) {
  const auto entry = images_.find(number);
  if (entry == images_.end()) return std::nullopt;
  Image& image = entry->second;
  if (image.tried) return image.module;
  image.tried = true;
  const base::Result<std::string> ptx = ptx_of_image(image.bytes);
  image.bytes = {};
  const base::Result<ModuleId> module =
      ptx ? backend_.load(*ptx) : base::Result<ModuleId>(ptx.errors());
  if (module) {
    image.module = *module;
  } else {
    const base::Diagnostic& problem = module.errors().front();
    base::Diagnostic place = problem;
    place.hint.clear();
    report_.add_note({"device_code", base::to_string(place), problem.hint, 1});
  }
  return image.module;
}

protocol::KernelInfo ProgramCalls::serve(const protocol::QueryKernel& request) {
  protocol::KernelInfo none;
  const std::optional<ModuleId> module = module_of(request.image);
  if (!module) {
    none.error = images_.contains(request.image) ? protocol::cudaErrorNoKernelImageForDevice
                                                 : protocol::cudaErrorInvalidResourceHandle;
    return none;
  }
  std::optional<protocol::KernelInfo> info = backend_.kernel_info(*module, request.name);
  if (!info || kernels_.size() >= kMostKernels) {
    none.error = protocol::cudaErrorInvalidDeviceFunction;
    return none;
  }
  info->kernel = static_cast<std::uint32_t>(kernels_.size());
  kernels_.push_back({*module, request.name, *info});
  return *info;
}

const ProgramCalls::Kernel* ProgramCalls::kernel(std::uint32_t number) const {
  return number < kernels_.size() ? &kernels_[number] : nullptr;
}

protocol::CallStatus ProgramCalls::serve(const protocol::SetKernelAttribute& request) {
  const Kernel* entry = kernel(request.kernel);
  if (entry == nullptr) return {protocol::cudaErrorInvalidResourceHandle, ""};
  return {launcher_.allow_dynamic_shared(entry->module, entry->name, entry->info,
                                         request.max_dynamic_shared_bytes),
          ""};
}

protocol::SymbolInfo ProgramCalls::query_symbol(const protocol::QuerySymbol& request,
                                                int& descriptor) {
  const std::optional<ModuleId> module = module_of(request.image);
  if (!module) return {protocol::cudaErrorInvalidSymbol, 0, 0};
  const std::optional<Allocation> variable = backend_.variable(*module, request.name);
  if (!variable) return {protocol::cudaErrorInvalidSymbol, 0, 0};
  const int shared = backend_.shared_descriptor(variable->base);
  if (shared >= 0) {
    if (std::optional<protocol::Finding> forbidden = rules_.may_share()) {
      report_.add_finding(std::move(*forbidden));
    } else {
      descriptor = shared;
    }
  }
  return {0, variable->base, variable->bytes};
}

protocol::Allocated ProgramCalls::serve(const protocol::Allocate& request) {
  if (const std::uint32_t error = reveal()) return {error, 0, 0};
  protocol::Allocated reply;
  reply.pitch = request.width;
  if (request.pitched) {
    std::uint64_t rounded = 0;
    if (__builtin_add_overflow(request.width, kPitchBytes - 1, &rounded)) {
      return {protocol::cudaErrorMemoryAllocation, 0, 0};
    }
    reply.pitch = rounded / kPitchBytes * kPitchBytes;
  }
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(reply.pitch, request.height, &bytes)) {
    return {protocol::cudaErrorMemoryAllocation, 0, 0};
  }
  if (bytes == 0) return reply;
  if (allocations_ >= kMostAllocations) return {protocol::cudaErrorMemoryAllocation, 0, 0};
  const std::optional<Address> address =
      backend_.allocate({bytes, std::to_string(allocations_), place(request.site),
                         protocol::BufferRole::Scratch, 0, ""});
  if (!address) return {protocol::cudaErrorMemoryAllocation, 0, 0};
  ++allocations_;
  own_.insert(*address);
  reply.address = *address;
  return reply;
}

protocol::Allocated ProgramCalls::allocate_managed(const protocol::Allocate& request,
                                                   int& descriptor) {
  if (const std::uint32_t error = reveal()) return {error, 0, 0};
  if (std::optional<protocol::Finding> forbidden = rules_.may_share()) {
    // Pinned memory (pitched and managed at once) is no offence: the program makes do without.
    if (!request.pitched) report_.add_finding(std::move(*forbidden));
    return {protocol::cudaErrorNotPermitted, 0, 0};
  }
  const std::optional<SharedMemory> memory =
      backend_.allocate_shared({request.width, std::to_string(allocations_), place(request.site),
                                protocol::BufferRole::Scratch, 0, ""});
  if (!memory) return {protocol::cudaErrorNotSupported, 0, 0};
  ++allocations_;
  own_.insert(memory->address);
  descriptor = memory->descriptor;
  return {0, memory->address, request.width};
}

protocol::CallStatus ProgramCalls::serve(const protocol::Free& request) {
  if (const std::uint32_t error = reveal()) return {error, take_printed()};
  if (request.address == 0) return {0, take_printed()};
  const std::optional<Allocation> allocation = backend_.find(request.address);
  const std::string site = place(request.site);
  protocol::Finding finding;
  if (allocation && !allocation->is_variable && !own_.contains(allocation->base)) {
    finding.kind = "invalid_free";
    finding.message = fmt::format("cudaFree of '{}', which belongs to the exercise; it was kept",
                                  allocation->name);
    finding.help = "free only what your code allocated: lesson a05_five_steps";
  } else {
    const FreeOutcome outcome = allocation && allocation->is_variable
                                    ? FreeOutcome::NotABase
                                    : backend_.free(request.address, site);
    if (outcome == FreeOutcome::Freed) {
      own_.erase(request.address);
      freed_[request.address] = site;
      return {0, take_printed()};
    }
    const bool twice = outcome == FreeOutcome::AlreadyFree;
    finding.kind = twice ? "double_free" : "invalid_free";
    finding.message = twice        ? "cudaFree was called twice for the same allocation"
                      : allocation ? inner_pointer_text(*allocation, request.address)
                                   : unknown_pointer_text(request.address);
    finding.help = twice ? "free each allocation once: lesson a05_five_steps"
                         : "free the very pointer that cudaMalloc returned: lesson a05_five_steps";
  }
  std::tie(finding.file, finding.line) = split_place(site);
  if (finding.line == 0) finding.file.clear();
  if (!site.empty()) finding.message += fmt::format("\n  the host frees it at {}", site);
  const auto before = freed_.find(request.address);
  if (finding.kind == "double_free" && before != freed_.end() && !before->second.empty()) {
    finding.other_line = split_place(before->second).second;
    finding.message += fmt::format("\n  it was freed before at {}", before->second);
  } else if (allocation && !allocation->site.empty()) {
    finding.message += fmt::format("\n  it was allocated at {}", allocation->site);
  }
  report_.add_finding(std::move(finding));
  return {protocol::cudaErrorInvalidValue, take_printed()};
}

std::optional<Allocation> ProgramCalls::target(const Rows& rows, const char* call) {
  const std::optional<std::uint64_t> bytes = extent(rows.pitch, rows.width, rows.height);
  const std::optional<Allocation> allocation = backend_.find(rows.first);
  if (bytes && allocation && rows.first - allocation->base <= allocation->bytes &&
      *bytes <= allocation->bytes - (rows.first - allocation->base)) {
    return allocation;
  }
  protocol::HostNote note{"copy_out_of_bounds", "", "", 1};
  if (allocation && bytes) {
    note.message = fmt::format("{} of {} bytes from byte {} on does not fit into {} ({} bytes)",
                               call, base::with_thousands(*bytes),
                               base::with_thousands(rows.first - allocation->base),
                               described(*allocation), base::with_thousands(allocation->bytes));
    if (!allocation->site.empty()) {
      note.message += fmt::format("\n  it was allocated at {}", allocation->site);
    }
    note.help = "sizes of copies are in bytes: count * sizeof(element)";
  } else {
    note.message = fmt::format("{} got an address that is in no live allocation", call);
    note.help = "was it freed, or is it a host pointer?";
  }
  report_.add_note(std::move(note));
  fail(protocol::cudaErrorInvalidValue);
  return std::nullopt;
}

void ProgramCalls::serve(const protocol::CopyToDevice& request) {
  if (sticky_error_ != 0 || request.width == 0 || request.height == 0) return;
  const auto destination = target(
      {request.destination, request.pitch, request.width, request.height}, "a copy to the device");
  if (!destination) return;
  const std::uint64_t bytes = request.width * request.height;  // they fit, so no overflow
  if (bytes != request.content.size()) return fail(protocol::cudaErrorInvalidValue);
  if (auto forbidden = rules_.may_write(*destination, bytes)) return refuse(std::move(*forbidden));
  for (std::uint64_t row = 0; row < request.height; ++row) {
    backend_.write(request.destination + row * request.pitch,
                   std::span(request.content).subspan(row * request.width, request.width));
  }
}

CopiedBytes ProgramCalls::serve(const protocol::CopyFromDevice& request) {
  if (const std::uint32_t error = reveal()) return {error, take_printed(), {}};
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(request.width, request.height, &bytes) ||
      bytes > protocol::kCopyChunkBytes) {
    return {protocol::cudaErrorInvalidValue, take_printed(), {}};
  }
  if (bytes == 0) return {0, take_printed(), {}};
  const std::uint32_t last = last_error_;
  const auto source =
      target({request.source, request.pitch, request.width, request.height}, "a copy to the host");
  last_error_ = last;  // this call returns its error itself
  if (!source) return {protocol::cudaErrorInvalidValue, take_printed(), {}};
  if (auto forbidden = rules_.may_read(*source)) {
    report_.add_finding(std::move(*forbidden));
    return {protocol::cudaErrorNotPermitted, take_printed(), {}};
  }
  CopiedBytes reply;
  reply.printed = take_printed();
  reply.content.resize(bytes);
  std::uint64_t unwritten = 0;
  for (std::uint64_t row = 0; row < request.height; ++row) {
    unwritten += backend_.unwritten(request.source + row * request.pitch, request.width);
    backend_.read(request.source + row * request.pitch,
                  std::span(reply.content).subspan(row * request.width, request.width));
  }
  if (unwritten != 0) note_unwritten(*source, unwritten);
  return reply;
}

void ProgramCalls::serve(const protocol::CopyOnDevice& request) {
  if (sticky_error_ != 0 || request.width == 0 || request.height == 0) return;
  const char* call = "a copy on the device";
  const auto destination =
      target({request.destination, request.destination_pitch, request.width, request.height}, call);
  if (!destination) return;
  const auto source =
      target({request.source, request.source_pitch, request.width, request.height}, call);
  if (!source) return;
  if (auto forbidden = rules_.may_copy(*destination, *source)) {
    return refuse(std::move(*forbidden));
  }
  for (std::uint64_t row = 0; row < request.height; ++row) {
    backend_.copy(request.destination + row * request.destination_pitch,
                  request.source + row * request.source_pitch, request.width);
  }
}

void ProgramCalls::serve(const protocol::Fill& request) {
  if (sticky_error_ != 0 || request.width == 0 || request.height == 0) return;
  const auto destination =
      target({request.destination, request.pitch, request.width, request.height}, "a memset");
  if (!destination) return;
  if (auto forbidden = rules_.may_fill(*destination)) return refuse(std::move(*forbidden));
  for (std::uint64_t row = 0; row < request.height; ++row) {
    backend_.fill(request.destination + row * request.pitch, request.value, request.width);
  }
}

void ProgramCalls::serve(const protocol::LaunchKernel& request) {
  if (sticky_error_ != 0) return;
  const Kernel* entry = kernel(request.kernel);
  if (entry == nullptr) return fail(protocol::cudaErrorInvalidResourceHandle);
  if (request.arguments.size() != entry->info.parameter_bytes) {
    return fail(protocol::cudaErrorInvalidValue);
  }
  LaunchRequest launch;
  launch.module = entry->module;
  launch.kernel = entry->name;
  launch.grid = request.grid;
  launch.block = request.block;
  launch.dynamic_shared_bytes = request.dynamic_shared_bytes;
  launch.cooperative = request.cooperative;
  launch.arguments = request.arguments;
  const LaunchEnd end = launcher_.launch(launch, entry->info);
  if (end.spoils_context) {
    sticky_error_ = end.error;
  } else if (end.error != 0) {
    fail(end.error);
  }
}

protocol::Synchronized ProgramCalls::serve(const protocol::Synchronize& request) {
  protocol::Synchronized reply;
  reply.last = std::exchange(last_error_, 0);
  if (request.reveal) {
    reply.sticky = reveal();
    reply.printed = take_printed();
  } else if (revealed_) {
    reply.sticky = sticky_error_;
  }
  return reply;
}

protocol::ClockInfo ProgramCalls::serve(const protocol::QueryClock&) {
  return {rules_.may_watch() ? backend_.clock_ns() : 0};
}

protocol::PointerInfo ProgramCalls::serve(const protocol::QueryPointer& request) {
  const std::optional<Allocation> allocation = backend_.find(request.address);
  if (!allocation || request.address - allocation->base >= allocation->bytes) return {};
  return {true, allocation->is_managed, allocation->base, allocation->bytes};
}

protocol::DeviceInfo ProgramCalls::serve(const protocol::QueryDevice&) {
  return backend_.properties();
}

protocol::CallStatus ProgramCalls::serve(const protocol::ResetDevice&) {
  for (const Address base : own_) backend_.free(base, "cudaDeviceReset");
  own_.clear();
  // The images stay registered, as their kernels are after a reset; variables keep their values.
  sticky_error_ = 0;
  revealed_ = false;
  last_error_ = 0;
  return {0, take_printed()};
}

void ProgramCalls::serve(protocol::Note request) {
  if (request.not_modelled) {
    auto [file, line] = split_place(place(request.message));
    if (line == 0) file.clear();
    report_.add_not_modelled({std::move(request.kind), "", std::move(file), line});
  } else {
    report_.add_note(
        {std::move(request.kind), std::move(request.message), std::move(request.help), 1});
  }
}

void ProgramCalls::note_unwritten(const Allocation& source, std::uint64_t bytes) {
  report_.add_note(
      {"never_written",
       fmt::format("a copy to the host reads {} of {} ({}) that nobody wrote",
                   base::counted(bytes, "byte"), described(source),
                   base::counted(source.bytes, "byte")),
       "does the grid cover all elements, and does the kernel write each one? lesson a04_blocks",
       1});
}

void ProgramCalls::note_heap_leaks() {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  std::string place;
  for (const Allocation& allocation : backend_.heap_allocations()) {
    if (count++ == 0) place = allocation.site;
    bytes += allocation.bytes;
  }
  if (count == 0) return;
  report_.add_note(
      {"device_heap_not_freed",
       fmt::format("{} of {} bytes in all on the device heap {} never freed{}",
                   base::counted(count, "allocation"), base::with_thousands(bytes),
                   count == 1 ? "was" : "were", place.empty() ? "" : ", allocated at " + place),
       "a kernel that calls malloc or new has to call free or delete: lesson a05_five_steps",
       count});
}

void ProgramCalls::note_leaks() {
  note_heap_leaks();
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  std::vector<std::string> sites;
  for (const Allocation& allocation : backend_.allocations()) {
    if (!own_.contains(allocation.base)) continue;
    ++count;
    bytes += allocation.bytes;
    const bool known = std::ranges::find(sites, allocation.site) != sites.end();
    if (!allocation.site.empty() && !known) sites.push_back(allocation.site);
  }
  if (count == 0) return;
  std::string places;
  for (std::size_t i = 0; i < std::min(sites.size(), kMostSites); ++i) {
    places += (i == 0 ? ", allocated at " : ", ") + sites[i];
  }
  if (sites.size() > kMostSites) places += ", ...";
  report_.add_note(
      {"memory_not_freed",
       fmt::format("{} of {} bytes in all {} never freed{}", base::counted(count, "allocation"),
                   base::with_thousands(bytes), count == 1 ? "was" : "were", places),
       "call cudaFree for everything that cudaMalloc returned: lesson a05_five_steps", count});
}

}  // namespace device
