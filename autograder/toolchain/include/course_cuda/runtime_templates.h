// SPDX-License-Identifier: MIT
/// \file
/// C++ conveniences of the runtime API: typed pointers, symbols by name, kernels without casts.
///
/// Part of our cuda_runtime.h for clang. Tested by header_test.cpp.
#pragma once
#pragma GCC system_header

#include "cuda_runtime_api.h"

// Pointers of any type.
template <class T>
COURSE_HOST cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return ::cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
template <class T>
COURSE_HOST cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int = 0) {
  return ::cudaMallocHost(reinterpret_cast<void**>(pointer), bytes);
}
template <class T>
COURSE_HOST cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                          unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
COURSE_HOST cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return ::cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}
template <class T>
COURSE_HOST cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                        cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}
template <class T>
COURSE_HOST cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                                cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}
template <class T>
COURSE_HOST cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}
template <class T>
COURSE_HOST cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
COURSE_HOST cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return ::cudaHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}

// Until CUDA 12 these took a device number.
COURSE_HOST struct cudaMemLocation course_cuda_location(int device) {
  return device == cudaCpuDeviceId ? cudaMemLocation{cudaMemLocationTypeHost, 0}
                                   : cudaMemLocation{cudaMemLocationTypeDevice, device};
}
COURSE_HOST cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                             cudaStream_t stream = 0) {
  return ::cudaMemPrefetchAsync(pointer, bytes, course_cuda_location(device), 0u, stream);
}
COURSE_HOST cudaError_t cudaMemAdvise(const void* pointer, size_t bytes,
                                      enum cudaMemoryAdvise advice, int device) {
  return ::cudaMemAdvise(pointer, bytes, advice, course_cuda_location(device));
}

// Variables of the module by name: the address of the host's stand-in is what was registered.
#define COURSE_SYMBOL static_cast<const void*>(&symbol)
template <class T>
COURSE_HOST cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                           size_t offset = 0,
                                           enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(COURSE_SYMBOL, from, bytes, offset, kind);
}
template <class T>
COURSE_HOST cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes,
                                             size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(to, COURSE_SYMBOL, bytes, offset, kind);
}
template <class T>
COURSE_HOST cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                                size_t offset = 0,
                                                enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync(COURSE_SYMBOL, from, bytes, offset, kind, stream);
}
template <class T>
COURSE_HOST cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes,
                                                  size_t offset = 0,
                                                  enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                  cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(to, COURSE_SYMBOL, bytes, offset, kind, stream);
}
template <class T>
COURSE_HOST cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return ::cudaGetSymbolAddress(pointer, COURSE_SYMBOL);
}
template <class T>
COURSE_HOST cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return ::cudaGetSymbolSize(bytes, COURSE_SYMBOL);
}
#undef COURSE_SYMBOL

COURSE_HOST cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

// The form of CUDA 11, with a place for messages.
COURSE_HOST cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                             cudaGraphNode_t* error_node, char* messages,
                                             size_t bytes) {
  if (error_node != nullptr) *error_node = nullptr;
  if (messages != nullptr && bytes > 0) *messages = 0;
  return ::cudaGraphInstantiate(executable, graph, 0);
}

// Kernels by name.
#define COURSE_KERNEL reinterpret_cast<const void*>(kernel)
template <class T>
COURSE_HOST cudaError_t cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments,
                                         size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchKernel(COURSE_KERNEL, grid, block, arguments, shared_bytes, stream);
}
template <class T>
COURSE_HOST cudaError_t cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block,
                                                    void** arguments, size_t shared_bytes = 0,
                                                    cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel(COURSE_KERNEL, grid, block, arguments, shared_bytes, stream);
}
template <class T>
COURSE_HOST cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes, T* kernel) {
  return ::cudaFuncGetAttributes(attributes, COURSE_KERNEL);
}
template <class T>
COURSE_HOST cudaError_t cudaFuncSetAttribute(T* kernel, enum cudaFuncAttribute attribute,
                                             int value) {
  return ::cudaFuncSetAttribute(COURSE_KERNEL, attribute, value);
}
template <class T>
COURSE_HOST cudaError_t cudaFuncSetCacheConfig(T* kernel, enum cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig(COURSE_KERNEL, config);
}
template <class T>
COURSE_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel,
                                                                      int block_size,
                                                                      size_t shared_bytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, COURSE_KERNEL, block_size,
                                                         shared_bytes);
}

/// The block size with which most threads are resident, found by trying all multiples of a warp;
/// of equals the largest. `shared_bytes` is a function of the block size.
template <class Function, class T>
COURSE_HOST cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid_size,
                                                                       int* block_size, T kernel,
                                                                       Function shared_bytes,
                                                                       int limit = 0) {
  int device = 0, processors = 0, most_threads = 0;
  cudaFuncAttributes attributes;
  cudaError_t error = ::cudaGetDevice(&device);
  if (error == cudaSuccess) {
    error = ::cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  }
  if (error == cudaSuccess) error = ::cudaFuncGetAttributes(&attributes, COURSE_KERNEL);
  if (error != cudaSuccess) return error;
  int largest = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < largest) largest = limit;
  for (int size = largest; size > 0; size = (size - 1) / 32 * 32) {
    int blocks = 0;
    error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, COURSE_KERNEL, size, static_cast<size_t>(shared_bytes(size)));
    if (error != cudaSuccess) return error;
    if (blocks * size > most_threads) {
      most_threads = blocks * size;
      *block_size = size;
      *grid_size = blocks * processors;
    }
  }
  return cudaSuccess;
}
template <class T>
COURSE_HOST cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size,
                                                           T kernel, size_t shared_bytes = 0,
                                                           int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid_size, block_size, kernel, [=](int) { return shared_bytes; }, limit);
}
#undef COURSE_KERNEL

COURSE_HOST cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return cudaExtent{width, height, depth};
}
COURSE_HOST cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t width,
                                               size_t height) {
  return cudaPitchedPtr{pointer, pitch, width, height};
}
