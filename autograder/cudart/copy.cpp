// SPDX-License-Identifier: MIT
// Copies and memsets in one, two and three dimensions, and to and from symbols.
#include "cudart/copy.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "cudart/abi.h"
#include "cudart/client.h"
#include "cudart/graphs.h"
#include "cudart/memory_map.h"
#include "cudart/registry.h"

namespace cudart {

namespace {

std::uint64_t number(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

const std::byte* row(const void* first, std::size_t pitch, std::size_t index) {
  return static_cast<const std::byte*>(first) + pitch * index;
}

std::byte* row(void* first, std::size_t pitch, std::size_t index) {
  return static_cast<std::byte*>(first) + pitch * index;
}

/// Does the range lie in memory that the device knows? If so a one-way message cannot fail.
bool fits(const void* pointer, std::size_t pitch, std::size_t width, std::size_t height) {
  const std::optional<Range> range = MemoryMap::get().find(pointer);
  if (!range || height == 0) return false;
  const std::uint64_t offset = number(pointer) - range->base;
  std::uint64_t before_last = 0;
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(static_cast<std::uint64_t>(pitch), height - 1, &before_last) ||
      __builtin_add_overflow(before_last, width, &bytes)) {
    return false;
  }
  return bytes <= range->bytes - offset;
}

/// After a one-way message that will fail: the error that the worker found.
cudaError_t fetch_failure() {
  const cudaError_t before = last_error();
  last_error() = cudaSuccess;
  const cudaError_t sticky = Client::get().settle(false);
  const cudaError_t failure = sticky != cudaSuccess ? sticky : last_error();
  last_error() = before;
  return failure != cudaSuccess ? failure : cudaErrorInvalidValue;
}

/// Calls `piece(first_row, rows, first_byte, bytes)` so that no piece has more than a message
/// holds.
template <class Piece>
cudaError_t in_pieces(const Copy& copy, Piece piece) {
  if (copy.width <= protocol::kCopyChunkBytes) {
    const std::size_t rows = std::max<std::size_t>(1, protocol::kCopyChunkBytes / copy.width);
    for (std::size_t done = 0; done < copy.height; done += rows) {
      const cudaError_t error =
          piece(done, std::min(rows, copy.height - done), std::size_t{0}, copy.width);
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  }
  for (std::size_t line = 0; line < copy.height; ++line) {
    for (std::size_t done = 0; done < copy.width; done += protocol::kCopyChunkBytes) {
      const std::size_t bytes = std::min(protocol::kCopyChunkBytes, copy.width - done);
      const cudaError_t error = piece(line, std::size_t{1}, done, bytes);
      if (error != cudaSuccess) return error;
    }
  }
  return cudaSuccess;
}

cudaError_t copy_to_device(const Copy& copy) {
  const bool good = fits(copy.to, copy.to_pitch, copy.width, copy.height);
  if (!good) {
    // The worker says what is wrong with the place before it looks at the content.
    const protocol::CopyToDevice probe{number(copy.to), copy.to_pitch, copy.width, copy.height, {}};
    return Client::get().post(probe) ? fetch_failure() : no_worker();
  }
  return in_pieces(copy,
                   [&](std::size_t first, std::size_t rows, std::size_t begin, std::size_t bytes) {
                     protocol::CopyToDevice message;
                     message.destination = number(row(copy.to, copy.to_pitch, first)) + begin;
                     message.pitch = copy.to_pitch;
                     message.width = bytes;
                     message.height = rows;
                     message.content.resize(rows * bytes);
                     for (std::size_t i = 0; i < rows; ++i) {
                       std::memcpy(message.content.data() + i * bytes,
                                   row(copy.from, copy.from_pitch, first + i) + begin, bytes);
                     }
                     return Client::get().post(message) ? cudaSuccess : no_worker();
                   });
}

cudaError_t copy_from_device(const Copy& copy) {
  if (const cudaError_t error = Client::get().settle_after_launch()) return error;
  return in_pieces(copy,
                   [&](std::size_t first, std::size_t rows, std::size_t begin, std::size_t bytes) {
                     protocol::CopyFromDevice message;
                     message.source = number(row(copy.from, copy.from_pitch, first)) + begin;
                     message.pitch = copy.from_pitch;
                     message.width = bytes;
                     message.height = rows;
                     const auto reply = Client::get().call<protocol::CopiedBytes>(message);
                     if (!reply) return no_worker();
                     print(reply->printed);
                     if (reply->error != 0) return to_error(reply->error);
                     if (reply->content.size() != rows * bytes) return cudaErrorUnknown;
                     for (std::size_t i = 0; i < rows; ++i) {
                       std::memcpy(row(copy.to, copy.to_pitch, first + i) + begin,
                                   reply->content.data() + i * bytes, bytes);
                     }
                     return cudaSuccess;
                   });
}

cudaError_t copy_on_device(const Copy& copy) {
  const bool good = fits(copy.to, copy.to_pitch, copy.width, copy.height) &&
                    fits(copy.from, copy.from_pitch, copy.width, copy.height);
  const protocol::CopyOnDevice message{number(copy.to), copy.to_pitch, number(copy.from),
                                       copy.from_pitch, copy.width,    copy.height};
  if (!Client::get().post(message)) return no_worker();
  return good ? cudaSuccess : fetch_failure();
}

cudaError_t copy_on_host(const Copy& copy) {
  if (copy.to == nullptr || copy.from == nullptr) return cudaErrorInvalidValue;
  const cudaError_t error = Client::get().settle_after_launch();
  for (std::size_t i = 0; i < copy.height; ++i) {
    std::memmove(row(copy.to, copy.to_pitch, i), row(copy.from, copy.from_pitch, i), copy.width);
  }
  return error;
}

const char* kind_name(cudaMemcpyKind kind) {
  constexpr const char* names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                   "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                   "cudaMemcpyDefault"};
  return names[kind];
}

cudaError_t wrong_direction(cudaMemcpyKind kind, const char* what, const char* is) {
  Client::get().note("copy_direction",
                     std::string("a copy with ") + kind_name(kind) + " was refused: its " + what +
                         " is a " + is + " pointer",
                     "the order is cudaMemcpy(destination, source, bytes, direction): lesson "
                     "a05_five_steps");
  return cudaErrorInvalidValue;
}

/// Checks the direction against what the pointers are, as CUDA with unified addressing does.
cudaError_t check_direction(cudaMemcpyKind kind, Place to, Place from) {
  const bool wants_device_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool wants_device_from = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const auto is_host = [](Place place) { return place == Place::Host || place == Place::Pinned; };
  if (wants_device_to && is_host(to)) return wrong_direction(kind, "destination", "host");
  if (wants_device_from && is_host(from)) return wrong_direction(kind, "source", "host");
  if (kind == cudaMemcpyDeviceToHost && to == Place::Device) {
    return wrong_direction(kind, "destination", "device");
  }
  if (kind == cudaMemcpyHostToDevice && from == Place::Device) {
    return wrong_direction(kind, "source", "device");
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t copy_rows(const Copy& copy, cudaMemcpyKind kind, bool waits) {
  const Lock lock;
  if (static_cast<unsigned>(kind) > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (copy.width == 0 || copy.height == 0) return Client::get().settle_after_launch();
  if (copy.height > 1 && (copy.width > copy.to_pitch || copy.width > copy.from_pitch)) {
    return cudaErrorInvalidPitchValue;
  }
  if (!Client::get().connected()) return no_worker();
  if (Client::get().spoilt() != cudaSuccess) return Client::get().spoilt();
  if (copy.to == nullptr || copy.from == nullptr) return cudaErrorInvalidValue;
  const Place to = MemoryMap::get().place(copy.to);
  const Place from = MemoryMap::get().place(copy.from);
  if (const cudaError_t error = check_direction(kind, to, from)) return error;
  const bool device_to = to == Place::Device;
  const bool device_from = from == Place::Device;
  if (!device_to && !device_from) return copy_on_host(copy);
  if (device_from && !device_to && to != Place::Managed) return copy_from_device(copy);
  if (device_to && !device_from && from != Place::Managed) {
    const cudaError_t error = waits ? Client::get().settle_after_launch() : cudaSuccess;
    return error != cudaSuccess ? error : copy_to_device(copy);
  }
  return copy_on_device(copy);
}

namespace {

cudaError_t copy_bytes(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                       bool waits) {
  return copy_rows({to, bytes, from, bytes, bytes, 1}, kind, waits);
}

}  // namespace

cudaError_t fill_rows(void* pointer, std::size_t pitch, int value, std::size_t width,
                      std::size_t height) {
  const Lock lock;
  if (width == 0 || height == 0) return cudaSuccess;
  if (height > 1 && width > pitch) return cudaErrorInvalidPitchValue;
  if (!Client::get().connected()) return no_worker();
  if (Client::get().spoilt() != cudaSuccess) return Client::get().spoilt();
  const Place place = MemoryMap::get().place(pointer);
  if (place == Place::Host || place == Place::Pinned) {
    Client::get().note("copy_direction", "cudaMemset was refused: its pointer is a host pointer",
                       "use std::memset for host memory");
    return cudaErrorInvalidValue;
  }
  const bool good = fits(pointer, pitch, width, height);
  const protocol::Fill message{number(pointer), pitch, width, height,
                               static_cast<std::uint8_t>(value)};
  if (!Client::get().post(message)) return no_worker();
  if (!good) return fetch_failure();
  // The host may look at managed memory right after.
  return place == Place::Managed ? Client::get().settle(false) : cudaSuccess;
}

cudaError_t copy_box(const cudaMemcpy3DParms& p, bool waits) {
  if (p.srcArray != nullptr || p.dstArray != nullptr) return cudaErrorNotSupported;
  const auto slice = [](const cudaPitchedPtr& memory, const cudaPos& at, std::size_t z) {
    return static_cast<std::byte*>(memory.ptr) + ((at.z + z) * memory.ysize + at.y) * memory.pitch +
           at.x;
  };
  if (p.extent.width > p.srcPtr.pitch || p.extent.width > p.dstPtr.pitch) {
    return cudaErrorInvalidPitchValue;
  }
  for (std::size_t z = 0; z < p.extent.depth; ++z) {
    const Copy copy{slice(p.dstPtr, p.dstPos, z),
                    p.dstPtr.pitch,
                    slice(p.srcPtr, p.srcPos, z),
                    p.srcPtr.pitch,
                    p.extent.width,
                    p.extent.height};
    if (const cudaError_t error = copy_rows(copy, p.kind, waits)) return error;
  }
  return cudaSuccess;
}

namespace {

cudaError_t fill_box(const cudaPitchedPtr& memory, int value, const cudaExtent& extent) {
  for (std::size_t z = 0; z < extent.depth; ++z) {
    auto* slice = static_cast<std::byte*>(memory.ptr) + z * memory.ysize * memory.pitch;
    const cudaError_t error = fill_rows(slice, memory.pitch, value, extent.width, extent.height);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

/// Copies now or, while the stream is captured, at each launch of the graph.
cudaError_t copy_in_stream(const Copy& copy, cudaMemcpyKind kind, cudaStream_t stream) {
  const Lock lock;
  const auto work = [=] { return copy_rows(copy, kind, false); };
  return capture(stream, cudaGraphNodeTypeMemcpy, work) ? cudaSuccess : work();
}

/// The same for memsets.
cudaError_t fill_in_stream(void* pointer, std::size_t pitch, int value, std::size_t width,
                           std::size_t height, cudaStream_t stream) {
  const Lock lock;
  const auto work = [=] { return fill_rows(pointer, pitch, value, width, height); };
  return capture(stream, cudaGraphNodeTypeMemset, work) ? cudaSuccess : work();
}

/// The device address of `offset` within a symbol, when `bytes` fit behind it.
cudaError_t symbol_place(const void* symbol, std::size_t offset, std::size_t bytes,
                         void** pointer) {
  cudaError_t error = cudaSuccess;
  const Variable* variable = Registry::get().variable(symbol, error);
  if (variable == nullptr) return error;
  const std::uint64_t size = variable->info->bytes;
  if (offset > size || bytes > size - offset) {
    Client::get().note("copy_out_of_bounds",
                       "a copy of " + std::to_string(bytes) + " bytes from byte " +
                           std::to_string(offset) + " on does not fit into the variable '" +
                           variable->name + "' (" + std::to_string(size) + " bytes)",
                       "sizes of copies are in bytes: count * sizeof(element)");
    return cudaErrorInvalidValue;
  }
  *pointer = reinterpret_cast<void*>(variable->info->address + offset);
  return cudaSuccess;
}

cudaError_t copy_to_symbol(const void* symbol, const void* from, std::size_t bytes,
                           std::size_t offset, cudaMemcpyKind kind, bool waits) {
  const Lock lock;
  if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost) {
    return cudaErrorInvalidMemcpyDirection;
  }
  void* to = nullptr;
  if (const cudaError_t error = symbol_place(symbol, offset, bytes, &to)) return error;
  return copy_bytes(to, from, bytes, kind, waits);
}

cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, bool waits) {
  const Lock lock;
  if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost) {
    return cudaErrorInvalidMemcpyDirection;
  }
  void* from = nullptr;
  if (const cudaError_t error = symbol_place(symbol, offset, bytes, &from)) return error;
  return copy_bytes(to, from, bytes, kind, waits);
}

}  // namespace

}  // namespace cudart

using cudart::finish;

CUDART_EXPORT cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes,
                                     enum cudaMemcpyKind kind) {
  return finish(cudart::copy_bytes(to, from, bytes, kind, true));
}

CUDART_EXPORT cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                          enum cudaMemcpyKind kind, cudaStream_t stream) {
  return finish(cudart::copy_in_stream({to, bytes, from, bytes, bytes, 1}, kind, stream));
}

CUDART_EXPORT cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) {
  return finish(cudart::copy_bytes(to, from, bytes, cudaMemcpyDeviceToDevice, true));
}

CUDART_EXPORT cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int,
                                              std::size_t bytes, cudaStream_t) {
  return finish(cudart::copy_bytes(to, from, bytes, cudaMemcpyDeviceToDevice, false));
}

