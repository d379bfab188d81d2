// SPDX-License-Identifier: MIT
// Memory: plain, pitched, pinned, managed, registered; what a pointer is.
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <map>

#include "cudart/abi.h"
#include "cudart/client.h"
#include "cudart/host_line.h"
#include "cudart/memory_map.h"
#include "cudart/shared_memory.h"

namespace cudart {

namespace {

std::uint64_t number(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

/// Host memory that the program registered.
struct Registered {
  std::size_t bytes = 0;     ///< as registered
  std::uint64_t first = 0;   ///< first page
  std::size_t mapped = 0;    ///< bytes of its pages
  std::uint64_t device = 0;  ///< what the device calls the first registered byte; 0: not shared
  std::uint64_t base = 0;    ///< the device's allocation

  std::uint64_t first_byte() const { return first + (device - base) % kPageBytes; }
};

/// By the pointer registered.
std::map<std::uint64_t, Registered>& registered() {
  static auto& all = *new std::map<std::uint64_t, Registered>;
  return all;
}

/// Pages this near to the caller's frames are not replaced under it.
constexpr std::uint64_t kStackMargin = 1U << 20;

cudaError_t allocate(void** pointer, std::size_t* pitch, protocol::Allocate request,
                     const void* return_address) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  const Lock lock;
  request.site = host_line(return_address);
  const auto reply = Client::get().call<protocol::Allocated>(request);
  if (!reply) return no_worker();
  *pointer = reinterpret_cast<void*>(reply->address);
  if (pitch != nullptr) *pitch = reply->pitch;
  if (reply->error == 0) MemoryMap::get().set_device(reply->address, reply->pitch * request.height);
  return to_error(reply->error);
}

/// Memory of both sides at one address; `pinned` (host memory that the device reaches) where
/// sharing is forbidden gives an error and no finding.
cudaError_t allocate_shared(std::uint64_t& address, std::size_t bytes, bool pinned,
                            const std::string& site) {
  protocol::Allocate request;
  request.width = bytes;
  request.managed = true;
  request.pitched = pinned;
  request.site = site;
  protocol::FileDescriptor file;
  const auto reply = Client::get().call<protocol::Allocated>(request, file);
  if (!reply) return no_worker();
  if (reply->error != 0) return to_error(reply->error);
  if (!map_shared(reply->address, bytes, file)) {
    Client::get().call<protocol::CallStatus>(protocol::Free{reply->address, site});
    return cudaErrorMemoryAllocation;
  }
  address = reply->address;
  return cudaSuccess;
}

/// Pinned memory is shared with the device, as with unified addressing; in exercises, where that is
/// forbidden, and where there is no device it is ordinary memory.
cudaError_t allocate_pinned(void** pointer, std::size_t bytes, const void* return_address) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  const Lock lock;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  const std::size_t rounded = whole_pages(bytes);
  if (rounded == 0) return cudaErrorMemoryAllocation;
  std::uint64_t address = 0;
  if (allocate_shared(address, bytes, true, host_line(return_address)) == cudaSuccess) {
    MemoryMap::get().set_pinned(address, bytes, true);
    *pointer = reinterpret_cast<void*>(address);
    return cudaSuccess;
  }
  *pointer = std::aligned_alloc(kPageBytes, rounded);
  if (*pointer == nullptr) return cudaErrorMemoryAllocation;
  MemoryMap::get().set_pinned(number(*pointer), bytes, false);
  return cudaSuccess;
}

cudaError_t allocate_managed(void** pointer, std::size_t bytes, const void* return_address) {
  if (pointer == nullptr || bytes == 0) return cudaErrorInvalidValue;
  const Lock lock;
  std::uint64_t address = 0;
  const cudaError_t error = allocate_shared(address, bytes, false, host_line(return_address));
  if (error != cudaSuccess) return error;
  MemoryMap::get().set_managed(address, bytes);
  *pointer = reinterpret_cast<void*>(address);
  return cudaSuccess;
}

cudaError_t release(void* pointer, const void* return_address) {
  const Lock lock;
  if (pointer == nullptr) return Client::get().settle_after_launch();
  MemoryMap& map = MemoryMap::get();
  const auto reply = Client::get().call<protocol::CallStatus>(
      protocol::Free{number(pointer), host_line(return_address)});
  if (!reply) return no_worker();
  print(reply->printed);
  if (reply->error != 0) return to_error(reply->error);
  if (const std::uint64_t bytes = map.managed_bytes(number(pointer))) {
    unmap_shared(number(pointer), bytes);
    map.set_managed(number(pointer), 0);
  }
  map.set_device(number(pointer), 0);
  return cudaSuccess;
}

cudaError_t release_pinned(void* pointer, const void* return_address) {
  const Lock lock;
  if (pointer == nullptr) return cudaSuccess;
  const std::optional<Pinned> pinned = MemoryMap::get().pinned(pointer);
  if (!pinned || pinned->base != number(pointer)) return cudaErrorInvalidValue;
  if (!pinned->shared) {
    std::free(pointer);
  } else {
    const auto reply = Client::get().call<protocol::CallStatus>(
        protocol::Free{number(pointer), host_line(return_address)});
    if (!reply) return no_worker();
    print(reply->printed);
    if (reply->error != 0) return to_error(reply->error);
    unmap_shared(number(pointer), pinned->bytes);
  }
  MemoryMap::get().set_pinned(number(pointer), 0, false);
  return cudaSuccess;
}

/// The registered range that holds the address.
Registered* find_registered(const void* pointer) {
  auto entry = registered().upper_bound(number(pointer));
  if (entry == registered().begin()) return nullptr;
  --entry;
  return number(pointer) - entry->first < entry->second.bytes ? &entry->second : nullptr;
}

/// Copies whole pages. Other things of the program lie on them too, so AddressSanitizer may not
/// look, and std::memcpy, which it replaces, may not do it.
__attribute__((no_sanitize("address"))) void copy_pages(void* to, const void* from,
                                                        std::size_t bytes) {
  auto* target = static_cast<volatile std::uint64_t*>(to);
  const auto* source = static_cast<const volatile std::uint64_t*>(from);
  for (std::size_t i = 0; i < bytes / sizeof *target; ++i) target[i] = source[i];
}

/// Puts memory that the device shares in the place of the program's pages, with their content. The
/// device knows it under an address of its own. Where sharing is forbidden, or the pages hold this
/// very stack, they stay as they are: copies work all the same.
cudaError_t register_host(void* pointer, std::size_t bytes, const void* return_address) {
  if (pointer == nullptr || bytes == 0) return cudaErrorInvalidValue;
  const Lock lock;
  if (find_registered(pointer) != nullptr) return cudaErrorHostMemoryAlreadyRegistered;
  const std::uint64_t first = number(pointer) / kPageBytes * kPageBytes;
  const std::size_t size = whole_pages(number(pointer) - first + bytes);
  const std::uint64_t stack = number(__builtin_frame_address(0));
  Registered entry{bytes, first, size, 0};
  std::uint64_t address = 0;
  const bool holds_stack = stack + kStackMargin > first && stack < first + size + kStackMargin;
  if (!holds_stack &&
      allocate_shared(address, size, true, host_line(return_address)) == cudaSuccess) {
    auto* pages = reinterpret_cast<void*>(first);
    copy_pages(reinterpret_cast<void*>(address), pages, size);
    // Moves the mapping: the device's memory file now lies where the program's pages were.
    if (mremap(reinterpret_cast<void*>(address), size, size, MREMAP_MAYMOVE | MREMAP_FIXED,
               pages) == pages) {
      entry.device = address + (number(pointer) - first);
      entry.base = address;
    }
  }
  registered()[number(pointer)] = entry;
  return cudaSuccess;
}

cudaError_t unregister_host(void* pointer, const void* return_address) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  const Lock lock;
  const auto found = registered().find(number(pointer));
  if (found == registered().end()) return cudaErrorHostMemoryNotRegistered;
  const Registered entry = found->second;
  registered().erase(found);
  if (entry.base == 0) return cudaSuccess;
  const cudaError_t error = Client::get().settle(true);
  // Private pages with the same content take the place of the shared ones.
  auto* pages = reinterpret_cast<void*>(entry.first);
  void* copy =
      mmap(nullptr, entry.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) return cudaErrorMemoryAllocation;
  copy_pages(copy, pages, entry.mapped);
  if (mremap(copy, entry.mapped, entry.mapped, MREMAP_MAYMOVE | MREMAP_FIXED, pages) != pages) {
    return cudaErrorMemoryAllocation;
  }
  Client::get().call<protocol::CallStatus>(protocol::Free{entry.base, host_line(return_address)});
  return error;
}

}  // namespace

}  // namespace cudart

