// SPDX-License-Identifier: MIT
#include "sandbox/confine.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "base/text.h"
#include "sandbox/landlock.h"
#include "sandbox/prepare.h"

namespace sandbox {
namespace {

std::atomic<Rung> highest_allowed{Rung::Bubblewrap};
thread_local const Rung* being_tried = nullptr;

/// Starts `true` on the rung. Empty when that works, else why not.
std::string try_rung(Rung rung) {
  Command command;
  command.argv = {"/usr/bin/true"};
  command.view = View{};
  command.limits.wall = std::chrono::seconds(10);
  being_tried = &rung;
  std::string problem;
  try {
    const Outcome outcome = run(command);
    if (!outcome.succeeded()) {
      problem = describe(outcome) + ": " + std::string(base::trim(outcome.errors.substr(0, 300)));
    }
  } catch (const SandboxError& error) {
    problem = error.what();
  }
  being_tried = nullptr;
  return problem;
}

SandboxStatus find_out() {
  SandboxStatus status;
  status.drops_user = getuid() == 0;
  status.blocks_network = true;
  if (!find_program("bwrap")) {
    status.lacks.push_back(
        "bubblewrap is not installed (package bubblewrap): student programs can see which files "
        "exist");
  } else if (const std::string problem = try_rung(Rung::Bubblewrap); problem.empty()) {
    status.rung = Rung::Bubblewrap;
    return status;
  } else {
    status.lacks.push_back(
        "bubblewrap does not work here: " + problem +
        " (usual inside a chroot or a container, and on Ubuntu 24.04 without an AppArmor profile)");
  }
  if (landlock::version() == 0) {
    status.lacks.push_back(
        "this kernel has no Landlock: student programs can read every file that their user can");
  } else if (const std::string problem = try_rung(Rung::Landlock); problem.empty()) {
    status.rung = Rung::Landlock;
    return status;
  } else {
    status.lacks.push_back("Landlock does not work here: " + problem);
  }
  if (const std::string problem = try_rung(Rung::LimitsOnly); !problem.empty()) {
    throw SandboxError("no program can be started: " + problem);
  }
  return status;
}

}  // namespace

std::string to_string(Rung rung) {
  switch (rung) {
    case Rung::Bubblewrap:
      return "bubblewrap";
    case Rung::Landlock:
      return "landlock";
    case Rung::LimitsOnly:
      return "limits only";
  }
  return "";
}

const SandboxStatus& probe() {
  static const SandboxStatus status = find_out();
  return status;
}

void use_at_most(Rung rung) {
  highest_allowed = rung;
}

Rung rung_in_force() {
  if (being_tried != nullptr) return *being_tried;
  return std::max(highest_allowed.load(), probe().rung);
}

}  // namespace sandbox
