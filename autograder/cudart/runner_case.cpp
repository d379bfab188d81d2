// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "cudart/runner.h"
#include "protocol/control_messages.h"

namespace cudart {

namespace {

using protocol::Argument;
using protocol::ArgumentKind;
using protocol::Bytes;
using protocol::Channel;
using protocol::Frame;
using protocol::MessageType;

/// Exit code when the grader's messages make no sense: our fault, not the student's.
constexpr int kProtocolFault = 70;

/// The program of this case.
class Program {
 public:
  /// Opens it; an empty text or the loader's reason.
  std::string open(const protocol::OpenProgram& request) {
    for (const std::string& library : request.libraries) {
      if (dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) return reason();
    }
    handle_ = dlopen(request.path.c_str(), RTLD_NOW | RTLD_LOCAL);
    return handle_ != nullptr ? "" : reason();
  }

  /// A function of it, or nullptr.
  template <class Function>
  Function* find(const std::string& name) const {
    return handle_ == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(handle_, name.c_str()));
  }

 private:
  static std::string reason() {
    const char* said = dlerror();
    return said != nullptr ? said : "unknown error of the loader";
  }

  void* handle_ = nullptr;
};

void reply(Channel& control, const auto& message) {
  // Output of the program comes before the news that it is done.
  std::fflush(nullptr);
  const protocol::Status sent = control.send(message, protocol::kNoDeadline);
  if (!sent) _exit(kProtocolFault);
}

void open_program(Channel& control, Program& program, const protocol::OpenProgram& request) {
  const std::string reason = program.open(request);
  if (reason.empty()) return reply(control, protocol::Acknowledged{});
  reply(control, protocol::Refusal{reason});
}

void call_function(Channel& control, const Program& program, protocol::CallFunction& request) {
  const std::string symbol = "autograder_call_" + request.name;
  auto* function = program.find<void(void* const*)>(symbol);
  if (function == nullptr) {
    return reply(control, protocol::Refusal{"the program has no function " + symbol});
  }
  // A host buffer is passed by address: the shim reads a pointer out of its place.
  std::vector<void*> buffers(request.arguments.size());
  std::vector<void*> places(request.arguments.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    Argument& argument = request.arguments[i];
    buffers[i] = argument.bytes.data();
    places[i] = argument.kind == ArgumentKind::HostBuffer ? static_cast<void*>(&buffers[i])
                                                          : argument.bytes.data();
  }
  function(places.data());
  protocol::FunctionReturned answer;
  for (Argument& argument : request.arguments) {
    answer.returned.push_back(argument.returned ? std::move(argument.bytes) : Bytes());
  }
  reply(control, answer);
}

void call_main(Channel& control, const Program& program, protocol::CallMain& request) {
  auto* function = program.find<int(int, char**)>("main");
  if (function == nullptr) {
    return reply(control, protocol::Refusal{"the program has no main function"});
  }
  std::vector<char*> arguments;
  for (std::string& argument : request.arguments) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const pid_t started = getpid();
  const int value = function(static_cast<int>(request.arguments.size()), arguments.data());
  // A child that the program made by fork() has come back too; only the first process answers.
  if (getpid() != started) std::exit(value);
  reply(control, protocol::MainReturned{value});
  std::exit(value);
}

/// Decodes and serves; bytes that do not decode are a fault of ours.
template <class Request, class Serve>
void serve(const Frame& frame, Serve&& with) {
  std::optional<Request> request = protocol::decode<Request>(frame.body);
  if (!request) _exit(kProtocolFault);
  with(*request);
}

}  // namespace

void run_case(Channel control) {
  Program program;
  while (true) {
    protocol::Outcome<Frame> frame = control.receive(protocol::kNoDeadline);
    if (!frame) {
      std::fflush(nullptr);
      _exit(frame.failure().kind == protocol::Failure::Kind::PeerDied ? 0 : kProtocolFault);
    }
    switch (frame->type) {
      case MessageType::OpenProgram:
        serve<protocol::OpenProgram>(
            *frame, [&](const auto& request) { open_program(control, program, request); });
        break;
      case MessageType::CallFunction:
        serve<protocol::CallFunction>(
            *frame, [&](auto& request) { call_function(control, program, request); });
        break;
      case MessageType::CallMain:
        serve<protocol::CallMain>(*frame,
                                  [&](auto& request) { call_main(control, program, request); });
        break;
      default:
        _exit(kProtocolFault);
    }
  }
}

}  // namespace cudart
