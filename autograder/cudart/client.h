// SPDX-License-Identifier: MIT
/// \file
/// The runtime's connection to the device worker, and CUDA's rules for errors.
///
/// Everything lives in function-local statics that are never destroyed: programs call the runtime
/// from constructors of their own and from exit handlers. Tested by runtime_test.cpp.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "cudart/abi.h"
#include "protocol/channel.h"
#include "protocol/cuda_messages.h"

namespace cudart {

/// The connection. Use it with its mutex held (Lock).
class Client {
 public:
  /// The only one.
  static Client& get();

  /// Takes over a socket to a worker; replaces an earlier one.
  void connect(protocol::FileDescriptor socket);
  /// Is there a worker? Says once on standard error when there is none.
  bool connected();
  /// Has the program forked, and is this the new process? It has no device of its own.
  bool forked() const { return forked_; }

  /// Sends a request and receives its reply; nothing when the worker is gone.
  template <class Reply, class Request>
  std::optional<Reply> call(const Request& request) {
    if (!connected()) return std::nullopt;
    const Busy busy(*this);
    protocol::Outcome<Reply> reply = channel_.call<Reply>(request, protocol::kNoDeadline);
    if (!reply) {
      lose(reply.failure());
      return std::nullopt;
    }
    return std::move(*reply);
  }
  /// Sends a message that has no reply; false when the worker is gone.
  template <class Message>
  bool post(const Message& message) {
    if (!connected()) return false;
    const Busy busy(*this);
    unsettled_ = true;
    const protocol::Status sent = channel_.send(message, protocol::kNoDeadline);
    if (!sent) lose(sent.failure());
    return sent.ok();
  }
  /// The same where a descriptor of memory shared with the device may come with the reply.
  template <class Reply, class Request>
  std::optional<Reply> call(const Request& request, protocol::FileDescriptor& descriptor) {
    if (!connected()) return std::nullopt;
    const Busy busy(*this);
    const protocol::Status sent = channel_.send(request, protocol::kNoDeadline);
    if (!sent) {
      lose(sent.failure());
      return std::nullopt;
    }
    std::optional<protocol::Frame> frame = receive_frame();
    if (!frame) return std::nullopt;
    protocol::Outcome<Reply> reply = protocol::Channel::open<Reply>(*frame);
    if (!reply) {
      lose(reply.failure());
      return std::nullopt;
    }
    if (frame->descriptors.size() == 1) descriptor = std::move(frame->descriptors.front());
    return std::move(*reply);
  }

  /// The device's properties, asked for once.
  const protocol::DeviceInfo& device();
  /// Is the address one of the device's?
  bool is_device_address(std::uint64_t address);

  /// Waits for everything posted; with `reveal` kernels' errors come to light and their text is
  /// printed. Gives the error that spoilt the context.
  cudaError_t settle(bool reveal);
  /// A kernel was launched: the next call that waits has to settle.
  void note_launch() { launched_ = true; }
  /// Settles when a kernel may have failed since the last time; gives the error that spoilt the
  /// context.
  cudaError_t settle_after_launch() { return launched_ ? settle(true) : spoilt_; }
  /// The error that spoilt the context, once it has come to light.
  cudaError_t spoilt() const { return spoilt_; }
  /// The device was reset.
  void forget_errors() { spoilt_ = cudaSuccess; }

  /// Tells the run result about a function that is not implemented.
  void note_unsupported(const char* function, std::string place);
  /// Tells the run result about something.
  void note(std::string kind, std::string message, std::string help);

  /// The mutex of everything in this library.
  std::recursive_mutex& mutex() { return mutex_; }
  /// For the fault handler: the socket, or -1 while a message is on its way.
  int idle_socket() const { return busy_ ? -1 : channel_.descriptor(); }

 private:
  /// Marks that a message is on its way.
  class Busy {
   public:
    explicit Busy(Client& client) : client_(client) { client_.busy_ = true; }
    ~Busy() { client_.busy_ = false; }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    Client& client_;
  };

  Client() = default;
  void lose(const protocol::Failure& failure);
  static void leave_to_parent();
  std::optional<protocol::Frame> receive_frame();

  protocol::Channel channel_;
  std::recursive_mutex mutex_;
  std::optional<protocol::DeviceInfo> device_;
  volatile bool busy_ = false;
  bool unsettled_ = false;
  bool launched_ = false;
  cudaError_t spoilt_ = cudaSuccess;
  bool complained_ = false;
  bool forked_ = false;
};

/// Holds the library's mutex.
class Lock {
 public:
  Lock() : lock_(Client::get().mutex()) {}

 private:
  std::lock_guard<std::recursive_mutex> lock_;
};

/// The calling thread's last error.
cudaError_t& last_error();

/// Remembers an error as the last one and returns it; every function of the API ends with this.
cudaError_t finish(cudaError_t error);

/// What calls return when there is no worker: in a process made by fork() what CUDA returns there.
cudaError_t no_worker();

/// Writes what kernels printed to the program's standard output.
void print(const std::string& text);

/// CUDA numbers travel as plain numbers.
inline cudaError_t to_error(std::uint32_t number) {
  return static_cast<cudaError_t>(number);
}

}  // namespace cudart
