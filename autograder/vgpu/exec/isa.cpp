// SPDX-License-Identifier: MIT
#include "vgpu/exec/isa.h"

#include <algorithm>
#include <array>

namespace vgpu {
namespace {

struct Named {
  Isa isa;
  std::string_view name;
};

constexpr std::array<Named, 3> kNames = {
    {{Isa::Baseline, "baseline"}, {Isa::Avx2, "avx2"}, {Isa::Avx512, "avx512"}}};

}  // namespace

std::string_view to_string(Isa isa) {
  return std::ranges::find(kNames, isa, &Named::isa)->name;
}

std::optional<Isa> isa_of(std::string_view name) {
  const auto found = std::ranges::find(kNames, name, &Named::name);
  if (found == kNames.end()) return std::nullopt;
  return found->isa;
}

std::vector<Isa> usable_isas() {
  std::vector<Isa> usable;
  for (const Named& one : kNames) {
    if (lane_table(one.isa).isa == one.isa) usable.push_back(one.isa);
  }
  return usable;
}

}  // namespace vgpu
