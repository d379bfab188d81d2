// SPDX-License-Identifier: MIT
// Streams and events. The device does everything in the order of the calls, which is one of the
// orders that CUDA allows; time is the worker's virtual clock.
#include <cstdint>
#include <map>
#include <optional>

#include "cudart/abi.h"
#include "cudart/client.h"
#include "cudart/graphs.h"

namespace cudart {

namespace {

/// A stream that the program made.
struct Stream {
  unsigned int flags = 0;
  int priority = 0;
  std::uint64_t id = 0;
};

/// An event; `nanoseconds` once it was recorded.
struct Event {
  unsigned int flags = 0;
  std::optional<std::uint64_t> nanoseconds;
};

/// Ids below are those of the default streams.
constexpr std::uint64_t kFirstStreamId = 3;

std::map<const void*, Stream>& streams() {
  static auto& all = *new std::map<const void*, Stream>;
  return all;
}

std::map<const void*, Event>& events() {
  static auto& all = *new std::map<const void*, Event>;
  return all;
}

/// Handles are addresses that nothing else has.
template <class Handle>
Handle fresh_handle() {
  return reinterpret_cast<Handle>(new char);
}

bool is_default(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

bool is_stream(cudaStream_t stream) {
  return is_default(stream) || streams().contains(stream);
}

Stream* find_stream(cudaStream_t stream) {
  static Stream default_stream;
  if (is_default(stream)) return &default_stream;
  const auto entry = streams().find(stream);
  return entry == streams().end() ? nullptr : &entry->second;
}

Event* find_event(cudaEvent_t event) {
  const auto entry = events().find(event);
  return entry == events().end() ? nullptr : &entry->second;
}

cudaError_t create_stream(cudaStream_t* stream, unsigned int flags, int priority) {
  const Lock lock;
  if (stream == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
  if (!Client::get().connected()) return no_worker();
  static std::uint64_t next_id = kFirstStreamId;
  *stream = fresh_handle<cudaStream_t>();
  streams()[*stream] = {flags, priority, next_id++};
  return cudaSuccess;
}

cudaError_t wait_for_stream(cudaStream_t stream) {
  const Lock lock;
  if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (is_capturing(stream)) return cudaErrorStreamCaptureUnsupported;
  return Client::get().settle(true);
}

cudaError_t create_event(cudaEvent_t* event, unsigned int flags) {
  const Lock lock;
  if (event == nullptr) return cudaErrorInvalidValue;
  if (!Client::get().connected()) return no_worker();
  *event = fresh_handle<cudaEvent_t>();
  events()[*event] = {flags, std::nullopt};
  return cudaSuccess;
}

cudaError_t record_event(cudaEvent_t event, cudaStream_t stream) {
  const Lock lock;
  Event* found = find_event(event);
  if (found == nullptr || !is_stream(stream)) return cudaErrorInvalidResourceHandle;
  capture_event(event, stream);
  if (is_capturing(stream)) return cudaSuccess;
  const auto clock = Client::get().call<protocol::ClockInfo>(protocol::QueryClock{});
  if (!clock) return no_worker();
  found->nanoseconds = clock->nanoseconds;
  return cudaSuccess;
}

cudaError_t wait_for_event(cudaEvent_t event) {
  const Lock lock;
  const Event* found = find_event(event);
  if (found == nullptr) return cudaErrorInvalidResourceHandle;
  return found->nanoseconds ? Client::get().settle(true) : cudaSuccess;
}

cudaError_t elapsed_time(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  const Lock lock;
  const Event* first = find_event(start);
  const Event* second = find_event(end);
  if (milliseconds == nullptr) return cudaErrorInvalidValue;
  if (first == nullptr || second == nullptr) return cudaErrorInvalidResourceHandle;
  for (const Event* event : {first, second}) {
    if (!event->nanoseconds || (event->flags & cudaEventDisableTiming) != 0) {
      return cudaErrorInvalidResourceHandle;
    }
  }
  const double nanoseconds =
      static_cast<double>(*second->nanoseconds) - static_cast<double>(*first->nanoseconds);
  *milliseconds = static_cast<float>(nanoseconds / 1e6);
  return Client::get().settle_after_launch();
}

}  // namespace

}  // namespace cudart

using cudart::Client;
using cudart::finish;
using cudart::Lock;

CUDART_EXPORT cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return finish(cudart::create_stream(stream, cudaStreamDefault, 0));
}

CUDART_EXPORT cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return finish(cudart::create_stream(stream, flags, 0));
}

