// SPDX-License-Identifier: MIT
#include "grader/expectations.h"

#include <cstring>

#include "base/hash.h"
#include "grader/fault.h"

namespace grader {
namespace {

void put(std::string& packed, std::string_view part) {
  const std::uint64_t size = part.size();
  packed.append(reinterpret_cast<const char*>(&size), sizeof size);
  packed.append(part);
}

std::string_view take(std::string_view& packed) {
  std::uint64_t size = 0;
  if (packed.size() < sizeof size) throw GraderFault("an expectation in the cache is cut off");
  std::memcpy(&size, packed.data(), sizeof size);
  packed.remove_prefix(sizeof size);
  if (packed.size() < size) throw GraderFault("an expectation in the cache is cut off");
  const std::string_view part = packed.substr(0, size);
  packed.remove_prefix(size);
  return part;
}

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string pack(const Expectation& expectation) {
  std::string packed;
  put(packed, expectation.has_reference ? "1" : "0");
  put(packed, to_json(expectation.reference));
  for (const std::vector<std::byte>& buffer : expectation.buffers) put(packed, text_of(buffer));
  return packed;
}

Expectation unpack(std::string_view packed) {
  Expectation expectation;
  expectation.has_reference = take(packed) == "1";
  auto reference = protocol::run_result_from_json(take(packed));
  if (!reference.ok()) throw GraderFault(to_string(reference.errors()));
  expectation.reference = std::move(*reference);
  while (!packed.empty()) {
    const std::string_view part = take(packed);
    const auto* first = reinterpret_cast<const std::byte*>(part.data());
    expectation.buffers.emplace_back(first, first + part.size());
  }
  return expectation;
}

}  // namespace

std::string hash_of(const course::RealCase& real) {
  base::HashBuilder hash;
  hash.add(real.key).add(real.entry);
  for (int d = 0; d < 3; ++d) {
    hash.add(std::to_string(real.grid[static_cast<std::size_t>(d)]));
    hash.add(std::to_string(real.block[static_cast<std::size_t>(d)]));
  }
  hash.add(std::to_string(real.shared_bytes));
  for (const course::RealParameter& parameter : real.parameters) {
    hash.add(parameter.name).add(parameter.type).add(std::to_string(parameter.view.offset));
    hash.add(static_cast<std::uint64_t>(parameter.role));
    hash.add(text_of(parameter.storage)).add(text_of(parameter.value));
  }
  return hash.hex();
}

std::shared_ptr<const Expectation> KnownExpectations::find(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(key);
  return found == known_.end() ? nullptr : found->second;
}

std::shared_ptr<const Expectation> KnownExpectations::add(const std::string& key,
                                                          Expectation expectation) {
  const std::lock_guard lock(mutex_);
  const auto [place, added] = known_.try_emplace(key);
  if (added) place->second = std::make_shared<const Expectation>(std::move(expectation));
  return place->second;
}

Expectations::Expectations(const course::Exercise& exercise, const Sources& sources,
                           const Builder& builder, const Cache& cache, const Tools& tools,
                           const std::string& tools_hash, SessionSettings settings,
                           GoldenRuns golden, KnownExpectations& known)
    : exercise_(exercise),
      builder_(builder),
      cache_(cache),
      tools_(tools),
      settings_(std::move(settings)),
      golden_(std::move(golden)),
      known_(known) {
  std::optional<BuildInput> reference = sources.reference(exercise);
  has_reference_ = reference.has_value();
  input_ = has_reference_ ? std::move(*reference) : sources.specification(exercise);
  hash_ = base::HashBuilder()
              .add("expectation 2")
              .add(builder_.hash(input_))
              .add(tools_hash)
              .add(settings_.backend)
              .add(has_reference_ ? "" : golden_text(golden_))
              .hex();
}

Session& Expectations::session() {
  if (session_) return *session_;
  BuildOutput built = builder_.build(input_);
  if (!built.built) {
    throw GraderFault("the reference of " + exercise_.name + " does not compile: " + built.text);
  }
  session_.emplace(tools_, settings_, std::move(built.objects));
  return *session_;
}

Expectation Expectations::make(const course::RealCase& real) {
  const course::Entry* entry = exercise_.find_entry(real.entry);
  if (entry == nullptr) throw GraderFault("no entry named " + real.entry);
  const CaseTask task{exercise_, *entry, real};
  Expectation expectation;
  if (!entry->spec.empty()) expectation.buffers = session().specify(task);
  if (!has_reference_) {
    const auto kept = golden_.find(real.key);
    expectation.has_reference = kept != golden_.end();
    if (expectation.has_reference) expectation.reference = kept->second;
    return expectation;
  }
  CaseRun run = session().run(task);
  if (run.end != RunEnd::Completed) {
    throw GraderFault("the reference of " + exercise_.name + ", case " + real.key + ": " +
                      run.message);
  }
  expectation.reference = std::move(run.device);
  return expectation;
}

std::shared_ptr<const Expectation> Expectations::of(const course::RealCase& real) {
  const std::string key = base::HashBuilder().add(hash_).add(hash_of(real)).hex();
  if (std::shared_ptr<const Expectation> known = known_.find(key)) return known;
  if (const std::optional<std::string> kept = cache_.get(key))
    return known_.add(key, unpack(*kept));
  const std::lock_guard lock(making_);
  Expectation expectation = make(real);
  cache_.put(key, pack(expectation));
  return known_.add(key, std::move(expectation));
}

}  // namespace grader
