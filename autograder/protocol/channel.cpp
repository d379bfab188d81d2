// SPDX-License-Identifier: MIT
#include "protocol/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace protocol {

namespace {

/// What stands before every body.
struct FrameHeader {
  std::uint32_t magic = kFrameMagic;
  std::uint32_t type = 0;
  std::uint32_t length = 0;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(FrameHeader) == 16);

/// Bodies are received in steps of this size, so that a header's length alone allocates nothing.
constexpr std::size_t kReceiveStepBytes = std::size_t{1} << 20;

Failure died(std::string_view what) {
  return {Failure::Kind::PeerDied, "the other process closed the connection " + std::string(what)};
}

Failure timed_out(std::string_view what) {
  return {Failure::Kind::TimedOut, "the time limit passed " + std::string(what)};
}

/// Waits until the socket is ready for `events`; no value when the deadline passes.
bool wait_for(int fd, short events, Deadline deadline) {
  while (true) {
    int wait_ms = -1;
    if (deadline != kNoDeadline) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
      wait_ms = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000'000));
    }
    pollfd entry{fd, events, 0};
    const int ready = poll(&entry, 1, wait_ms);
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
  }
}

bool peer_is_gone(int error) {
  return error == EPIPE || error == ECONNRESET || error == ENOTCONN || error == EBADF;
}

/// Puts descriptors into the control part of a message.
class ControlBuffer {
 public:
  void attach(msghdr& message, std::span<const int> descriptors) {
    if (descriptors.empty()) return;
    message.msg_control = buffer_;
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size_bytes());
  }
  void prepare(msghdr& message) {
    message.msg_control = buffer_;
    message.msg_controllen = sizeof buffer_;
  }
  static void collect(msghdr& message, std::vector<FileDescriptor>& into) {
    for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
         header = CMSG_NXTHDR(&message, header)) {
      if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
      const std::size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (std::size_t i = 0; i < count; ++i) {
        int fd = -1;
        std::memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof fd);
        into.emplace_back(fd);
      }
    }
  }

 private:
  alignas(cmsghdr) std::byte buffer_[CMSG_SPACE(kMaxDescriptors * sizeof(int))];
};

/// Receives exactly `size` bytes, or the failure. Descriptors go to `descriptors` when given.
Status receive_exactly(int fd, void* data, std::size_t size, Deadline deadline,
                       std::vector<FileDescriptor>* descriptors) {
  auto* place = static_cast<std::byte*>(data);
  std::size_t done = 0;
  while (done < size) {
    ControlBuffer control;
    iovec part{place + done, size - done};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (descriptors != nullptr) control.prepare(message);
    const ssize_t got = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (got > 0) {
      if (descriptors != nullptr) ControlBuffer::collect(message, *descriptors);
      done += static_cast<std::size_t>(got);
      continue;
    }
    if (got == 0) return died(done == 0 ? "" : "in the middle of a message");
    if (errno == EINTR) continue;
    if (peer_is_gone(errno)) return died("while we were reading");
    if (errno != EAGAIN && errno != EWOULDBLOCK) {
      throw std::system_error(errno, std::generic_category(), "recvmsg");
    }
    if (!wait_for(fd, POLLIN, deadline)) return timed_out("while waiting for a message");
  }
  return Done{};
}

}  // namespace

Status Channel::send(MessageType type, std::span<const std::byte> body, Deadline deadline,
                     std::span<const int> descriptors) {
  if (body.size() > kMaxBodyBytes) {
    return Failure{Failure::Kind::Malformed, "a message of " + std::to_string(body.size()) +
                                                 " bytes is above the limit of the protocol"};
  }
  if (descriptors.size() > kMaxDescriptors) throw std::length_error("too many descriptors");
  if (!socket_) return died("before");
  FrameHeader header;
  header.type = static_cast<std::uint32_t>(type);
  header.length = static_cast<std::uint32_t>(body.size());
  const std::size_t total = sizeof header + body.size();
  std::size_t done = 0;
  while (done < total) {
    iovec parts[2];
    std::size_t used = 0;
    if (done < sizeof header) {
      parts[used++] = {reinterpret_cast<std::byte*>(&header) + done, sizeof header - done};
    }
    const std::size_t skipped = done < sizeof header ? 0 : done - sizeof header;
    if (skipped < body.size()) {
      parts[used++] = {const_cast<std::byte*>(body.data()) + skipped, body.size() - skipped};
    }
    ControlBuffer control;
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = used;
    if (done == 0) control.attach(message, descriptors);
    const ssize_t sent = sendmsg(socket_.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent >= 0) {
      done += static_cast<std::size_t>(sent);
    } else if (peer_is_gone(errno)) {
      return died("while we were writing");
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!wait_for(socket_.get(), POLLOUT, deadline)) return timed_out("while sending a message");
    } else if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "sendmsg");
    }
  }
  return Done{};
}

Outcome<Frame> Channel::receive(Deadline deadline, bool accept_descriptors) {
  if (!socket_) return died("before");
  Frame frame;
  FrameHeader header;
  const Status got = receive_exactly(socket_.get(), &header, sizeof header, deadline,
                                     accept_descriptors ? &frame.descriptors : nullptr);
  if (!got) return got.failure();
  if (header.magic != kFrameMagic) {
    return Failure{Failure::Kind::Malformed, "the peer speaks another version of the protocol"};
  }
  if (header.type >= kEnumeratorCount<MessageType> || header.length > kMaxBodyBytes ||
      header.reserved != 0) {
    return Failure{Failure::Kind::Malformed, "the peer sent a message header that makes no sense"};
  }
  frame.type = static_cast<MessageType>(header.type);
  while (frame.body.size() < header.length) {
    const std::size_t done = frame.body.size();
    const std::size_t step = std::min(kReceiveStepBytes, header.length - done);
    frame.body.resize(done + step);
    const Status part =
        receive_exactly(socket_.get(), frame.body.data() + done, step, deadline, nullptr);
    if (!part) return part.failure();
  }
  return frame;
}

Failure Channel::unexpected(const Frame& frame, MessageType wanted) {
  if (frame.type == MessageType::Refusal) {
    const std::optional<Refusal> refusal = decode<Refusal>(frame.body);
    if (refusal) return {Failure::Kind::Refused, refusal->reason};
  }
  return {Failure::Kind::Malformed, "the peer sent " + std::string(to_string(frame.type)) +
                                        " where " + std::string(to_string(wanted)) +
                                        " was to come"};
}

Failure Channel::undecodable(const Frame& frame) {
  return {Failure::Kind::Malformed,
          "the peer sent a " + std::string(to_string(frame.type)) + " whose bytes make no sense"};
}

}  // namespace protocol
