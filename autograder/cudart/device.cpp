// SPDX-License-Identifier: MIT
// The one device: selection, properties, limits, synchronisation.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>

#include "cudart/abi.h"
#include "cudart/client.h"
#include "cudart/memory_map.h"

namespace cudart {

namespace {

/// What cudaRuntimeGetVersion and cudaDriverGetVersion say.
constexpr int kVersion = 13000;

/// Longest pitch that 2-D copies take.
constexpr int kMaxPitch = 2147483647;

/// Limits that programs may set and read back; the first values are those of an H200.
std::map<cudaLimit, std::size_t>& limits() {
  static auto& all = *new std::map<cudaLimit, std::size_t>{{cudaLimitStackSize, 1024},
                                                           {cudaLimitPrintfFifoSize, 8650752},
                                                           {cudaLimitMallocHeapSize, 8388608}};
  return all;
}

/// A configuration that is stored and has no effect here.
template <class T>
T& stored() {
  static T value{};
  return value;
}

int integer(std::uint64_t number) {
  return static_cast<int>(std::min<std::uint64_t>(number, 2147483647));
}

cudaError_t check_device(int device) {
  if (!Client::get().connected()) return no_worker();
  return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

void fill_properties(cudaDeviceProp& out, const protocol::DeviceInfo& info) {
  std::memset(&out, 0, sizeof out);
  info.name.copy(out.name, sizeof out.name - 1);
  out.totalGlobalMem = info.global_bytes;
  out.sharedMemPerBlock = info.shared_bytes_per_block;
  out.regsPerBlock = integer(info.registers_per_block);
  out.warpSize = integer(info.warp_size);
  out.memPitch = kMaxPitch;
  out.maxThreadsPerBlock = integer(info.max_threads_per_block);
  for (std::size_t i = 0; i < 3; ++i) {
    out.maxThreadsDim[i] = integer(info.max_block[i]);
    out.maxGridSize[i] = integer(info.max_grid[i]);
  }
  out.totalConstMem = info.constant_bytes;
  out.major = integer(info.major);
  out.minor = integer(info.minor);
  out.textureAlignment = 512;
  out.texturePitchAlignment = 32;
  out.multiProcessorCount = integer(info.multiprocessors);
  out.concurrentKernels = 1;
  out.asyncEngineCount = 1;
  out.unifiedAddressing = 1;
  out.memoryBusWidth = integer(info.memory_bus_bits);
  out.l2CacheSize = integer(info.l2_bytes);
  out.maxThreadsPerMultiProcessor = integer(info.max_threads_per_multiprocessor);
  out.streamPrioritiesSupported = 1;
  out.globalL1CacheSupported = 1;
  out.localL1CacheSupported = 1;
  out.sharedMemPerMultiprocessor = info.shared_bytes_per_multiprocessor;
  out.regsPerMultiprocessor = integer(info.registers_per_multiprocessor);
  out.managedMemory = 1;
  out.canMapHostMemory = 1;
  out.hostRegisterSupported = 1;
  out.maxTexture1D = 131072;
  out.maxTexture2D[0] = 131072;
  out.maxTexture2D[1] = 65536;
  std::fill_n(out.maxTexture3D, 3, 16384);
  out.computePreemptionSupported = 1;
  out.cooperativeLaunch = 1;
  out.sharedMemPerBlockOptin = info.shared_bytes_per_block_optin;
  out.maxBlocksPerMultiProcessor = integer(info.max_blocks_per_multiprocessor);
  out.memoryPoolsSupported = 1;
  out.hostRegisterReadOnlySupported = 1;
  out.clockRate = integer(info.clock_khz);
  out.memoryClockRate = integer(info.memory_clock_khz);
  out.deviceOverlap = 1;
  out.singleToDoublePrecisionPerfRatio = 32;
}

int attribute(cudaDeviceAttr which, const protocol::DeviceInfo& info, bool& known) {
  known = true;
  switch (which) {
    case cudaDevAttrMaxThreadsPerBlock:
      return integer(info.max_threads_per_block);
    case cudaDevAttrMaxBlockDimX:
      return integer(info.max_block[0]);
    case cudaDevAttrMaxBlockDimY:
      return integer(info.max_block[1]);
    case cudaDevAttrMaxBlockDimZ:
      return integer(info.max_block[2]);
    case cudaDevAttrMaxGridDimX:
      return integer(info.max_grid[0]);
    case cudaDevAttrMaxGridDimY:
      return integer(info.max_grid[1]);
    case cudaDevAttrMaxGridDimZ:
      return integer(info.max_grid[2]);
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return integer(info.shared_bytes_per_block);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return integer(info.shared_bytes_per_block_optin);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return integer(info.shared_bytes_per_multiprocessor);
    case cudaDevAttrTotalConstantMemory:
      return integer(info.constant_bytes);
    case cudaDevAttrWarpSize:
      return integer(info.warp_size);
    case cudaDevAttrMaxPitch:
      return kMaxPitch;
    case cudaDevAttrMaxRegistersPerBlock:
      return integer(info.registers_per_block);
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return integer(info.registers_per_multiprocessor);
    case cudaDevAttrClockRate:
      return integer(info.clock_khz);
    case cudaDevAttrMemoryClockRate:
      return integer(info.memory_clock_khz);
    case cudaDevAttrGlobalMemoryBusWidth:
      return integer(info.memory_bus_bits);
    case cudaDevAttrL2CacheSize:
      return integer(info.l2_bytes);
    case cudaDevAttrMultiProcessorCount:
      return integer(info.multiprocessors);
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return integer(info.max_threads_per_multiprocessor);
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return integer(info.max_blocks_per_multiprocessor);
    case cudaDevAttrComputeCapabilityMajor:
      return integer(info.major);
    case cudaDevAttrComputeCapabilityMinor:
      return integer(info.minor);
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrAsyncEngineCount:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrMemoryPoolsSupported:
      return 1;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      return 32;
    default:
      known = static_cast<int>(which) > 0 && static_cast<int>(which) <= 144;
      return 0;
  }
}

}  // namespace

}  // namespace cudart

using cudart::check_device;
using cudart::Client;
using cudart::finish;
using cudart::Lock;
using cudart::stored;

CUDART_EXPORT cudaError_t cudaDriverGetVersion(int* version) {
  if (version == nullptr) return finish(cudaErrorInvalidValue);
  *version = cudart::kVersion;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaRuntimeGetVersion(int* version) {
  return cudaDriverGetVersion(version);
}

CUDART_EXPORT cudaError_t cudaGetDeviceCount(int* count) {
  const Lock lock;
  if (count == nullptr) return finish(cudaErrorInvalidValue);
  *count = Client::get().connected() ? 1 : 0;
  return finish(*count == 1 ? cudaSuccess : cudart::no_worker());
}

CUDART_EXPORT cudaError_t cudaGetDevice(int* device) {
  if (device == nullptr) return finish(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaSetDevice(int device) {
  const Lock lock;
  return finish(check_device(device));
}

CUDART_EXPORT cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  const Lock lock;
  return finish(check_device(device));
}

CUDART_EXPORT cudaError_t cudaSetValidDevices(int*, int) {
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaChooseDevice(int* device, const struct cudaDeviceProp*) {
  return cudaGetDevice(device);
}

CUDART_EXPORT cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* properties, int device) {
  const Lock lock;
  if (properties == nullptr) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_device(device)) return finish(error);
  cudart::fill_properties(*properties, Client::get().device());
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr which,
                                                 int device) {
  const Lock lock;
  if (value == nullptr) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_device(device)) return finish(error);
  bool known = false;
  *value = cudart::attribute(which, Client::get().device(), known);
  return finish(known ? cudaSuccess : cudaErrorInvalidValue);
}

CUDART_EXPORT cudaError_t cudaDeviceSynchronize() {
  const Lock lock;
  return finish(Client::get().settle(true));
}

CUDART_EXPORT cudaError_t cudaDeviceReset() {
  const Lock lock;
  const auto reply = Client::get().call<protocol::CallStatus>(protocol::ResetDevice{});
  if (!reply) return finish(cudart::no_worker());
  cudart::print(reply->printed);
  cudart::MemoryMap::get().clear();
  Client::get().forget_errors();
  cudart::last_error() = cudaSuccess;
  return cudart::to_error(reply->error);
}

CUDART_EXPORT cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, std::size_t value) {
  const Lock lock;
  const auto entry = cudart::limits().find(limit);
  if (entry == cudart::limits().end()) return finish(cudaErrorUnsupportedLimit);
  entry->second = value;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaDeviceGetLimit(std::size_t* value, enum cudaLimit limit) {
  const Lock lock;
  if (value == nullptr) return finish(cudaErrorInvalidValue);
  const auto entry = cudart::limits().find(limit);
  if (entry == cudart::limits().end()) return finish(cudaErrorUnsupportedLimit);
  *value = entry->second;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  stored<unsigned int>() = flags;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  if (flags == nullptr) return finish(cudaErrorInvalidValue);
  *flags = stored<unsigned int>();
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
  stored<cudaFuncCache>() = config;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache* config) {
  if (config == nullptr) return finish(cudaErrorInvalidValue);
  *config = stored<cudaFuncCache>();
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig) {
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig* config) {
  if (config == nullptr) return finish(cudaErrorInvalidValue);
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  const Lock lock;
  if (id == nullptr || length < 13) return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_device(device)) return finish(error);
  std::snprintf(id, static_cast<std::size_t>(length), "0000:00:00.0");
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaDeviceCanAccessPeer(int* can_access, int device, int peer) {
  const Lock lock;
  if (can_access == nullptr) return finish(cudaErrorInvalidValue);
  *can_access = 0;  // a device is no peer of itself
  for (const int number : {device, peer}) {
    if (const cudaError_t error = check_device(number)) return finish(error);
  }
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int) {
  return finish(cudaErrorInvalidDevice);
}

CUDART_EXPORT cudaError_t cudaDeviceDisablePeerAccess(int) {
  return finish(cudaErrorInvalidDevice);
}

CUDART_EXPORT cudaError_t cudaProfilerStart() {
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaProfilerStop() {
  return cudaSuccess;
}
