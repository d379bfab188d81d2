// SPDX-License-Identifier: MIT
#include "grader/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

#include "base/files.h"
#include "base/hash.h"
#include "grader/expectations.h"
#include "grader/fault.h"
#include "grader/golden.h"
#include "grader/notes.h"
#include "grader/result_json.h"
#include "grader/scoring.h"
#include "grader/writer.h"
#include "sandbox/confine.h"

namespace grader {

namespace fs = std::filesystem;

namespace {

using std::chrono::milliseconds;

/// A block may execute this many times the reference's instructions (all blocks together) before it
/// counts as endless; this many at the least, and at the most, so that the verdict comes in
/// seconds.
constexpr std::uint64_t kPatience = 50;
constexpr std::uint64_t kLeastInstructions = 500'000;
constexpr std::uint64_t kMostInstructions = 8'000'000;
/// Never less than this many times the reference's, whatever came before.
constexpr std::uint64_t kLeastPatience = 4;
/// Each case whose kernel was endless leaves this fraction of the instructions to the next ones.
constexpr std::uint64_t kFewerInstructions = 4;
constexpr std::uint64_t kMostDivisor = 64;
/// Once a case did not end, the next ones get this fraction of the patience.
constexpr int kLessPatience = 5;
/// After this many cases of a lane that did not end, its others are not run.
constexpr int kMostTimedOut = 2;
/// So many cases pay for a second worker and runner.
constexpr std::size_t kCasesForTwoSessions = 12;

/// Cases take turns in two lanes, which may run side by side. What one case teaches about the next
/// ones (that the kernel is endless) holds within its lane, so that results do not depend on that.
struct Lane {
  int timed_out = 0;
  std::uint64_t divisor = 1;  ///< of the instruction limit
};
using Lanes = std::array<Lane, 2>;

std::uint64_t instruction_limit(const protocol::RunResult& reference, std::uint64_t divisor) {
  std::uint64_t most = 0;
  for (const protocol::Launch& launch : reference.launches) {
    most = std::max(most, launch.counters.warp_instructions);
  }
  const std::uint64_t usual = std::clamp(most * kPatience, kLeastInstructions, kMostInstructions);
  return std::max(usual / divisor, std::min(most * kLeastPatience, usual));
}

CaseRun not_run(const course::RealCase& real) {
  CaseRun run;
  run.end = RunEnd::TimedOut;
  run.message =
      "not run, because " + std::to_string(kMostTimedOut) + " cases before it did not end in time";
  run.buffers.resize(real.parameters.size());
  return run;
}

bool has_finding(const CaseResult& one, std::string_view kind) {
  return std::any_of(one.findings.begin(), one.findings.end(),
                     [kind](const protocol::Finding& finding) { return finding.kind == kind; });
}

ExerciseResult blank(const course::Exercise& exercise) {
  ExerciseResult result;
  result.name = exercise.name;
  result.title = exercise.title;
  result.lesson = exercise.kind == course::ExerciseKind::Lesson;
  result.max = exercise.points;
  return result;
}

std::vector<double> maxima_of(const course::Exercise& exercise) {
  std::vector<double> weights;
  for (const course::Case& one : exercise.cases) weights.push_back(one.weight);
  return case_maxima(exercise.points, weights);
}

/// The whole did not come to its cases: each has the whole's verdict.
void end_with(const course::Exercise& exercise, Verdict verdict, std::string message,
              ExerciseResult& result) {
  result.verdict = verdict;
  result.message = std::move(message);
  result.points = 0;
  result.cases.clear();
  const std::vector<double> maxima = maxima_of(exercise);
  for (std::size_t i = 0; i < exercise.cases.size(); ++i) {
    const course::Case& known = exercise.cases[i];
    CaseResult one;
    one.name = known.key;
    one.say = known.say;
    one.help = known.help;
    one.hidden = known.hidden;
    one.verdict = verdict;
    one.max = maxima[i];
    result.cases.push_back(std::move(one));
  }
}

void end_with_fault(const course::Exercise& exercise, const std::string& message,
                    ExerciseResult& result) {
  end_with(exercise, Verdict::GraderError, message, result);
  result.withheld = true;
}

std::string first_error(const std::vector<base::Diagnostic>& errors) {
  if (errors.empty()) return "the compiler gave no reason";
  const base::Diagnostic& first = errors.front();
  const std::string where = to_string(first.where);
  return (where.empty() ? "" : where + ": ") + first.message;
}

/// Which lines of a compiler's output a student wants to see first, in one text.
std::string text_of(const std::vector<base::Diagnostic>& errors) {
  std::string text;
  for (const base::Diagnostic& error : errors) text += to_string(error) + "\n";
  return text;
}

void finish(const course::Exercise& exercise, ExerciseResult& result) {
  if (!result.cases.empty() && result.message.empty()) {
    result.verdict = Verdict::FullMarks;
    result.points = 0;
    for (const CaseResult& one : result.cases) {
      result.verdict = worse(result.verdict, one.verdict);
      result.points += one.points;
    }
  }
  result.findings = fold_findings(result.cases);
  for (protocol::Finding& finding : result.findings) {
    finding.help = exercise.with_lesson_text(std::move(finding.help));
  }
  result.notes = make_notes(result, &exercise);
  const course::Hint* hint = fitting_hint(exercise, result);
  result.hint = hint == nullptr || hint->tiers.empty() ? "" : hint->tiers.front();
}

std::string file_or_nothing(const fs::path& path) {
  auto text = base::read_file(path);
  return text.ok() ? *text : std::string();
}

}  // namespace

class Grader::Machinery {
 public:
  Machinery(const course::Course& course, Setup setup)
      : course_(course),
        setup_(std::move(setup)),
        cache_(setup_.cache_folder),
        sources_(course),
        builder_(setup_.compiler, cache_, setup_.compile_time),
        tools_hash_(tools_hash(setup_.tools)) {
    settings_.backend = setup_.device;
    settings_.given_files = sources_.given_files();
  }

