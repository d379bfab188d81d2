// SPDX-License-Identifier: MIT
#include "grader/arguments.h"

#include <catch2/catch.hpp>

namespace {

course::RealParameter pointer(course::Role role, std::int64_t offset = 0) {
  course::RealParameter parameter;
  parameter.name = "a";
  parameter.role = role;
  parameter.is_pointer = true;
  parameter.view = {{2, 3}, {3, 1}, offset, 6 + offset};
  parameter.storage.resize(static_cast<std::size_t>(6 + offset) * 4, std::byte{7});
  return parameter;
}

}  // namespace

TEST_CASE("inputs are sent with their content, outputs are left to be poisoned",
          "[grader][arguments]") {
  const auto input = grader::buffer_of(pointer(course::Role::Input));
  REQUIRE(input.has_value());
  CHECK(input->role == protocol::BufferRole::Input);
  CHECK(input->content.size() == 24);
  CHECK(input->shape == std::vector<std::uint64_t>{2, 3});
  const auto output = grader::buffer_of(pointer(course::Role::Output));
  CHECK(output->role == protocol::BufferRole::Output);
  CHECK(output->content.empty());
  CHECK(output->bytes == 24);
}

TEST_CASE("values, host memory and what only the specification takes need no buffer",
          "[grader][arguments]") {
  course::RealParameter parameter = pointer(course::Role::Input);
  SECTION("value") {
    parameter.is_pointer = false;
  }
  SECTION("host") {
    parameter.memory = course::MemorySpace::Host;
  }
  SECTION("specification") {
    parameter.spec_only = true;
  }
  CHECK_FALSE(grader::buffer_of(parameter).has_value());
}

TEST_CASE("a pointer is passed at the view's first element", "[grader][arguments]") {
  const auto argument = grader::argument_of(pointer(course::Role::Input, 5), 1000);
  CHECK(argument.bytes == protocol::Argument::device_pointer(1020).bytes);
  CHECK(grader::kernel_argument(pointer(course::Role::Input, 5), 1000) == argument.bytes);
  course::RealParameter host = pointer(course::Role::Input, 5);
  host.memory = course::MemorySpace::Host;
  const auto buffer = grader::argument_of(host, 0);
  CHECK(buffer.kind == protocol::ArgumentKind::HostBuffer);
  CHECK(buffer.bytes.size() == 24);
}

TEST_CASE("answers must come from kernels unless the exercise says otherwise",
          "[grader][arguments]") {
  course::Exercise exercise;
  course::RealCase real;
  real.block = {256, 1, 1};
  protocol::CopyPolicy policy = grader::policy_of(exercise, real);
  CHECK_FALSE(policy.read_back);
  CHECK_FALSE(policy.write_outputs);
  CHECK(policy.host_to_device_bytes == 4096);
  CHECK(policy.block == protocol::Dim3{0, 0, 0});
  real.block_prescribed = true;
  exercise.copies.device_to_host = true;
  exercise.copies.host_to_device_bytes.reset();
  policy = grader::policy_of(exercise, real);
  CHECK(policy.read_back);
  CHECK(policy.host_to_device_bytes == UINT64_MAX);
  CHECK(policy.block == protocol::Dim3{256, 1, 1});
}
