// SPDX-License-Identifier: MIT
#include "device/copy_rules.h"

#include <catch2/catch.hpp>

using namespace device;
using protocol::BufferRole;

namespace {

Allocation allocation(BufferRole role) {
  Allocation result;
  result.bytes = 64;
  result.name = "a";
  result.role = role;
  return result;
}

/// Which of copy out, copy in, memset, copy to scratch and copy from scratch are allowed, as
/// digits.
std::string check(const protocol::CopyPolicy& policy, BufferRole role) {
  CopyRules rules(policy);
  const Allocation it = allocation(role);
  const Allocation scratch = allocation(BufferRole::Scratch);
  const auto digit = [](const std::optional<protocol::Finding>& refused) {
    return refused ? '0' : '1';
  };
  return {digit(rules.may_read(it)), digit(rules.may_write(it, 4)), digit(rules.may_fill(it)),
          digit(rules.may_copy(scratch, it)), digit(rules.may_copy(it, scratch))};
}

}  // namespace

TEST_CASE("an open case may do everything", "[device][copy_rules]") {
  const auto role =
      GENERATE(BufferRole::Input, BufferRole::Output, BufferRole::Metadata, BufferRole::Scratch);
  CHECK(check(protocol::CopyPolicy::open(), role) == "11111");
}

TEST_CASE("a graded case keeps host code off the data", "[device][copy_rules]") {
  const auto [role, allowed] = GENERATE(table<BufferRole, std::string>({
      {BufferRole::Input, "00000"},
      {BufferRole::Output, "00000"},
      {BufferRole::Metadata, "00000"},
      {BufferRole::Scratch, "01111"},
  }));
  CHECK(check(protocol::CopyPolicy::graded(), role) == allowed);
}

TEST_CASE("a graded case fills constant memory from the host only", "[device][copy_rules]") {
  const BufferRole from =
      GENERATE(BufferRole::Input, BufferRole::Output, BufferRole::Metadata, BufferRole::Scratch);
  Allocation constant = allocation(BufferRole::Scratch);
  constant.is_variable = constant.is_constant = true;
  constant.name = "_ZN5space1aE";
  Allocation variable = allocation(BufferRole::Scratch);
  variable.is_variable = true;
  CopyRules graded(protocol::CopyPolicy::graded());
  const std::optional<protocol::Finding> refused = graded.may_copy(constant, allocation(from));
  REQUIRE(refused);
  CHECK(refused->kind == "forbidden_copy");
  CHECK(refused->message.find("constant memory ('a')") != std::string::npos);
  CHECK(graded.may_copy(constant, constant));
  CHECK_FALSE(graded.may_write(constant, 64));
  CHECK_FALSE(graded.may_fill(constant));
  CHECK_FALSE(graded.may_copy(variable, allocation(BufferRole::Scratch)));
  CHECK_FALSE(CopyRules(protocol::CopyPolicy::open()).may_copy(constant, allocation(from)));
}

TEST_CASE("a case that teaches copying lifts what it must", "[device][copy_rules]") {
  protocol::CopyPolicy policy = protocol::CopyPolicy::graded();
  policy.read_back = true;
  CHECK(check(policy, BufferRole::Output) == "10000");
  policy.device_copies = true;
  CHECK(check(policy, BufferRole::Input) == "10010");
}

TEST_CASE("the bytes from the host are counted over the whole case", "[device][copy_rules]") {
  CopyRules rules(protocol::CopyPolicy::graded());
  const Allocation scratch = allocation(BufferRole::Scratch);
  CHECK_FALSE(rules.may_write(scratch, 4000));
  CHECK(rules.may_write(scratch, 97));
  CHECK_FALSE(rules.may_write(scratch, 96));
  CHECK(rules.may_write(scratch, UINT64_MAX));
}
