// SPDX-License-Identifier: MIT
// Random valid kernels: whatever the host's instruction set and however many threads run the
// blocks, status, counters, findings and memory are the same.
#include "tests/fuzz/engine_run.h"
#include "tests/fuzz/random_kernel.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string ptx = fuzz::random_kernel(fuzz::bytes_of(data, size));
  const std::string plain = fuzz::run_kernels(ptx, {vgpu::Isa::Baseline, 1});
  const auto same = [&](const fuzz::RunSettings& settings, const char* promise) {
    const std::string seen = fuzz::run_kernels(ptx, settings);
    if (seen != plain)
      std::fprintf(stderr, "%s\n---\n%s\n---\n%s\n", ptx.c_str(), plain.c_str(), seen.c_str());
    fuzz::require(seen == plain, promise);
  };
  same({vgpu::Isa::Avx2, 1}, "AVX2 gives what plain code gives");
  same({vgpu::Isa::Avx512, 1}, "AVX-512 gives what plain code gives");
  same({vgpu::best_isa(), 2}, "two threads give what one gives");
  return 0;
}
