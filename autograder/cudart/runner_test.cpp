// SPDX-License-Identifier: MIT
// Host runner and runtime as the grader uses them: a real zygote process, a worker with the fake
// back end on a thread, and a program with hand-made stubs.
#include "cudart/runner.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <thread>

#include "base/files.h"
#include "device/fake_backend.h"
#include "device/worker.h"
#include "protocol/runner_client.h"
#include "protocol/worker_client.h"

using namespace protocol;
using namespace std::chrono_literals;

namespace {

Deadline soon() {
  return deadline_in(60s);
}

/// A zygote and a worker.
struct Fixture {
  Fixture() {
    auto [worker_ours, worker_its] = socket_pair();
    thread = std::jthread([end = std::make_shared<FileDescriptor>(std::move(worker_its))] {
      device::Worker(Channel(std::move(*end)), device::FakeBackend::make).run();
    });
    worker = std::make_unique<WorkerClient>(std::move(worker_ours));
    auto [runner_ours, runner_its] = socket_pair();
    fcntl(runner_its.get(), F_SETFD, 0);
    std::string number = std::to_string(runner_its.get());
    std::string program = HOST_RUNNER;
    char* arguments[] = {program.data(), number.data(), nullptr};
    REQUIRE(posix_spawn(&zygote, HOST_RUNNER, nullptr, nullptr, arguments, environ) == 0);
    runner = std::make_unique<RunnerClient>(std::move(runner_ours));
  }
  ~Fixture() {
    runner.reset();
    int status = 0;
    waitpid(zygote, &status, 0);
    CHECK(status == 0);
    worker.reset();
  }

  RunnerCase start(CaseOutput output = {}) {
    auto socket = worker->attach_runner(soon());
    REQUIRE(socket.ok());
    auto started = runner->start_case(std::move(*socket), output, soon());
    REQUIRE(started.ok());
    return std::move(*started);
  }
  RunnerCase open(CaseOutput output = {}) {
    RunnerCase running = start(output);
    const Status opened = running.open_program({TEST_PROGRAM}, soon());
    if (!opened) FAIL(opened.failure().message);
    return running;
  }
  CaseEnd end(RunnerCase& running, std::chrono::milliseconds wait = 20s) {
    const auto ended = runner->end_case(running, wait, soon());
    REQUIRE(ended.ok());
    return *ended;
  }

  std::jthread thread;
  std::unique_ptr<WorkerClient> worker;
  std::unique_ptr<RunnerClient> runner;
  pid_t zygote = -1;
};

Bytes bytes_of(const std::string& text) {
  Bytes bytes(text.size() + 1);
  std::memcpy(bytes.data(), text.c_str(), bytes.size());
  return bytes;
}

/// Everything that steps of the test program complain about.
std::string check(Fixture& fixture, const std::string& steps) {
  RunnerCase running = fixture.open();
  std::vector<Argument> arguments = {Argument::host_input(bytes_of(steps)),
                                     Argument::host_buffer(Bytes(1000))};
  const auto returned = running.call("steps", std::move(arguments), soon());
  if (!returned) return fixture.end(running).describe();
  CHECK(fixture.end(running).exit_code == 0);
  return reinterpret_cast<const char*>(returned->at(1).data());
}

std::vector<std::string> note_kinds(Fixture& fixture) {
  const auto result = fixture.worker->finish(soon());
  REQUIRE(result.ok());
  std::vector<std::string> kinds;
  for (const HostNote& note : result->host_notes) kinds.push_back(note.kind);
  return kinds;
}

}  // namespace

TEST_CASE("the runtime answers as CUDA does", "[cudart][runtime]") {
  Fixture fixture;
  const std::string steps =
      GENERATE("memory", "large_copy", "launch", "fault", "symbol", "event", "device");
  CAPTURE(steps);
  CHECK(check(fixture, steps) == "");
}

TEST_CASE("wrong directions and wrong lengths are explained", "[cudart][runtime]") {
  Fixture fixture;
  CHECK(check(fixture, "memory") == "");
  const auto kinds = note_kinds(fixture);
  CHECK(std::count(kinds.begin(), kinds.end(), "copy_direction") == 2);
  CHECK(std::count(kinds.begin(), kinds.end(), "copy_out_of_bounds") >= 2);
}

TEST_CASE("a launcher runs on the exercise's buffers", "[cudart][runner]") {
  Fixture fixture;
  CreateBuffer spec;
  spec.name = "data";
  spec.role = BufferRole::Output;
  spec.bytes = 8;
  spec.content = Bytes(8);
  const auto buffer = fixture.worker->create_buffer(spec, soon());
  REQUIRE(buffer.ok());
  RunnerCase running = fixture.open();
  const auto returned = running.call(
      "run_add_one", {Argument::device_pointer(buffer->address), Argument::value(2)}, soon());
  REQUIRE(returned.ok());
  CHECK(fixture.worker->read_buffer(*buffer, soon()).value().at(4) == std::byte{1});
  CHECK(fixture.end(running).exit_code == 0);
}

