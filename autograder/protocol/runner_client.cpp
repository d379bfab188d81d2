// SPDX-License-Identifier: MIT
#include "protocol/runner_client.h"

#include <csignal>
#include <cstring>

namespace protocol {

std::string CaseEnd::signal_name() const {
  if (signal == 0) return "";
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(signal);
}

std::string CaseEnd::describe() const {
  if (killed) return "was stopped at the time limit";
  if (signal != 0) return "was ended by " + signal_name();
  return "called exit(" + std::to_string(exit_code) + ") before returning";
}

Status RunnerCase::open_program(const OpenProgram& program, Deadline deadline) {
  const auto reply = channel_.call<Acknowledged>(program, deadline);
  if (!reply) return reply.failure();
  return Done{};
}

Outcome<std::vector<Bytes>> RunnerCase::call(std::string_view name, std::vector<Argument> arguments,
                                             Deadline deadline) {
  const std::size_t count = arguments.size();
  Outcome<FunctionReturned> reply = channel_.call<FunctionReturned>(
      CallFunction{std::string(name), std::move(arguments)}, deadline);
  if (!reply) return reply.failure();
  if (reply->returned.size() != count) {
    return Failure{Failure::Kind::Malformed, "the runner sent back the wrong number of buffers"};
  }
  return std::move(reply->returned);
}

Outcome<int> RunnerCase::run_main(std::vector<std::string> arguments, Deadline deadline) {
  const auto reply = channel_.call<MainReturned>(CallMain{std::move(arguments)}, deadline);
  if (!reply) return reply.failure();
  return reply->value;
}

Outcome<RunnerCase> RunnerClient::start_case(FileDescriptor device_socket, CaseOutput output,
                                             Deadline deadline, std::uint32_t processor_seconds) {
  auto [our_end, case_end] = socket_pair();
  StartCase request;
  request.processor_seconds = processor_seconds;
  std::vector<int> descriptors = {case_end.get()};
  if (device_socket) {
    request.has_device = true;
    descriptors.push_back(device_socket.get());
  }
  if (output.standard_output >= 0 || output.standard_error >= 0) {
    request.has_output = true;
    descriptors.push_back(output.standard_output >= 0 ? output.standard_output
                                                      : output.standard_error);
    descriptors.push_back(output.standard_error >= 0 ? output.standard_error
                                                     : output.standard_output);
  }
  const auto reply = channel_.call<CaseStarted>(request, deadline, descriptors);
  if (!reply) return reply.failure();
  return RunnerCase(reply->id, std::move(our_end));
}

Outcome<CaseEnd> RunnerClient::end_case(RunnerCase& running, std::chrono::milliseconds wait,
                                        Deadline deadline) {
  running.close();
  const auto reply = channel_.call<CaseEnded>(
      EndCase{running.id(), static_cast<std::uint32_t>(wait.count())}, deadline);
  if (!reply) return reply.failure();
  return CaseEnd{reply->exit_code, reply->signal, reply->killed};
}

}  // namespace protocol
