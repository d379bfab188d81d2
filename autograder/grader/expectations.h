// SPDX-License-Identifier: MIT
/// \file
/// What cases are held against: the specification's outputs and the reference's counters, made once
/// for each case and compiler and kept by content.
///
/// Tested by autograder/tests.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "course/exercise.h"
#include "course/realise.h"
#include "grader/build.h"
#include "grader/cache.h"
#include "grader/golden.h"
#include "grader/judge.h"
#include "grader/session.h"
#include "grader/sources.h"

namespace grader {

/// Expectations that were wanted before, by content: a class of hundreds wants the same ones. May
/// be used by several threads.
class KnownExpectations {
 public:
  /// Null where there is none yet.
  std::shared_ptr<const Expectation> find(const std::string& key) const;
  std::shared_ptr<const Expectation> add(const std::string& key, Expectation expectation);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Expectation>> known_;
};

/// The expectations of one exercise. Where there is no reference, `golden` has its runs.
class Expectations {
 public:
  /// All references outlive it.
  Expectations(const course::Exercise& exercise, const Sources& sources, const Builder& builder,
               const Cache& cache, const Tools& tools, const std::string& tools_hash,
               SessionSettings settings, GoldenRuns golden, KnownExpectations& known);

  /// What the case is held against. May be called from several threads. Throws GraderFault when
  /// reference or specification do not build or run: those are ours.
  std::shared_ptr<const Expectation> of(const course::RealCase& real);

  /// Changes whenever an expectation could.
  const std::string& hash() const { return hash_; }

 private:
  Expectation make(const course::RealCase& real);
  Session& session();

  const course::Exercise& exercise_;
  const Builder& builder_;
  const Cache& cache_;
  const Tools& tools_;
  SessionSettings settings_;
  GoldenRuns golden_;
  KnownExpectations& known_;
  BuildInput input_;
  bool has_reference_ = false;
  std::string hash_;
  std::optional<Session> session_;
  std::mutex making_;  ///< session_ runs one case at a time
};

/// A hash over a case with all of its contents.
std::string hash_of(const course::RealCase& real);

}  // namespace grader