  ExerciseResult grade(const course::Exercise& exercise, const fs::path& submission);
  std::optional<ExerciseResult> graded_before(const course::Exercise& exercise,
                                              const fs::path& submission);
  std::vector<base::Diagnostic> check(const course::Exercise& exercise);
  GoldenRuns golden(const course::Exercise& exercise);
  bool compares(const course::Exercise& exercise) const {
    return sources_.reference(exercise).has_value() ||
           !read_golden(course_.root, exercise, setup_.compiler.label()).empty();
  }
  std::string pristine(const course::Exercise& exercise) const {
    return sources_.pristine(exercise);
  }

  const course::Course& course() const { return course_; }
  const Setup& setup() const { return setup_; }

 private:
  void grade_found(const course::Exercise& exercise, const Submission& submission,
                   ExerciseResult& result);
  void run_cases(const course::Exercise& exercise, const SharedObjects& objects,
                 Expectations& expectations, ExerciseResult& result);
  CaseResult run_case(const course::Exercise& exercise, const course::Case& the_case,
                      const course::RealCase& real, Session& session, Expectations& expectations,
                      Lane& lane, double maximum);
  void find_writer(const course::Exercise& exercise, SharedObjects objects, ExerciseResult& result);
  std::string key_of(const course::Exercise& exercise, const Submission& submission,
                     const Expectations& expectations) const;
  Expectations expectations_of(const course::Exercise& exercise) {
    return {exercise,     sources_,
            builder_,     cache_,
            setup_.tools, tools_hash_,
            settings_,    read_golden(course_.root, exercise, setup_.compiler.label()),
            known_};
  }
  course::RealCase realised(const course::Exercise& exercise, const course::Case& the_case) const;
  std::optional<ExerciseResult> kept(const std::string& key) const;

