// SPDX-License-Identifier: MIT
/// \file
/// Messages over a connected Unix stream socket: framing, deadlines, passing of descriptors.
///
/// A frame is a 16-byte header (magic with version, type, length) and a body. Nothing that the peer
/// sends can make the receiver allocate ahead of the bytes that really came. Format:
/// docs/formats/protocol.md. Tested by channel_test.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/file_descriptor.h"
#include "protocol/message_types.h"
#include "protocol/outcome.h"
#include "protocol/wire.h"

namespace protocol {

/// First word of every frame; the last two characters are the version of the protocol.
inline constexpr std::uint32_t kFrameMagic = 0x31304743;  // "CG01"

/// Largest body of a frame. Copies of more than kCopyChunkBytes travel in pieces.
inline constexpr std::size_t kMaxBodyBytes = std::size_t{64} << 20;

/// Size of the pieces in which large copies travel.
inline constexpr std::size_t kCopyChunkBytes = std::size_t{8} << 20;

/// Most descriptors that may come with one frame.
inline constexpr std::size_t kMaxDescriptors = 4;

/// One message as it came.
struct Frame {
  MessageType type{};                       ///< which message
  Bytes body;                               ///< its encoded fields
  std::vector<FileDescriptor> descriptors;  ///< what came with it
};

/// One end of a connection. Calls block until done, failed or past the deadline; not for use from
/// several threads at once.
class Channel {
 public:
  /// No connection.
  Channel() = default;
  /// Takes over a connected stream socket.
  explicit Channel(FileDescriptor socket) : socket_(std::move(socket)) {}

  /// Sends one frame; descriptors are duplicated into the peer and stay ours.
  Status send(MessageType type, std::span<const std::byte> body, Deadline deadline,
              std::span<const int> descriptors = {});
  /// Sends one message of a struct with kType.
  template <class T>
  Status send(const T& message, Deadline deadline, std::span<const int> descriptors = {}) {
    return send(T::kType, encode(message), deadline, descriptors);
  }

  /// Receives one frame. Descriptors are taken only when `accept_descriptors`, otherwise the kernel
  /// closes them.
  Outcome<Frame> receive(Deadline deadline, bool accept_descriptors = false);

  /// Receives a message of type T; any other type, or bytes that do not decode, is Malformed. A
  /// Refusal is Refused.
  template <class T>
  Outcome<T> receive_message(Deadline deadline) {
    Outcome<Frame> frame = receive(deadline);
    if (!frame) return frame.failure();
    return open<T>(*frame);
  }

  /// Sends a request and receives its reply.
  template <class Reply, class Request>
  Outcome<Reply> call(const Request& request, Deadline deadline,
                      std::span<const int> descriptors = {}) {
    const Status sent = send(request, deadline, descriptors);
    if (!sent) return sent.failure();
    return receive_message<Reply>(deadline);
  }

  /// The message of type T in a frame; see receive_message.
  template <class T>
  static Outcome<T> open(const Frame& frame) {
    if (frame.type != T::kType) return unexpected(frame, T::kType);
    std::optional<T> message = decode<T>(frame.body);
    if (!message) return undecodable(frame);
    return std::move(*message);
  }

  /// The socket's number, for poll; -1 when there is none.
  int descriptor() const { return socket_.get(); }
  /// Ends the connection.
  void close() { socket_.reset(); }
  /// Is there a connection?
  explicit operator bool() const { return static_cast<bool>(socket_); }

 private:
  static Failure unexpected(const Frame& frame, MessageType wanted);
  static Failure undecodable(const Frame& frame);

  FileDescriptor socket_;
};

/// A deadline that never passes.
inline constexpr Deadline kNoDeadline = Deadline::max();

}  // namespace protocol
