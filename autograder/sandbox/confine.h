// SPDX-License-Identifier: MIT
/// \file
/// The ladder of confinement: which rung this machine allows, and why no better one.
///
/// bubblewrap (own file tree, network, process space) comes first, then Landlock with a filter of
/// system calls, then limits alone. As root, an unprivileged user is taken on every rung. Tested by
/// confine_test.cpp.
#pragma once

#include <string>
#include <vector>

#include "sandbox/process.h"

namespace sandbox {

/// The rungs, strictest first.
enum class Rung {
  Bubblewrap,  ///< own file tree, no network, own process space
  Landlock,    ///< files by rule, system calls filtered; what exists may still be seen by name
  LimitsOnly,  ///< system calls filtered and resources limited; files are not hidden
};

/// "bubblewrap", "landlock", "limits only".
std::string to_string(Rung rung);

/// What is in force on this machine.
struct SandboxStatus {
  Rung rung = Rung::LimitsOnly;
  bool drops_user = false;  ///< confined processes run as an unprivileged user of their own
  bool blocks_network = false;
  std::vector<std::string> lacks;  ///< one sentence each: what is missing, and what that means
};

/// Finds out once, by trying; later calls return the same. Safe to call from several threads.
const SandboxStatus& probe();

/// Never uses a rung above this one from now on (tests, and machines where one misbehaves).
void use_at_most(Rung rung);

/// The rung that a confined process started now would get.
Rung rung_in_force();

}  // namespace sandbox
