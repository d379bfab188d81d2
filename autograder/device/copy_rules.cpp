// SPDX-License-Identifier: MIT
#include "device/copy_rules.h"

#include <fmt/core.h>

#include "base/symbol_name.h"
#include "base/text.h"

namespace device {

namespace {

using protocol::BufferRole;
using protocol::Finding;

constexpr const char* kKernelsOnly =
    "in this exercise the answer must come from a kernel, so that its accesses can be counted";

Finding forbidden(std::string kind, std::string message, std::string help) {
  Finding finding;
  finding.kind = std::move(kind);
  finding.message = std::move(message);
  finding.help = std::move(help);
  return finding;
}

/// Variables are known by the names that they have in PTX.
std::string written_name(const Allocation& variable) {
  return base::bare_name(base::demangle(variable.name));
}

std::string describe(const Allocation& allocation) {
  if (allocation.is_variable) return fmt::format("the variable '{}'", written_name(allocation));
  if (allocation.role == BufferRole::Scratch) {
    return fmt::format("the allocation '{}'", allocation.name);
  }
  return fmt::format("the {} '{}'", to_string(allocation.role), allocation.name);
}

bool is_data(const Allocation& allocation) {
  return allocation.role != BufferRole::Scratch;
}

std::string extent(std::uint32_t size) {
  return size == 0 ? "any" : std::to_string(size);
}

}  // namespace

std::optional<Finding> CopyRules::may_read(const Allocation& source) const {
  if (is_data(source) ? policy_.read_back : policy_.read_scratch) return std::nullopt;
  return forbidden("forbidden_copy", "a copy from " + describe(source) + " to the host was refused",
                   kKernelsOnly);
}

std::optional<Finding> CopyRules::may_fill(const Allocation& destination) const {
  const bool allowed = destination.role == BufferRole::Output ? policy_.write_outputs
                       : is_data(destination)                 ? policy_.write_inputs
                                                              : true;
  if (allowed) return std::nullopt;
  return forbidden("forbidden_copy",
                   "host code may not write " + describe(destination) + "; the call was refused",
                   kKernelsOnly);
}

std::optional<Finding> CopyRules::may_write(const Allocation& destination, std::uint64_t bytes) {
  if (std::optional<Finding> refused = may_fill(destination)) return refused;
  if (bytes <= policy_.host_to_device_bytes - written_bytes_) {
    written_bytes_ += bytes;
    return std::nullopt;
  }
  return forbidden(
      "forbidden_copy",
      fmt::format("a copy of {} bytes from the host was refused: a case may copy {} "
                  "bytes in all to the device",
                  base::with_thousands(bytes), base::with_thousands(policy_.host_to_device_bytes)),
      kKernelsOnly);
}

std::optional<Finding> CopyRules::may_copy(const Allocation& destination,
                                           const Allocation& source) const {
  if (!policy_.device_copies && destination.is_constant) {
    return forbidden("forbidden_copy",
                     fmt::format("a copy from {} into constant memory ('{}') was refused: kernels "
                                 "would read the data there without its being counted",
                                 describe(source), written_name(destination)),
                     "fill __constant__ variables from host memory; data that is already on the "
                     "device stays in global memory");
  }
  if (policy_.device_copies || (!is_data(destination) && !is_data(source))) {
    return may_fill(destination);
  }
  return forbidden(
      "forbidden_copy",
      fmt::format("a copy from {} to {} was refused", describe(source), describe(destination)),
      kKernelsOnly);
}

std::optional<Finding> CopyRules::may_share() const {
  if (policy_.read_scratch) return std::nullopt;
  return forbidden("forbidden_copy", "memory shared with the host (managed) was refused",
                   kKernelsOnly);
}

std::optional<Finding> CopyRules::may_launch(const std::string& kernel,
                                             const protocol::Dim3& block) {
  bool right_block = true;
  for (std::size_t i = 0; i < 3; ++i) {
    right_block = right_block && (policy_.block[i] == 0 || policy_.block[i] == block[i]);
  }
  if (!right_block) {
    Finding finding = forbidden(
        "forbidden_launch",
        fmt::format("{} was launched with blocks of {} x {} x {} threads; this exercise prescribes "
                    "{} x {} x {}",
                    kernel, block[0], block[1], block[2], extent(policy_.block[0]),
                    extent(policy_.block[1]), extent(policy_.block[2])),
        "use the block size that the skeleton names");
    finding.kernel = kernel;
    return finding;
  }
  if (launches_ >= policy_.max_launches) {
    Finding finding =
        forbidden("forbidden_launch",
                  fmt::format("this exercise allows {} kernel {}", policy_.max_launches,
                              policy_.max_launches == 1 ? "launch" : "launches"),
                  "do the work in fewer launches");
    finding.kernel = kernel;
    return finding;
  }
  ++launches_;
  return std::nullopt;
}

}  // namespace device
