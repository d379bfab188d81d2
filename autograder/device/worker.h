// SPDX-License-Identifier: MIT
/// \file
/// The device worker: serves the grader on one socket and the program's CUDA calls on another.
///
/// One thread, one message at a time; kernels run to their end inside a message. A worker serves
/// many cases one after the other. A program that sends nonsense, or stops in the middle of a
/// message, loses its connection; the grader's is never waited for. Tested by worker_test.cpp.
#pragma once

#include <memory>
#include <optional>

#include "device/backend.h"
#include "protocol/channel.h"
#include "protocol/control_messages.h"

namespace device {

/// One worker process's work.
class Worker {
 public:
  /// \param control the grader's socket
  /// \param factory makes the back end that a configuration names
  Worker(protocol::Channel control, BackendFactory factory);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Serves until the grader closes its socket. Throws on faults of our own.
  void run();

 private:
  struct Case;

  bool serve_control();
  void handle(protocol::Frame frame);
  void serve_program();
  bool handle_program(const protocol::Frame& frame);
  void drain_program();
  void drop_program(const char* kind, const std::string& reason);

  template <class Request, class Serve>
  void answer(const protocol::Frame& frame, Serve&& serve);
  template <class Request>
  bool answer_program(const protocol::Frame& frame);
  template <class Request>
  bool take_program(const protocol::Frame& frame);
  bool answer_symbol(const protocol::Frame& frame);
  template <class Reply>
  bool answer_sharing(const Reply& reply, const int& descriptor);
  bool answer_allocate(const protocol::Frame& frame);
  protocol::Outcome<protocol::Acknowledged> configure(const protocol::Configure& settings);
  protocol::Outcome<protocol::Acknowledged> attach(protocol::Frame& frame);
  protocol::Outcome<protocol::Finished> finish();
  protocol::Outcome<protocol::Acknowledged> reset();
  Case& current();

  protocol::Channel control_;
  protocol::Channel program_;
  BackendFactory factory_;
  protocol::Configure settings_;
  std::unique_ptr<Case> case_;
};

}  // namespace device