CUDART_EXPORT cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from,
                                       std::size_t from_pitch, std::size_t width,
                                       std::size_t height, enum cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return finish(cudaErrorInvalidPitchValue);
  return finish(cudart::copy_rows({to, to_pitch, from, from_pitch, width, height}, kind, true));
}

CUDART_EXPORT cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                                            std::size_t from_pitch, std::size_t width,
                                            std::size_t height, enum cudaMemcpyKind kind,
                                            cudaStream_t stream) {
  if (width > to_pitch || width > from_pitch) return finish(cudaErrorInvalidPitchValue);
  return finish(
      cudart::copy_in_stream({to, to_pitch, from, from_pitch, width, height}, kind, stream));
}

CUDART_EXPORT cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  return finish(cudart::fill_rows(pointer, bytes, value, bytes, 1));
}

CUDART_EXPORT cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes,
                                          cudaStream_t stream) {
  return finish(cudart::fill_in_stream(pointer, bytes, value, bytes, 1, stream));
}

CUDART_EXPORT cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value,
                                       std::size_t width, std::size_t height) {
  return finish(cudart::fill_rows(pointer, pitch, value, width, height));
}

CUDART_EXPORT cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value,
                                            std::size_t width, std::size_t height,
                                            cudaStream_t stream) {
  return finish(cudart::fill_in_stream(pointer, pitch, value, width, height, stream));
}

