// SPDX-License-Identifier: MIT
#include "cudart/registry.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "cudart/client.h"
#include "cudart/memory_map.h"
#include "cudart/shared_memory.h"

namespace cudart {

namespace {

/// What __cudaRegisterFatBinary gets: the fatbinary wrapper that both compilers emit.
struct Wrapper {
  std::uint32_t magic;
  std::uint32_t version;
  const void* data;
  const void* unused;
};

constexpr std::uint32_t kWrapperMagic = 0x466243B1;
constexpr std::uint32_t kFatbinMagic = 0xBA55ED50;

/// Bytes of an image in memory: a fatbin says its length, PTX text ends with a NUL.
std::size_t image_bytes(const void* data) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, data, sizeof magic);
  if (magic != kFatbinMagic) return std::strlen(static_cast<const char*>(data));
  std::uint16_t header = 0;
  std::uint64_t payload = 0;
  std::memcpy(&header, static_cast<const char*>(data) + 6, sizeof header);
  std::memcpy(&payload, static_cast<const char*>(data) + 8, sizeof payload);
  return header + payload;
}

}  // namespace

Registry& Registry::get() {
  static Registry& registry = *new Registry;
  return registry;
}

Image* Registry::add_image(const void* wrapper) {
  Image& image = images_.emplace_back();
  image.number = static_cast<std::uint32_t>(images_.size() - 1);
  Wrapper content{};
  std::memcpy(&content, wrapper, sizeof content);
  if (content.magic == kWrapperMagic) image.data = content.data;
  return &image;
}

void Registry::add_kernel(Image* image, const void* host_function, const char* name) {
  Kernel& kernel = kernels_[host_function];
  kernel = Kernel{image, name, std::nullopt, 0};
  handles_[&kernel] = &kernel;
}

void Registry::add_variable(Image* image, const void* host_variable, const char* name) {
  variables_[host_variable] = Variable{image, name, std::nullopt, nullptr};
}

void Registry::add_managed(Image* image, void** host_pointer, const char* name) {
  variables_[host_pointer] = Variable{image, name, std::nullopt, host_pointer};
}

bool Registry::map_managed(Image* image) {
  bool all = true;
  for (auto& [key, entry] : variables_) {
    if (entry.image != image || entry.managed == nullptr) continue;
    cudaError_t error = cudaSuccess;
    const Variable* found = variable(key, error);
    all = all && found != nullptr && *entry.managed != nullptr;
  }
  return all;
}

void Registry::remove_image(Image* image) {
  std::erase_if(handles_, [&](const auto& entry) { return entry.second->image == image; });
  std::erase_if(kernels_, [&](const auto& entry) { return entry.second.image == image; });
  std::erase_if(variables_, [&](const auto& entry) { return entry.second.image == image; });
  image->data = nullptr;
}

bool Registry::send(Image& image) {
  if (image.sent) return true;
  if (image.data == nullptr) return false;
  protocol::RegisterImage message;
  message.image = image.number;
  const std::size_t size = image_bytes(image.data);
  if (size > protocol::kMaxBodyBytes - 64) {
    std::fprintf(stderr, "CUDA: the program's device code (%zu bytes) is too large\n", size);
    return false;
  }
  const auto* first = static_cast<const std::byte*>(image.data);
  message.bytes.assign(first, first + size);
  image.sent = Client::get().post(message);
  return image.sent;
}

Kernel* Registry::find_kernel(const void* function) {
  if (const auto handle = handles_.find(function); handle != handles_.end()) return handle->second;
  const auto entry = kernels_.find(function);
  return entry == kernels_.end() ? nullptr : &entry->second;
}

Kernel* Registry::kernel(const void* function, cudaError_t& error) {
  Kernel* found = find_kernel(function);
  if (found == nullptr) {
    error = cudaErrorInvalidDeviceFunction;
    return nullptr;
  }
  if (!found->info) {
    if (!send(*found->image)) {
      error = Client::get().connected() ? cudaErrorNoKernelImageForDevice : no_worker();
      return nullptr;
    }
    found->info = Client::get().call<protocol::KernelInfo>(
        protocol::QueryKernel{found->image->number, found->name});
    if (!found->info) {
      error = no_worker();
      return nullptr;
    }
  }
  error = to_error(found->info->error);
  return error == cudaSuccess ? found : nullptr;
}

Variable* Registry::variable(const void* symbol, cudaError_t& error) {
  const auto entry = variables_.find(symbol);
  if (entry == variables_.end()) {
    error = cudaErrorInvalidSymbol;
    return nullptr;
  }
  Variable& found = entry->second;
  if (!found.info) {
    if (!send(*found.image)) {
      error = Client::get().connected() ? cudaErrorNoKernelImageForDevice : no_worker();
      return nullptr;
    }
    protocol::FileDescriptor file;
    found.info = Client::get().call<protocol::SymbolInfo>(
        protocol::QuerySymbol{found.image->number, found.name}, file);
    if (!found.info) {
      error = no_worker();
      return nullptr;
    }
    if (found.managed != nullptr && file &&
        map_shared(found.info->address, found.info->bytes, file)) {
      *found.managed = reinterpret_cast<void*>(found.info->address);
      MemoryMap::get().set_managed(found.info->address, found.info->bytes);
    }
  }
  error = to_error(found.info->error);
  return error == cudaSuccess ? &found : nullptr;
}

}  // namespace cudart

using cudart::Image;
using cudart::Lock;
using cudart::Registry;

namespace {

/// Stubs hold an image as `void**`.
Image* image_of(void** handle) {
  return reinterpret_cast<Image*>(handle);
}

}  // namespace

CUDART_EXPORT void** __cudaRegisterFatBinary(void* wrapper) {
  const Lock lock;
  return reinterpret_cast<void**>(Registry::get().add_image(wrapper));
}

CUDART_EXPORT void __cudaRegisterFatBinaryEnd(void**) {}

CUDART_EXPORT void __cudaUnregisterFatBinary(void** handle) {
  const Lock lock;
  Registry::get().remove_image(image_of(handle));
}

CUDART_EXPORT void __cudaRegisterFunction(void** handle, const char* host_function, char*,
                                          const char* name, int, void*, void*, void*, void*, int*) {
  const Lock lock;
  Registry::get().add_kernel(image_of(handle), host_function, name);
}

CUDART_EXPORT void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* name,
                                     int, std::size_t, int, int) {
  const Lock lock;
  Registry::get().add_variable(image_of(handle), host_variable, name);
}

CUDART_EXPORT void __cudaRegisterHostVar(void** handle, const char* name, char* host_variable,
                                         std::size_t) {
  const Lock lock;
  Registry::get().add_variable(image_of(handle), host_variable, name);
}

CUDART_EXPORT void __cudaRegisterUnifiedTable(void**, void*) {}

CUDART_EXPORT void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*,
                                            const char* name, int, std::size_t, int, int) {
  const Lock lock;
  Registry::get().add_managed(image_of(handle), host_pointer, name);
}

/// Called before the host first touches a managed variable.
CUDART_EXPORT char __cudaInitModule(void** handle) {
  const Lock lock;
  return Registry::get().map_managed(image_of(handle)) ? 1 : 0;
}
