// SPDX-License-Identifier: MIT
/// \file
/// Finished results: what reports show. Plain data, nothing left to compute.
///
/// JSON form: docs/formats/grade_result.md, written and read by result_json.h. Points are exact
/// here; rounding is for display.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "grader/verdict.h"
#include "protocol/run_result.h"

namespace grader {

/// One budget held against what was observed.
struct BudgetResult {
  std::string counter;  ///< a row of protocol/counters.def
  std::string buffer;   ///< a parameter, or "total"
  std::uint64_t observed = 0;
  std::uint64_t allowed = 0;
  bool by_reference = true;  ///< is `allowed` the reference's count (else a formula)?
  double share = 1;          ///< of the access points, 0 to 1
  std::string file;          ///< where most of it happens; empty when not known
  int line = 0;              ///< the line there
  std::string see;           ///< the lesson that teaches how to spare it
  friend bool operator==(const BudgetResult&, const BudgetResult&) = default;
};

/// The write that a value came from.
struct Writer {
  protocol::Dim3 block{};
  protocol::Dim3 thread{};
  std::string file;  ///< empty when not known
  int line = 0;
  friend bool operator==(const Writer&, const Writer&) = default;
};

/// What Mismatch::got says of an element that no thread wrote.
inline constexpr const char* kNeverWritten = "never written";

/// The first element that differs.
struct Mismatch {
  std::string parameter;
  std::vector<std::int64_t> index;  ///< within the view
  std::string got;                  ///< as text, or kNeverWritten
  std::string want;
  std::optional<Writer> writer;  ///< who wrote it; of the first case that shows one
  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

/// One case.
struct CaseResult {
  std::string name;  ///< its key
  std::string say;   ///< the case in words
  std::string help;  ///< shown with a failure
  bool hidden = false;
  Verdict verdict = Verdict::NotAttempted;
  double points = 0;
  double max = 0;
  double correct = 0;  ///< 0, the finding share, or 1
  double access = 0;   ///< 0 to 1
  std::string message;
  std::optional<Mismatch> first_mismatch;
  std::vector<std::string> patterns;  ///< shapes of a wrong result, for hints
  double error_share = 0;             ///< largest error as a share of its bound; above 1 is wrong
  bool ran = false;                   ///< are the counters below of a run that came to its end?
  protocol::Counters counters;        ///< yours, over all launches
  protocol::Counters reference;       ///< the reference's
  std::vector<BudgetResult> budgets;
  std::vector<protocol::Finding> findings;
  std::string program_output;  ///< what host and device code printed

  /// The finding that the verdict is about: the first that is an error. Null where none is.
  const protocol::Finding* first_error() const;
  friend bool operator==(const CaseResult&, const CaseResult&) = default;
};

/// One assignment or lesson.
struct ExerciseResult {
  std::string name;
  std::string title;
  bool lesson = false;
  Verdict verdict = Verdict::NotAttempted;
  double points = 0;  ///< 0 while withheld
  double max = 0;
  bool withheld = false;  ///< our own fault: no points are given or denied
  std::string message;    ///< of the whole: compiler output's first error, our fault, "no file"
  std::string build_output;
  std::vector<std::string> edited_outside;  ///< changes outside the regions, not used
  std::vector<CaseResult> cases;
  std::vector<protocol::Finding> findings;  ///< of all cases, alike ones folded
  std::vector<std::string> notes;           ///< one line for each way in which points were lost
  std::string hint;                         ///< the first tier of the hint that fits
  std::string source;                       ///< path of the student's file, for messages

  /// How many cases have full marks.
  std::size_t passed() const;
  /// Sums over the cases that ran.
  protocol::Counters total_counters() const;
  /// The reference's, over the same cases.
  protocol::Counters total_reference() const;
  friend bool operator==(const ExerciseResult&, const ExerciseResult&) = default;
};

/// How far the lessons are.
struct LessonProgress {
  int solved = 0;
  int total = 0;
  std::string next;  ///< name; empty when all are solved
  friend bool operator==(const LessonProgress&, const LessonProgress&) = default;
};

/// Everything that one `grade` found out.
struct GradeResult {
  std::string compiler;
  std::string device = "virtual";
  std::string version;
  std::string seed;
  std::string sandbox;
  double points = 0;
  double max = 0;
  double withheld = 0;  ///< of max, because of our own faults
  std::vector<ExerciseResult> exercises;
  std::optional<LessonProgress> lessons;
  std::vector<std::string> warnings;  ///< about the set-up, for the person who grades

  /// Was anything withheld?
  bool has_grader_error() const { return withheld > 0 || failed; }
  bool failed = false;  ///< a lesson or an exercise without points ended in grader_error
  friend bool operator==(const GradeResult&, const GradeResult&) = default;
};

/// Adds up points, maxima and what is withheld from the exercises.
void add_up(GradeResult& result);

}  // namespace grader
