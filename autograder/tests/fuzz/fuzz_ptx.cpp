// SPDX-License-Identifier: MIT
// The PTX parser: any text gives a module or diagnostics; what it prints it reads again.
#include "ptx/parser.h"
#include "ptx/printer.h"
#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ptx::ParseResult parsed = ptx::parse_module(fuzz::text_of(data, size), "input.ptx");
  if (parsed.fatal || !parsed.diagnostics.empty()) return 0;
  for (const ptx::Function& function : parsed.module.functions) {
    if (!function.problems.empty()) return 0;
  }
  const std::string printed = ptx::print_module(parsed.module);
  const ptx::ParseResult again = ptx::parse_module(printed, "printed.ptx");
  fuzz::require(!again.fatal && again.diagnostics.empty(), "a printed module can be read");
  fuzz::require(ptx::print_module(again.module) == printed, "printing is stable");
  return 0;
}
