// SPDX-License-Identifier: MIT
/// \file
/// What the grader asks of one case: buffers, kernels without a program, results.
///
/// Everything the grader may get wrong is Refused with a reason. Tested by session_test.cpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "device/backend.h"
#include "device/case_report.h"
#include "device/launcher.h"
#include "protocol/control_messages.h"
#include "protocol/outcome.h"

namespace device {

/// One case as the grader sees it.
class ExerciseCalls {
 public:
  /// All three outlive it.
  ExerciseCalls(Backend& backend, Launcher& launcher, CaseReport& report)
      : backend_(backend), launcher_(launcher), report_(report) {}

  /// Makes a buffer of the exercise.
  protocol::Outcome<protocol::BufferCreated> create_buffer(const protocol::CreateBuffer& request);
  /// Adds content to one.
  protocol::Outcome<protocol::Acknowledged> write_buffer(const protocol::WriteBuffer& request);
  /// Bytes of one.
  protocol::Outcome<protocol::BufferBytes> read_buffer(const protocol::ReadBuffer& request);
  /// Which bytes of one were written since.
  protocol::Outcome<protocol::WrittenBits> read_written(const protocol::ReadWritten& request);
  /// Loads kernels that are launched without a program.
  protocol::Outcome<protocol::ModuleLoaded> load_module(const protocol::LoadModule& request);
  /// Launches one.
  protocol::Outcome<protocol::DirectLaunched> launch(const protocol::DirectLaunch& request);

 private:
  /// A buffer and what it held before anything ran.
  struct Buffer {
    Address address = 0;
    std::uint64_t bytes = 0;
    protocol::Bytes before;
    std::vector<protocol::ByteRange> initialized;
    bool has_gaps = false;  ///< the exercise said which bytes are initialised
  };

  const Buffer* find(std::uint32_t id) const {
    return id < buffers_.size() ? &buffers_[id] : nullptr;
  }
  protocol::Outcome<std::string> kernel_called(ModuleId module, const std::string& name) const;

  Backend& backend_;
  Launcher& launcher_;
  CaseReport& report_;
  std::vector<Buffer> buffers_;
  std::map<ModuleId, std::vector<std::string>> modules_;
  bool spoilt_ = false;
};

}  // namespace device
