// SPDX-License-Identifier: MIT
#include "grader/trace.h"

#include "grader/fault.h"
#include "grader/session.h"

namespace grader {

namespace {

/// Enough for every case of the course; an endless kernel is drawn as far as it came.
constexpr std::uint64_t kMostInstructions = 8'000'000;
constexpr std::chrono::milliseconds kCallTime{10'000};

}  // namespace

Tracer::Tracer(const course::Course& course, Setup setup, protocol::TraceRequest request)
    : course_(course),
      setup_(std::move(setup)),
      cache_(setup_.cache_folder),
      sources_(course),
      builder_(setup_.compiler, cache_, setup_.compile_time),
      request_(request) {
  request_.wanted = true;
}

base::Result<TracedCase> Tracer::run(const course::Exercise& exercise, const course::Case& the_case,
                                     const BuildInput& input) const {
  const course::Entry* entry = exercise.find_entry(the_case.entry);
  if (entry == nullptr) throw GraderFault("no entry named " + the_case.entry);
  BuildOutput built = builder_.build(input);
  if (!built.built) {
    if (!built.errors.empty()) return built.errors;
    return base::Diagnostic{{input.source.string()}, "does not compile", built.text};
  }
  auto real = course::realise(exercise, the_case, setup_.salt);
  if (!real.ok()) return real.errors();
  SessionSettings settings;
  settings.backend = setup_.device;
  settings.given_files = sources_.given_files();
  settings.trace = request_;
  Session session(setup_.tools, settings, std::move(built.objects));
  CaseRun done = session.run({exercise, *entry, *real, kMostInstructions, kCallTime});
  return TracedCase{std::move(*real), std::move(done.device), std::move(done.message)};
}

base::Result<TracedCase> Tracer::submission(const course::Exercise& exercise,
                                            const course::Case& the_case,
                                            const std::filesystem::path& folder) const {
  const Submission found = sources_.submission(exercise, folder);
  const auto wrong = [&](std::string what, std::string hint) {
    return base::Diagnostic{{found.file}, std::move(what), std::move(hint)};
  };
  if (!found.found) return wrong("there is no file for " + exercise.name, "");
  if (!found.problem.empty()) return wrong(found.problem, "");
  if (!found.lint.empty()) return found.lint;
  if (!found.attempted) {
    return wrong("the regions are as they were handed out, so there is nothing to draw yet",
                 "fill them in, or draw the course's own answer with --submission reference");
  }
  return run(exercise, the_case, found.input);
}

base::Result<TracedCase> Tracer::reference(const course::Exercise& exercise,
                                           const course::Case& the_case) const {
  const std::optional<BuildInput> input = sources_.reference(exercise);
  if (!input) {
    return base::Diagnostic{{exercise.path}, "this copy of the course has no reference", ""};
  }
  return run(exercise, the_case, *input);
}

}  // namespace grader