using cudart::Client;
using cudart::finish;
using cudart::Lock;
using cudart::MemoryMap;
using cudart::Place;

CUDART_EXPORT cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  protocol::Allocate request;
  request.width = bytes;
  return finish(cudart::allocate(pointer, nullptr, request, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t) {
  protocol::Allocate request;
  request.width = bytes;
  return finish(cudart::allocate(pointer, nullptr, request, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                                          std::size_t height) {
  if (pitch == nullptr) return finish(cudaErrorInvalidValue);
  protocol::Allocate request;
  request.width = width;
  request.height = height;
  request.pitched = true;
  return finish(cudart::allocate(pointer, pitch, request, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  std::size_t rows = 0;
  if (memory == nullptr || __builtin_mul_overflow(extent.height, extent.depth, &rows)) {
    return finish(cudaErrorInvalidValue);
  }
  protocol::Allocate request;
  request.width = extent.width;
  request.height = rows;
  request.pitched = true;
  memory->xsize = extent.width;
  memory->ysize = extent.height;
  return finish(
      cudart::allocate(&memory->ptr, &memory->pitch, request, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned int) {
  return finish(cudart::allocate_managed(pointer, bytes, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return finish(cudart::allocate_pinned(pointer, bytes, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int) {
  return finish(cudart::allocate_pinned(pointer, bytes, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaFree(void* pointer) {
  return finish(cudart::release(pointer, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) {
  return finish(cudart::release(pointer, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaFreeHost(void* pointer) {
  return finish(cudart::release_pinned(pointer, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int) {
  return finish(cudart::register_host(pointer, bytes, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaHostUnregister(void* pointer) {
  return finish(cudart::unregister_host(pointer, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
  const Lock lock;
  if (flags == nullptr || MemoryMap::get().place(host) != Place::Pinned) {
    return finish(cudaErrorInvalidValue);
  }
  *flags = cudaHostAllocMapped;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags) {
  const Lock lock;
  if (device == nullptr || flags != 0) return finish(cudaErrorInvalidValue);
  if (const auto* entry = cudart::find_registered(host)) {
    const std::uint64_t offset = cudart::number(host) - entry->first_byte();
    *device = reinterpret_cast<void*>(entry->device + offset);
    return finish(entry->device != 0 ? cudaSuccess : cudaErrorNotSupported);
  }
  const auto pinned = MemoryMap::get().pinned(host);
  const bool managed = MemoryMap::get().place(host) == Place::Managed;
  if (!managed && !pinned) return finish(cudaErrorInvalidValue);
  // Where sharing is forbidden, pinned memory is plain host memory.
  if (pinned && !pinned->shared) return finish(cudaErrorNotSupported);
  *device = host;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  const Lock lock;
  const auto info = Client::get().call<protocol::DeviceInfo>(protocol::QueryDevice{});
  if (!info) return finish(cudart::no_worker());
  if (free_bytes != nullptr) *free_bytes = info->free_bytes;
  if (total_bytes != nullptr) *total_bytes = info->global_bytes;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes,
                                                   const void* pointer) {
  if (attributes == nullptr) return finish(cudaErrorInvalidValue);
  const Lock lock;
  std::memset(attributes, 0, sizeof *attributes);
  void* plain = const_cast<void*>(pointer);
  attributes->hostPointer = plain;
  attributes->device = cudaInvalidDeviceId;
  switch (MemoryMap::get().place(pointer)) {
    case Place::Host:
      attributes->type = cudaMemoryTypeUnregistered;
      break;
    case Place::Pinned:
      attributes->type = cudaMemoryTypeHost;
      if (MemoryMap::get().pinned(pointer)->shared) attributes->devicePointer = plain;
      attributes->device = 0;
      break;
    case Place::Managed:
      attributes->type = cudaMemoryTypeManaged;
      attributes->devicePointer = plain;
      attributes->device = 0;
      break;
    case Place::Device:
      if (!MemoryMap::get().find(pointer)) return finish(cudaErrorInvalidValue);
      attributes->type = cudaMemoryTypeDevice;
      attributes->devicePointer = plain;
      attributes->hostPointer = nullptr;
      attributes->device = 0;
      break;
  }
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes,
                                               struct cudaMemLocation, unsigned int, cudaStream_t) {
  const Lock lock;
  if (bytes == 0 || MemoryMap::get().place(pointer) != Place::Managed) {
    return finish(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes,
                                        enum cudaMemoryAdvise, struct cudaMemLocation) {
  const Lock lock;
  if (bytes == 0 || MemoryMap::get().place(pointer) != Place::Managed) {
    return finish(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}
