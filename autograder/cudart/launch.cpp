// SPDX-License-Identifier: MIT
// Launches: the stubs of nvcc 12, nvcc 13 and clang, and the functions that programs call
// themselves.
#include "cudart/launch.h"

#include <cstring>
#include <vector>

#include "cudart/abi.h"
#include "cudart/client.h"
#include "cudart/registry.h"
#include "protocol/launch_limits.h"

namespace cudart {

namespace {

/// What `<<<grid, block, shared, stream>>>` leaves for the stub.
struct CallConfiguration {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

std::vector<CallConfiguration>& call_configurations() {
  static thread_local std::vector<CallConfiguration>& stack = *new std::vector<CallConfiguration>;
  return stack;
}

/// The arguments' values, laid out as the kernel wants them.
protocol::Bytes pack_arguments(const protocol::KernelInfo& info, void** arguments) {
  protocol::Bytes packed(info.parameter_bytes);
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    const protocol::ParameterPlace& place = info.parameters[i];
    std::memcpy(packed.data() + place.offset, arguments[i], place.bytes);
  }
  return packed;
}

protocol::Dim3 extents(const dim3& size) {
  return {size.x, size.y, size.z};
}

/// A launch, checked and with its arguments packed.
struct Prepared {
  protocol::LaunchKernel message;
  cudaError_t refused = cudaSuccess;  ///< the worker refuses it too and records why
};

cudaError_t prepare(const void* function, const CallConfiguration& where, void** arguments,
                    bool cooperative, Prepared& prepared) {
  Client& client = Client::get();
  if (!client.connected()) return no_worker();
  if (client.spoilt() != cudaSuccess) return client.spoilt();
  cudaError_t error = cudaSuccess;
  const Kernel* kernel = Registry::get().kernel(function, error);
  if (kernel == nullptr) return error;
  const protocol::KernelInfo& info = *kernel->info;
  if (arguments == nullptr && !info.parameters.empty()) return cudaErrorInvalidValue;

  protocol::LaunchKernel& message = prepared.message;
  message.kernel = info.kernel;
  message.grid = extents(where.grid);
  message.block = extents(where.block);
  message.dynamic_shared_bytes = where.shared_bytes;
  message.stream = reinterpret_cast<std::uintptr_t>(where.stream);
  message.cooperative = cooperative;
  message.arguments = pack_arguments(info, arguments);

  const protocol::LaunchShape shape{message.grid, message.block, message.dynamic_shared_bytes};
  const protocol::LaunchRefusal refusal =
      protocol::check_launch(client.device(), info, kernel->max_dynamic_shared, shape);
  prepared.refused = to_error(refusal.error);
  if (refusal.error == 0 && cooperative) {
    const std::uint32_t threads = message.block[0] * message.block[1] * message.block[2];
    const std::uint64_t resident =
        std::uint64_t{protocol::resident_blocks(client.device(), info, threads,
                                                message.dynamic_shared_bytes)} *
        client.device().multiprocessors;
    if (std::uint64_t{message.grid[0]} * message.grid[1] * message.grid[2] > resident) {
      return cudaErrorCooperativeLaunchTooLarge;
    }
  }
  return cudaSuccess;
}

cudaError_t send(const Prepared& prepared) {
  Client& client = Client::get();
  if (!client.post(prepared.message)) return no_worker();
  if (prepared.refused == cudaSuccess) {
    client.note_launch();
  } else {
    // This call returns the error itself.
    client.settle(false);
  }
  return prepared.refused;
}

cudaError_t launch(const void* function, const CallConfiguration& where, void** arguments,
                   bool cooperative) {
  const Lock lock;
  Prepared prepared;
  const cudaError_t error = prepare(function, where, arguments, cooperative, prepared);
  if (error != cudaSuccess) return error;
  if (is_capturing(where.stream)) {
    capture(where.stream, cudaGraphNodeTypeKernel, [prepared] { return send(prepared); });
    return cudaSuccess;
  }
  return send(prepared);
}

}  // namespace

cudaError_t prepare_launch(const cudaKernelNodeParams& wanted, Work& work) {
  Prepared prepared;
  const CallConfiguration where{wanted.gridDim, wanted.blockDim, wanted.sharedMemBytes, nullptr};
  const cudaError_t error = prepare(wanted.func, where, wanted.kernelParams, false, prepared);
  if (error != cudaSuccess) return error;
  if (prepared.refused != cudaSuccess) return prepared.refused;
  work = [prepared] { return send(prepared); };
  return cudaSuccess;
}

}  // namespace cudart