  const course::Course& course_;
  Setup setup_;
  Cache cache_;
  Sources sources_;
  Builder builder_;
  std::string tools_hash_;
  SessionSettings settings_;
  KnownExpectations known_;
};

std::string Grader::Machinery::key_of(const course::Exercise& exercise,
                                      const Submission& submission,
                                      const Expectations& expectations) const {
  base::HashBuilder hash;
  hash.add("exercise 6").add(setup_.version).add(setup_.salt).add(tools_hash_);
  hash.add(builder_.hash(submission.input)).add(expectations.hash());
  hash.add(file_or_nothing(course_.root / exercise.path / "exercise.toml"));
  hash.add(file_or_nothing(course_.root / "reference" / exercise.path / "hidden.toml"));
  return hash.hex();
}

std::optional<ExerciseResult> Grader::Machinery::kept(const std::string& key) const {
  const std::optional<std::string> text = cache_.get(key);
  if (!text) return std::nullopt;
  auto result = exercise_result_from_json(*text);
  if (!result.ok()) return std::nullopt;
  return std::move(*result);
}

course::RealCase Grader::Machinery::realised(const course::Exercise& exercise,
                                             const course::Case& the_case) const {
  auto real = course::realise(exercise, the_case, setup_.salt);
  if (!real.ok()) throw GraderFault(to_string(real.errors()));
  return std::move(*real);
}

CaseResult Grader::Machinery::run_case(const course::Exercise& exercise,
                                       const course::Case& the_case, const course::RealCase& real,
                                       Session& session, Expectations& expectations, Lane& lane,
                                       double maximum) {
  const course::Entry* entry = exercise.find_entry(the_case.entry);
  if (entry == nullptr) throw GraderFault("no entry named " + the_case.entry);
  const std::shared_ptr<const Expectation> expected = expectations.of(real);
  const milliseconds patience = setup_.patience / (lane.timed_out == 0 ? 1 : kLessPatience);
  const CaseTask task{exercise, *entry,
                      real,     instruction_limit(expected->reference, lane.divisor),
                      patience, 2 * patience};
  const CaseRun run = lane.timed_out < kMostTimedOut ? session.run(task) : not_run(real);
  CaseResult result = judge(exercise, the_case, real, run, *expected, maximum);
  // What did not end once will not end the next time either: less patience from here on.
  if (run.slow) ++lane.timed_out;
  if (has_finding(result, "instruction_limit")) {
    lane.divisor = std::min(lane.divisor * kFewerInstructions, kMostDivisor);
  }
  return result;
}

void Grader::Machinery::run_cases(const course::Exercise& exercise, const SharedObjects& objects,
                                  Expectations& expectations, ExerciseResult& result) {
  const std::vector<double> maxima = maxima_of(exercise);
  const std::size_t count = exercise.cases.size();
  Lanes lanes;
  result.cases.resize(count);
  std::deque<bool> empty(count);
  const auto run_every = [&](std::size_t first, std::size_t step) {
    Session session(setup_.tools, settings_, objects);
    for (std::size_t i = first; i < count; i += step) {
      const course::Case& the_case = exercise.cases[i];
      const course::RealCase real = realised(exercise, the_case);
      result.cases[i] = run_case(exercise, the_case, real, session, expectations,
                                 lanes[i % lanes.size()], maxima[i]);
      empty[i] = asks_for_nothing(real);
    }
  };
  if (setup_.jobs > 1 && count >= kCasesForTwoSessions) {
    std::future<void> other = std::async(std::launch::async, run_every, 1, lanes.size());
    run_every(0, lanes.size());
    other.get();
  } else {
    run_every(0, 1);
  }
  settle_empty_cases({empty.begin(), empty.end()}, result.cases);
}

// Who wrote the first wrong value that the student gets to see: that case is run once more.
void Grader::Machinery::find_writer(const course::Exercise& exercise, SharedObjects objects,
                                    ExerciseResult& result) {
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    CaseResult& one = result.cases[i];
    if (one.hidden || one.verdict != Verdict::WrongResult || !one.first_mismatch) continue;
    const course::RealCase real = realised(exercise, exercise.cases[i]);
    const auto request = watch_for(*one.first_mismatch, real);
    if (!request) continue;
    SessionSettings settings = settings_;
    settings.trace = *request;
    try {
      Session session(setup_.tools, settings, std::move(objects));
      const CaseRun run =
          session.run({exercise, *exercise.find_entry(exercise.cases[i].entry), real,
                       kMostInstructions, setup_.patience, 2 * setup_.patience});
      one.first_mismatch->writer = last_writer(run.device);
    } catch (const GraderFault&) {
      // The verdict stands; it only is without the thread.
    }
    return;
  }
}

