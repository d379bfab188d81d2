// SPDX-License-Identifier: MIT
// Memory pools of stream-ordered allocation. Memory given back is gone at once, so a pool holds
// nothing: it keeps its attributes, and what is taken from it is plain device memory.
#include <cstdint>
#include <cstring>
#include <set>

#include "cudart/abi.h"
#include "cudart/client.h"

/// A pool; what programs hold is a pointer to it.
struct CUmemPoolHandle_st {
  std::uint64_t release_threshold = 0;
  int reuse[3] = {1, 1, 1};  ///< the three cudaMemPoolReuse attributes
  cudaMemAccessFlags access = cudaMemAccessFlagsProtReadWrite;
};

namespace cudart {

namespace {

cudaMemPool_t default_pool() {
  static auto& pool = *new CUmemPoolHandle_st;
  return &pool;
}

/// What cudaMallocAsync takes from.
cudaMemPool_t& current_pool() {
  static cudaMemPool_t pool = default_pool();
  return pool;
}

std::set<cudaMemPool_t>& created() {
  static auto& all = *new std::set<cudaMemPool_t>;
  return all;
}

bool is_pool(cudaMemPool_t pool) {
  return pool == default_pool() || created().contains(pool);
}

cudaError_t give_pool(cudaMemPool_t* out, int device, cudaMemPool_t pool) {
  if (out == nullptr) return cudaErrorInvalidValue;
  if (device != 0) return cudaErrorInvalidDevice;
  *out = pool;
  return cudaSuccess;
}

cudaError_t set_attribute(cudaMemPool_t pool, cudaMemPoolAttr which, const void* value) {
  if (!is_pool(pool) || value == nullptr) return cudaErrorInvalidValue;
  switch (which) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      std::memcpy(&pool->reuse[which - 1], value, sizeof(int));
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      std::memcpy(&pool->release_threshold, value, sizeof pool->release_threshold);
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh: {
      std::uint64_t mark = 0;
      std::memcpy(&mark, value, sizeof mark);
      return mark == 0 ? cudaSuccess : cudaErrorInvalidValue;
    }
    default:
      return cudaErrorInvalidValue;
  }
}

cudaError_t get_attribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* value) {
  if (!is_pool(pool) || value == nullptr) return cudaErrorInvalidValue;
  if (which < cudaMemPoolReuseFollowEventDependencies || which > cudaMemPoolAttrUsedMemHigh) {
    return cudaErrorInvalidValue;
  }
  if (which <= cudaMemPoolReuseAllowInternalDependencies) {
    std::memcpy(value, &pool->reuse[which - 1], sizeof(int));
    return cudaSuccess;
  }
  const std::uint64_t number =
      which == cudaMemPoolAttrReleaseThreshold ? pool->release_threshold : 0;
  std::memcpy(value, &number, sizeof number);
  return cudaSuccess;
}

}  // namespace

}  // namespace cudart

using cudart::created;
using cudart::current_pool;
using cudart::default_pool;
using cudart::finish;
using cudart::is_pool;
using cudart::Lock;

CUDART_EXPORT cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  const Lock lock;
  return finish(cudart::give_pool(pool, device, default_pool()));
}

CUDART_EXPORT cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  const Lock lock;
  return finish(cudart::give_pool(pool, device, current_pool()));
}

CUDART_EXPORT cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  const Lock lock;
  if (device != 0) return finish(cudaErrorInvalidDevice);
  if (!is_pool(pool)) return finish(cudaErrorInvalidValue);
  current_pool() = pool;
  return finish(cudaSuccess);
}

CUDART_EXPORT cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool,
                                            const struct cudaMemPoolProps* properties) {
  const Lock lock;
  if (pool == nullptr || properties == nullptr) return finish(cudaErrorInvalidValue);
  if (properties->handleTypes != cudaMemHandleTypeNone) return finish(cudaErrorNotSupported);
  *pool = new CUmemPoolHandle_st;
  created().insert(*pool);
  return finish(cudaSuccess);
}

CUDART_EXPORT cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  const Lock lock;
  if (created().erase(pool) == 0) return finish(cudaErrorInvalidValue);
  if (current_pool() == pool) current_pool() = default_pool();
  delete pool;
  return finish(cudaSuccess);
}

CUDART_EXPORT cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  const Lock lock;
  return finish(is_pool(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

CUDART_EXPORT cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr which,
                                                  void* value) {
  const Lock lock;
  return finish(cudart::set_attribute(pool, which, value));
}

CUDART_EXPORT cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr which,
                                                  void* value) {
  const Lock lock;
  return finish(cudart::get_attribute(pool, which, value));
}

CUDART_EXPORT cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool,
                                               const struct cudaMemAccessDesc* accesses,
                                               std::size_t count) {
  const Lock lock;
  if (!is_pool(pool) || (accesses == nullptr && count != 0)) return finish(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i) {
    if (accesses[i].location.type == cudaMemLocationTypeDevice && accesses[i].location.id != 0) {
      return finish(cudaErrorInvalidDevice);
    }
    pool->access = accesses[i].flags;
  }
  return finish(cudaSuccess);
}

CUDART_EXPORT cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                               struct cudaMemLocation*) {
  const Lock lock;
  if (flags == nullptr || !is_pool(pool)) return finish(cudaErrorInvalidValue);
  *flags = pool->access;
  return finish(cudaSuccess);
}

CUDART_EXPORT cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes,
                                                  cudaMemPool_t pool, cudaStream_t stream) {
  {
    const Lock lock;
    if (!is_pool(pool)) return finish(cudaErrorInvalidValue);
  }
  return cudaMallocAsync(pointer, bytes, stream);
}