using cudart::CallConfiguration;
using cudart::finish;

CUDART_EXPORT unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                                       std::size_t shared_bytes,
                                                       cudaStream_t stream) {
  cudart::call_configurations().push_back({grid, block, shared_bytes, stream});
  return 0;
}

CUDART_EXPORT cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block,
                                                     std::size_t* shared_bytes, void* stream) {
  auto& stack = cudart::call_configurations();
  if (stack.empty()) return finish(cudaErrorMissingConfiguration);
  const CallConfiguration top = stack.back();
  stack.pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared_bytes = top.shared_bytes;
  std::memcpy(stream, &top.stream, sizeof top.stream);
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t __cudaGetKernel(void** handle, const void* function) {
  const cudart::Lock lock;
  *handle = cudart::Registry::get().find_kernel(function);
  return finish(*handle != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

CUDART_EXPORT cudaError_t cudaGetKernel(void** handle, const void* function) {
  if (handle == nullptr) return finish(cudaErrorInvalidValue);
  return __cudaGetKernel(handle, function);
}

CUDART_EXPORT cudaError_t cudaGetFuncBySymbol(void** handle, const void* function) {
  return cudaGetKernel(handle, function);
}

CUDART_EXPORT cudaError_t __cudaLaunchKernel(void* handle, dim3 grid, dim3 block, void** arguments,
                                             std::size_t shared_bytes, cudaStream_t stream) {
  return finish(cudart::launch(handle, {grid, block, shared_bytes, stream}, arguments, false));
}

CUDART_EXPORT cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block,
                                           void** arguments, std::size_t shared_bytes,
                                           cudaStream_t stream) {
  cudaError_t error =
      cudart::launch(function, {grid, block, shared_bytes, stream}, arguments, false);
  // CUDA 13 says this for what is no kernel at all.
  if (error == cudaErrorInvalidDeviceFunction) error = cudaErrorInvalidResourceHandle;
  return finish(error);
}

CUDART_EXPORT cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                                      void** arguments, std::size_t shared_bytes,
                                                      cudaStream_t stream) {
  return finish(cudart::launch(function, {grid, block, shared_bytes, stream}, arguments, true));
}

/// cudaLaunchConfig_t and cudaLaunchAttribute of CUDA 13; of the attributes two matter here.
struct LaunchAttribute {
  int id;         ///< cudaLaunchAttributeID
  int unused;     ///< up to the value
  int value;      ///< of the attributes looked at
  char rest[60];  ///< the value has 64 bytes
};
struct LaunchConfig {
  dim3 grid;                          ///< blocks
  dim3 block;                         ///< threads
  std::size_t shared_bytes;           ///< dynamic
  cudaStream_t stream;                ///< where
  const LaunchAttribute* attributes;  ///< `count` of them
  unsigned int count;                 ///< attributes
};
static_assert(sizeof(LaunchAttribute) == 72 && sizeof(LaunchConfig) == 56);

CUDART_EXPORT cudaError_t cudaLaunchKernelExC(const LaunchConfig* config, const void* function,
                                              void** arguments) {
  constexpr int kCooperative = 2;
  constexpr int kClusterDimension = 4;
  if (config == nullptr) return finish(cudaErrorInvalidValue);
  bool cooperative = false;
  for (unsigned int i = 0; i < config->count; ++i) {
    const LaunchAttribute& attribute = config->attributes[i];
    if (attribute.id == kCooperative) cooperative = attribute.value != 0;
    if (attribute.id == kClusterDimension) return finish(cudaErrorNotSupported);
  }
  return finish(cudart::launch(function,
                               {config->grid, config->block, config->shared_bytes, config->stream},
                               arguments, cooperative));
}
