// SPDX-License-Identifier: MIT
// Attributes of kernels and occupancy.
#include <algorithm>
#include <cstring>

#include "cudart/abi.h"
#include "cudart/client.h"
#include "cudart/registry.h"
#include "protocol/launch_limits.h"

namespace cudart {

namespace {

std::uint64_t default_dynamic_shared(const protocol::DeviceInfo& device,
                                     const protocol::KernelInfo& kernel) {
  return device.shared_bytes_per_block -
         std::min(device.shared_bytes_per_block, kernel.static_shared_bytes);
}

cudaError_t attributes_of(cudaFuncAttributes* out, const void* function) {
  const Lock lock;
  if (out == nullptr) return cudaErrorInvalidValue;
  cudaError_t error = cudaSuccess;
  const Kernel* kernel = Registry::get().kernel(function, error);
  if (kernel == nullptr) return error;
  const protocol::DeviceInfo& device = Client::get().device();
  const protocol::KernelInfo& info = *kernel->info;
  std::memset(out, 0, sizeof *out);
  out->sharedSizeBytes = info.static_shared_bytes;
  out->constSizeBytes = info.constant_bytes;
  out->localSizeBytes = info.local_bytes;
  out->maxThreadsPerBlock = static_cast<int>(info.max_threads_per_block);
  out->numRegs = static_cast<int>(info.registers);
  out->ptxVersion = static_cast<int>(info.ptx_version);
  out->binaryVersion = static_cast<int>(device.major * 10 + device.minor);
  out->maxDynamicSharedSizeBytes =
      static_cast<int>(std::max(kernel->max_dynamic_shared, default_dynamic_shared(device, info)));
  out->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
  return cudaSuccess;
}

cudaError_t set_attribute(const void* function, cudaFuncAttribute which, int value) {
  const Lock lock;
  cudaError_t error = cudaSuccess;
  Kernel* kernel = Registry::get().kernel(function, error);
  if (kernel == nullptr) return error;
  if (which == cudaFuncAttributePreferredSharedMemoryCarveout) {
    return value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
  }
  if (which != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0) {
    return cudaErrorInvalidValue;
  }
  const auto bytes = static_cast<std::uint64_t>(value);
  const auto reply = Client::get().call<protocol::CallStatus>(
      protocol::SetKernelAttribute{kernel->info->kernel, bytes});
  if (!reply) return no_worker();
  if (reply->error == 0) kernel->max_dynamic_shared = bytes;
  return to_error(reply->error);
}

cudaError_t occupancy(int* blocks, const void* function, int threads, std::size_t shared_bytes) {
  const Lock lock;
  if (blocks == nullptr || threads <= 0) return cudaErrorInvalidValue;
  cudaError_t error = cudaSuccess;
  const Kernel* kernel = Registry::get().kernel(function, error);
  if (kernel == nullptr) return error;
  *blocks = static_cast<int>(protocol::resident_blocks(
      Client::get().device(), *kernel->info, static_cast<std::uint32_t>(threads), shared_bytes));
  return cudaSuccess;
}

}  // namespace

}  // namespace cudart

using cudart::finish;

CUDART_EXPORT cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes,
                                                const void* kernel) {
  return finish(cudart::attributes_of(attributes, kernel));
}

CUDART_EXPORT cudaError_t cudaFuncSetAttribute(const void* kernel, enum cudaFuncAttribute attribute,
                                               int value) {
  return finish(cudart::set_attribute(kernel, attribute, value));
}

CUDART_EXPORT cudaError_t cudaFuncSetCacheConfig(const void*, enum cudaFuncCache) {
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaFuncSetSharedMemConfig(const void*, enum cudaSharedMemConfig) {
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaFuncGetName(const char** name, const void* function) {
  const cudart::Lock lock;
  if (name == nullptr) return finish(cudaErrorInvalidValue);
  const cudart::Kernel* kernel = cudart::Registry::get().find_kernel(function);
  if (kernel == nullptr) return finish(cudaErrorInvalidDeviceFunction);
  *name = kernel->name.c_str();
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                                        const void* kernel,
                                                                        int threads,
                                                                        std::size_t shared_bytes) {
  return finish(cudart::occupancy(blocks, kernel, threads, shared_bytes));
}

CUDART_EXPORT cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* kernel, int threads, std::size_t shared_bytes, unsigned int) {
  return finish(cudart::occupancy(blocks, kernel, threads, shared_bytes));
}

CUDART_EXPORT cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* shared_bytes,
                                                                    const void* kernel, int blocks,
                                                                    int) {
  const cudart::Lock lock;
  if (shared_bytes == nullptr || blocks <= 0) return finish(cudaErrorInvalidValue);
  cudaError_t error = cudaSuccess;
  const cudart::Kernel* found = cudart::Registry::get().kernel(kernel, error);
  if (found == nullptr) return finish(error);
  const protocol::DeviceInfo& device = cudart::Client::get().device();
  const std::uint64_t share =
      device.shared_bytes_per_multiprocessor / static_cast<std::uint64_t>(blocks);
  const std::uint64_t most = std::min(share, device.shared_bytes_per_block);
  *shared_bytes = most - std::min(most, found->info->static_shared_bytes);
  return cudaSuccess;
}
