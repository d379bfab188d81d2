// SPDX-License-Identifier: MIT
#include "tests/fuzz/engine_run.h"

#include <fmt/format.h>

#include <cstring>

#include "base/hash.h"
#include "checkers/toolset.h"
#include "protocol/run_result.h"
#include "vgpu/gpu.h"

namespace fuzz {
namespace {

constexpr std::uint64_t kMemoryBytes = 64U << 20;
constexpr std::uint64_t kBufferBytes = 4096;
constexpr std::size_t kMostKernels = 4;

/// The kernel's arguments: a fresh buffer of small numbers for each 8-byte parameter, else bytes of
/// 3.
std::vector<std::byte> arguments_of(const vgpu::FunctionCode& kernel, vgpu::GlobalMemory& memory,
                                    std::vector<vgpu::Segment*>& buffers) {
  std::vector<std::byte> arguments(kernel.entry_parameter_bytes, std::byte{3});
  for (std::size_t i = 0; i < kernel.entry_parameter_offsets.size() && i < 64; ++i) {
    if (kernel.entry_parameter_sizes[i] != 8) continue;
    vgpu::Segment* segment = memory.allocate(kBufferBytes, std::to_string(i));
    if (segment == nullptr) continue;
    segment->element_bytes = 4;
    for (std::uint32_t k = 0; k < kBufferBytes / 4; ++k) {
      std::memcpy(segment->data + 4 * k, &k, 4);
    }
    segment->initialized.insert(0, kBufferBytes / 2);  // the other half is never written
    std::memcpy(arguments.data() + kernel.entry_parameter_offsets[i], &segment->base, 8);
    buffers.push_back(segment);
  }
  return arguments;
}

}  // namespace

std::string run_kernels(std::string_view ptx, const RunSettings& settings) {
  using Tools = checkers::FullTools;
  vgpu::VirtualGpu gpu(kMemoryBytes, settings.isa);
  const auto program = gpu.load(ptx, "fuzzed.ptx", [](const std::string& path) { return path; });
  if (!program.ok()) return base::to_string(program.errors());
  protocol::RunResult result;
  std::string seen;
  for (const vgpu::FunctionCode& kernel : (*program)->functions) {
    if (!kernel.is_entry || result.launches.size() == kMostKernels) continue;
    std::vector<vgpu::Segment*> buffers;
    const auto arguments = arguments_of(kernel, gpu.memory(), buffers);
    vgpu::LaunchConfig config;
    config.grid = {8, 1, 1};
    config.block = {64, 1, 1};
    config.dynamic_shared_bytes = 256;
    config.instruction_limit = settings.instruction_limit;
    config.threads = settings.threads;
    const vgpu::LaunchOutcome outcome = gpu.launch<Tools>(
        **program, kernel, config, arguments,
        [](const vgpu::LaunchInfo& info) { return Tools(info); },
        [&](auto&& tools) {
          checkers::LaunchReport report = tools.finish();
          result.launches.push_back(std::move(report.launch));
          for (auto& finding : report.findings) result.findings.push_back(std::move(finding));
          for (auto& lack : report.not_modelled) result.not_modelled.push_back(std::move(lack));
        });
    seen += fmt::format("status {} {}\n{}\n", static_cast<int>(outcome.status), outcome.message,
                        outcome.output);
    for (const vgpu::Segment* buffer : buffers) {
      const std::string_view content(reinterpret_cast<const char*>(buffer->data), kBufferBytes);
      seen += base::sha256(content) + "\n";
    }
  }
  return seen + to_json(result);
}

}  // namespace fuzz
