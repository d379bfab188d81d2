// SPDX-License-Identifier: MIT
#include "device/worker.h"

#include <poll.h>
#include <sys/ioctl.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "device/exercise_calls.h"
#include "device/program_calls.h"
#include "device/virtual_backend.h"

namespace device {

namespace {

using protocol::Acknowledged;
using protocol::Failure;
using protocol::Frame;
using protocol::MessageType;
using protocol::Outcome;

/// How long a program may take over one message once it has begun it, or over taking a reply.
constexpr std::chrono::seconds kProgramPatience{3};

/// How long the grader may take over taking a reply.
constexpr std::chrono::seconds kGraderPatience{60};

}  // namespace

/// Everything of one case, in the order in which the parts rest on each other.
struct Worker::Case {
  Case(std::unique_ptr<Backend> made, const protocol::Configure& settings)
      : backend(std::move(made)),
        rules(settings.policy),
        report(settings.max_findings),
        launcher(*backend, rules, report),
        exercise(*backend, launcher, report),
        program(*backend, rules, launcher, report, make_file_namer(settings)) {}

  std::unique_ptr<Backend> backend;
  CopyRules rules;
  CaseReport report;
  Launcher launcher;
  ExerciseCalls exercise;
  ProgramCalls program;
};

Worker::Worker(protocol::Channel control, BackendFactory factory)
    : control_(std::move(control)), factory_(factory) {}

Worker::~Worker() = default;

Worker::Case& Worker::current() {
  if (!case_) {
    base::Result<std::unique_ptr<Backend>> backend = factory_(settings_);
    // configure() has tried these settings, so this is a fault of ours.
    if (!backend) throw std::runtime_error(base::to_string(backend.errors()));
    case_ = std::make_unique<Case>(std::move(backend).value(), settings_);
  }
  return *case_;
}

void Worker::run() {
  while (true) {
    pollfd entries[] = {{control_.descriptor(), POLLIN, 0}, {program_.descriptor(), POLLIN, 0}};
    const nfds_t count = program_ ? 2 : 1;
    if (poll(entries, count, -1) < 0) {
      if (errno == EINTR) continue;
      throw std::system_error(errno, std::generic_category(), "poll");
    }
    if (entries[0].revents != 0 && !serve_control()) return;
    if (count == 2 && entries[1].revents != 0 && program_) serve_program();
  }
}

bool Worker::serve_control() {
  Outcome<Frame> frame =
      control_.receive(protocol::deadline_in(kGraderPatience), /*accept_descriptors=*/true);
  if (!frame) {
    if (frame.failure().kind == Failure::Kind::PeerDied) return false;
    throw std::runtime_error("the grader's message cannot be read: " + frame.failure().message);
  }
  handle(std::move(*frame));
  return true;
}

template <class Request, class Serve>
void Worker::answer(const Frame& frame, Serve&& serve) {
  const Outcome<Request> request = protocol::Channel::open<Request>(frame);
  if (!request) throw std::runtime_error(request.failure().message);
  const auto reply = serve(*request);
  const protocol::Deadline deadline = protocol::deadline_in(kGraderPatience);
  const protocol::Status sent =
      reply.ok() ? control_.send(*reply, deadline)
                 : control_.send(protocol::Refusal{reply.failure().message}, deadline);
  if (!sent && sent.failure().kind != Failure::Kind::PeerDied) {
    throw std::runtime_error("the grader takes no reply: " + sent.failure().message);
  }
}

void Worker::handle(Frame frame) {
  const auto exercise = [this]() -> ExerciseCalls& {
    // What the program has sent before comes first.
    drain_program();
    return current().exercise;
  };
  switch (frame.type) {
    case MessageType::Configure:
      return answer<protocol::Configure>(frame, [&](const auto& m) { return configure(m); });
    case MessageType::CreateBuffer:
      return answer<protocol::CreateBuffer>(
          frame, [&](const auto& m) { return exercise().create_buffer(m); });
    case MessageType::WriteBuffer:
      return answer<protocol::WriteBuffer>(
          frame, [&](const auto& m) { return exercise().write_buffer(m); });
    case MessageType::ReadBuffer:
      return answer<protocol::ReadBuffer>(frame,
                                          [&](const auto& m) { return exercise().read_buffer(m); });
    case MessageType::ReadWritten:
      return answer<protocol::ReadWritten>(
          frame, [&](const auto& m) { return exercise().read_written(m); });
    case MessageType::LoadModule:
      return answer<protocol::LoadModule>(frame,
                                          [&](const auto& m) { return exercise().load_module(m); });
    case MessageType::DirectLaunch:
      return answer<protocol::DirectLaunch>(frame,
                                            [&](const auto& m) { return exercise().launch(m); });
    case MessageType::AttachRunner:
      return answer<protocol::AttachRunner>(frame, [&](const auto&) { return attach(frame); });
    case MessageType::Finish:
      return answer<protocol::Finish>(frame, [&](const auto&) { return finish(); });
    case MessageType::Reset:
      return answer<protocol::Reset>(frame, [&](const auto&) { return reset(); });
    default:
      throw std::runtime_error("the grader sent " + std::string(to_string(frame.type)));
  }
}

Outcome<Acknowledged> Worker::configure(const protocol::Configure& settings) {
  const base::Result<std::unique_ptr<Backend>> trial = factory_(settings);
  if (!trial) {
    return Failure{Failure::Kind::Refused, base::to_string(trial.errors().front())};
  }
  settings_ = settings;
  return reset();
}

Outcome<Acknowledged> Worker::attach(Frame& frame) {
  if (frame.descriptors.size() != 1) {
    return Failure{Failure::Kind::Refused, "one descriptor must come with AttachRunner"};
  }
  drain_program();
  program_ = protocol::Channel(std::move(frame.descriptors.front()));
  return Acknowledged{};
}

Outcome<protocol::Finished> Worker::finish() {
  drain_program();
  program_.close();
  current().program.note_leaks();
  return protocol::Finished{protocol::to_json(current().report.result())};
}

Outcome<Acknowledged> Worker::reset() {
  program_.close();
  case_.reset();
  return Acknowledged{};
}

void Worker::drop_program(const char* kind, const std::string& reason) {
  program_.close();
  current().report.add_note({kind, reason, "", 1});
}

void Worker::drain_program() {
  // Only what lies in the socket now: a program that goes on sending does not hold the grader up.
  int waiting = 0;
  if (!program_ || ioctl(program_.descriptor(), FIONREAD, &waiting) != 0) return;
  for (std::int64_t left = waiting; left > 0 && program_;) {
    int before = 0;
    if (ioctl(program_.descriptor(), FIONREAD, &before) != 0 || before == 0) return;
    serve_program();
    int after = 0;
    if (!program_ || ioctl(program_.descriptor(), FIONREAD, &after) != 0) return;
    left -= std::max(1, before - after);
  }
}

void Worker::serve_program() {
  const Outcome<Frame> frame = program_.receive(protocol::deadline_in(kProgramPatience));
  if (!frame) {
    if (frame.failure().kind == Failure::Kind::PeerDied) return program_.close();
    return drop_program("broken_connection", "the program's connection to the device was closed: " +
                                                 frame.failure().message);
  }
  if (!handle_program(*frame)) {
    drop_program("broken_connection",
                 "the program's connection to the device was closed: it sent a " +
                     std::string(to_string(frame->type)) + " that cannot be served");
  }
}

template <class Request>
bool Worker::answer_program(const Frame& frame) {
  const std::optional<Request> request = protocol::decode<Request>(frame.body);
  if (!request) return false;
  const auto reply = current().program.serve(*request);
  return program_.send(reply, protocol::deadline_in(kProgramPatience)).ok();
}

template <class Request>
bool Worker::take_program(const Frame& frame) {
  std::optional<Request> request = protocol::decode<Request>(frame.body);
  if (!request) return false;
  current().program.serve(std::move(*request));
  return true;
}

bool Worker::answer_allocate(const Frame& frame) {
  const std::optional<protocol::Allocate> request =
      protocol::decode<protocol::Allocate>(frame.body);
  if (!request) return false;
  if (!request->managed) return answer_program<protocol::Allocate>(frame);
  int descriptor = -1;
  return answer_sharing(current().program.allocate_managed(*request, descriptor), descriptor);
}

bool Worker::answer_symbol(const Frame& frame) {
  const std::optional<protocol::QuerySymbol> request =
      protocol::decode<protocol::QuerySymbol>(frame.body);
  if (!request) return false;
  int descriptor = -1;
  return answer_sharing(current().program.query_symbol(*request, descriptor), descriptor);
}

/// Sends a reply, and with it the descriptor when there is one.
template <class Reply>
bool Worker::answer_sharing(const Reply& reply, const int& descriptor) {
  const std::span<const int> descriptors(&descriptor, descriptor >= 0 ? 1 : 0);
  return program_.send(reply, protocol::deadline_in(kProgramPatience), descriptors).ok();
}

bool Worker::handle_program(const Frame& frame) {
  switch (frame.type) {
    case MessageType::RegisterImage:
      return take_program<protocol::RegisterImage>(frame);
    case MessageType::QueryKernel:
      return answer_program<protocol::QueryKernel>(frame);
    case MessageType::SetKernelAttribute:
      return answer_program<protocol::SetKernelAttribute>(frame);
    case MessageType::QuerySymbol:
      return answer_symbol(frame);
    case MessageType::Allocate:
      return answer_allocate(frame);
    case MessageType::Free:
      return answer_program<protocol::Free>(frame);
    case MessageType::CopyToDevice:
      return take_program<protocol::CopyToDevice>(frame);
    case MessageType::CopyFromDevice:
      return answer_program<protocol::CopyFromDevice>(frame);
    case MessageType::CopyOnDevice:
      return take_program<protocol::CopyOnDevice>(frame);
    case MessageType::Fill:
      return take_program<protocol::Fill>(frame);
    case MessageType::LaunchKernel:
      return take_program<protocol::LaunchKernel>(frame);
    case MessageType::Synchronize:
      return answer_program<protocol::Synchronize>(frame);
    case MessageType::QueryClock:
      return answer_program<protocol::QueryClock>(frame);
    case MessageType::QueryPointer:
      return answer_program<protocol::QueryPointer>(frame);
    case MessageType::QueryDevice:
      return answer_program<protocol::QueryDevice>(frame);
    case MessageType::ResetDevice:
      return answer_program<protocol::ResetDevice>(frame);
    case MessageType::Note:
      return take_program<protocol::Note>(frame);
    default:
      return false;
  }
}

}  // namespace device