CUDART_EXPORT cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags,
                                                       int priority) {
  return finish(cudart::create_stream(stream, flags, priority));
}

CUDART_EXPORT cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const Lock lock;
  const bool known = cudart::streams().erase(stream) == 1;
  if (known) delete reinterpret_cast<char*>(stream);
  return finish(known ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

CUDART_EXPORT cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return finish(cudart::wait_for_stream(stream));
}

CUDART_EXPORT cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return finish(cudart::wait_for_stream(stream));
}

CUDART_EXPORT cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                              unsigned int) {
  const Lock lock;
  const bool known = cudart::is_stream(stream) && cudart::find_event(event) != nullptr;
  if (known) cudart::join_capture(stream, event);
  return finish(known ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

CUDART_EXPORT cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  const Lock lock;
  const auto* found = cudart::find_stream(stream);
  if (found == nullptr) return finish(cudaErrorInvalidResourceHandle);
  if (priority == nullptr) return finish(cudaErrorInvalidValue);
  *priority = found->priority;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  const Lock lock;
  const auto* found = cudart::find_stream(stream);
  if (found == nullptr) return finish(cudaErrorInvalidResourceHandle);
  if (flags == nullptr) return finish(cudaErrorInvalidValue);
  *flags = found->flags;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  const Lock lock;
  const auto* found = cudart::find_stream(stream);
  if (found == nullptr) return finish(cudaErrorInvalidResourceHandle);
  if (id == nullptr) return finish(cudaErrorInvalidValue);
  *id = found->id != 0 ? found->id : 1;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  const Lock lock;
  if (!cudart::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
  if (device == nullptr) return finish(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, std::size_t,
                                                   unsigned int) {
  const Lock lock;
  return finish(cudart::is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

CUDART_EXPORT cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                                void* data, unsigned int flags) {
  if (callback == nullptr || flags != 0) return finish(cudaErrorInvalidValue);
  const cudaError_t error = cudart::wait_for_stream(stream);
  if (error == cudaErrorInvalidResourceHandle) return finish(error);
  callback(stream, error, data);
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                                             void* data) {
  if (function == nullptr) return finish(cudaErrorInvalidValue);
  {
    const Lock lock;
    const auto later = [=] {
      const cudaError_t error = Client::get().settle(true);
      if (error == cudaSuccess) function(data);
      return error;
    };
    if (cudart::capture(stream, cudaGraphNodeTypeHost, later)) return cudaSuccess;
  }
  const cudaError_t error = cudart::wait_for_stream(stream);
  if (error != cudaSuccess) return finish(error);
  function(data);
  return cudaSuccess;
}

CUDART_EXPORT cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return finish(cudart::create_event(event, cudaEventDefault));
}

CUDART_EXPORT cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return finish(cudart::create_event(event, flags));
}

CUDART_EXPORT cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return finish(cudart::record_event(event, stream));
}

CUDART_EXPORT cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                                   unsigned int) {
  return finish(cudart::record_event(event, stream));
}

CUDART_EXPORT cudaError_t cudaEventQuery(cudaEvent_t event) {
  return finish(cudart::wait_for_event(event));
}

CUDART_EXPORT cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return finish(cudart::wait_for_event(event));
}

CUDART_EXPORT cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const Lock lock;
  const bool known = cudart::events().erase(event) == 1;
  if (known) delete reinterpret_cast<char*>(event);
  return finish(known ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

CUDART_EXPORT cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start,
                                               cudaEvent_t end) {
  return finish(cudart::elapsed_time(milliseconds, start, end));
}
