// SPDX-License-Identifier: MIT
#include "device/virtual_backend.h"

#include <sys/mman.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "device/backends.h"
#include "protocol/cuda_error.h"

using namespace device;
using protocol::Bytes;

namespace {

// add_one(int* p, int n): if (t < n) p[t] += 1;   wild(): *(int*)16 = 1;
constexpr const char* kPtx = R"(
.version 7.2
.target sm_70
.address_size 64
.const .align 4 .b8 factors[8] = {1, 0, 0, 0, 2};
.global .align 4 .u32 total;
.visible .entry add_one(.param .u64 p, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [p];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  setp.ge.s32 %p1, %r2, %r1;
  @%p1 bra DONE;
  cvta.to.global.u64 %rd2, %rd1;
  mul.wide.s32 %rd3, %r2, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r3, [%rd4];
  add.s32 %r4, %r3, 1;
  st.global.u32 [%rd4], %r4;
DONE:
  ret;
}
.visible .entry wild()
{
  .reg .b64 %rd<2>;
  mov.u64 %rd1, 16;
  st.global.u32 [%rd1], 1;
  ret;
}
)";

std::unique_ptr<Backend> make(const protocol::Configure& settings = {}) {
  base::Result<std::unique_ptr<Backend>> backend = make_backend(settings);
  REQUIRE(backend.ok());
  return std::move(backend).value();
}

ModuleId load(Backend& backend) {
  const base::Result<ModuleId> module = backend.load(kPtx);
  if (!module) FAIL(base::to_string(module.errors()));
  return *module;
}

Bytes ints(std::initializer_list<std::int32_t> numbers) {
  Bytes bytes(numbers.size() * 4);
  std::memcpy(bytes.data(), numbers.begin(), bytes.size());
  return bytes;
}

Address allocate(Backend& backend, std::uint64_t bytes) {
  const auto address = backend.allocate({bytes, "data", "main.cu:3", {}, 4, "int"});
  REQUIRE(address);
  return *address;
}

LaunchReport check_launch(Backend& backend, const std::string& kernel, Address address, int count) {
  const ModuleId module = load(backend);
  Bytes arguments;
  if (kernel == "add_one") {
    arguments.resize(12);
    std::memcpy(arguments.data(), &address, 8);
    std::memcpy(arguments.data() + 8, &count, 4);
  }
  LaunchRequest request;
  request.module = module;
  request.kernel = kernel;
  request.block = {32, 1, 1};
  request.arguments = arguments;
  return backend.launch(request);
}

Bytes read(Backend& backend, Address address, std::uint64_t bytes) {
  Bytes content(bytes);
  REQUIRE(backend.read(address, content));
  return content;
}

}  // namespace

TEST_CASE("a kernel runs, and its accesses are counted", "[device][virtual]") {
  const auto backend = make();
  const Address data = allocate(*backend, 12);
  backend->write(data, ints({1, 2, 3}));
  const LaunchReport report = check_launch(*backend, "add_one", data, 3);
  CHECK(report.error == 0);
  CHECK(report.findings.empty());
  CHECK(report.record.name == "add_one");
  CHECK(report.record.counters.global_loads == 3);
  CHECK(report.record.counters.global_load_requests == 1);
  CHECK(read(*backend, data, 12) == ints({2, 3, 4}));
  CHECK(backend->clock_ns() > 0);
}

TEST_CASE("accesses are recorded where a picture is wanted, and only there", "[device][virtual]") {
  protocol::Configure settings;
  settings.trace.wanted = GENERATE(false, true);
  settings.trace.max_launches = 1;
  const auto backend = make(settings);
  const Address data = allocate(*backend, 12);
  backend->write(data, ints({1, 2, 3}));
  const LaunchReport report = check_launch(*backend, "add_one", data, 3);
  CHECK(report.record.counters.global_loads == 3);
  REQUIRE(report.record.trace.has_value() == settings.trace.wanted);
  if (!settings.trace.wanted) return;
  const protocol::Trace& trace = *report.record.trace;
  REQUIRE(trace.arrays.size() == 1);
  CHECK(trace.arrays[0].name == "data");
  REQUIRE(trace.accesses.size() == 2);
  CHECK(trace.accesses[0].offsets == std::vector<std::int64_t>{0, 4, 8});
  CHECK(trace.accesses[1].kind == protocol::TraceKind::Write);
  CHECK(problem_of(trace).empty());
  CHECK_FALSE(check_launch(*backend, "add_one", data, 3).record.trace);
}

TEST_CASE("what a kernel does wrong is found", "[device][virtual]") {
  const auto backend = make();
  const Address data = allocate(*backend, 8);
  backend->write(data, ints({1, 2}));
  const LaunchReport beyond = check_launch(*backend, "add_one", data, 3);
  REQUIRE_FALSE(beyond.findings.empty());
  CHECK(beyond.findings[0].kind == "out_of_bounds_read");
  const LaunchReport wild = check_launch(*backend, "wild", 0, 0);
  CHECK(wild.error == protocol::cudaErrorIllegalAddress);
  REQUIRE_FALSE(wild.findings.empty());
  CHECK(wild.findings[0].kind == "out_of_bounds_write");
}

