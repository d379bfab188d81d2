// SPDX-License-Identifier: MIT
/// \file
/// The grader's view of a device worker: one method a control message, blocking, with deadlines.
///
/// A Failure of kind PeerDied or Malformed is our own worker's fault (verdict grader_error), never
/// the student's. Starting the process is the sandbox's work. Tested by device/worker_test.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "protocol/channel.h"
#include "protocol/control_messages.h"
#include "protocol/run_result.h"

namespace protocol {

/// A buffer in the worker.
struct DeviceBuffer {
  std::uint32_t id = 0;       ///< for read_buffer and read_written
  std::uint64_t address = 0;  ///< the device pointer to pass as an argument
  std::uint64_t bytes = 0;    ///< its size
};

/// One device worker. One case after the other: configure (once), then for each case
/// create_buffer..., attach_runner or load_module + launch, finish, read_..., reset.
class WorkerClient {
 public:
  /// Takes over the socket whose other end the worker has as its control socket.
  explicit WorkerClient(FileDescriptor socket) : channel_(std::move(socket)) {}

  /// Sets back end, checks, limits and copy policy. May be sent again before any case.
  Status configure(const Configure& settings, Deadline deadline);
  /// Makes a buffer; `spec.content` of any size is sent in pieces.
  Outcome<DeviceBuffer> create_buffer(const CreateBuffer& spec, Deadline deadline);
  /// Makes a socket pair, gives one end to the worker and returns the other, which goes to
  /// RunnerClient::start_case. A second call replaces the first program.
  Outcome<FileDescriptor> attach_runner(Deadline deadline);
  /// Loads PTX text or a fatbin. Refused with the reason when it is neither.
  Outcome<ModuleLoaded> load_module(std::span<const std::byte> image, Deadline deadline);
  /// Launches without a program and waits for its end.
  Outcome<DirectLaunched> launch(const DirectLaunch& launch, Deadline deadline);
  /// The bytes of a part of a buffer; does not count as an access.
  Outcome<Bytes> read_buffer(const DeviceBuffer& buffer, std::uint64_t offset, std::uint64_t bytes,
                             Deadline deadline);
  /// All bytes of a buffer.
  Outcome<Bytes> read_buffer(const DeviceBuffer& buffer, Deadline deadline) {
    return read_buffer(buffer, 0, buffer.bytes, deadline);
  }
  /// For each byte 1 when the program or a kernel wrote it, else 0.
  Outcome<std::vector<std::uint8_t>> read_written(const DeviceBuffer& buffer, Deadline deadline);
  /// Works off what the program has sent, detaches it and reports. Buffers stay readable.
  Outcome<RunResult> finish(Deadline deadline);
  /// Forgets the case.
  Status reset(Deadline deadline);

 private:
  Channel channel_;
};

}  // namespace protocol
