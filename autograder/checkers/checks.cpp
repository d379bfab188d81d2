// SPDX-License-Identifier: MIT
#include "checkers/checks.h"

#include <array>
#include <utility>
#include <vector>

#include "base/text.h"

namespace checkers {

namespace {

constexpr std::array<std::pair<std::string_view, unsigned>, 6> kNames{{
    {"all", kAllChecks},
    {"none", kNoChecks},
    {"memcheck", kMemcheck},
    {"initcheck", kInitcheck},
    {"racecheck", kRacecheck},
    {"synccheck", kSynccheck},
}};

}  // namespace

base::Result<unsigned> parse_checks(std::string_view text) {
  unsigned checks = 0;
  for (const std::string& part : base::split(text, ',')) {
    const std::string_view word = base::trim(part);
    bool known = false;
    std::vector<std::string> names;
    for (const auto& [name, mask] : kNames) {
      names.emplace_back(name);
      if (word != name) continue;
      known = true;
      checks |= mask;
    }
    if (!known) {
      std::string hint = base::did_you_mean(word, names);
      if (hint.empty()) hint = "all, none, or any of memcheck, initcheck, racecheck, synccheck";
      return base::Diagnostic{{}, "unknown check '" + std::string(word) + "'", std::move(hint)};
    }
  }
  return checks;
}

std::string checks_text(unsigned checks) {
  if (checks == kAllChecks) return "all";
  if (checks == kNoChecks) return "none";
  std::string text;
  for (const auto& [name, mask] : kNames) {
    if (mask == kAllChecks || mask == kNoChecks || (checks & mask) == 0) continue;
    text += (text.empty() ? "" : ",") + std::string(name);
  }
  return text;
}

}  // namespace checkers
