// SPDX-License-Identifier: MIT
#include "sandbox/landlock.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace sandbox::landlock {
namespace {

// The interface of the kernel's uapi/linux/landlock.h, written out: Debian 12's header knows only
// its first two versions, the running kernel may know more.
constexpr std::uint64_t kExecute = 1U << 0, kWriteFile = 1U << 1, kReadFile = 1U << 2,
                        kReadDir = 1U << 3, kAllOfVersion1 = (1U << 13) - 1, kRefer = 1U << 13,
                        kTruncate = 1U << 14, kIoctlDevice = 1U << 15;
constexpr std::uint64_t kBindAndConnectTcp = 3;
constexpr std::uint64_t kScopeSocketsAndSignals = 3;
constexpr int kRulePathBeneath = 1;
constexpr std::uint32_t kAskVersion = 1;

struct RulesetAttributes {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scoped = 0;
};

struct [[gnu::packed]] PathBeneath {
  std::uint64_t allowed = 0;
  std::int32_t folder = -1;
};

std::uint64_t handled_files(int version) {
  std::uint64_t handled = kAllOfVersion1;
  if (version >= 2) handled |= kRefer;
  if (version >= 3) handled |= kTruncate;
  if (version >= 5) handled |= kIoctlDevice;
  return handled;
}

std::size_t size_for(int version) {
  if (version >= 6) return sizeof(RulesetAttributes);
  return version >= 4 ? offsetof(RulesetAttributes, scoped) : offsetof(RulesetAttributes, network);
}

void add_rule(int ruleset, std::uint64_t handled, const Rule& rule) {
  const int path = open(rule.path, O_PATH | O_CLOEXEC);
  if (path < 0) return;
  PathBeneath beneath;
  beneath.allowed = rule.writable ? handled : (kExecute | kReadFile | kReadDir);
  struct stat about {};
  if (fstat(path, &about) == 0 && !S_ISDIR(about.st_mode)) {
    beneath.allowed &= kExecute | kReadFile | kWriteFile | kTruncate | kIoctlDevice;
    beneath.allowed &= handled;
  }
  beneath.folder = path;
  syscall(SYS_landlock_add_rule, ruleset, kRulePathBeneath, &beneath, 0);
  close(path);
}

}  // namespace

int version() {
  const long answer = syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion);
  return answer < 0 ? 0 : static_cast<int>(answer);
}

int enter(int version, const Rule* rules, std::size_t count) {
  RulesetAttributes attributes;
  attributes.files = handled_files(version);
  if (version >= 4) attributes.network = kBindAndConnectTcp;
  if (version >= 6) attributes.scoped = kScopeSocketsAndSignals;
  const int ruleset =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size_for(version), 0));
  if (ruleset < 0) return errno;
  for (std::size_t i = 0; i < count; ++i) add_rule(ruleset, attributes.files, rules[i]);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const int error = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno;
  close(ruleset);
  return error;
}

}  // namespace sandbox::landlock
