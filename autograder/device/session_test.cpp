// SPDX-License-Identifier: MIT
// The calls of grader and program without sockets, on the fake back end.
#include <catch2/catch.hpp>
#include <cstring>

#include "device/exercise_calls.h"
#include "device/fake_backend.h"
#include "device/program_calls.h"
#include "protocol/cuda_error.h"

using namespace device;
using namespace protocol;

namespace {

constexpr const char* kModule =
    ".version kernel:add_one:8,4 kernel:fault: kernel:say: kernel:nothing:8 variable:table:16";

Bytes bytes_of(std::string_view text) {
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

template <class... T>
Bytes pack(const T&... values) {
  Bytes bytes;
  const auto append = [&](const auto& value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
  };
  (append(values), ...);
  return bytes;
}

/// One case with everything in it.
struct Session {
  explicit Session(const CopyPolicy& policy = {}) : rules(policy) {
    program.serve(RegisterImage{0, bytes_of(kModule)});
  }
  Address allocate(std::uint64_t bytes) {
    Allocate request;
    request.width = bytes;
    request.site = "main.cu:3";
    const Allocated reply = program.serve(request);
    CHECK(reply.error == 0);
    return reply.address;
  }
  void copy_in(Address to, const Bytes& content) {
    program.serve(CopyToDevice{to, content.size(), content.size(), 1, content});
  }
  CopiedBytes copy_out(Address from, std::uint64_t bytes) {
    return program.serve(CopyFromDevice{from, bytes, bytes, 1});
  }
  void launch(const char* name, Bytes arguments, Dim3 block = {32, 1, 1}) {
    LaunchKernel request;
    request.kernel = program.serve(QueryKernel{0, name}).kernel;
    request.block = block;
    request.arguments = std::move(arguments);
    program.serve(request);
  }
  Synchronized synchronize(bool reveal = true) { return program.serve(Synchronize{reveal}); }
  BufferCreated buffer(BufferRole role, const Bytes& content, std::uint64_t bytes) {
    CreateBuffer request;
    request.name = "data";
    request.role = role;
    request.bytes = bytes;
    request.content = content;
    return exercise.create_buffer(request).value();
  }
  const RunResult& result() const { return report.result(); }

  FakeBackend backend;
  CopyRules rules;
  CaseReport report;
  Launcher launcher{backend, rules, report};
  ExerciseCalls exercise{backend, launcher, report};
  ProgramCalls program{backend, rules, launcher, report, [](const std::string& path) {
                         return path.starts_with("/usr/") ? std::string()
                                                          : path.substr(path.rfind('/') + 1);
                       }};
};

/// The kinds of the findings, in order.
std::vector<std::string> kinds(const Session& session) {
  std::vector<std::string> list;
  for (const Finding& finding : session.result().findings) list.push_back(finding.kind);
  return list;
}

void check_refused(const auto& outcome, const std::string& reason) {
  REQUIRE_FALSE(outcome.ok());
  CHECK(outcome.failure().kind == Failure::Kind::Refused);
  CHECK_THAT(outcome.failure().message, Catch::Contains(reason));
}

using Kinds = std::vector<std::string>;

}  // namespace

TEST_CASE("a program copies in, launches, copies out and frees", "[device][session]") {
  Session session;
  const Address data = session.allocate(12);
  session.copy_in(data, pack(1, 2, 3));
  session.launch("add_one", pack(data, 3));
  const CopiedBytes out = session.copy_out(data, 12);
  CHECK(out.error == 0);
  CHECK(out.content == pack(2, 3, 4));
  CHECK(session.program.serve(Free{data, ""}).error == 0);
  session.program.note_leaks();
  REQUIRE(session.result().launches.size() == 1);
  CHECK(session.result().launches[0].counters.global_loads == 3);
  CHECK(kinds(session).empty());
  CHECK(session.result().host_notes.empty());
}

TEST_CASE("rows are copied and set with their pitch", "[device][session]") {
  Session session;
  Allocate request;
  request.width = 4;
  request.height = 2;
  request.pitched = true;
  const Allocated pitched = session.program.serve(request);
  CHECK(pitched.pitch == 512);
  session.program.serve(CopyToDevice{pitched.address, pitched.pitch, 4, 2, pack(7, 8)});
  CHECK(session.program.serve(CopyFromDevice{pitched.address, pitched.pitch, 4, 2}).content ==
        pack(7, 8));
  session.program.serve(Fill{pitched.address + 2, pitched.pitch, 2, 2, 0});
  CHECK(session.program.serve(CopyFromDevice{pitched.address, pitched.pitch, 4, 2}).content ==
        pack(7, 8));
  session.program.serve(Fill{pitched.address, pitched.pitch, 1, 2, 9});
  CHECK(session.program.serve(CopyFromDevice{pitched.address, pitched.pitch, 4, 2}).content ==
        pack(9, 9));
}

TEST_CASE("copies that do not fit are invalid and explained", "[device][session]") {
  Session session;
  const Address data = session.allocate(8);
  CHECK(session.copy_out(data, 12).error == cudaErrorInvalidValue);
  CHECK(session.copy_out(0x1000, 4).error == cudaErrorInvalidValue);
  session.program.serve(Fill{data, 0, ~std::uint64_t{0}, 1, 0});
  CHECK(session.synchronize().last == cudaErrorInvalidValue);
  CHECK(session.synchronize().last == 0);
  session.program.serve(Fill{data, ~std::uint64_t{0}, 8, 2, 0});
  CHECK(session.synchronize().last == cudaErrorInvalidValue);
  REQUIRE(session.result().host_notes.size() >= 2);
  CHECK_THAT(session.result().host_notes[0].message,
             Catch::Contains("12 bytes from byte 0 on does not fit into buffer 0 (8 bytes)\n  it "
                             "was allocated at main.cu:3"));
}

TEST_CASE("a kernel's fault stays hidden until the program waits, then sticks",
          "[device][session]") {
  Session session;
  const Address data = session.allocate(4);
  session.launch("fault", {});
  CHECK(session.synchronize(false).sticky == 0);
  CHECK(session.synchronize(true).sticky == cudaErrorIllegalAddress);
  CHECK(session.synchronize(false).sticky == cudaErrorIllegalAddress);
  CHECK(session.copy_out(data, 4).error == cudaErrorIllegalAddress);
  session.launch("nothing", pack(data));
  CHECK(session.result().launches.size() == 1);
  CHECK(session.result().launches[0].error == "cudaErrorIllegalAddress");
  CHECK(session.program.serve(ResetDevice{}).error == 0);
  CHECK(session.synchronize().sticky == 0);
}

TEST_CASE("a launch beyond the limits does nothing and spoils nothing", "[device][session]") {
  Session session;
  session.launch("say", {}, {2048, 1, 1});
  const Synchronized after = session.synchronize(false);
  CHECK(after.last == cudaErrorInvalidValue);
  CHECK(after.sticky == 0);
  REQUIRE(session.result().launches.size() == 1);
  CHECK_FALSE(session.result().launches[0].started);
  CHECK(kinds(session) == Kinds{"invalid_launch"});
  CHECK_FALSE(session.result().has_errors());
  session.launch("say", {});
  CHECK(session.synchronize().printed == "said by a kernel\n");
}

TEST_CASE("numbers that the program makes up are errors", "[device][session]") {
  Session session;
  CHECK(session.program.serve(QueryKernel{0, "none"}).error == cudaErrorInvalidDeviceFunction);
  CHECK(session.program.serve(QueryKernel{9, "say"}).error == cudaErrorInvalidResourceHandle);
  int descriptor = -1;
  CHECK(session.program.query_symbol(QuerySymbol{0, "none"}, descriptor).error ==
        cudaErrorInvalidSymbol);
  LaunchKernel launch;
  launch.kernel = 77;
  session.program.serve(launch);
  CHECK(session.synchronize().last == cudaErrorInvalidResourceHandle);
  session.launch("add_one", pack(1));
  CHECK(session.synchronize().last == cudaErrorInvalidValue);
  CopyToDevice lie{session.allocate(8), 8, 8, 1, Bytes(4)};
  session.program.serve(lie);
  CHECK(session.synchronize().last == cudaErrorInvalidValue);
  Allocate huge;
  huge.width = ~std::uint64_t{0};
  huge.height = 3;
  CHECK(session.program.serve(huge).error == cudaErrorMemoryAllocation);
}

TEST_CASE("device code that cannot be read is an error with a note", "[device][session]") {
  Session session;
  session.program.serve(RegisterImage{1, bytes_of("\x7f"
                                                  "ELF")});
  CHECK(session.program.serve(QueryKernel{1, "k"}).error == cudaErrorNoKernelImageForDevice);
  REQUIRE(session.result().host_notes.size() == 1);
  CHECK(session.result().host_notes[0].kind == "device_code");
}

TEST_CASE("variables are found and copied to", "[device][session]") {
  Session session;
  int descriptor = -1;
  const SymbolInfo table = session.program.query_symbol(QuerySymbol{0, "table"}, descriptor);
  CHECK(table.error == 0);
  CHECK(table.bytes == 16);
  session.copy_in(table.address + 4, pack(5));
  CHECK(session.copy_out(table.address, 12).content == pack(0, 5, 0));
  CHECK(session.program.serve(Free{table.address, ""}).error == cudaErrorInvalidValue);
}

TEST_CASE("wrong frees are findings", "[device][session]") {
  Session session;
  const Address data = session.allocate(8);
  CHECK(session.program.serve(Free{data + 4, ""}).error == cudaErrorInvalidValue);
  CHECK(session.program.serve(Free{data, ""}).error == 0);
  CHECK(session.program.serve(Free{data, ""}).error == cudaErrorInvalidValue);
  CHECK(session.program.serve(Free{0, ""}).error == 0);
  const BufferCreated given = session.buffer(BufferRole::Input, {}, 8);
  CHECK(session.program.serve(Free{given.address, ""}).error == cudaErrorInvalidValue);
  CHECK(kinds(session) == Kinds{"invalid_free", "double_free", "invalid_free"});
}

TEST_CASE("a wrong free says on which lines of the host", "[device][session]") {
  Session session;
  const Address data = session.allocate(8);
  session.program.serve(Free{data + 4, "/students/ann/main.cu:7"});
  session.program.serve(Free{data, "/students/ann/main.cu:9"});
  session.program.serve(Free{data, "/students/ann/main.cu:12"});
  session.program.serve(Free{0x1000, "/usr/include/vector:300"});
  const std::vector<Finding>& findings = session.result().findings;
  REQUIRE(findings.size() == 3);
  CHECK(findings[0].file == "main.cu");
  CHECK(findings[0].line == 7);
  CHECK(findings[0].message ==
        "cudaFree got a pointer 4 bytes into buffer 0, not its start\n"
        "  the host frees it at main.cu:7\n  it was allocated at main.cu:3");
  CHECK(findings[1].line == 12);
  CHECK(findings[1].other_line == 9);
  CHECK_THAT(findings[1].message, Catch::Contains("it was freed before at main.cu:9"));
  CHECK(findings[2].line == 0);
  CHECK(findings[2].message == "cudaFree got a pointer to host memory");
}

TEST_CASE("memory never freed is noted with its place", "[device][session]") {
  Session session;
  session.allocate(8);
  session.allocate(4);
  session.buffer(BufferRole::Output, {}, 64);
  session.buffer(BufferRole::Scratch, {}, 64);
  session.program.note_leaks();
  REQUIRE(session.result().host_notes.size() == 1);
  CHECK(session.result().host_notes[0].message ==
        "2 allocations of 12 bytes in all were never freed, allocated at main.cu:3");
}

TEST_CASE("a graded case lets nothing but kernels move data", "[device][session]") {
  Session session(CopyPolicy::graded());
  const BufferCreated in = session.buffer(BufferRole::Input, pack(1, 2), 8);
  const BufferCreated out = session.buffer(BufferRole::Output, {}, 8);
  const Address scratch = session.allocate(8192);

  CHECK(session.copy_out(in.address, 8).error == cudaErrorNotPermitted);
  CHECK(session.copy_out(scratch, 8).error == cudaErrorNotPermitted);
  session.copy_in(out.address, pack(2, 3));
  session.copy_in(in.address, pack(2, 3));
  session.program.serve(Fill{out.address, 8, 8, 1, 0});
  session.program.serve(CopyOnDevice{out.address, 8, in.address, 8, 8, 1});
  session.program.serve(CopyOnDevice{scratch, 8, in.address, 8, 8, 1});
  CHECK(session.synchronize().last == cudaErrorNotPermitted);
  CHECK(session.result().findings.size() == 6);
  CHECK(session.exercise.read_buffer({out.id, 0, 8}).value().content == Bytes(8, std::byte{0xFF}));

  session.copy_in(scratch, Bytes(4000));
  CHECK(session.synchronize().last == 0);
  session.copy_in(scratch, Bytes(97));
  CHECK(session.synchronize().last == cudaErrorNotPermitted);
  session.program.serve(Fill{scratch, 8, 8, 1, 0});
  session.launch("say", {});
  CHECK(session.synchronize().printed.empty());
  CHECK(session.result().device_output == "said by a kernel\n");
  int descriptor = -1;
  CHECK(session.program.allocate_managed({8, 1, false, true, ""}, descriptor).error ==
        cudaErrorNotPermitted);
}

TEST_CASE("a graded case can prescribe the block size", "[device][session]") {
  CopyPolicy policy;
  policy.block = {32, 0, 1};
  policy.max_launches = 2;
  Session session(policy);
  session.launch("say", {}, {32, 4, 1});
  session.launch("say", {}, {64, 1, 1});
  CHECK(session.synchronize().last == cudaErrorNotPermitted);
  session.launch("say", {}, {32, 1, 1});
  CHECK(session.synchronize().last == 0);
  session.launch("say", {}, {32, 1, 1});
  CHECK(session.synchronize().last == cudaErrorNotPermitted);
  CHECK(kinds(session) == Kinds{"forbidden_launch", "forbidden_launch"});
  CHECK_THAT(session.result().findings[0].message, Catch::Contains("prescribes 32 x any x 1"));
}

TEST_CASE("kernels run without a program", "[device][session]") {
  Session session;
  const ModuleLoaded module = session.exercise.load_module({bytes_of(kModule)}).value();
  CHECK(module.names == module.kernels);
  const BufferCreated data = session.buffer(BufferRole::Output, pack(1, 2), 8);
  DirectLaunch launch;
  launch.module = module.id;
  launch.kernel = "add_one";
  launch.arguments = {pack(data.address), pack(2)};
  CHECK(session.exercise.launch(launch).value().error == 0);
  CHECK(session.exercise.read_buffer({data.id, 0, 8}).value().content == pack(2, 3));

  launch.kernel = "ad_one";
  check_refused(session.exercise.launch(launch), "did you mean 'add_one'");
  launch.kernel = "add_one";
  launch.arguments = {pack(data.address)};
  check_refused(session.exercise.launch(launch), "2 parameters, 1 arguments");
  launch.arguments = {pack(data.address), pack(2L)};
  check_refused(session.exercise.launch(launch), "parameter 2 of the kernel 'add_one' has 4 bytes");
  launch.module = 9;
  check_refused(session.exercise.launch(launch), "no such module");
}

TEST_CASE("written bytes are told from untouched ones", "[device][session]") {
  Session session;
  CreateBuffer request;
  request.name = "out";
  request.role = BufferRole::Output;
  request.bytes = 16;
  request.content = pack(1, 2, 3, 4);
  request.initialized = {{0, 8}, {12, 16}};
  const BufferCreated out = session.exercise.create_buffer(request).value();
  CHECK(session.exercise.read_written({out.id}).value().bits == std::vector<std::uint8_t>{0, 0});
  session.copy_in(out.address + 8, pack(3));    // the same value, but not initialised before
  session.copy_in(out.address + 12, pack(99));  // another value in an initialised place
  CHECK(session.exercise.read_written({out.id}).value().bits == std::vector<std::uint8_t>{0, 0x1F});
}

TEST_CASE("content that comes in pieces keeps its gaps", "[device][session]") {
  Session session;
  CreateBuffer request;
  request.bytes = 16;
  request.initialized = {{0, 4}, {8, 12}};
  const BufferCreated buffer = session.exercise.create_buffer(request).value();
  REQUIRE(session.exercise.write_buffer({buffer.id, 0, Bytes(10)}).ok());
  REQUIRE(session.exercise.write_buffer({buffer.id, 10, Bytes(6)}).ok());
  std::vector<bool> marks(16, false);
  for (const std::size_t i : {0, 1, 2, 3, 8, 9, 10, 11}) marks[i] = true;
  CHECK(session.backend.initialized(buffer.address, 16) == marks);
}

TEST_CASE("what the grader gets wrong is refused", "[device][session]") {
  Session session;
  CreateBuffer request;
  request.bytes = 4;
  request.content = Bytes(8);
  check_refused(session.exercise.create_buffer(request), "more content than buffer");
  request.content.clear();
  request.initialized = {{2, 9}};
  check_refused(session.exercise.create_buffer(request), "outside of the buffer");
  check_refused(session.exercise.read_buffer({3, 0, 1}), "no such buffer");
  const BufferCreated data = session.buffer(BufferRole::Input, {}, 8);
  check_refused(session.exercise.read_buffer({data.id, 4, 5}), "outside of the buffer");
  check_refused(session.exercise.write_buffer({data.id, 8, Bytes(1)}), "outside of the buffer");
  check_refused(session.exercise.load_module({bytes_of("not ptx")}), "no .version");
  check_refused(session.exercise.load_module({bytes_of(".version broken")}), "the PTX is broken");
}
