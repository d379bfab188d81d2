// SPDX-License-Identifier: MIT
// Times the kernels of kernels.cu on the engine alone, no compiler and no other process in the
// time: engine_bench kernels.ptx [--kernels a,b] [--sizes n,m] [--checks none,all] [--threads 1,2]
//              [--simd best|baseline|avx2|avx512] [--repeat N]
// A line per combination: kernel, size, checks, threads, seconds and processor seconds (the best of
// N), operations a second by the one and by the other (a processor's; on a busy machine only that
// one tells anything).
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/files.h"
#include "bench/workloads.h"
#include "checkers/toolset.h"
#include "vgpu/exec/isa.h"
#include "vgpu/gpu.h"

namespace {

using bench::Workload;

/// Puts the arguments into device memory; the bytes that the kernel gets.
std::vector<std::byte> place(const std::vector<bench::Argument>& arguments,
                             vgpu::GlobalMemory& memory) {
  std::vector<std::byte> bytes;
  const auto add = [&](const void* value, std::size_t size) {
    bytes.resize((bytes.size() + size - 1) / size * size + size);
    std::memcpy(bytes.data() + bytes.size() - size, value, size);
  };
  for (const bench::Argument& argument : arguments) {
    if (!argument.is_buffer) {
      add(&argument.scalar, 4);
      continue;
    }
    vgpu::Segment* segment = memory.allocate(argument.count * 4, "buffer");
    if (segment == nullptr) throw std::runtime_error("no memory for a buffer");
    if (!argument.content.empty()) {
      std::memcpy(segment->data, argument.content.data(), argument.count * 4);
      segment->initialized.insert_all();
    }
    add(&segment->base, 8);
  }
  return bytes;
}

vgpu::Dim3 dim3(const bench::Extent& extent) {
  return {extent[0], extent[1], extent[2]};
}

struct Options {
  std::string ptx;
  std::vector<std::string> kernels;
  std::vector<std::uint64_t> sizes;
  std::vector<std::string> checks = {"all"};
  std::vector<unsigned> threads = {1};
  std::string simd = "best";
  unsigned repeat = 3;
};

/// What one launch took.
struct Seconds {
  double wall = 1e30;
  double processor = 1e30;  ///< of all threads together
};

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// with_toolset(), and toolsets of one check alone: grading has no use for those, but they tell
/// what that check costs.
template <class Call>
decltype(auto) with_tools(unsigned checks, Call&& call) {
  using namespace checkers;
  switch (checks) {
    case kMemcheck:
      return call.template operator()<Toolset<kMemcheck>>();
    case kInitcheck:
      return call.template operator()<Toolset<kInitcheck>>();
    case kRacecheck:
      return call.template operator()<Toolset<kRacecheck>>();
    case kSynccheck:
      return call.template operator()<Toolset<kSynccheck>>();
    default:
      return with_toolset(checks, call);
  }
}

Seconds launch(const Workload& work, std::uint64_t size, unsigned checks, unsigned threads,
               const Options& options, const std::string& ptx) {
  vgpu::VirtualGpu gpu(vgpu::VirtualGpu::kUsualMemory,
                       vgpu::isa_of(options.simd).value_or(vgpu::best_isa()));
  const auto program = gpu.load(ptx, options.ptx, [](const std::string& path) { return path; });
  if (!program) throw std::runtime_error(base::to_string(program.errors()));
  const vgpu::FunctionCode* kernel = (*program)->find_kernel(work.name);
  if (kernel == nullptr) throw std::runtime_error(std::string("no kernel ") + work.name);
  const std::vector<std::byte> arguments = place(work.arguments(size), gpu.memory());
  vgpu::LaunchConfig config;
  config.grid = dim3(work.grid(size));
  config.block = dim3(work.block);
  config.threads = threads;
  std::size_t findings = 0;
  const double processor = processor_seconds();
  const auto start = std::chrono::steady_clock::now();
  const vgpu::LaunchOutcome outcome = with_tools(checks, [&]<class Tools>() -> vgpu::LaunchOutcome {
    return gpu.launch<Tools>(
        **program, *kernel, config, arguments,
        [](const vgpu::LaunchInfo& info) { return Tools(info); },
        [&](auto&& tools) { findings = tools.finish(checks).findings.size(); });
  });
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  const Seconds seconds{taken.count(), processor_seconds() - processor};
  if (outcome.status != vgpu::LaunchStatus::Ok || findings != 0) {
    throw std::runtime_error(std::string(work.name) + " does not run clean: " + outcome.message);
  }
  return seconds;
}

void measure(const Options& options) {
  const auto text = base::read_file(options.ptx);
  if (!text) throw std::runtime_error(base::to_string(text.errors()));
  for (const Workload& work : bench::workloads()) {
    if (!options.kernels.empty() && std::ranges::count(options.kernels, work.name) == 0) continue;
    const auto sizes =
        options.sizes.empty() ? std::vector<std::uint64_t>{work.usual_size} : options.sizes;
    for (const std::uint64_t size : sizes) {
      for (const std::string& name : options.checks) {
        const auto checks = checkers::parse_checks(name);
        if (!checks) throw std::runtime_error(base::to_string(checks.errors()));
        for (const unsigned threads : options.threads) {
          Seconds best;
          for (unsigned i = 0; i < std::max(1U, options.repeat); ++i) {
            const Seconds taken = launch(work, size, *checks, threads, options, *text);
            best.wall = std::min(best.wall, taken.wall);
            best.processor = std::min(best.processor, taken.processor);
          }
          const double operations = work.operations(size);
          std::printf("%-10s %8llu %-20s %2u %9.4f s %9.4f s %10.3g %10.3g %s/s\n", work.name,
                      static_cast<unsigned long long>(size), name.c_str(), threads, best.wall,
                      best.processor, operations / best.wall, operations / best.processor,
                      work.unit);
          std::fflush(stdout);
        }
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("times kernels on the virtual GPU");
  app.add_option("PTX", options.ptx, "kernels.cu as PTX")->required();
  app.add_option("--kernels", options.kernels)->delimiter(',');
  app.add_option("--sizes", options.sizes)->delimiter(',');
  app.add_option("--checks", options.checks)->delimiter(',');
  app.add_option("--threads", options.threads)->delimiter(',');
  app.add_option("--simd", options.simd);
  app.add_option("--repeat", options.repeat);
  CLI11_PARSE(app, argc, argv);
  try {
    measure(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
