// SPDX-License-Identifier: MIT
// The last error, names and texts.
#include "cudart/client.h"
#include "protocol/cuda_error.h"

using cudart::Client;
using cudart::last_error;
using cudart::Lock;

namespace {

/// The last error, with those of launches that could not start.
cudaError_t peek() {
  const Lock lock;
  // A spoilt context is told by the calls that wait, once for each of them.
  Client::get().settle(false);
  return last_error();
}

}  // namespace

CUDART_EXPORT cudaError_t cudaPeekAtLastError() {
  return peek();
}

CUDART_EXPORT cudaError_t cudaGetLastError() {
  const cudaError_t error = peek();
  last_error() = cudaSuccess;
  return error;
}

CUDART_EXPORT const char* cudaGetErrorName(cudaError_t error) {
  return protocol::cuda_error_name(static_cast<std::uint32_t>(error));
}

CUDART_EXPORT const char* cudaGetErrorString(cudaError_t error) {
  return protocol::cuda_error_text(static_cast<std::uint32_t>(error));
}
