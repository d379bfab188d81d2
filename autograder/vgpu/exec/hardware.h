// SPDX-License-Identifier: MIT
/// \file
/// A real GPU through its driver, for the tests that hold the lane handlers against it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vgpu/exec/probe.h"

namespace vgpu::testing {

/// The first GPU of this machine, by libcuda alone (no toolkit needed).
class Hardware {
 public:
  Hardware();
  ~Hardware();
  Hardware(const Hardware&) = delete;
  Hardware& operator=(const Hardware&) = delete;

  /// False, with the reason in `problem()`, where there is none.
  bool available() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }

  /// Runs a form for all samples of `warps` warps: the results per warp as Probe::run gives them.
  /// Empty when the driver refuses the kernel; problem_of_last() then says why.
  std::vector<std::vector<LaneValues>> run(const Form& form, const Probe& probe, unsigned warps);
  const std::string& problem_of_last() const { return problem_of_last_; }

 private:
  struct Driver;
  Driver* driver_ = nullptr;
  std::string problem_;
  std::string problem_of_last_;
};

/// Digest of results, in the order of warps, results and lanes.
std::uint64_t digest(const std::vector<std::vector<LaneValues>>& results);

}  // namespace vgpu::testing
