// SPDX-License-Identifier: MIT
// The engine on hostile PTX: whatever a module contains, its kernels run to an end that is told.
#include "tests/fuzz/engine_run.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::RunSettings settings;
  settings.isa = vgpu::best_isa();
  const std::string seen = fuzz::run_kernels(fuzz::text_of(data, size), settings);
  fuzz::require(!seen.empty(), "a run says how it went");
  return 0;
}
