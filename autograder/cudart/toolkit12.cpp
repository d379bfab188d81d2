// SPDX-License-Identifier: MIT
// Names that programs compiled with CUDA Toolkit 12 call and that toolkit 13 no longer has. Its
// other names are the same; its launch stubs call cudaLaunchKernel.
#include <cstddef>
#include <cstring>

#include "cudart/abi.h"
#include "cudart/client.h"

namespace {

/// cudaDeviceProp of CUDA 12: some fields of clock rates and modes stand between those of 13.
struct DeviceProp12 {
  char name[256];
  cudaUUID_t uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  std::size_t totalGlobalMem;
  std::size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;
  std::size_t totalConstMem;
  int major;
  int minor;
  std::size_t textureAlignment;
  std::size_t texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  int textureLimits[40];
  std::size_t surfaceAlignment;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  std::size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  char rest[316];
};
static_assert(sizeof(DeviceProp12) == 1032);
static_assert(offsetof(DeviceProp12, multiProcessorCount) == 388);
static_assert(offsetof(DeviceProp12, sharedMemPerBlockOptin) == 696);

int attribute(cudaDeviceAttr which) {
  int value = 0;
  cudaDeviceGetAttribute(&value, which, 0);
  return value;
}

}  // namespace

CUDART_EXPORT cudaError_t cudaGetDeviceProperties_v2(DeviceProp12* out, int device) {
  if (out == nullptr) return cudart::finish(cudaErrorInvalidValue);
  cudaDeviceProp in;
  if (const cudaError_t error = cudaGetDeviceProperties(&in, device)) return error;
  std::memset(out, 0, sizeof *out);
  std::memcpy(out->name, in.name, sizeof out->name);
  out->totalGlobalMem = in.totalGlobalMem;
  out->sharedMemPerBlock = in.sharedMemPerBlock;
  out->regsPerBlock = in.regsPerBlock;
  out->warpSize = in.warpSize;
  out->memPitch = in.memPitch;
  out->maxThreadsPerBlock = in.maxThreadsPerBlock;
  std::memcpy(out->maxThreadsDim, in.maxThreadsDim, sizeof out->maxThreadsDim);
  std::memcpy(out->maxGridSize, in.maxGridSize, sizeof out->maxGridSize);
  out->clockRate = attribute(cudaDevAttrClockRate);
  out->totalConstMem = in.totalConstMem;
  out->major = in.major;
  out->minor = in.minor;
  out->textureAlignment = in.textureAlignment;
  out->texturePitchAlignment = in.texturePitchAlignment;
  out->deviceOverlap = 1;
  out->multiProcessorCount = in.multiProcessorCount;
  out->concurrentKernels = in.concurrentKernels;
  out->asyncEngineCount = in.asyncEngineCount;
  out->unifiedAddressing = in.unifiedAddressing;
  out->memoryClockRate = attribute(cudaDevAttrMemoryClockRate);
  out->memoryBusWidth = in.memoryBusWidth;
  out->l2CacheSize = in.l2CacheSize;
  out->maxThreadsPerMultiProcessor = in.maxThreadsPerMultiProcessor;
  out->streamPrioritiesSupported = in.streamPrioritiesSupported;
  out->globalL1CacheSupported = in.globalL1CacheSupported;
  out->localL1CacheSupported = in.localL1CacheSupported;
  out->sharedMemPerMultiprocessor = in.sharedMemPerMultiprocessor;
  out->regsPerMultiprocessor = in.regsPerMultiprocessor;
  out->managedMemory = in.managedMemory;
  out->singleToDoublePrecisionPerfRatio = attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio);
  out->computePreemptionSupported = in.computePreemptionSupported;
  out->cooperativeLaunch = in.cooperativeLaunch;
  out->sharedMemPerBlockOptin = in.sharedMemPerBlockOptin;
  out->maxBlocksPerMultiProcessor = in.maxBlocksPerMultiProcessor;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaEventElapsedTime_v2(float* milliseconds, cudaEvent_t start,
                                                  cudaEvent_t end) {
  return cudaEventElapsedTime(milliseconds, start, end);
}

CUDART_EXPORT cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, std::size_t bytes,
                                                  struct cudaMemLocation location,
                                                  unsigned int flags, cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, bytes, location, flags, stream);
}

CUDART_EXPORT cudaError_t cudaMemAdvise_v2(const void* pointer, std::size_t bytes,
                                           enum cudaMemoryAdvise advice,
                                           struct cudaMemLocation location) {
  return cudaMemAdvise(pointer, bytes, advice, location);
}

CUDART_EXPORT cudaError_t cudaThreadSynchronize() {
  return cudaDeviceSynchronize();
}

CUDART_EXPORT cudaError_t cudaThreadExit() {
  return cudaDeviceReset();
}
