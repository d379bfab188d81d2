// SPDX-License-Identifier: MIT
#include "grader/arguments.h"

#include <cstring>

namespace grader {
namespace {

using course::MemorySpace;
using course::RealParameter;
using course::Role;

protocol::BufferRole role_of(Role role) {
  switch (role) {
    case Role::Input:
      return protocol::BufferRole::Input;
    case Role::Metadata:
      return protocol::BufferRole::Metadata;
    case Role::Scratch:
      return protocol::BufferRole::Scratch;
    default:
      return protocol::BufferRole::Output;
  }
}

/// The worker lists no more, and what is not listed is not counted.
constexpr std::uint64_t kMostLaunches = 20'000;

bool is_filled(Role role) {
  return role != Role::Output && role != Role::Scratch;
}

protocol::Bytes from_offset(const RealParameter& parameter) {
  return {parameter.storage.begin() + static_cast<std::ptrdiff_t>(parameter.offset_bytes()),
          parameter.storage.end()};
}

std::array<std::uint32_t, 3> narrow(const std::array<std::int64_t, 3>& extent) {
  return {static_cast<std::uint32_t>(extent[0]), static_cast<std::uint32_t>(extent[1]),
          static_cast<std::uint32_t>(extent[2])};
}

}  // namespace

std::optional<protocol::CreateBuffer> buffer_of(const RealParameter& parameter) {
  if (!parameter.is_pointer || parameter.spec_only || parameter.memory == MemorySpace::Host) {
    return std::nullopt;
  }
  protocol::CreateBuffer buffer;
  buffer.name = parameter.name;
  buffer.role = role_of(parameter.role);
  buffer.bytes = parameter.storage.size();
  buffer.element_type = to_string(parameter.element);
  buffer.element_bytes = static_cast<std::uint32_t>(size_of(parameter.element));
  for (const std::int64_t extent : parameter.view.shape) {
    buffer.shape.push_back(static_cast<std::uint64_t>(extent));
  }
  if (is_filled(parameter.role)) buffer.content = parameter.storage;
  return buffer;
}

protocol::Argument argument_of(const RealParameter& parameter, std::uint64_t address) {
  if (!parameter.is_pointer) {
    // The result of the function is a place for it, whose bytes come back.
    return {protocol::ArgumentKind::Value, parameter.role == Role::Output, parameter.value};
  }
  if (parameter.memory == MemorySpace::Host) {
    return protocol::Argument::host_buffer(from_offset(parameter));
  }
  return protocol::Argument::device_pointer(address + parameter.offset_bytes());
}

protocol::Bytes kernel_argument(const RealParameter& parameter, std::uint64_t address) {
  if (!parameter.is_pointer) return parameter.value;
  return protocol::Argument::device_pointer(address + parameter.offset_bytes()).bytes;
}

protocol::CopyPolicy policy_of(const course::Exercise& exercise, const course::RealCase& real) {
  const course::CopyPolicy& wanted = exercise.copies;
  protocol::CopyPolicy policy = protocol::CopyPolicy::graded();
  if (wanted.device_to_host) policy.read_back = policy.read_scratch = true;
  if (wanted.into_outputs) policy.write_outputs = policy.device_copies = true;
  policy.host_to_device_bytes = wanted.host_to_device_bytes.value_or(UINT64_MAX);
  if (real.block_prescribed) policy.block = narrow(real.block);
  policy.max_launches =
      wanted.launches ? static_cast<std::uint64_t>(*wanted.launches) : kMostLaunches;
  return policy;
}

}  // namespace grader
