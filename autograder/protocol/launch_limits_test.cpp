// SPDX-License-Identifier: MIT
#include "protocol/launch_limits.h"

#include <catch2/catch.hpp>

#include "protocol/cuda_error.h"

using namespace protocol;

namespace {

KernelInfo kernel_with(std::uint64_t shared, std::uint32_t max_threads = 1024) {
  KernelInfo kernel;
  kernel.static_shared_bytes = shared;
  kernel.max_threads_per_block = max_threads;
  return kernel;
}

/// The reason for which a launch is refused; empty when it is not.
std::string check(const LaunchShape& shape, const KernelInfo& kernel = {},
                  std::uint64_t opted_in = 0) {
  const LaunchRefusal refusal = check_launch(DeviceInfo{}, kernel, opted_in, shape);
  CHECK((refusal.error == 0 || refusal.error == cudaErrorInvalidValue));
  CHECK((refusal.error == 0) == refusal.message.empty());
  return refusal.message;
}

}  // namespace

TEST_CASE("launches within the limits start", "[protocol][launch_limits]") {
  CHECK(check({{1, 1, 1}, {1024, 1, 1}, 0}).empty());
  CHECK(check({{2147483647, 65535, 65535}, {32, 32, 1}, 49152}).empty());
  CHECK(check({{1, 1, 1}, {1, 1, 64}, 40000}, kernel_with(9152)).empty());
}

TEST_CASE("launches beyond a limit say which", "[protocol][launch_limits]") {
  const auto [shape, reason] = GENERATE(table<LaunchShape, std::string>({
      {{{0, 1, 1}, {1, 1, 1}, 0}, "0 blocks along x"},
      {{{1, 65536, 1}, {1, 1, 1}, 0}, "65536 blocks along y"},
      {{{1, 1, 1}, {0, 1, 1}, 0}, "0 threads along x"},
      {{{1, 1, 1}, {1, 1, 65}, 0}, "65 threads along z"},
      {{{1, 1, 1}, {33, 32, 1}, 0}, "33 x 32 x 1 = 1056 threads"},
      {{{1, 1, 1}, {1, 1, 1}, 49153}, "49153 bytes of dynamic shared memory"},
  }));
  CHECK_THAT(check(shape), Catch::Contains(reason));
}

TEST_CASE("a kernel can be narrower than the device", "[protocol][launch_limits]") {
  CHECK_THAT(check({{1, 1, 1}, {512, 1, 1}, 0}, kernel_with(0, 256)),
             Catch::Contains("__launch_bounds__ allow 256"));
  CHECK_THAT(check({{1, 1, 1}, {32, 1, 1}, 40001}, kernel_with(9152)),
             Catch::Contains("at most 40000"));
}

TEST_CASE("more shared memory than a block can have is named with what it can have",
          "[protocol][launch_limits]") {
  CHECK(check({{1, 1, 1}, {32, 1, 1}, 0}, kernel_with(49152)).empty());
  CHECK_THAT(
      check({{1, 1, 1}, {32, 1, 1}, 0}, kernel_with(80000)),
      Catch::Contains("80,000 bytes of shared memory in a block were asked for; 49,152 are"));
  CHECK_FALSE(check({{1, 1, 1}, {32, 1, 1}, 0}, kernel_with(49153), 100000).empty());
}

TEST_CASE("more dynamic shared memory can be opted into", "[protocol][launch_limits]") {
  CHECK(check({{1, 1, 1}, {32, 1, 1}, 60000}, {}, 60000).empty());
  CHECK_FALSE(check({{1, 1, 1}, {32, 1, 1}, 60001}, {}, 60000).empty());
}

TEST_CASE("occupancy follows the scarcest resource", "[protocol][launch_limits]") {
  const auto [threads, shared, registers, blocks] =
      GENERATE(table<std::uint32_t, std::uint64_t, std::uint32_t, std::uint32_t>({
          {32, 0, 16, 16},
          {256, 0, 16, 4},
          {1024, 0, 16, 1},
          {128, 20000, 16, 3},
          {256, 0, 128, 2},
          {0, 0, 16, 0},
          {2048, 0, 16, 0},
      }));
  CAPTURE(threads, shared, registers);
  KernelInfo kernel;
  kernel.registers = registers;
  CHECK(resident_blocks(DeviceInfo{}, kernel, threads, shared) == blocks);
}
