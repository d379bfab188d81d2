// SPDX-License-Identifier: MIT
// Memory: plain, pitched, pinned, managed; what a pointer is.
#include <cxxabi.h>
#include <dlfcn.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include "cudart/abi.h"
#include "cudart/client.h"
#include "cudart/memory_map.h"

namespace cudart {

namespace {

constexpr std::size_t kPageBytes = 4096;

std::uint64_t number(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

/// The function that called us, as far as the dynamic loader knows it: "main()".
std::string caller_name(const void* return_address) {
  Dl_info info{};
  if (dladdr(return_address, &info) == 0 || info.dli_sname == nullptr) return {};
  int status = 0;
  char* demangled = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status);
  std::string name = status == 0 ? demangled : info.dli_sname;
  std::free(demangled);
  return name.substr(0, name.find('(')) + "()";
}

cudaError_t allocate(void** pointer, std::size_t* pitch, protocol::Allocate request,
                     const void* return_address) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  const Lock lock;
  request.site = caller_name(return_address);
  const auto reply = Client::get().call<protocol::Allocated>(request);
  if (!reply) return kNoWorker;
  *pointer = reinterpret_cast<void*>(reply->address);
  if (pitch != nullptr) *pitch = reply->pitch;
  if (reply->error == 0) MemoryMap::get().set_device(reply->address, reply->pitch * request.height);
  return to_error(reply->error);
}

cudaError_t allocate_pinned(void** pointer, std::size_t bytes) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  const Lock lock;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  const std::size_t rounded = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  *pointer = rounded < bytes ? nullptr : std::aligned_alloc(kPageBytes, rounded);
  if (*pointer == nullptr) return cudaErrorMemoryAllocation;
  MemoryMap::get().set_pinned(number(*pointer), bytes);
  return cudaSuccess;
}

cudaError_t allocate_managed(void** pointer, std::size_t bytes, const void* return_address) {
  if (pointer == nullptr || bytes == 0) return cudaErrorInvalidValue;
  const Lock lock;
  protocol::Allocate request;
  request.width = bytes;
  request.managed = true;
  request.site = caller_name(return_address);
  protocol::FileDescriptor file;
  const auto reply = Client::get().call_allocate(request, file);
  if (!reply) return kNoWorker;
  if (reply->error != 0) return to_error(reply->error);
  const std::size_t rounded = (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  void* wanted = reinterpret_cast<void*>(reply->address);
  void* mapped = mmap(wanted, rounded, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE,
                      file.get(), 0);
  if (mapped != wanted) {
    if (mapped != MAP_FAILED) munmap(mapped, rounded);
    return cudaErrorMemoryAllocation;
  }
  MemoryMap::get().set_managed(reply->address, bytes);
  *pointer = wanted;
  return cudaSuccess;
}

cudaError_t release(void* pointer, const void* return_address) {
  const Lock lock;
  if (pointer == nullptr) return Client::get().settle_after_launch();
  MemoryMap& map = MemoryMap::get();
  const auto reply = Client::get().call<protocol::CallStatus>(
      protocol::Free{number(pointer), caller_name(return_address)});
  if (!reply) return kNoWorker;
  print(reply->printed);
  if (reply->error != 0) return to_error(reply->error);
  if (const std::uint64_t bytes = map.managed_bytes(number(pointer))) {
    munmap(pointer, (bytes + kPageBytes - 1) / kPageBytes * kPageBytes);
    map.set_managed(number(pointer), 0);
  }
  map.set_device(number(pointer), 0);
  return cudaSuccess;
}

cudaError_t release_pinned(void* pointer) {
  const Lock lock;
  if (pointer == nullptr) return cudaSuccess;
  if (!MemoryMap::get().is_pinned_base(pointer)) return cudaErrorInvalidValue;
  MemoryMap::get().set_pinned(number(pointer), 0);
  std::free(pointer);
  return cudaSuccess;
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

CUDART_EXPORT cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned int) {
  return finish(cudart::allocate_managed(pointer, bytes, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return finish(cudart::allocate_pinned(pointer, bytes));
}

CUDART_EXPORT cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int) {
  return finish(cudart::allocate_pinned(pointer, bytes));
}

CUDART_EXPORT cudaError_t cudaFree(void* pointer) {
  return finish(cudart::release(pointer, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) {
  return finish(cudart::release(pointer, __builtin_return_address(0)));
}

CUDART_EXPORT cudaError_t cudaFreeHost(void* pointer) {
  return finish(cudart::release_pinned(pointer));
}

CUDART_EXPORT cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int) {
  if (pointer == nullptr || bytes == 0) return finish(cudaErrorInvalidValue);
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaHostUnregister(void* pointer) {
  return finish(pointer == nullptr ? cudaErrorInvalidValue : cudaSuccess);
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
  // Pinned memory is not mapped into the device; managed memory is.
  if (MemoryMap::get().place(host) != Place::Managed) return finish(cudaErrorNotSupported);
  *device = host;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  const Lock lock;
  const auto info = Client::get().call<protocol::DeviceInfo>(protocol::QueryDevice{});
  if (!info) return finish(cudart::kNoWorker);
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