void Grader::Machinery::grade_found(const course::Exercise& exercise, const Submission& submission,
                                    ExerciseResult& result) {
  if (!submission.problem.empty()) {
    return end_with(exercise, Verdict::BuildError, submission.file + " " + submission.problem,
                    result);
  }
  if (!submission.attempted) return end_with(exercise, Verdict::NotAttempted, "", result);
  if (!submission.lint.empty()) {
    result.build_output = text_of(submission.lint);
    return end_with(exercise, Verdict::BuildError, first_error(submission.lint), result);
  }
  Expectations expectations = expectations_of(exercise);
  const std::string key = key_of(exercise, submission, expectations);
  if (std::optional<ExerciseResult> before = kept(key)) {
    before->source = result.source;
    before->edited_outside = std::move(result.edited_outside);
    result = std::move(*before);
    return;
  }
  BuildOutput built = builder_.build(submission.input);
  result.build_output = built.text;
  if (!built.built) {
    end_with(exercise, Verdict::BuildError, first_error(built.errors), result);
  } else {
    run_cases(exercise, built.objects, expectations, result);
    find_writer(exercise, std::move(built.objects), result);
  }
  finish(exercise, result);
  const bool steady =
      std::none_of(result.cases.begin(), result.cases.end(),
                   [](const CaseResult& one) { return one.verdict == Verdict::TimedOut; });
  // Time is not content: what was too slow today may pass tomorrow.
  if (steady) cache_.put(key, to_json(result));
}

ExerciseResult Grader::Machinery::grade(const course::Exercise& exercise,
                                        const fs::path& submission) {
  ExerciseResult result = blank(exercise);
  try {
    const Submission found = sources_.submission(exercise, submission);
    result.source = found.file;
    result.edited_outside = found.edited_outside;
    if (!found.found) {
      end_with(exercise, Verdict::NotAttempted, course::why_no_file(submission, exercise), result);
    } else {
      grade_found(exercise, found, result);
    }
  } catch (const std::exception& error) {
    end_with_fault(exercise, error.what(), result);
  }
  if (result.notes.empty()) finish(exercise, result);
  return result;
}