CUDART_EXPORT cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  if (parameters == nullptr) return finish(cudaErrorInvalidValue);
  return finish(cudart::copy_box(*parameters, true));
}

CUDART_EXPORT cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters,
                                            cudaStream_t stream) {
  const cudart::Lock lock;
  if (parameters == nullptr) return finish(cudaErrorInvalidValue);
  const auto work = [box = *parameters] { return cudart::copy_box(box, false); };
  return finish(cudart::capture(stream, cudaGraphNodeTypeMemcpy, work) ? cudaSuccess : work());
}

CUDART_EXPORT cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent) {
  return finish(cudart::fill_box(memory, value, extent));
}

CUDART_EXPORT cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int value, cudaExtent extent,
                                            cudaStream_t) {
  return finish(cudart::fill_box(memory, value, extent));
}

CUDART_EXPORT cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from,
                                             std::size_t bytes, std::size_t offset,
                                             enum cudaMemcpyKind kind) {
  return finish(cudart::copy_to_symbol(symbol, from, bytes, offset, kind, true));
}

CUDART_EXPORT cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from,
                                                  std::size_t bytes, std::size_t offset,
                                                  enum cudaMemcpyKind kind, cudaStream_t) {
  return finish(cudart::copy_to_symbol(symbol, from, bytes, offset, kind, false));
}

CUDART_EXPORT cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                               std::size_t offset, enum cudaMemcpyKind kind) {
  return finish(cudart::copy_from_symbol(to, symbol, bytes, offset, kind, true));
}

CUDART_EXPORT cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                                    std::size_t offset, enum cudaMemcpyKind kind,
                                                    cudaStream_t) {
  return finish(cudart::copy_from_symbol(to, symbol, bytes, offset, kind, false));
}

CUDART_EXPORT cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  const cudart::Lock lock;
  if (pointer == nullptr) return finish(cudaErrorInvalidValue);
  return finish(cudart::symbol_place(symbol, 0, 0, pointer));
}

CUDART_EXPORT cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  const cudart::Lock lock;
  if (bytes == nullptr) return finish(cudaErrorInvalidValue);
  cudaError_t error = cudaSuccess;
  const cudart::Variable* variable = cudart::Registry::get().variable(symbol, error);
  if (variable != nullptr) *bytes = variable->info->bytes;
  return finish(error);
}
