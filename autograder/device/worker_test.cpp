// SPDX-License-Identifier: MIT
// A worker on its own thread, grader and program at the other ends of its sockets.
#include "device/worker.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <thread>

#include "device/fake_backend.h"
#include "protocol/cuda_error.h"
#include "protocol/cuda_messages.h"
#include "protocol/worker_client.h"

using namespace device;
using namespace protocol;
using namespace std::chrono_literals;

namespace {

Bytes bytes_of(std::string_view text) {
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

Deadline soon() {
  return deadline_in(20s);
}

/// A worker with the grader's client; ends with the client.
struct Fixture {
  Fixture() {
    auto [ours, its] = socket_pair();
    thread = std::jthread([end = std::make_shared<FileDescriptor>(std::move(its))]() mutable {
      Worker(Channel(std::move(*end)), FakeBackend::make).run();
    });
    client = std::make_unique<WorkerClient>(std::move(ours));
  }
  ~Fixture() { client.reset(); }

  Channel attach() { return Channel(client->attach_runner(soon()).value()); }

  std::jthread thread;
  std::unique_ptr<WorkerClient> client;
};

CreateBuffer spec(std::uint64_t bytes, Bytes content = {}) {
  CreateBuffer request;
  request.name = "data";
  request.bytes = bytes;
  request.content = std::move(content);
  return request;
}

/// The kinds of the notes that finishing gives.
std::vector<std::string> check_finish(Fixture& fixture) {
  const Outcome<RunResult> result = fixture.client->finish(soon());
  REQUIRE(result.ok());
  std::vector<std::string> notes;
  for (const HostNote& note : result->host_notes) notes.push_back(note.kind);
  return notes;
}

}  // namespace

TEST_CASE("a case goes from configuration to result and the next one starts clean",
          "[device][worker]") {
  Fixture fixture;
  REQUIRE(fixture.client->configure({}, soon()).ok());
  for (int round = 0; round < 3; ++round) {
    const auto buffer = fixture.client->create_buffer(spec(8, Bytes(8)), soon());
    REQUIRE(buffer.ok());
    CHECK(buffer->id == 0);
    const auto module =
        fixture.client->load_module(bytes_of(".version kernel:add_one:8,4"), soon());
    REQUIRE(module.ok());
    DirectLaunch launch;
    launch.module = module->id;
    launch.kernel = "add_one";
    launch.arguments = {Argument::device_pointer(buffer->address).bytes, Argument::value(2).bytes};
    REQUIRE(fixture.client->launch(launch, soon()).ok());
    CHECK(fixture.client->read_written(*buffer, soon()).value() ==
          std::vector<std::uint8_t>{1, 0, 0, 0, 1, 0, 0, 0});
    const auto result = fixture.client->finish(soon());
    REQUIRE(result.ok());
    CHECK(result->launches.size() == 1);
    CHECK(fixture.client->read_buffer(*buffer, soon()).value().at(4) == std::byte{1});
    REQUIRE(fixture.client->reset(soon()).ok());
  }
}

TEST_CASE("a back end that is not there is refused", "[device][worker]") {
  Fixture fixture;
  Configure settings;
  settings.backend = "abacus";
  const Status status = fixture.client->configure(settings, soon());
  REQUIRE_FALSE(status.ok());
  CHECK(status.failure().kind == Failure::Kind::Refused);
  CHECK(fixture.client->create_buffer(spec(8), soon()).ok());
}

TEST_CASE("large buffers travel in pieces", "[device][worker]") {
  Fixture fixture;
  Bytes content(20'000'001);
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<std::byte>(i * 31);
  const auto buffer = fixture.client->create_buffer(spec(content.size(), content), soon());
  REQUIRE(buffer.ok());
  CHECK(fixture.client->read_buffer(*buffer, soon()).value() == content);
}

TEST_CASE("what a program sent before its end is worked off", "[device][worker]") {
  Fixture fixture;
  const auto buffer = fixture.client->create_buffer(spec(4, Bytes(4)), soon());
  REQUIRE(buffer.ok());
  Channel program = fixture.attach();
  REQUIRE(program.send(RegisterImage{0, bytes_of(".version kernel:add_one:8,4")}, soon()).ok());
  const auto kernel = program.call<KernelInfo>(QueryKernel{0, "add_one"}, soon());
  REQUIRE(kernel.ok());
  LaunchKernel launch;
  launch.kernel = kernel->kernel;
  launch.arguments = Argument::device_pointer(buffer->address).bytes;
  launch.arguments.resize(12);
  launch.arguments[8] = std::byte{1};
  for (int i = 0; i < 50; ++i) REQUIRE(program.send(launch, soon()).ok());
  program.close();
  CHECK(fixture.client->read_buffer(*buffer, soon()).value().at(0) == std::byte{50});
  CHECK(check_finish(fixture).empty());
}

TEST_CASE("a program that sends nonsense loses its connection, not the worker",
          "[device][worker]") {
  Fixture fixture;
  Channel program = fixture.attach();
  SECTION("a message of the grader") {
    REQUIRE(program.send(Finish{}, soon()).ok());
  }
  SECTION("bytes that do not decode") {
    REQUIRE(program.send(MessageType::LaunchKernel, Bytes(5), soon()).ok());
  }
  SECTION("no frame at all") {
    const Bytes junk(64, std::byte{0x55});
    REQUIRE(write(program.descriptor(), junk.data(), junk.size()) == 64);
  }
  CHECK(program.receive(soon()).failure().kind == Failure::Kind::PeerDied);
  CHECK(check_finish(fixture) == std::vector<std::string>{"broken_connection"});
}

TEST_CASE("a program that stops in the middle of a message holds nothing up",
          "[device][worker][.slow]") {
  Fixture fixture;
  Channel program = fixture.attach();
  const std::uint32_t half = kFrameMagic;
  REQUIRE(write(program.descriptor(), &half, sizeof half) == 4);
  CHECK(check_finish(fixture) == std::vector<std::string>{"broken_connection"});
}

TEST_CASE("a worker that ended is told from one that refuses", "[device][worker]") {
  auto [ours, its] = socket_pair();
  WorkerClient client(std::move(ours));
  its.reset();
  const Status status = client.reset(soon());
  REQUIRE_FALSE(status.ok());
  CHECK(status.failure().kind == Failure::Kind::PeerDied);
}
