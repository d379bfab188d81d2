// SPDX-License-Identifier: MIT
/// \file
/// Turns a Command into what the supervisor executes, on the rung of the ladder in force.
///
/// Internal to this component. Tested through confine_test.cpp.
#pragma once

#include <linux/filter.h>

#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "sandbox/confine.h"
#include "sandbox/supervisor.h"

namespace sandbox {

/// A descriptor of ours, closed at the end of its life.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  int get() const { return number_; }
  int release();
  void reset();

 private:
  int number_ = -1;
};

/// A memory file holding `content`, positioned at its start. Throws SandboxError.
Descriptor memory_file(const char* name, std::string_view content = {});

/// A command made ready: argv wrapped where a wrapper is used, rules, limits, user.
struct Prepared {
  std::vector<std::string> argv;
  std::vector<std::string> environment;
  std::string folder = "/";
  std::vector<ResourceLimit> limits;
  std::vector<PassedDescriptor> descriptors;
  std::vector<landlock::Rule> rules;
  std::vector<std::string> rule_paths;  ///< what the rules point at
  std::vector<sock_filter> filter;
  bool filter_in_target = false;  ///< else the wrapper installs it
  bool change_user = false;
  bool drop_capabilities = false;
  bool new_namespaces = false;
  int landlock_version = 0;
  Identity identity;
  std::optional<base::TemporaryFolder> scratch;  ///< its /tmp where there is no private one
  Descriptor filter_file;                        ///< the filter, for the wrapper
  Descriptor status_file;  ///< what the wrapper says of itself; -1 without a wrapper
};

/// Makes the command ready for this rung. Throws SandboxError.
Prepared prepare(const Command& command, Rung rung);

}  // namespace sandbox