std::optional<ExerciseResult> Grader::Machinery::graded_before(const course::Exercise& exercise,
                                                               const fs::path& submission) {
  try {
    const Submission found = sources_.submission(exercise, submission);
    if (!found.found || !found.attempted || !found.lint.empty()) return std::nullopt;
    return kept(key_of(exercise, found, expectations_of(exercise)));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::vector<base::Diagnostic> Grader::Machinery::check(const course::Exercise& exercise) {
  std::vector<base::Diagnostic> problems;
  const base::SourceLocation skeleton{exercise.path + "/" + exercise.source, 0, 0};
  const base::SourceLocation reference{"reference/" + skeleton.file, 0, 0};
  try {
    const BuildOutput built = builder_.build(sources_.skeleton(exercise));
    if (!built.built) {
      problems.push_back(
          {skeleton, "the skeleton does not compile: " + first_error(built.errors), ""});
    }
  } catch (const std::exception& error) {
    problems.push_back({skeleton, error.what(), ""});
  }
  const ExerciseResult solved = grade(exercise, course_.root / "reference");
  if (solved.verdict != Verdict::FullMarks) {
    const std::string why = solved.notes.empty() ? solved.message : solved.notes.front();
    problems.push_back(
        {reference,
         fmt::format("the reference has the verdict {}: {}", to_string(solved.verdict), why), ""});
  }
  for (const course::Question& question : exercise.questions) {
    if (question.kind != course::QuestionKind::Count) continue;
    for (const CaseResult& one : solved.cases) {
      if (one.name != question.case_key) continue;
      const std::uint64_t count = budget_count(one.counters, question.counter);
      if (static_cast<double>(count) != question.answer) {
        problems.push_back({question.where,
                            fmt::format("question '{}': the reference's count is {}, the answer {}",
                                        question.key, count, question.answer),
                            ""});
      }
    }
  }
  for (const protocol::Finding& finding : solved.findings) {
    problems.push_back({{reference.file, finding.line, 0},
                        "the reference has a finding: " + finding.kind + ": " + finding.message,
                        ""});
  }
  return problems;
}

GoldenRuns Grader::Machinery::golden(const course::Exercise& exercise) {
  GoldenRuns runs;
  Expectations expectations = expectations_of(exercise);
  for (const course::Case& the_case : exercise.cases) {
    if (the_case.hidden) continue;
    runs[the_case.key] = expectations.of(realised(exercise, the_case))->reference;
  }
  return runs;
}

Grader::Grader(const course::Course& course, Setup setup)
    : machinery_(std::make_unique<Machinery>(course, std::move(setup))) {}

Grader::~Grader() = default;

ExerciseResult Grader::grade(const course::Exercise& exercise, const fs::path& submission) {
  return machinery_->grade(exercise, submission);
}

std::vector<ExerciseResult> Grader::grade(const std::vector<const course::Exercise*>& exercises,
                                          const fs::path& submission,
                                          const std::function<void(const ExerciseResult&)>& done) {
  std::vector<ExerciseResult> results(exercises.size());
  std::atomic<std::size_t> begun{0};
  std::mutex telling;
  const auto work = [&] {
    for (std::size_t n = begun++; n < exercises.size(); n = begun++) {
      // The last ones build on those before them, and take longest.
      const std::size_t i = exercises.size() - 1 - n;
      results[i] = machinery_->grade(*exercises[i], submission);
      const std::lock_guard lock(telling);
      if (done) done(results[i]);
    }
  };
  const std::size_t threads =
      std::min<std::size_t>(std::max(1U, machinery_->setup().jobs), exercises.size());
  std::vector<std::jthread> pool;
  for (std::size_t i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  pool.clear();
  return results;
}

std::optional<ExerciseResult> Grader::graded_before(const course::Exercise& exercise,
                                                    const fs::path& submission) {
  return machinery_->graded_before(exercise, submission);
}

LessonProgress Grader::progress(const fs::path& submission,
                                const std::vector<std::string>& once_solved) {
  const course::Course& course = machinery_->course();
  std::vector<std::string> solved;
  for (const course::Exercise& lesson : course.lessons) {
    const bool known = std::ranges::find(once_solved, lesson.name) != once_solved.end();
    const std::optional<ExerciseResult> before =
        known ? std::nullopt : machinery_->graded_before(lesson, submission);
    if (known || (before && before->verdict == Verdict::FullMarks)) solved.push_back(lesson.name);
  }
  const course::Exercise* next = course::next_lesson(course, solved);
  return {static_cast<int>(solved.size()), static_cast<int>(course.lessons.size()),
          next == nullptr ? "" : next->name};
}

GradeResult Grader::header() const {
  GradeResult result;
  const Setup& setup = machinery_->setup();
  result.compiler = setup.compiler.label();
  result.device = setup.device;
  result.version = setup.version;
  result.seed = setup.salt;
  result.sandbox = to_string(sandbox::rung_in_force());
  return result;
}

GoldenRuns Grader::golden(const course::Exercise& exercise) {
  return machinery_->golden(exercise);
}

bool Grader::compares(const course::Exercise& exercise) const {
  return machinery_->compares(exercise);
}

std::string Grader::pristine(const course::Exercise& exercise) const {
  return machinery_->pristine(exercise);
}

std::vector<base::Diagnostic> Grader::check_exercise(const course::Exercise& exercise) {
  return machinery_->check(exercise);
}

}  // namespace grader
