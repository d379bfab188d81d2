// SPDX-License-Identifier: MIT
/// \file
/// Kinds of findings (from findings.def), and the set in which alike findings of a launch fold.
///
/// A finding is found at an instruction, perhaps together with another one, by a thread; those with
/// the same kind and lines become one with a count and the witness of the lowest block, then
/// thread. What comes out does not depend on the order in which they were added across blocks.
/// Tested by findings_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "protocol/run_result.h"
#include "vgpu/events.h"

namespace checkers {

/// What can be wrong with a kernel.
enum class FindingKind : std::uint8_t {
#define FINDING(Id, ...) Id,
#include "checkers/findings.def"
#undef FINDING
};

/// One row of findings.def.
struct FindingInfo {
  FindingKind kind{};        ///< which
  std::string_view name;     ///< as in JSON
  std::string_view checker;  ///< "memcheck", "initcheck", "racecheck", "synccheck", "execution"
  protocol::Severity severity{};  ///< default severity
  std::string_view what;          ///< one sentence
  std::string_view example;       ///< code that does it
  std::string_view help;          ///< the cure, with the lesson
};

/// All rows in order.
std::span<const FindingInfo> finding_table();

/// The row of a kind.
const FindingInfo& info_of(FindingKind kind);

/// The row with that name, or nullptr.
const FindingInfo* find_finding(std::string_view name);

/// The page that lists every kind with example and cure, as Markdown.
std::string findings_page();

/// Where and what: the instruction, the other party's instruction (kNoSite for none).
struct FindingPlace {
  FindingKind kind{};                  ///< what happened
  vgpu::SiteId site = vgpu::kNoSite;   ///< the (later) access
  vgpu::SiteId other = vgpu::kNoSite;  ///< the other party
  friend auto operator<=>(const FindingPlace&, const FindingPlace&) = default;
};

/// The thread that a finding names.
struct Witness {
  std::uint64_t block = 0;   ///< linear number in the grid
  std::uint32_t thread = 0;  ///< linear number in the block
  friend auto operator<=>(const Witness&, const Witness&) = default;
};

/// Which of alike findings speaks for all.
struct Weight {
  protocol::Severity severity = protocol::Severity::Error;
  std::uint8_t rank = 0;  ///< lower ones tell more
  friend auto operator<=>(const Weight&, const Weight&) = default;
};

/// The words of a finding; made only for the witness that is kept.
struct Description {
  std::string message;  ///< at most three lines
  std::string hazard;   ///< races: "RAW", "WAR", "WAW"
  std::string help;     ///< instead of the kind's own; empty for that
};

/// Findings of one launch, folded.
class FindingSet {
 public:
  /// `launch` outlives the set.
  explicit FindingSet(const vgpu::LaunchInfo& launch) : launch_(&launch) {}

  /// Adds `count` findings of which `witness` is the first. `describe()` returns a Description and
  /// is called only when this one speaks for its likes so far: the graver, then the more telling
  /// (lower `rank`), then the lower witness does.
  template <class Describe>
  void add(const FindingPlace& place, const Witness& witness, const Weight& weight,
           std::uint64_t count, Describe&& describe) {
    Entry& entry = entries_[place];
    if (entry.count == 0 || std::tie(weight, witness) < std::tie(entry.weight, entry.witness)) {
      entry.witness = witness;
      entry.weight = weight;
      entry.description = describe();
    }
    entry.count += count;
  }

  /// The same with the kind's default severity.
  template <class Describe>
  void add(const FindingPlace& place, const Witness& witness, std::uint64_t count,
           Describe&& describe) {
    add(place, witness, {info_of(place.kind).severity, 0}, count, std::forward<Describe>(describe));
  }

  /// Takes over the findings of another set of the same launch.
  void merge(FindingSet&& other);

  /// Is there a finding in which this instruction takes part?
  bool mentions(vgpu::SiteId site) const;

  /// Drops the findings at instructions for which `drop(site)` is true.
  template <class Drop>
  void drop_sites(Drop drop) {
    std::erase_if(entries_, [&](const auto& entry) { return drop(entry.first.site); });
  }

  /// Drops all findings of a kind.
  void drop_kind(FindingKind kind) {
    std::erase_if(entries_, [&](const auto& entry) { return entry.first.kind == kind; });
  }

  /// Is there none?
  bool empty() const { return entries_.empty(); }

  /// Folded by kind and lines; errors first, then by file, line and kind.
  std::vector<protocol::Finding> finish() const;

 private:
  struct Entry {
    std::uint64_t count = 0;
    Witness witness;
    Weight weight;
    Description description;
    /// Takes `other` in as add() would.
    void absorb(const Entry& other);
  };

  const vgpu::LaunchInfo* launch_;
  std::map<FindingPlace, Entry> entries_;
};

}  // namespace checkers