TEST_CASE("a kernel says what it takes", "[device][virtual]") {
  const auto backend = make();
  const ModuleId module = load(*backend);
  CHECK(backend->kernels(module) == std::vector<std::string>{"add_one", "wild"});
  const auto info = backend->kernel_info(module, "add_one");
  REQUIRE(info);
  CHECK(info->parameters == std::vector<protocol::ParameterPlace>{{0, 8}, {8, 4}});
  CHECK(info->parameter_bytes == 12);
  CHECK(info->ptx_version == 70);
  CHECK_FALSE(backend->kernel_info(module, "none"));
  CHECK_FALSE(backend->kernel_info(module + 7, "add_one"));
}

TEST_CASE("variables have their first values and can be written", "[device][virtual]") {
  const auto backend = make();
  const ModuleId module = load(*backend);
  const auto factors = backend->variable(module, "factors");
  REQUIRE(factors);
  CHECK(factors->bytes == 8);
  CHECK(factors->is_variable);
  CHECK(read(*backend, factors->base, 8) == ints({1, 2}));
  CHECK(backend->write(factors->base + 4, ints({7})));
  CHECK(read(*backend, factors->base, 8) == ints({1, 7}));
  CHECK(backend->allocations().empty());
}

TEST_CASE("fresh memory is poison until it is written, also after a copy", "[device][virtual]") {
  const auto backend = make();
  const Address from = allocate(*backend, 8);
  const Address to = allocate(*backend, 8);
  backend->write(from + 2, Bytes(3));
  CHECK(backend->copy(to, from, 8));
  using Marks = std::vector<bool>;
  const Marks written = {false, false, true, true, true, false, false, false};
  CHECK(backend->initialized(from, 8) == written);
  CHECK(backend->initialized(to, 8) == written);
  const protocol::ByteRange ranges[] = {{4, 5}, {0, 2}};
  CHECK(backend->mark(to, ranges));
  CHECK(backend->initialized(to, 8) == Marks{true, true, false, false, true, false, false, false});
  const protocol::ByteRange outside[] = {{4, 9}};
  CHECK_FALSE(backend->mark(to, outside));
  CHECK(backend->fill(to, 0, 8));
  CHECK(backend->initialized(to, 8) == Marks(8, true));
  CHECK_FALSE(backend->write(to + 1, Bytes(8)));
  CHECK_FALSE(backend->fill(to, 0, 9));
  CHECK_FALSE(backend->copy(to, from + 1, 8));
}

TEST_CASE("memory is freed once", "[device][virtual]") {
  const auto backend = make();
  const Address data = allocate(*backend, 8);
  CHECK(backend->free(data + 4, "") == FreeOutcome::NotABase);
  CHECK(backend->free(data, "") == FreeOutcome::Freed);
  CHECK(backend->free(data, "") == FreeOutcome::AlreadyFree);
  CHECK_FALSE(backend->find(data));
  Bytes byte(1);
  CHECK_FALSE(backend->read(data, byte));
}

TEST_CASE("memory is as large as the configuration says", "[device][virtual]") {
  protocol::Configure settings;
  settings.memory_bytes = 1000;
  const auto backend = make(settings);
  CHECK(backend->properties().global_bytes == 1000);
  CHECK(backend->allocate({600, "a", "", {}, 0, ""}));
  CHECK(backend->properties().free_bytes == 400);
  CHECK_FALSE(backend->allocate({600, "b", "", {}, 0, ""}));
}

TEST_CASE("shared memory is the same bytes on both sides", "[device][virtual]") {
  const auto backend = make();
  const auto shared = backend->allocate_shared({8, "managed", "", {}, 4, "int"});
  REQUIRE(shared);
  auto* host = reinterpret_cast<std::int32_t*>(shared->address);
  host[0] = 41;
  host[1] = 1;
  CHECK(check_launch(*backend, "add_one", shared->address, 1).error == 0);
  CHECK(host[0] == 42);
  CHECK(backend->find(shared->address)->is_managed);
  CHECK(backend->free(shared->address, "") == FreeOutcome::Freed);
}

TEST_CASE("a configuration that cannot be is refused", "[device][virtual]") {
  protocol::Configure settings;
  settings.backend = "abacus";
  CHECK_FALSE(make_backend(settings).ok());
  settings = {};
  settings.checks = {"memchekc"};
  CHECK_FALSE(make_backend(settings).ok());
  settings.checks = {"memcheck", "racecheck"};
  CHECK(make_backend(settings).ok());
  settings.simd = "baseline";
  CHECK(make_backend(settings).ok());
  settings.simd = "mmx";
  CHECK_FALSE(make_backend(settings).ok());
}

TEST_CASE("files have the names that students know", "[device][virtual]") {
  const auto [path, name] = GENERATE(table<std::string, std::string>({
      {"/tmp/x/map.cu", "map.cu"},
      {"/tmp/x/./sub/../sub/tile.cuh", "sub/tile.cuh"},
      {"map.cu", "map.cu"},
      {"./map.cu", "map.cu"},
      {"/usr/local/cuda/include/cuda_fp16.hpp", ""},
      {"/tmp/xy/map.cu", ""},
      {"/tmp/x/given.h", ""},
  }));
  protocol::Configure settings;
  settings.source_root = "/tmp/x";
  settings.given_files = {"given.h"};
  CAPTURE(path);
  CHECK(make_file_namer(settings)(path) == name);
}