TEST_CASE("host buffers come back from functions that need no device", "[cudart][runner]") {
  Fixture fixture;
  auto running = fixture.runner->start_case({}, {}, soon());
  REQUIRE(running.ok());
  REQUIRE(running->open_program({TEST_PROGRAM}, soon()).ok());
  const auto returned = running->call(
      "double_all", {Argument::host_buffer(Argument::value(1.5).bytes), Argument::value(1)},
      soon());
  REQUIRE(returned.ok());
  CHECK(returned->at(0) == Argument::value(3.0).bytes);
  CHECK(returned->at(1).empty());
  CHECK(fixture.end(*running).exit_code == 0);
}

TEST_CASE("what is not there is refused", "[cudart][runner]") {
  Fixture fixture;
  RunnerCase running = fixture.start();
  const Status opened = running.open_program({"/nowhere.so"}, soon());
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.failure().kind == Failure::Kind::Refused);
  REQUIRE(running.open_program({TEST_PROGRAM}, soon()).ok());
  const auto called = running.call("missing", {}, soon());
  REQUIRE_FALSE(called.ok());
  CHECK(called.failure().kind == Failure::Kind::Refused);
  CHECK(fixture.end(running).exit_code == 0);
}

TEST_CASE("a program that ends before returning has crashed, and the next case runs",
          "[cudart][runner]") {
  Fixture fixture;
  const auto [how, description] = GENERATE(table<int, std::string>({
      {0, "called exit(0) before returning"},
      {1, "was ended by SIGABRT"},
      {2, "was ended by SIGKILL"},
  }));
  RunnerCase running = fixture.open();
  const auto returned = running.call("end_early", {Argument::value(how)}, soon());
  REQUIRE_FALSE(returned.ok());
  CHECK(returned.failure().kind == Failure::Kind::PeerDied);
  CHECK(fixture.end(running).describe() == description);
  CHECK(check(fixture, "device") == "");
}

TEST_CASE("a program that never ends is stopped", "[cudart][runner]") {
  Fixture fixture;
  RunnerCase running = fixture.open();
  const auto returned = running.call("end_early", {Argument::value(3)}, deadline_in(200ms));
  REQUIRE_FALSE(returned.ok());
  CHECK(returned.failure().kind == Failure::Kind::TimedOut);
  const CaseEnd ended = fixture.end(running, 10ms);
  CHECK(ended.killed);
  CHECK(ended.describe() == "was stopped at the time limit");
}

TEST_CASE("a program that computes without end is ended by the time it uses", "[cudart][runner]") {
  Fixture fixture;
  auto running = fixture.runner->start_case({}, {}, soon(), 1);
  REQUIRE(running.ok());
  REQUIRE(running->open_program({TEST_PROGRAM}, soon()).ok());
  const auto returned = running->call("end_early", {Argument::value(3)}, soon());
  REQUIRE_FALSE(returned.ok());
  CHECK(returned.failure().kind == Failure::Kind::PeerDied);
  CHECK(fixture.end(*running).signal == SIGXCPU);
}

TEST_CASE("a device pointer used by host code is explained", "[cudart][runner]") {
  Fixture fixture;
  CreateBuffer spec;
  spec.bytes = 64;
  const auto buffer = fixture.worker->create_buffer(spec, soon());
  REQUIRE(buffer.ok());
  const base::TemporaryFolder folder;
  const std::string path = (folder.path() / "errors").string();
  const FileDescriptor file(open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  RunnerCase running = fixture.open({-1, file.get()});
  const auto returned =
      running.call("use_on_host", {Argument::device_pointer(buffer->address)}, soon());
  REQUIRE_FALSE(returned.ok());
  CHECK(fixture.end(running).signal_name() == "SIGSEGV");
  CHECK(note_kinds(fixture) == std::vector<std::string>{"device_pointer_on_host"});
  CHECK_THAT(base::read_file(path).value(), Catch::Contains("host code used a device pointer"));
}

TEST_CASE("main runs with its arguments and its output is in order", "[cudart][runner]") {
  Fixture fixture;
  const base::TemporaryFolder folder;
  const std::string path = (folder.path() / "output").string();
  const FileDescriptor file(open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  RunnerCase running = fixture.open({file.get(), -1});
  const auto value = running.run_main({"program", "one"}, soon());
  REQUIRE(value.ok());
  CHECK(*value == 7);
  CHECK(fixture.end(running).exit_code == 7);
  CHECK(base::read_file(path).value() == "2 one\nbefore\nsaid by a kernel\nafter\n");
}
